"""A pool: one linked game for many match-ups, whose first state says which cards take part.

See `link` in linker.py. A state says who holds which card, who received it, and which take no part.
The pieces that a card brings are its holder's; those of cards that take no part are out of the
game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.constructs import construct
from thesmos.link.cards import cards_in_play, reserve_for
from thesmos.link.layout import AttributeOf, FirstHolders, HoldersOf, PlaceOf
from thesmos.link.linked import CardInPlay, LinkedGame
from thesmos.link.pieces import OWNER, by_age, owner_number, supplied_pieces
from thesmos.program.node import AttributeRef


@construct
class LentPiece:
    """A piece that a card brings.

    at: the slot of its place.
    owner: the slot of its owner; None if the owners of its kind never change.
    owners: its owner by the player who holds the card; the last is that of a card nobody holds.
    place: where it is if the card takes part.
    gone: where it is otherwise.
    """

    at: int
    owner: int | None
    owners: tuple[int, ...]
    place: int
    gone: int


@construct
class PoolCard:
    """A card of a pool, and its pieces.

    holders, received: the slots that say who holds it, and who received it (see FirstHolders).
    banned: cards with which it can't be in the reserve.
    brings: cards that are in the reserve if this one is held, unless banned.
    """

    slug: str
    holders: int
    received: int
    banned: tuple[str, ...]
    brings: tuple[str, ...]
    pieces: tuple[LentPiece, ...]


def pool_cards(game: LinkedGame) -> tuple[PoolCard, ...]:
    """The cards of a pool, in the order of their numbers."""
    layout, pieces = game.layout.by_meaning, _pieces(game)
    return tuple(
        PoolCard(
            card.card.slug,
            layout[HoldersOf(card.number)].first,
            layout[FirstHolders()].slot(card.number),
            tuple(sorted(card.card.banned)),
            tuple(reserve_for(card.card, game.game)),
            (*pieces[card.number],),
        )
        for card in game.cards
        if not card.common
    )


def first_vector(
    game: LinkedGame,
    powers: Sequence[str | None],
    reserve: Sequence[str] = (),
    cards: Sequence[PoolCard] | None = None,
) -> tuple[int, ...]:
    """Return the vector of a match-up of a pool, before the first instruction of the flow.

    powers, reserve: as for `link`; raises the same errors.
    cards: the cards of the pool, if already known.
    """
    vector = [*game.initial]
    playing = {
        card.card.slug: card for card in cards_in_play(game.game, game.mode, powers, reserve)
    }
    for card in pool_cards(game) if cards is None else cards:
        taking_part = playing.get(card.slug)
        holder = None if taking_part is None else taking_part.holder
        nobody = game.players if taking_part else game.players + 1
        vector[card.holders] = 0 if holder is None else 1 << holder
        vector[card.received] = nobody if holder is None else holder
        for piece in card.pieces:
            vector[piece.at] = piece.place if taking_part else piece.gone
            if piece.owner is not None:
                vector[piece.owner] = piece.owners[game.players if holder is None else holder]
    return tuple(vector)


def _pieces(game: LinkedGame) -> dict[int, list[LentPiece]]:
    """The pieces that each card brings. They come after those of the game itself."""
    lent: dict[int, list[LentPiece]] = {card.number: [] for card in game.cards}
    of_game = supplied_pieces(game.game, game.sides, ())
    next_ = {kind: len(pieces) for kind, pieces in of_game.items()}
    for card in by_age(game.cards):
        for kind, count in _supplied(card):
            for piece in range(next_[kind], next_[kind] + count):
                lent[card.number].append(_lent(game, kind, piece))
            next_[kind] += count
    return lent


def _supplied(card: CardInPlay) -> Iterator[tuple[str, int]]:
    for supply in card.card.supply:
        yield supply.kind, len(supply.cells) or supply.count


def _lent(game: LinkedGame, kind: str, piece: int) -> LentPiece:
    layout = game.layout.by_meaning
    places, entry = layout[PlaceOf(kind)], layout.get(AttributeOf(AttributeRef(kind, OWNER)))
    at, place, gone = places.slot(piece), places.start[piece], places.high
    if entry is None:
        return LentPiece(at, None, (), place, gone)
    held = (owner_number(entry.type, player, game.sides) for player in range(game.players))
    return LentPiece(at, entry.slot(piece), (*held, entry.start[piece]), place, gone)
