"""Questions about a match besides play: explanations, what texts depend on, scores, results.

They are answered by generated Python, compiled on first use, whatever plays the match.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, get_args

from thesmos.compile.compiler import broken, explanation, recorded, scores, shown, wording
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.optimize.checked import with_checks
from thesmos.compile.python.loader import loaded
from thesmos.garbage import uncollected
from thesmos.link.linked import LinkedGame
from thesmos.program.recorded import RecordedPart

Vector = tuple[int, ...]
_Functions = tuple[Callable[..., Any], ...]
_KINDS: tuple[ir.ReasonKind, ...] = get_args(ir.ReasonKind)


class NumberedFinding(NamedTuple):
    """What a rule or clause says about an option, or about skipping.

    number: its place in LinkedGame.rules, clauses or steps.
    holder: for whom it is in force, from 0.
    holds: whether it lets the option pass. A permit waives the rule before it, which then holds.
    """

    kind: ir.ReasonKind
    number: int
    holder: int
    holds: bool


class ExplainedMatch:
    """A linked game with answers about its states, beyond what can be chosen and what follows."""

    def __init__(self, game: LinkedGame, *, checked: bool = False) -> None:
        """checked: as in `compiled`."""
        self.game = game
        self.checked = checked
        self.codes = CodeSpace(game)

    def explain(self, vector: Vector, code: int) -> list[NumberedFinding]:
        """Return what each rule and clause says about an option of the pending step.

        The option need not be offered. Rules come first, then forbids; then, if none of these
        refuses the option, requirements.
        """
        explain, _ = self._explanation
        return [_finding(reason) for reason in explain(vector, code)]

    def why_not(self, vector: Vector, code: int) -> list[NumberedFinding]:
        """Return the rules and clauses that refuse an option; none if it is offered."""
        return [finding for finding in self.explain(vector, code) if not finding.holds]

    def explain_skip(self, vector: Vector) -> list[NumberedFinding]:
        """Return what allows the pending step to be skipped, and what forbids it."""
        _, explain_skip = self._explanation
        return [_finding(finding) for finding in explain_skip(vector)]

    def wordings(
        self, seen: Sequence[int], chooser: int, codes: Sequence[int]
    ) -> list[tuple[int, ...]]:
        """Return, of each code, itself and everything variable that its option's text depends on.

        seen: the slots as the chooser sees them.
        chooser: below 0 for chance, as in the state.
        """
        wording = self._wording[self._number_of(chooser)]
        return [(code, *wording(seen, code)) for code in codes]

    def shown(self, seen: Sequence[int], chooser: int, code: int) -> tuple[int, ...]:
        """Return the numbers shown with an option.

        seen, chooser: as in `wordings`.
        """
        return tuple(self._shown[self._number_of(chooser)](seen, code))

    def _number_of(self, chooser: int) -> int:
        """Return the place of a chooser: players come first, then chance on behalf of each."""
        return chooser if chooser >= 0 else self.game.players - 1 - chooser

    def scores(self, vector: Vector) -> tuple[tuple[int, ...], ...]:
        """Return the scores of each player, in the order of the game."""
        if not self.game.scores:
            return ((),) * self.game.players
        return tuple(tuple(function(vector)) for function in self._scores)

    def broken(self, vector: Vector) -> tuple[int, ...]:
        """Return the conditions that a state breaks, each followed by its variables."""
        if not self.game.valid:
            return ()
        (function,) = self._broken
        return tuple(function(vector))

    def recorded(self, parts: Sequence[RecordedPart]) -> Callable[[Vector, int, int], list[int]]:
        """Return a function that returns all numbers that one of the parts of a record depends on.

        The function takes a state, the place of the part among `parts`, and the deciding player.
        """
        players, functions = self.game.players, self._answering(recorded(self.game, parts))

        def numbers(vector: Vector, part: int, player: int) -> list[int]:
            answer: list[int] = functions[part * players + player](vector)
            return answer

        return numbers

    # These are compiled on first use.

    @cached_property
    def _explanation(self) -> _Functions:
        return self._answering(explanation(self.game))

    @cached_property
    def _wording(self) -> _Functions:
        return self._answering(wording(self.game))

    @cached_property
    def _shown(self) -> _Functions:
        return self._answering(shown(self.game))

    @cached_property
    def _scores(self) -> _Functions:
        return self._answering(scores(self.game))

    @cached_property
    def _broken(self) -> _Functions:
        return self._answering(broken(self.game))

    def _answering(self, answers: ir.Answers) -> _Functions:
        with uncollected():
            if self.checked:
                answers = with_checks(answers, self.codes.count)
            functions: _Functions = loaded(answers)["answers"]
        return functions

    def result(self, vector: Vector) -> tuple[tuple[int, ...], str] | None:
        """Return the winners, from 0, and the ground; None if the game is not over."""
        winners = vector[self.game.layout.core("winners")]
        if not winners:
            return None
        players = range(self.game.players)
        reason = self.game.reasons[vector[self.game.layout.core("reason")]]
        return tuple(p for p in players if winners >> p & 1), reason


def _finding(reason: tuple[int, int, int, int]) -> NumberedFinding:
    kind, number, holder, holds = reason
    return NumberedFinding(_KINDS[kind], number, holder, holds == 1)
