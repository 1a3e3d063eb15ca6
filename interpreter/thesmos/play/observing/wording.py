"""What the things and values of a match are called in observations, whoever comes first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from thesmos.link.linked import LinkedGame
from thesmos.program.node import AttributeRef
from thesmos.program.types import CORE_TYPES, DIRECTIONS, Type

Traits = Mapping[str, Sequence[AttributeRef]]


class Wording:
    """Words of a linked game, with one player first, or as players are numbered.

    Pieces that nothing tells apart share a word.
    """

    def __init__(self, game: LinkedGame, traits: Traits, first: int | None) -> None:
        """first: the player who becomes number 1, from 0; None to leave the order as it is.

        traits: by kind, the constants that tell pieces apart.
        """
        self.game, self._first = game, first or 0
        self._words: dict[Type, list[str]] = {}
        self.kinds = {kind: self._pieces(kind, names) for kind, names in traits.items()}
        self.alike = {kind: len({*words}) < len(words) for kind, words in self.kinds.items()}

    def player(self, player: int) -> int:
        """Return the place of a player (from 0) in the order."""
        return (player - self._first) % self.game.players

    def side(self, side: int) -> int:
        """Return the place of a side (from 0) in the order: the first player's comes first."""
        return (side - self.game.sides[self._first]) % (max(self.game.sides) + 1)

    def words(self, kind: Type) -> list[str]:
        """Return the words of all values of a type; of an index that is a number, the numbers."""
        if kind not in self._words:
            self._words[kind] = self._words_of(kind)
        return self._words[kind]

    def _words_of(self, kind: Type) -> list[str]:
        game = self.game
        match kind.base:
            case "piece":
                return self.kinds[kind.name]
            case "player":
                return [f"player {self.player(n) + 1}" for n in range(game.players)]
            case "side":
                word = "player" if len({*game.sides}) == game.players else "side"
                return [f"{word} {self.side(n) + 1}" for n in range(max(game.sides) + 1)]
            case "cell":
                return [*game.boards[kind.name].cells]
            case "enum":
                return [word.word for word in game.game.enum_words[kind.name]]
            case "power":
                return [card.card.slug for card in game.cards]
            case "zone":
                return [zone.name for zone in game.game.zones]
            case "direction":
                return [*DIRECTIONS]
        return [str(n) for n in range(game.size_of(kind))]

    def things(self, owner: str) -> list[str]:
        """Return the words of all things of a kind that can have attributes."""
        return self.words(_thing_type(self.game, owner))

    def _pieces(self, kind: str, constants: Sequence[AttributeRef]) -> list[str]:
        """Return a word for each piece: its name, or what tells it apart from others."""
        fixed, count = self.game.fixed, len(self.game.pieces[kind])
        traits = [
            (attribute.name, self.game.game.attribute_types[attribute], fixed[attribute])
            for attribute in constants
        ]
        words = []
        for piece in self.game.pieces[kind]:
            parts = [piece.name or kind]
            for name, value_type, values in traits:
                if piece.name and value_type.base not in ("player", "side"):
                    continue  # its name tells it
                width = len(values) // count
                of_piece = values[piece.number * width : (piece.number + 1) * width]
                parts += [f"{name} {self._value(value_type, value)}" for value in of_piece]
            words.append(", ".join(parts))
        return words

    def _value(self, kind: Type, value: int | tuple[int, ...]) -> str:
        """Return a constant as text."""
        if isinstance(value, tuple):
            return " ".join(self._value(kind.one(), member) for member in value) or "none"
        if value == self.game.layout.none:
            return "none"
        if kind.base in ("int", "flag", "piece", "cell"):
            return str(value)  # a piece may be named before it has a word
        return self.words(kind)[value]


def _thing_type(game: LinkedGame, owner: str) -> Type:
    """Return the type of the things that an owner of attributes names."""
    if owner in game.pieces:
        return Type("piece", owner)
    if owner in game.boards:
        return Type("cell", owner)
    return CORE_TYPES.get(owner, Type("enum", owner))


def distinct(words: Sequence[str]) -> list[str]:
    """Return each word once, in order."""
    return list(dict.fromkeys(words))
