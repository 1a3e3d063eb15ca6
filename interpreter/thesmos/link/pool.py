"""A pool: cards that nobody holds at first, any of which the players can receive before they begin.

See `link` in linker.py. The pieces that a card brings are its holder's; those of other cards are
out of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from thesmos.link.layout import AttributeOf, HoldersOf, PlaceOf
from thesmos.link.linked import CardInPlay, LinkedGame
from thesmos.link.pieces import OWNER, by_age, supplied_pieces
from thesmos.program.node import AttributeRef


@dataclass(frozen=True)
class LentPiece:
    """A piece that a card brings. at, owner: slots; owner is None if nobody owns such pieces.

    place: where it is if somebody holds the card; gone: where it is otherwise.
    """

    at: int
    owner: int | None
    place: int
    gone: int


@dataclass(frozen=True)
class PoolCard:
    """A card of a pool: the slot that says who holds it, and its pieces."""

    slug: str
    holders: int
    pieces: tuple[LentPiece, ...]


def pool_cards(game: LinkedGame) -> tuple[PoolCard, ...]:
    """The cards of a pool, in the order of their numbers."""
    layout, pieces = game.layout.by_meaning, _pieces(game)
    return tuple(
        PoolCard(each.card.slug, layout[HoldersOf(each.number)].first, (*pieces[each.number],))
        for each in game.cards
        if not each.common
    )


def held(game: LinkedGame, holders: Mapping[str, int]) -> tuple[int, ...]:
    """The vector before the first instruction of the flow. holders: players from 0, by card."""
    made = [*game.initial]
    for card in pool_cards(game):
        holder = holders.get(card.slug)
        made[card.holders] = 0 if holder is None else 1 << holder
        for piece in card.pieces:
            made[piece.at] = piece.gone if holder is None else piece.place
            if piece.owner is not None:
                made[piece.owner] = 0 if holder is None else game.sides[holder]
    return tuple(made)


def _pieces(game: LinkedGame) -> dict[int, list[LentPiece]]:
    """The pieces that each card brings. They come after those of the game itself."""
    found: dict[int, list[LentPiece]] = {each.number: [] for each in game.cards}
    of_game = supplied_pieces(game.game, game.sides, ())
    next_ = {kind: len(pieces) for kind, pieces in of_game.items()}
    for card in by_age(game.cards):
        for kind, count in _supplied(card):
            for piece in range(next_[kind], next_[kind] + count):
                found[card.number].append(_lent(game, kind, piece))
            next_[kind] += count
    return found


def _supplied(card: CardInPlay) -> Iterator[tuple[str, int]]:
    for supply in card.card.supply:
        yield supply.kind, len(supply.cells) or supply.count


def _lent(game: LinkedGame, kind: str, piece: int) -> LentPiece:
    layout = game.layout.by_meaning
    places, owners = layout[PlaceOf(kind)], layout.get(AttributeOf(AttributeRef(kind, OWNER)))
    owner = None if owners is None else owners.slot(piece)
    return LentPiece(places.slot(piece), owner, places.start[piece], places.high)
