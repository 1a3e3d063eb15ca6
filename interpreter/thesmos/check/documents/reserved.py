"""Check that no declared name is reserved, which expressions would read as something else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos.check.names.names import CORE, Names
from thesmos.check.names.scope import CORE_NAMES, PERSONS
from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import documents as d

# Words that begin an expression, and words that begin an effect or continue a line: the grammar
# does not read them as names there.
EXPRESSIONS = frozenset(
    {"after", "all", "count", "did", "every", "first", "last", "no", "none", "not", "some", "those"}
    | {"times", "yes"}
)
EFFECTS = frozenset(
    {"and", "or", "where"}
    | {"counts", "do", "drop", "due", "each", "forget", "give", "if", "let", "memorize", "revoke"}
    | {"share", "take", "while"}
)
BARE = frozenset((*PERSONS, *CORE_NAMES))
CALLS = frozenset((*CORE, "abs", "forbidden", "max", "min", "offered", "option", "sum"))

Declared = Iterator[tuple[str, Location, frozenset[str]]]


def check_reserved(names: Names, cards: Iterable[d.CardDocument]) -> Iterator[Diagnostic]:
    """Yield an error for each declared name that expressions can't use.

    cards: the game's own text and those of all cards and modes.
    """
    game = names.game
    for name, location, reserved in _of_game(game):
        yield from _reserved(name, location, reserved)
    for card in cards:
        for name, location, reserved in _of_card(card):
            yield from _reserved(name, location, reserved)
        yield from _shadowed(card.facts, names)


def _of_game(game: d.GameDocument) -> Declared:
    for zone in game.zones:
        yield zone, game.place(f"zones.{zone}"), EXPRESSIONS | BARE
    for enum, values in game.enums.items():
        for word, _ in values:
            yield word, game.place(f"enums.{enum}.{word}"), EXPRESSIONS | BARE
    owned = [(kind.name, kind.attributes) for kind in game.pieces]
    for owner, attributes in (*game.state, *owned):
        for attribute in attributes:
            called = attribute.index is not None or owner != "game"
            yield (
                attribute.name,
                attribute.location,
                EXPRESSIONS | EFFECTS | (CALLS if called else BARE),
            )


def _of_card(card: d.CardDocument) -> Declared:
    for memory in card.memory:
        called = memory.index is not None or memory.type.many
        yield (
            memory.name,
            memory.location,
            EXPRESSIONS | EFFECTS | BARE | (CALLS if called else BARE),
        )
    for fact in card.facts:
        yield fact.name, fact.location, EXPRESSIONS | (CALLS if fact.params else BARE)
        for parameter, kind in fact.params:
            yield parameter, kind.location, EXPRESSIONS | BARE
    for action in card.actions:
        for role in action.roles:
            yield role.name, role.location, EXPRESSIONS | BARE


def _reserved(name: str, location: Location, reserved: frozenset[str]) -> Iterator[Diagnostic]:
    if name in reserved:
        text = f"`{name}` is a word of the language"
        yield Diagnostic("E303", text, location, "choose another name")


def _shadowed(facts: Iterable[d.FactDeclaration], names: Names) -> Iterator[Diagnostic]:
    """Report facts whose name already means something else where the fact would be asked."""
    for fact in facts:
        owners = names.attrs.get(fact.name, {})
        if fact.name in names.words and not fact.params:
            other = "a word of an enum, or a zone"
        elif any((owner != "") == bool(fact.params) for owner in owners):
            other = "an attribute"
        else:
            continue
        text = f"the fact `{fact.name}` can't be asked: `{fact.name}` is {other}"
        yield Diagnostic("E303", text, fact.location, "choose another name")
