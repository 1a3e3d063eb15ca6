"""The names of a game and their meaning: enums, kinds, attributes, facts, actions and steps.

They come from the game's document, and are extended for each power with what it declares.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from thesmos.check.names.sizes import Sizes
from thesmos.constructs import walk
from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.program.declarations import Attribute, Card, StartValue
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.types import ANYTHING, CORE_TYPES, FLAG, INT, PLAYER, POWER, SIDE, Type, number
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d


@dataclass(frozen=True)
class Core:
    """A function of the core: the types of its arguments and its result."""

    takes: tuple[str, ...]
    gives: str


CORE = {  # the language reference describes their results
    "adjacent": Core(("cell",), "set of cell"),
    "wrapped": Core(("cell",), "set of cell"),
    "step": Core(("cell", "direction"), "cell?"),
    "direction": Core(("cell", "cell"), "direction?"),
    "beyond": Core(("cell", "cell"), "cell?"),
    "perimeter": Core(("cell",), "flag"),
    "corner": Core(("cell",), "flag"),
    "opposite": Core(("cell", "cell"), "flag"),
    "back": Core(("direction",), "direction"),
    "turned": Core(("direction", "int"), "direction"),
    "diagonal": Core(("direction",), "flag"),
    "row": Core(("cell",), "0..99"),
    "column": Core(("cell",), "0..99"),
    "place": Core(("piece",), "cell?"),
    "zone": Core(("piece",), "zone?"),
    "side": Core(("player",), "side"),
    "holds": Core(("player", "power"), "flag"),
    "first_holder": Core(("power",), "player?"),
    "alive": Core(("player",), "flag"),
    "next_player": Core(("player",), "player"),
}


MAX_NUMBER = 999  # the largest number that can be written, or be the end of a declared range

Declared = d.FactDeclaration | d.ActionDeclaration | d.StepDeclaration | d.AttributeDeclaration


@dataclass
class Names:
    """Everything that has a name in a game, and the diagnostics found so far.

    card: the card whose own names these include, if any.
    cards: all cards of the game.
    base: the program of the game's own text, once that is checked.
    sizes: the sizes of kinds.
    fewest_sides: how many sides there are in every match-up.
    treats: by fact, the clauses of all cards that treat it or add to it.
    """

    game: d.GameDocument
    types: dict[str, Type] = field(default_factory=dict)
    words: dict[str, tuple[Type, int]] = field(default_factory=dict)  # values of enums, zones
    attrs: dict[str, dict[str, Attribute]] = field(default_factory=dict)  # by name, then by owner
    memory: dict[str, Attribute] = field(default_factory=dict)
    facts: dict[str, d.FactDeclaration] = field(default_factory=dict)
    actions: dict[str, d.ActionDeclaration] = field(default_factory=dict)
    events: dict[str, tuple[str, ...]] = field(default_factory=dict)  # actions, by common name
    steps: dict[str, d.StepDeclaration] = field(default_factory=dict)
    base: Card | None = None
    sizes: Sizes = field(default_factory=dict)
    fewest_sides: int = 1
    treats: Mapping[Ref, Sequence[Treated]] = field(default_factory=dict)
    fact_types: dict[Ref, Type] = field(default_factory=dict)  # a cache
    role_types: dict[str, dict[str, Type]] = field(default_factory=dict)  # a cache, by action
    diagnostics: list[Diagnostic] = field(default_factory=list)
    card: d.CardDocument | None = None
    cards: Mapping[str, d.CardDocument] = field(default_factory=dict)

    def report(
        self, code: str, message: str, location: Location, hint: str | None = None, word: str = ""
    ) -> None:
        """Report an error. word: the word in that place that it is about; empty for all of it."""
        self.diagnostics.append(Diagnostic(code, message, location, hint, word=word))

    def type_of(self, typed: d.WrittenType) -> Type:
        """Return the meaning of a written type; an unknown one is reported."""
        name = typed.name
        if ".." in name:
            low, high = (int(n) for n in name.split(".."))
            kind = number(low, high)
        elif name == "flag":
            kind = FLAG
        elif not name:  # it is not a type: that has been reported
            kind = ANYTHING
        else:
            declared = self.kind(name)
            if declared is None:
                hint = suggest(name, self.types) or "declare it under enums, boards or pieces"
                self.report("E301", f"there is no kind `{name}`", typed.location, hint)
            kind = declared or ANYTHING  # so that no second error follows
        return replace(kind, none=typed.none, many=typed.many)

    def attr_of(self, name: str, owner: str) -> Attribute | None:
        """Return the attribute of a kind of thing, or None.

        owner: the kind; "" is the game.
        """
        return self.attrs.get(name, {}).get(owner)

    def all_attrs(self) -> list[Attribute]:
        """Return all attributes."""
        return [attr for owners in self.attrs.values() for attr in owners.values()]

    def fact_ref(self, name: str) -> Ref:
        """Return the resolved name of a fact: the card's own, otherwise the game's."""
        return self._ref(name, () if self.card is None else self.card.facts)

    def action_ref(self, name: str) -> Ref:
        """Return the resolved name of an action: the card's own, otherwise the game's."""
        return self._ref(name, () if self.card is None else self.card.actions)

    def step_ref(self, name: str) -> Ref:
        """Return the resolved name of a step: the card's own, otherwise the game's."""
        return self._ref(name, () if self.card is None else self.card.steps)

    def memory_ref(self, name: str) -> Ref:
        """Return the resolved name of a memory, which only cards have."""
        return self._ref(name, () if self.card is None else self.card.memory)

    def _ref(self, name: str, declared: Iterable[Declared]) -> Ref:
        in_card = any(declaration.name == name for declaration in declared)
        return Ref(self.card.slug if self.card is not None and in_card else "", name)

    def declaring(self, ref: Ref) -> Names:
        """Return the names that hold where a name is declared: on the card, or in the game."""
        return self if ref.card else replace(self, card=None)

    def actions_of(self, kinds: Iterable[str]) -> tuple[str, ...]:
        """Return the actions that kinds of events stand for.

        kinds: actions, or common names.
        """
        named = (self.events.get(kind, (kind,)) for kind in kinds)
        return tuple(dict.fromkeys(action for actions in named for action in actions))

    def add_events(self, card: d.CardDocument) -> None:
        """Add a card's names for events of several actions; report errors in them."""
        for events in card.events:
            for action in events.actions:
                if action not in self.actions:
                    text = f"there is no action `{action}`"
                    hint = suggest(action, self.actions) or "declare it under `actions`"
                    self.report("E309", text, events.location, hint)
            if events.name in self.actions:
                text = f"`{events.name}` is already defined"
                hint = "choose a name that no action has"
                self.report("E303", text, events.location, hint)
            actions = tuple(action for action in events.actions if action in self.actions)
            self.events = {**self.events, events.name: actions}

    def kind(self, name: str) -> Type | None:
        """Return the type of a kind, named in the singular or the plural; None if unknown."""
        return self.types.get(name) or self.types.get(name.removesuffix("s"))

    def cell(self, name: str) -> Iterator[tuple[Type, int]]:
        """Yield the types of the boards that have a cell of this name, with the cell's number."""
        for board in self.game.boards:
            if name in (cells := board.cells()):
                yield self.types[board.name], cells.index(name)

    def piece(self, name: str) -> Iterator[tuple[Type, int | None]]:
        """Yield the kinds whose supply has a piece of this name, each with the piece's number.

        The number is None if it depends on the number of players, and in a power table.
        """
        for kind in self.game.pieces:
            number: int | None = None if kind.powers else 0
            shared = (supply for supply in kind.supply if not supply.each_side)
            for one in shared:
                if one.name == name:
                    yield self.types[kind.name], number
                number = None if number is None or one.each_player else number + one.count

    def with_card(self, card: d.CardDocument) -> Names:
        """Return these names together with those that a card declares."""
        more = replace(
            self,
            memory={a.name: self.attr("", a) for a in card.memory},
            facts={**self.facts, **{f.name: f for f in card.facts}},
            actions={**self.actions, **{a.name: a for a in card.actions}},
            steps={**self.steps, **{s.name: s for s in card.steps}},
            role_types={},
            diagnostics=self.diagnostics,
            card=card,
        )
        more.add_events(card)
        for memory in card.memory:
            if self.is_taken(memory.name):
                text = f"`{memory.name}` is already defined"
                self.report("E303", text, memory.location, "choose another name")
        return more

    def is_taken(self, name: str) -> bool:
        """Return whether a memory can't have a name, because it means something else."""
        return any(name in names for names in (self.words, self.attrs, self.facts, CORE))

    def attr(self, owner: str, written: d.AttributeDeclaration) -> Attribute:
        """Return the meaning of a declared attribute."""
        kind = self.type_of(written.type)
        start = None
        if written.start is not None:
            start = tuple(written.start.split()) if kind.many else (written.start,)
        name = AttributeRef(owner, written.name)
        index = () if written.index is None else (self.type_of(written.index),)
        starts = tuple(StartValue(written.name, (word,), of) for of, word in written.starts)
        return Attribute(
            name, index, kind, start, written.secret, written.lasts, starts,
            location=written.location,
        )  # fmt: skip


# A clause that changes a fact, and the names of its card.
Treated = tuple[Names, ct.Treat | ct.AddTo]


def treats_in(cards: Iterable[tuple[Names, d.CardDocument]]) -> dict[Ref, list[Treated]]:
    """Return the clauses of cards that treat facts or add to them, by fact."""
    treats: dict[Ref, list[Treated]] = {}
    for names, card in cards:
        for clause in walk(tuple(block.clauses for block in card.clauses)):
            if isinstance(clause, (ct.Treat, ct.AddTo)):
                treats.setdefault(names.fact_ref(clause.fact), []).append((names, clause))
    return treats


def names_of(game: d.GameDocument) -> Names:
    """Gather the names of a game; errors are in `.diagnostics`."""
    names = Names(game)
    names.types.update(CORE_TYPES)
    for enum, values in game.enums.items():
        names.types[enum] = Type("enum", enum)
        for index, (word, _) in enumerate(values):
            names.words[word] = (names.types[enum], index)
    for board in game.boards:
        names.types[board.name] = Type("cell", board.name)
    for kind in game.pieces:
        names.types[kind.name] = Type("piece", kind.name)
    for index, zone in enumerate(game.zones):
        names.words[zone] = (CORE_TYPES["Zone"], index)
    _gather_attributes(game, names)
    names.words.pop("end", None)  # in place of a step, `end` means that none follows
    names.facts = {f.name: f for f in game.base.facts}
    names.actions = {a.name: a for a in game.base.actions}
    names.steps = {s.name: s for s in game.base.steps}
    names.add_events(game.base)
    return names


def _gather_attributes(game: d.GameDocument, names: Names) -> None:
    for kind in game.pieces:
        for written in kind.attributes:
            _add(names, names.attr(kind.name, written), written)
    for owner, attributes in game.state:
        for written in attributes:
            _add(names, names.attr("" if owner == "game" else owner, written), written)


def _add(names: Names, attr: Attribute, written: d.AttributeDeclaration) -> None:
    owner, name = attr.name.owner, attr.name.name
    if owner and owner not in names.types:
        hint = suggest(owner, names.types)
        names.report("E301", f"there is no kind `{owner}`", written.location, hint)
        return
    owners = names.attrs.setdefault(name, {})
    if owner in owners or (owners and not (owner and all(owners))):
        text = f"`{name}` is already declared"
        names.report("E302", text, written.location, "choose another name")
    owners[owner] = attr


def core_type(word: str, names: Names, piece: Type | None = None) -> Type:
    """Return the type that a word of a core function's signature stands for.

    piece: the kind of piece or board that decides which board a cell is on; by default the first.
    """
    many = word.startswith("set of ")
    none = word.endswith("?")
    bare = word.removeprefix("set of ").removesuffix("?")
    boards = [t for t in names.types.values() if t.base == "cell"]
    cell = boards[0] if boards else Type("cell", "")
    if piece is not None and piece.base == "cell":
        cell = piece
    if piece is not None and piece.base == "piece":
        on = next((k.on for k in names.game.pieces if k.name == piece.name), None)
        cell = names.types.get(on or "", cell)
    table = {
        "cell": cell,
        "0..99": number(0, 99),
        "int": INT,
        "flag": FLAG,
        "player": PLAYER,
        "side": SIDE,
        "power": POWER,
    }
    kind = table.get(bare) or CORE_TYPES.get(bare.capitalize()) or INT
    return replace(kind, many=many, none=none)
