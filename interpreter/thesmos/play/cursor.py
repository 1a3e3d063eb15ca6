"""A cursor: a place in a game that moves, for programs that play many games."""

from __future__ import annotations

from typing import Any

from thesmos.arguments import as_integer
from thesmos.compile.ir.limits import CONCEDES
from thesmos.diagnostics import UsageError, clipped
from thesmos.play.result import Result
from thesmos.play.state import State


class Cursor:
    """A place in a game, which moves: what `state` is for programs that keep no states.

    `legal` returns what can be played, as numbers: the codes of the options; `match.code_count` to
    skip, if the step may be skipped; -1 to concede, where nothing else is left. It is empty at the
    end of the game. Every match has cursors; in machine code they are fastest.
    """

    def __init__(self, state: State) -> None:
        self._state = state

    def __repr__(self) -> str:
        return f"<Cursor at {self.state()!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state."""
        return _at, (self.state(),)

    @property
    def match(self) -> Any:
        """The match."""
        return self._state.match

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._state.over

    @property
    def player(self) -> int:
        """Who decides, from 1; 0 is chance. At the end of the game it has no meaning."""
        return max(0, self._chooser + 1)

    @property
    def _chooser(self) -> int:
        return self._state._chooser  # noqa: SLF001

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it has not ended."""
        return self.state().result if self.over else None

    def legal(self) -> tuple[int, ...]:
        """Return what can be played."""
        state = self._state
        if state.over:
            return ()
        codes = state.codes
        if state.may_skip:
            return *codes, state.match.code_count
        return codes or ((CONCEDES,) if self._chooser >= 0 else ())

    def play(self, code: int) -> bool:
        """Move on by one of `legal`; return whether the game goes on. Raises UsageError."""
        code, state = checked_code(self, code), self._state
        if code == CONCEDES:
            self._state = state.concede()
        elif code == state.match.code_count:
            self._state = state.skip()
        else:
            self._state = state.take(code)
        return not self._state.over

    def next(self, code: int) -> tuple[int, ...]:
        """Move on by one of `legal`, and return what can be played then. Raises UsageError."""
        self.play(code)
        return self.legal()

    def state(self) -> State:
        """Return the state where it is, without the events that led there."""
        return self._state

    def put(self, state: State) -> Cursor:
        """Move to a state of the match, and return the cursor. Raises UsageError for another."""
        self._state = self.match.same(state)
        return self

    def copy(self) -> Any:
        """Return another cursor at the same place."""
        return _at(self.state())


def _at(state: Any) -> Any:
    return state.match.cursor(state)


def checked_code(cursor: Any, code: Any) -> int:
    """Return a code, as an int, that can be played. Raises UsageError."""
    legal = cursor.legal()
    number = as_integer(code)
    if number is None or number not in legal:
        text = f"{clipped(repr(code))} can't be played here"
        raise UsageError(text, "`legal` returns what can" if legal else "the game is over")
    return number
