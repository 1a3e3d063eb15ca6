"""Check that what can't be none has a value to begin with, in every match-up (semantics §17.3).

A type can be without members: no card brings pieces of its kind, nobody has a power, its enum has
no words. What is of such a type, and can't be none, would begin with a thing that does not exist.
More cards in play only add pieces and powers, so it is enough to look at the smallest match-ups:
those in which nobody has a power, and those in which one player has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from thesmos.check.documents.written_values import known_type, why_empty
from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic
from thesmos.program.types import Type
from thesmos.syntax import documents as d


def check_members(
    names: Names, cards: Mapping[str, d.CardDocument], modes: Iterable[d.ModeDocument]
) -> Iterator[Diagnostic]:
    """Yield an error for each attribute and memory that has no first value in some match-up.

    names: those of the game, with `names.cards`.
    cards: the powers.
    modes: those that are played with just these parts of the game.
    """
    match_ups = [*_smallest_match_ups(names, cards, [*modes])]
    for owner, attributes in names.game.state:
        for attribute in attributes:
            yield from _without_value(attribute, "" if owner == "game" else owner, names, match_ups)
    for kind in names.game.pieces:
        for attribute in kind.attributes:
            yield from _without_value(attribute, kind.name, names, match_ups)
    for card in names.cards.values():
        for memory in card.memory:
            yield from _without_value(memory, "", names, match_ups, card)


@dataclass(frozen=True)
class _MatchUp:
    """Cards that can be the only ones in play.

    where: describes the match-up.
    """

    game: d.GameDocument
    cards: tuple[d.CardDocument, ...]
    where: str

    def is_empty(self, kind: Type) -> bool:
        """Return whether a type has no members."""
        match kind.base:
            case "piece":
                supplied = any(
                    piece.name == kind.name and piece.supply for piece in self.game.pieces
                )
                brought = any(name == kind.name for card in self.cards for name, _ in card.pieces)
                return not (supplied or brought)
            case "power":
                return not self.cards
            case "enum":
                return not self.game.enums[kind.name]
            case "zone":
                return not self.game.zones
        return False


def _smallest_match_ups(
    names: Names, cards: Mapping[str, d.CardDocument], modes: list[d.ModeDocument]
) -> Iterator[_MatchUp]:
    """Yield the match-ups without a power, then those with a single one, in every mode."""
    game = names.game
    for power in (None, *cards):
        for mode in modes:
            always = (*game.always, *mode.always, mode.slug)
            slugs = [slug for slug in always if slug in names.cards]
            if power is None or power not in slugs:
                where = f"in the mode `{mode.slug}`, " if len(modes) > 1 else ""
                if power is not None:
                    slugs.append(power)
                    where += f"if only `{power}` is in play, "
                elif cards:
                    where += "if nobody has a power, "
                yield _MatchUp(game, tuple(names.cards[slug] for slug in slugs), where)


def _without_value(
    written: d.AttributeDeclaration,
    owner: str,
    names: Names,
    match_ups: Sequence[_MatchUp],
    card: d.CardDocument | None = None,
) -> Iterator[Diagnostic]:
    """Yield an error if an attribute has no first value in a match-up in which something has it.

    owner: the kind of thing that has it; empty for the game, and for a memory.
    card: whose memory it is.
    """
    kind = known_type(written.type, names)
    if kind is None or kind.none or kind.many or kind.base not in _REMEDIES:
        return
    if written.start is not None:
        return  # that the value is none of the type's is reported where it is written
    index = None if written.index is None else known_type(written.index, names)
    owners = [of for of in (names.types.get(owner), index) if of is not None]
    empty = [match_up for match_up in match_ups if match_up.is_empty(kind)]
    with_it = (
        match_up
        for match_up in empty
        if (card is None or card in match_up.cards) and not any(map(match_up.is_empty, owners))
    )
    shown = next(with_it, None)
    if shown is not None:
        where = shown.where if len(empty) < len(match_ups) else ""
        lack = f"{kind.name} has no words" if kind.base == "enum" else f"there is no {kind.name}"
        text = f"`{written.name}` has no value to begin with: {where}{lack}"
        declare = f"declare it as `{kind.name} or none`"
        supply = _REMEDIES[kind.base].format(kind.name)
        hint = why_empty(kind, declare, names) or f"{declare}{supply}"
        yield Diagnostic("E384", text, written.location, hint)


_REMEDIES = {  # what else can be done, by the base of a type that can be without members
    "piece": ", or give the game itself a {0}: `supply` under `pieces`",
    "power": "",
    "enum": ", or add words to {0}",
    "zone": ", or name a zone under `zones`",
}
