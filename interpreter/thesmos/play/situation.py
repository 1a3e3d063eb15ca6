"""What can be asked of a state, and of a view of one: the pending decision, the board, reasons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self

from thesmos.arguments import whole_number
from thesmos.diagnostics import UsageError, clipped, counted, listed
from thesmos.dice import effective
from thesmos.link.layout import UNKNOWN
from thesmos.notation.explain import ExplainedStep, Finding
from thesmos.play.decision import Decision
from thesmos.play.match_parts import MatchParts, ShownStep
from thesmos.play.options import Option
from thesmos.play.result import Result, result_of
from thesmos.program.declarations import Action
from thesmos.semantics import drafts
from thesmos.semantics.state import BoundAction
from thesmos.semantics.vector import coded, option_from, state_from

if TYPE_CHECKING:
    from thesmos.play.backend import Vector


COLUMNS = 100  # of the printed lines that are not of a board
OPTIONS = 20  # that are printed


class Situation:
    """A state of a game, or what a player sees of one. Immutable and hashable.

    It consists of a match and a vector; two are equal if these are.
    """

    __slots__ = ("_codes", "_decision", "_explained", "_match", "_may_skip", "_slots")

    def __init__(
        self,
        match: MatchParts,
        slots: Sequence[int],
        codes: tuple[int, ...] | None = None,
        may_skip: bool | None = None,
    ) -> None:
        """slots: the vector, or what it can be made from when it is needed.

        codes, may_skip: of the pending decision, if already known.
        """
        self._match = match
        self._slots = slots
        # Cached answers. Two threads may compute the same one; that is harmless.
        self._codes = codes
        self._may_skip = may_skip
        self._decision: Decision | None = None
        self._explained: ExplainedStep | None = None

    @property
    def match(self) -> MatchParts:
        """The match that it belongs to."""
        return self._match

    @property
    def vector(self) -> Vector:
        """The slots as integers; the layout says what they mean."""
        return self._vector

    @property
    def _vector(self) -> Vector:
        slots = self._slots
        if type(slots) is not tuple:
            self._slots = slots = tuple(slots)
        return slots

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Situation):
            return NotImplemented
        return self._vector == other._vector and (
            self._match is other._match or self._match.rules == other._match.rules
        )

    def __hash__(self) -> int:
        return hash(self._vector)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._match.game_slug}: {self._summary()}>"

    def __str__(self) -> str:
        """Return the board, and what is to be decided or how the game ended."""
        from thesmos.render.span import plain  # playing draws nothing
        from thesmos.render.text_board import draw

        lines = draw(self._match.picture, self.position(), COLUMNS)
        decision, summary = self.decision, self._summary()
        if decision is not None and decision.options:
            summary = f"{summary}: {listed(decision.texts, OPTIONS)}"
        return f"{plain(lines)}\n{summary}"

    def _repr_svg_(self) -> str | None:
        """Return the board as a picture, for notebooks; None if there is nothing to draw."""
        from thesmos.render.svg import svg

        picture, position = self._match.picture, self.position()
        return svg(picture, position, title=repr(self)) if picture.draws(position) else None

    def _summary(self) -> str:
        """What is to be decided, or how the game ended."""
        result, decision = self.result, self.decision
        if result is not None:
            who = " and ".join(f"player {winner}" for winner in result.winners) or "nobody"
            return f"{who} won ({result.reason})"
        assert decision is not None
        who = "chance" if decision.chance else f"player {decision.player}"
        return f"{who} chooses among {counted(len(decision.options), 'option')} of {decision.step}"

    def __copy__(self) -> Self:
        """Return it as it is: nothing can change it."""
        return self

    def __deepcopy__(self, memo: object) -> Self:
        """Return it as it is: nothing can change it."""
        return self

    # ------------------------------------------------------------------ asking

    @property
    def codes(self) -> tuple[int, ...]:
        """The codes of the options, in canonical order; faster than `decision`."""
        if self._codes is None:
            self._codes = tuple(self._match.backend.options(self._vector))
        return self._codes

    @property
    def may_skip(self) -> bool:
        """Whether the pending step may be skipped."""
        if self._may_skip is None:
            self._may_skip = self._match.backend.may_skip(self._vector)
        return self._may_skip

    @property
    def over(self) -> bool:
        """Whether the game is over; faster than `result`."""
        return self._slots[self._match.linked.layout.core("winners")] != 0

    @property
    def decision(self) -> Decision | None:
        """The pending decision; None when the game is over."""
        if self._decision is None:
            step = self._step
            if step is not None:
                self._decision = self._pending(step)
        return self._decision

    @property
    def _step(self) -> ShownStep | None:
        """The pending step."""
        layout = self._match.linked.layout
        number = self._slots[layout.core("step")]
        return None if number == layout.none else self._match.shown_steps[number]

    @property
    def _chooser(self) -> int:
        """Who decides, from 0, as in a vector; chance on behalf of player p is -1 - p."""
        return self._slots[self._match.linked.layout.core("chooser")]

    @property
    def _seen(self) -> Sequence[int]:
        """The slots as who decides sees them; chance sees everything."""
        chooser = self._chooser
        if chooser < 0 or not self._match.linked.can_hide:
            return self._slots
        return self._match.backend.view(self._vector, chooser)

    def _pending(self, step: ShownStep) -> Decision:
        match, chooser, seen = self._match, self._chooser, self._seen
        options = match.written_options.of(seen, chooser, self.codes)
        if not step.plain:
            options = tuple(self._weighted(option, seen) for option in options)
            if chooser < 0:
                weights = effective([option.weight for option in options])
                weighed = zip(options, weights, strict=True)
                options = tuple(replace(option, weight=weight) for option, weight in weighed)
        player = chooser + 1 if chooser >= 0 else 0
        return Decision(player, step.name, step.power, options, self.may_skip)

    def _weighted(self, option: Option, seen: Sequence[int]) -> Option:
        """Return an option with its weight and values in this state. seen: by the chooser."""
        backend, code = self._match.backend, option.code
        name = backend.codes.action_of(code).action
        if name not in self._match.written_options.differing:
            return option
        action = self._match.linked.actions[name]
        return replace(
            option,
            weight=1 if action.weight is None else backend.weight(self._vector, code),
            suggested=action.suggested is not None and backend.suggested(self._vector, code),
            values=self._values(action, code, seen) if action.shows else {},
        )

    def _values(self, action: Action, code: int, seen: Sequence[int]) -> dict[str, int]:
        """Return the numbers that an action shows with an option (4.11), if known and not none."""
        numbers = self._match.backend.shown(seen, self._chooser, code)
        nothing = (self._match.linked.layout.none, UNKNOWN)
        named = zip(action.shows, numbers, strict=True)
        return {shown.name: number for shown, number in named if number not in nothing}

    @property
    def turn_of(self) -> int:
        """The active player, from 1."""
        return self._vector[self._match.linked.layout.core("active")] + 1

    @property
    def result(self) -> Result | None:
        """How the game ended; None if it has not ended."""
        match, vector = self._match, self._vector
        if not vector[match.linked.layout.core("winners")]:
            return None
        return result_of(match.linked, vector, match.backend.scores(vector))

    @property
    def match_up(self) -> drafts.DraftResult | None:
        """For a finished draft, the match-up that it leads to; None otherwise."""
        if self._match.linked.game.match_up is None:
            return None
        return drafts.match_up(state_from(self._match.linked, self._vector))

    @property
    def held(self) -> list[list[str]]:
        """The powers each player holds now."""
        vector = self._vector
        holders = [(vector[slot], slug) for slot, slug in self._match.holders if vector[slot]]
        return [
            [slug for held, slug in holders if held >> player & 1]
            for player in range(self._match.linked.players)
        ]

    def position(self) -> dict[str, Any]:
        """Return the position in the game's notation."""
        return self._match.positions.write(self._vector)

    def key(self) -> tuple[int, ...]:
        """Return a key that is equal for states with the same future.

        In such states, interchangeable pieces may have changed places.
        """
        return self._match.canonical.key(self._vector)

    def _option(self, code: int) -> BoundAction:
        return option_from(self._match.linked, *self._match.backend.codes.option(code))

    # -------------------------------------------------------------- explaining

    def text(self, code: int) -> str:
        """Return how the option with a code would read here, whether or not it is offered.

        Raises UsageError if no option has this code.
        """
        count = self._match.code_count
        code = whole_number(code, "code", 0, count - 1)
        (option,) = self._match.written_options.of(self._seen, self._chooser, [code])
        return option.text

    def explain(self, option: Option | str) -> list[Finding]:
        """Return every rule and clause that applies to an option, or its text, of this step.

        Raises UsageError for a text that no option of this step can have.
        """
        if isinstance(option, Option):
            option = option.text
        if not isinstance(option, str):
            hint = "give an option or its text; `text` gives that of a code"
            raise UsageError(f"{clipped(repr(option))} is not an option", hint)
        return self._step_explained().findings(option)

    def would_forbid(self, text: str) -> tuple[str, ...]:
        """Return the ids of the clauses that fit an option on offer, and are not in force now."""
        return self._step_explained().would_forbid(text)

    def _step_explained(self) -> ExplainedStep:
        if self._explained is None:
            self._explained = self._explained_step()
        return self._explained

    def _explained_step(self) -> ExplainedStep:
        from thesmos.check.text.program_text import value_text  # not needed to play

        match, decision, chooser = self._match, self.decision, self._chooser
        codes, seen = match.backend.codes, self._seen

        def text(option: BoundAction) -> str:
            code = codes.code(option.action, tuple(map(coded, option.values)))
            (shown,) = match.written_options.of(seen, chooser, [code])
            return shown.text

        offered = {
            option.text: self._option(option.code)
            for option in (decision.options if decision is not None else ())
        }
        return ExplainedStep(match.option_texts, seen, offered, text, value_text)

    def why_not(self, option: Option | str) -> list[Finding]:
        """Return the rules and clauses that keep an option from being offered; empty if none do."""
        return [finding for finding in self.explain(option) if not finding.holds]
