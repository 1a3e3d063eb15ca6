"""The texts that values of each type can have in options and positions, in any match-up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from thesmos.check.names.names import Names
from thesmos.check.names.sizes import size
from thesmos.check.names.templates import Numbers, Texts, Words
from thesmos.program.declarations import Card
from thesmos.program.types import DIRECTIONS, Type
from thesmos.syntax import documents as d

UNKNOWN, NONE = "?", ""  # as texts


class ValueTextSets:
    """The texts of the values of each type.

    cells: by kind of piece, the names of the cells it can be on.
    names: by kind, the names of its pieces, the game's and those that cards bring; a piece without
        a name, or with that of another one, has the name "" as well.
    """

    def __init__(self, texts: Sequence[Card], names: Names) -> None:
        """texts: the game's own and those of all its cards."""
        self.sizes, game = names.sizes, names.game
        self.boards = {board.name: tuple(board.cells()) for board in game.boards}
        self.names: dict[str, tuple[str, ...]] = {}
        self.cells = {kind.name: self.boards.get(kind.on or "", ()) for kind in game.pieces}
        self._words: dict[str, tuple[str, ...]] = {
            "Power": tuple(card.slug for card in texts),
            "Zone": game.zones,
            "Direction": DIRECTIONS,
            **self.boards,
        }
        for enum, words in game.enums.items():
            self._words[enum] = tuple(mark for _, mark in words)
        brought = [supply for card in texts for supply in card.supply]
        for kind in game.pieces:
            called = [supply.name or "" for supply in kind.supply]
            called += [supply.name or "" for supply in brought if supply.kind == kind.name]
            self.names[kind.name] = _unique(called)
            self._words[kind.name] = self._pieces(kind)

    def _pieces(self, kind: d.PieceKindDeclaration) -> tuple[str, ...]:
        """Return the texts of the pieces of a kind: their names, or else their cells or numbers."""
        names = self.names[kind.name]
        words = tuple(sorted(name for name in names if name))
        if "" in names:
            words += self.cells[kind.name]
            words += tuple(f"{kind.name} {n + 1}" for n in range(self.sizes[kind.name]))
        return words

    def are_named(self, kind: str) -> bool:
        """Return whether every piece of a kind has a name that no other one has."""
        return "" not in self.names[kind]

    def things(self, owner: str) -> tuple[str, ...]:
        """Return the texts of the cells of a board, or of the pieces of a kind."""
        return self._words[owner]

    def words(self, kind: Type) -> tuple[str, ...] | None:
        """Return the texts of the values of a type, without none; None for numbers."""
        return None if kind.base in ("player", "side") else self._words.get(kind.name)

    def of(self, kind: Type, unknown: bool = False) -> Texts:
        """Return the texts of the values of a type.

        unknown: whether a value may be unknown.
        """
        more = ((NONE,) if kind.none else ()) + ((UNKNOWN,) if unknown else ())
        words = self.words(kind)
        if words is not None:
            return Words.of(*words, *more)
        first = 1 if kind.base in ("player", "side") else kind.low
        return Numbers.of(first, first + size(kind, self.sizes) - 1, *more)


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Return names, each once, and "" if there is a piece that its name does not tell apart."""
    often = Counter(names)
    shared = "" in often or any(number > 1 for number in often.values())
    return (*(name for name in often if name), *(("",) if shared else ()))
