"""A made-up game of a few lines, for tests in which a real one would be slow or lacks chance.

Players 1 and 2 take 1 or 2 counters from a heap in turn; who takes the last one wins. After each
turn a card is drawn from a pile of `again` and `next`: `again` gives an additional turn. The
first counter of a turn may be taken from either end (`a`, `b`), which makes no difference.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from thesmos.diagnostics import Location
from thesmos.link.layout import Layout
from thesmos.link.linked import LinkedGame
from thesmos.notation.recorded import RecordedGame
from thesmos.notation.table import NotationTable
from thesmos.notation.texts import Texts
from thesmos.play.options import Option
from thesmos.play.protocols import TURN_STARTS
from thesmos.play.result import Result
from thesmos.play.state import Decision
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Action, Card, GameProgram, Mode, Step
from thesmos.program.recorded import PLAIN

HEAP = 5
NEXT, AGAIN = 0, 1
CARDS = ("next", "again")


HERE = Location("toy.yaml", 1, 1)


def toy_card(
    actions: tuple[Action, ...] = (), steps: tuple[Step, ...] = (), clauses: tuple[Clause, ...] = ()
) -> Card:
    """The toy's own text."""
    return Card(
        slug="toy", tags=(), players=(), banned=(), reason="", reserve=None, memory=(), supply=(),
        facts=(), actions=actions, steps=steps, clauses=clauses, location=HERE,
    )  # fmt: skip


def toy_game(base: Card) -> LinkedGame:
    """The toy as a linked game, of which nothing is played: for what its tools read of it."""
    mode = Mode(
        slug="duel", sides=(1, 2), first=1, word="", tag="", always=(), setup=(), card=None,
        location=HERE,
    )  # fmt: skip
    game = GameProgram(
        slug="toy", edition="1", enums=(), boards=(), zones=(), kinds=(), attributes=(),
        options=(), stages=("own",), moments=(), setup=(), turn=(), position=(), always=(),
        base=base, cards={}, modes={mode.slug: mode}, match_up=None, location=HERE,
    )  # fmt: skip
    return LinkedGame(game, mode, (0, 1), {}, (), {}, {}, Layout(()))


@dataclass(frozen=True)
class ToyState:
    """`step`: first (a counter must be taken), second (it may), draw (chance), over."""

    left: int = HEAP
    player: int = 1
    step: str = "first"
    events: tuple[dict[str, Any], ...] = field(default=(), compare=False)

    @property
    def decision(self) -> Decision | None:
        if self.step == "over":
            return None
        words = {"first": ("a", "b"), "second": ("a",), "draw": CARDS}[self.step]
        options = tuple(Option(w, n, {"what": w}) for n, w in enumerate(words))
        chooser = 0 if self.step == "draw" else self.player
        return Decision(chooser, self.step, None, options, self.step == "second")

    @property
    def vector(self) -> tuple[int, ...]:
        return ()

    @property
    def codes(self) -> list[int]:
        return [option.code for option in self.decision.options] if self.decision else []

    @property
    def may_skip(self) -> bool:
        return self.step == "second"

    @property
    def result(self) -> Result | None:
        if self.step != "over":
            return None
        places = (1, 2) if self.player == 1 else (2, 1)
        return Result((self.player,), "last", (), places, {"coins": (-1, 3)})

    def events_for(self, _player: int, /) -> tuple[dict[str, Any], ...]:
        return self.events

    choice = None

    def choice_for(self, _player: int, /) -> str | None:
        return None

    @property
    def turns_begun(self) -> int:
        return sum(event["e"] in TURN_STARTS for event in self.events)

    @property
    def turn_of(self) -> int:
        return self.player

    @property
    def held(self) -> list[list[str]]:
        return [[], []]

    def position(self) -> dict[str, Any]:
        return {"left": self.left, "secret": {}}

    def apply(self, option: Any, /) -> ToyState:
        assert self.decision is not None
        return self.take(option.code)

    def take(self, code: int, /) -> ToyState:
        if self.step == "draw":
            return self._begin("additional turn" if code == AGAIN else "turn")
        left = self.left - 1
        step = "over" if left == 0 else "second" if self.step == "first" else "draw"
        return replace(self, left=left, step=step, events=({"e": "take"},))

    def skip(self) -> ToyState:
        return replace(self, step="draw", events=({"e": "skip"},))

    def concede(self) -> ToyState:
        return replace(self, step="over", player=3 - self.player, events=())

    def _begin(self, word: str) -> ToyState:
        player = self.player if word == "additional turn" else 3 - self.player
        event = {"e": word, "player": player}
        return replace(self, player=player, step="first", events=(event,))

    def key(self) -> tuple[Any, ...]:
        return (self.left, self.player, self.step)

    def view(self, _player: int, /) -> ToyState:
        return self

    def to_json(self) -> Any:
        return [self.left, self.player, self.step]

    def explain(self, _text: str, /) -> list[Any]:
        return []

    def why_not(self, _text: str, /) -> list[Any]:
        return []

    def would_forbid(self, _text: str, /) -> list[str]:
        return []


@dataclass(frozen=True)
class ToyMatch:
    linked: LinkedGame = field(default_factory=lambda: toy_game(toy_card()))
    texts: dict[str, Any] = field(default_factory=dict)

    @property
    def recorded(self) -> RecordedGame:
        return RecordedGame(PLAIN, Texts(NotationTable(self.linked)), lambda _: lambda *_: ())

    def start(self) -> ToyState:
        return ToyState(events=({"e": "turn", "player": 1},))

    def load(self, position: dict[str, Any], /, *, allow_impossible: bool = False) -> ToyState:
        return ToyState(left=position["left"])

    def broken(self, _: tuple[int, ...], /) -> tuple[()]:
        return ()

    def from_json(self, obj: Any, /) -> ToyState:
        return ToyState(*obj)
