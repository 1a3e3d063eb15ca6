"""Which pieces there are, and the values that their supply gives them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from thesmos.constructs import construct
from thesmos.link.linked import CardInPlay, LinkedGame, Piece
from thesmos.program.declarations import GameProgram, Kind, StartValue, Supply
from thesmos.program.node import AttributeRef
from thesmos.program.types import Type

OWNER = "owner"  # the attribute that says whose a piece is: the side that it is supplied for


@construct
class Supplied:
    """A piece with its first values."""

    piece: Piece
    values: tuple[StartValue, ...]


def supplied_pieces(
    game: GameProgram, sides: Sequence[int], cards: Sequence[CardInPlay]
) -> dict[str, tuple[Supplied, ...]]:
    """All pieces by kind, in order of age (semantics §1.5).

    sides: the side of each player, from 0.
    """
    supplied: dict[str, list[Supplied]] = {kind.name: [] for kind in game.kinds}
    places = {kind.name: _places(game, kind) for kind in game.kinds}

    owners = {a.name.owner: a.type for a in game.attributes if a.name.name == OWNER}

    def add(supply: Supply, player: int | None, source: int) -> None:
        values = supply.values
        if player is not None and supply.kind in owners:
            owner = owner_number(owners[supply.kind], player, sides)
            others = (value for value in values if value.attribute != OWNER)
            values = (*others, StartValue(OWNER, (str(owner + 1),)))
        pieces, numbers = supplied[supply.kind], places[supply.kind]
        for name in supply.cells or (supply.zone,) * supply.count:
            piece = Piece(supply.kind, len(pieces), supply.name, numbers[name], source)
            pieces.append(Supplied(piece, values))

    for kind in game.kinds:
        shared = [supply for supply in kind.supply if supply.each != "side"]
        for number, supply in enumerate(shared):
            for player in range(len(sides)) if supply.each == "player" else (None,):
                add(supply, player, number)
        of_side = [supply for supply in kind.supply if supply.each == "side"]
        for side in range(max(sides) + 1):
            for number, supply in enumerate(of_side):
                add(supply, sides.index(side), number)
    for card in by_age(cards):
        for supply in card.card.supply:
            add(supply, card.holder, card.number)
    return {kind: tuple(pieces) for kind, pieces in supplied.items()}


def owner_number(owner: Type, player: int, sides: Sequence[int]) -> int:
    """The owner of a piece that comes with a player: that player, or the player's side.

    owner: the type of `owner`. player, and what is returned: counted from 0.
    """
    return player if owner.base == "player" else sides[player]


def lent_attributes(game: LinkedGame) -> set[AttributeRef]:
    """Return the owner attributes of pieces brought by the cards of a pool: they are its holder's.

    The set is empty in a game that is no pool: there the supply says once whose a piece is.
    """
    if not game.pool:
        return set()
    unheld = (card.card for card in game.cards if card.holder is None and not card.common)
    return {AttributeRef(supply.kind, OWNER) for card in unheld for supply in card.supply}


def _places(game: GameProgram, kind: Kind) -> dict[str | None, int]:
    """The numbers of the places where a piece can be: cells of its boards, then zones."""
    boards = {board.name: board.cells for board in game.boards}
    cells = [cell for board in kind.on for cell in boards[board]]
    return {name: number for number, name in enumerate([*cells, *(z.name for z in game.zones)])}


def by_age(cards: Sequence[CardInPlay]) -> Iterator[CardInPlay]:
    """Yield the cards in the order of their pieces' age: those of players 2, 3, …, then of 1."""
    yield from (card for card in cards if card.holder)
    yield from (card for card in cards if not card.holder)
