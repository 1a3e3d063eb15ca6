"""What is broken in an impossible position, as sentences. Its twin is `web/possible.js`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from thesmos.diagnostics import UsageError
from thesmos.notation.texts import Texts
from thesmos.notation.value_table import Vector

CHOICE = re.compile(r"\[([^][|]*)\|([^][]*)\]")  # `[holds|does not hold]`
NO_MORE = "leave out what is too much: the powers in play have no more pieces"
HINT = "correct the position, or allow impossible ones: `--impossible`, `allow_impossible=True`"
WHOSE_TURN = (
    "say who is to move with `to_move` (without it, player 1), "  # before the rest of a hint
)


@dataclass(frozen=True)
class BrokenCondition:
    """A condition that a position breaks.

    name: of the fact that it is, or `one KIND on a cell`. sentence: what is so in the position,
    in the first case.
    """

    name: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} ({self.name})"


class ImpossiblePosition(UsageError):  # noqa: N818 - some callers ask for it
    """A position that play can't reach. broken: all conditions that it breaks.

    lacking: what is said of pieces that the game does not have so many of. says_turn: whether the
    position says who is to move.
    """

    def __init__(
        self,
        broken: Sequence[BrokenCondition],
        lacking: Sequence[str] = (),
        *,
        says_turn: bool = True,
    ) -> None:
        listed = "".join(f"\n  - {condition}" for condition in (*lacking, *broken))
        hint = NO_MORE if lacking else HINT if says_turn else WHOSE_TURN + HINT
        super().__init__(f"no game reaches this position:{listed}", hint)
        self.broken, self.lacking = tuple(broken), tuple(lacking)


class LackingPieces(UsageError):  # noqa: N818 - a reason, told with others
    """A position shows more pieces than the game has. lacking: what is said of each text."""

    def __init__(self, lacking: Sequence[str]) -> None:
        super().__init__("; ".join(lacking), NO_MORE)
        self.lacking = tuple(lacking)


def broken_conditions(
    texts: Texts, numbers: Sequence[int], vector: Vector
) -> Iterator[BrokenCondition]:
    """Yield the conditions that a backend says a state breaks, as sentences.

    numbers: as `broken` of a backend returns them.
    """
    remaining = iter(numbers)
    for number in remaining:
        condition = texts.table.possible[number]
        sentence = CHOICE.sub(lambda choice: choice[2], condition["says"])
        for name, type_name in condition["over"]:
            value = _case(texts, type_name, next(remaining), vector)
            sentence = sentence.replace(f"{{{name}}}", value)
        yield BrokenCondition(condition["name"], " ".join(sentence.split()))


def _case(texts: Texts, type_name: str, value: int, vector: Vector) -> str:
    """Return a value of a variable as text; a piece by its name, or `on` its cell."""
    kind = texts.table.types[type_name]
    if "piece" not in kind:
        return texts.value(type_name, value, 0)
    called = texts.value(type_name, value, texts.place(kind["piece"], value, vector))
    cells = texts.table.kinds[kind["piece"]]["places"]
    return f"on {called}" if called in cells else called
