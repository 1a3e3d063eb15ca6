"""The numbers that stand for written values, and how many values each type has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from thesmos.link.layout import NONE
from thesmos.link.pieces import Supplied
from thesmos.program.declarations import Attribute, GameProgram
from thesmos.program.types import DIRECTIONS, Type


class Words:
    """Written values as numbers, in a game with these sides, cards and pieces."""

    def __init__(
        self,
        game: GameProgram,
        sides: Sequence[int],
        cards: int,
        pieces: Mapping[str, Sequence[Supplied]],
    ) -> None:
        """Prepare the numbers of things.

        sides: the side of each player, from 0.
        cards: how many are in play.
        """
        self._numbers = {
            "Direction": {word: number for number, word in enumerate(DIRECTIONS)},
            "Zone": {zone.name: number for number, zone in enumerate(game.zones)},
            **{e.name: {word.word: n for n, word in enumerate(e.words)} for e in game.enums},
            **{b.name: {cell: n for n, cell in enumerate(b.cells)} for b in game.boards},
            **{
                kind: {s.piece.name: n for n, s in enumerate(of_kind) if s.piece.name}
                for kind, of_kind in pieces.items()
            },
        }
        self._sizes = {name: len(numbers) for name, numbers in self._numbers.items()}
        self._sizes |= {kind: len(of_kind) for kind, of_kind in pieces.items()}
        self._sizes |= {"Player": len(sides), "Side": max(sides) + 1, "Power": cards}
        self._sizes |= {"none": 0}
        self._sizes |= {f"option {option.name}": len(option.values) for option in game.options}

    def count(self, kind: str) -> int:
        """How many things there are of a kind."""
        return self._sizes[kind]

    def size(self, kind: Type) -> int:
        """How many values there are of a type, none aside, counted from 0."""
        if kind.base == "int":
            return kind.high + 1
        return 2 if kind.base == "flag" else self.count(kind.name)

    def range(self, kind: Type) -> tuple[int, int]:
        """The least and the greatest value of a type; of a set, whether something is in it."""
        if kind.many or kind.base == "flag":
            return 0, 1
        return (kind.low, kind.high) if kind.base == "int" else (0, self.size(kind) - 1)

    def number(self, word: str, kind: Type) -> int:
        """The number that stands for a word. Raises KeyError or ValueError if it is invalid."""
        if word == "none":
            return NONE
        if kind.base == "flag":
            return {"yes": 1, "no": 0}[word]
        if kind.base == "int":
            number = int(word)
            if not kind.low <= number <= kind.high:
                raise ValueError(word)
            return number
        return self.thing(word, kind.name)

    def thing(self, word: str, kind: str) -> int:
        """The number of a thing of a kind, by its word."""
        if kind in ("Player", "Side"):  # written from 1
            return int(word) - 1
        return self._numbers[kind][word]

    def value(self, words: Sequence[str], kind: Type) -> int | tuple[int, ...]:
        """The value of a type that words stand for; of a set its members, in order."""
        if kind.many:
            return tuple(sorted({self.number(word, kind) for word in words}))
        return self.number(words[0], kind)

    def first(self, attribute: Attribute) -> int | tuple[int, ...]:
        """The first value: that after `start`; else none if allowed, or the lowest; no members."""
        kind = attribute.type
        if attribute.start is not None:
            return self.value(attribute.start, kind)
        if kind.many:
            return ()
        return NONE if kind.none else kind.low
