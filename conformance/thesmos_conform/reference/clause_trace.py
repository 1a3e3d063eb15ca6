"""Which clauses of cards caused an option to be offered, or acted on the way to a state.

To find out, generated code that counts clauses replays the last choice. This is slow, so it is done
only for differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Any, cast

from thesmos.cli.rule_sentences import STEP
from thesmos.compile.python.match import CompiledMatch
from thesmos.diagnostics import UsageError
from thesmos.link.linked import LinkedGame
from thesmos.notation.explain import Finding
from thesmos.play.choice import find_choice
from thesmos.play.protocols import SKIP, State
from thesmos.program import clauses as c
from thesmos_conform.reference.oracle import Oracle, linked_of, rules_of

STUCK = "blocked"  # the ground of who can choose nothing
Values = tuple[tuple[str, str], ...]
KEPT = 16  # matches that are kept compiled: a pool of many cards takes a fifth of a second
LOOKED_UP = 12  # options of one answer whose clauses are looked up, at most
OFFERING = (c.Permit, c.MaySkip, c.Route)  # clauses that add an option, or the step that offers it
ACTING = (
    c.After, c.AfterSkip, c.At, c.Before, c.ExtraTurn, c.End, c.Spent, c.Veto, c.Win, c.Route,
)  # fmt: skip


def endings(game: LinkedGame, ground: str = "") -> list[str]:
    """Return the ids of what ends a game: clauses, and steps in which nothing can be chosen.

    ground: only those with this ground, or of the card whose reason it is.
    """
    clauses = [
        clause.id
        for card, clause in game.clauses
        if isinstance(clause, c.Win | c.End)
        and (not ground or ground in (clause.ground, game.reason_of(card, clause.ground)))
    ]
    return [*clauses, *(stuck_steps(game) if ground == STUCK else ())]


def stuck_steps(game: LinkedGame) -> Iterator[str]:
    """Yield the ids of the game's steps that may begin a turn, and lose it without options."""
    steps = game.game.base.steps
    for step in steps:
        others = (other for other in steps if other.name != step.name)
        follows = any(step.name in (other.then, other.after_skip) for other in others)
        if step.when_empty == "stuck" and not follows:
            yield f"{STEP}.{step.name}"


class ClauseTrace:
    """Looks up the clauses behind options and states of an oracle's matches."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self._counting: dict[int, tuple[LinkedGame, CompiledMatch]] = {}

    def offering(
        self, state: State, texts: Iterable[str], before: State | None, choice: str
    ) -> tuple[str, ...]:
        """Return the ids of the clauses that cause options to be offered, or else of the rules.

        First the permits that waive a rule for these options, then what led to the step, then
        everything else about the options. before, choice: what led to the state, if a choice did.
        """
        texts = [*texts]
        rules = rules_of(state)
        lifts_by_id = self._lifting(state, texts)
        lifting = [permit for permit, lifts in lifts_by_id.items() if lifts]
        leading = self.held(state, before, choice, OFFERING) if not lifting else []
        other = [id for id, lifts in lifts_by_id.items() if not lifts and id not in rules]
        named = dict.fromkeys([*lifting, *leading, *other])
        if named or not lifts_by_id:
            return tuple(named)
        telling = self._telling(state, texts)
        return (*self._would_forbid(state, texts), *(telling or lifts_by_id))

    def _would_forbid(self, state: State, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the ids of the clauses that would forbid all of these options, were they in force.

        None that would forbid everything else on offer, too.
        """
        others = self._others(state, texts)
        with self.oracle.lock:
            fits = [{*state.would_forbid(text)} for text in texts[:LOOKED_UP]]
            rest = [{*state.would_forbid(text)} for text in others[:LOOKED_UP]]
        every = set[str].intersection(*fits) if fits else set[str]()
        everywhere = set[str].intersection(*rest) if rest else set[str]()
        return tuple(sorted(every - everywhere))

    def _telling(self, state: State, texts: Sequence[str]) -> tuple[str, ...]:
        """Return the rules that tell these options from all others on offer, by what they read.

        What the text of an option contains, such as its cells, says nothing.
        """
        these = self._read(state, texts)
        others = self._read(state, self._others(state, texts))
        return tuple(
            id for id, values in these.items() if values.isdisjoint(others.get(id, values))
        )

    def _read(self, state: State, texts: Sequence[str]) -> dict[str, set[Values]]:
        """Return the values that each rule reads of some options, without those in their text."""
        looked_up = texts[:LOOKED_UP]
        by_rule: dict[str, set[Values]] = {}
        for text, findings in zip(looked_up, self._findings(state, looked_up), strict=False):
            for finding in findings:
                read = (
                    (name, value) for name, value in finding.values.items() if value not in text
                )
                by_rule.setdefault(finding.id, set()).add(tuple(read))
        return by_rule

    def _others(self, state: State, texts: Sequence[str]) -> list[str]:
        """Return the other options on offer."""
        options = state.decision.options if state.decision is not None else ()
        return [option.text for option in options if option.text not in texts]

    def is_of_step(self, state: State, text: str) -> bool:
        """Return whether a text can be an option of the pending step, allowed or not."""
        return bool(self._findings(state, [text]))

    def forbidding(self, state: State, texts: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the rules and clauses that forbid these options.

        If nothing but rules forbid them, after the permits that waive one, and do not here.
        """
        every = chain.from_iterable(self._findings(state, texts))
        ids = dict.fromkeys(finding.id for finding in every if not finding.holds)
        if not rules_of(state).issuperset(ids):
            return tuple(ids)
        player = state.decision.player if state.decision is not None else 0
        permits = (
            permit.id
            for permit in _clauses_of(state, state.held[player - 1] if player else ())
            if isinstance(permit, c.Permit)
            and any(f"{permit.action.name}.{rule}" in ids for rule in permit.waives)
        )
        return (*dict.fromkeys(permits), *ids)

    def stepping(self, state: State, before: State | None, choice: str) -> tuple[str, ...]:
        """Return the ids of the clauses that may explain another step than the one of a state.

        Those that acted on the way there; if none did, all that grant or take steps, of the cards
        of the player who has chosen; if there are none, of all cards in play.
        """
        kinds = (*OFFERING, *ACTING, c.ForbidSkip)
        acted = tuple(self.held(state, before, choice, kinds))
        everyone = chain.from_iterable(state.held)
        return (
            acted or self.of_player(before or state, kinds) or self.of_cards(state, everyone, kinds)
        )

    def of_player(self, state: State, kinds: tuple[type[c.Clause], ...]) -> tuple[str, ...]:
        """Return the ids of clauses of these kinds, of the cards of the player who decides.

        When nobody decides any more, of the player whose turn it is.
        """
        player = state.turn_of if state.decision is None else state.decision.player
        return self.of_cards(state, state.held[player - 1] if player else (), kinds)

    def waiving(self, before: State, choice: str) -> tuple[str, ...]:
        """Return the ids of the permits without which a choice would not have been on offer."""
        return tuple(id for id, lifts in self._lifting(before, [choice]).items() if lifts)

    def of_cards(
        self, state: State, cards: Iterable[str], kinds: tuple[type[c.Clause], ...]
    ) -> tuple[str, ...]:
        """Return the ids of clauses of these kinds, of some cards in play."""
        of_kinds = (clause for clause in _clauses_of(state, cards) if isinstance(clause, kinds))
        return tuple(dict.fromkeys(clause.id for clause in of_kinds))

    def acting(self, before: State, choice: str) -> str:
        """Return the name of the action of a choice; empty for skipping and conceding."""
        taken = find_choice(before, choice)
        if taken is None or taken.option is None:
            return ""
        name: str = cast(Any, before).match.backend.codes.action_of(taken.option.code).action.name
        return name

    def _lifting(self, state: State, texts: Iterable[str]) -> dict[str, bool]:
        """Return the rules and clauses about options; True for permits that waive a rule."""
        lifts: dict[str, bool] = {}
        for findings in self._findings(state, texts):
            lifting = {finding.waived_by for finding in findings}
            for finding in findings:
                lifts[finding.id] = lifts.get(finding.id, False) or finding.id in lifting
        return lifts

    def _findings(self, state: State, texts: Iterable[str]) -> list[Sequence[Finding]]:
        """Return the findings of rules and clauses about each of these options."""
        by_text = []
        with self.oracle.lock:
            for text in list(texts)[:LOOKED_UP]:
                with suppress(UsageError):  # a text that can't be an option of this step
                    by_text.append(state.explain(text))
        return by_text

    def held(
        self, state: State, before: State | None, choice: str, kinds: tuple[type[c.Clause], ...]
    ) -> list[str]:
        """Return the ids of clauses of cards, of these kinds, that held on the way to a state."""
        powers = self.oracle.game(linked_of(state).game.slug).powers
        held = (clause.id for clause in self._held(state, before, choice, kinds))
        return list(dict.fromkeys(id for id in held if id.partition(".")[0] in powers))

    def ending(self, state: State, before: State | None, choice: str, ground: str) -> Sequence[str]:
        """Return what ended a game on a ground: clauses that held, or all that could have.

        The latter where none is known to have held: a game may end by what nobody does.
        """
        every = endings(linked_of(state), ground)
        held = () if before is None else self._held(state, before, choice, (c.Win, c.End))
        ended = {clause.id for clause in held}
        return [id for id in every if id in ended] or every

    def _held(
        self, state: State, before: State | None, choice: str, kinds: tuple[type[c.Clause], ...]
    ) -> Iterator[c.Clause]:
        with self.oracle.lock:
            match = self._match(linked_of(state))
            match.counts[:] = [0] * len(match.counts)
            if before is None:
                match.options(_vector(state))
            else:
                _play(match, before, choice)
            for number, (_, clause) in enumerate(match.game.clauses):
                if match.counts[number] and isinstance(clause, kinds):
                    yield clause

    def _match(self, linked: LinkedGame) -> CompiledMatch:
        """Return the match, compiled to count its clauses."""
        if id(linked) not in self._counting:
            if len(self._counting) >= KEPT:
                self._counting.clear()
            self._counting[id(linked)] = linked, CompiledMatch(linked, counted=True)
        return self._counting[id(linked)][1]


def _play(match: CompiledMatch, before: State, choice: str) -> None:
    """Take a choice in a match that counts; the resulting state is not needed."""
    vector, taken = _vector(before), find_choice(before, choice)
    if taken is None:
        return
    if taken.option is not None:
        match.after(vector, taken.option.code)
    elif taken.text == SKIP:
        match.after_skipping(vector)
    else:
        match.after_conceding(vector)


def _clauses_of(state: State, cards: Iterable[str]) -> Iterator[c.Clause]:
    """Yield the clauses of some cards in play."""
    named = {*cards}
    for _, clause in linked_of(state).clauses:
        if clause.id.partition(".")[0] in named:
            yield clause


def _vector(state: State) -> tuple[int, ...]:
    vector: tuple[int, ...] = cast(Any, state).vector
    return vector
