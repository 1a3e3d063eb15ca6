"""Which cases to ask: what the implementation supports, and what the caller selects.

A case is unsupported if the implementation does not claim it, and skipped if a filter leaves it
out; if that is because it passed in an earlier run, it is `passed before`. Each is counted
separately.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.scenario.reader import scenario_id
from thesmos_conform.cases.case import Case
from thesmos_conform.cases.profile import modes_of
from thesmos_conform.cases.scenario_text import with_power
from thesmos_conform.judging.result import PASSED_BEFORE, SKIPPED
from thesmos_conform.protocol.messages import Claim

ANY = ()
UNREAD = "left out by a filter, and not read"
EARLIER = "passed in the earlier run"
CANARY = "canary:"  # the prefix of the ids of canaries, which are made from all scenarios


@dataclass(frozen=True)
class Shard:
    """One of several equal parts of the cases: number `index`, from 1, of `of`."""

    index: int = 1
    of: int = 1

    def has(self, number: int) -> bool:
        """Return whether the case with that number, from 0, is in this shard."""
        return number % self.of == self.index - 1


def read_shard(text: str) -> Shard:
    """Return a shard from a text such as `2/5`. Raises UsageError for anything else."""
    index, slash, of = text.partition("/")
    if slash and index.isdecimal() and of.isdecimal() and 1 <= int(index) <= int(of) <= 1000:  # noqa: PLR2004
        return Shard(int(index), int(of))
    raise UsageError(f"`{text}` is not a part of the suite", "write 2/5 for the second of five")


@dataclass(frozen=True)
class Filters:
    """The caller's selection; everything by default.

    ids: case ids, perhaps with `*`.
    clauses: clause ids, or the beginnings of some.
    again: the ids of the cases that did not pass in an earlier run; None without such a run.
    known: all cases of that run.
    passed: those that passed.
    newer_than: when it ended, in seconds; cases that are not in `known`, or were written later, are
    selected as well.
    """

    ids: tuple[str, ...] = ANY
    clauses: tuple[str, ...] = ANY
    powers: tuple[str, ...] = ANY
    tags: tuple[str, ...] = ANY
    shard: Shard = Shard()
    again: frozenset[str] | None = None
    known: frozenset[str] = frozenset()
    passed: frozenset[str] = frozenset()
    newer_than: float | None = None

    def without_earlier(self) -> Filters:
        """Return the selection without the earlier run."""
        nothing = frozenset[str]()
        return replace(self, again=None, known=nothing, passed=nothing, newer_than=None)

    def leaves_out(self, case: Case, number: int) -> str:
        """Return why a case is left out; empty if it is not. number: its index, from 0."""
        cited = any(
            c == wanted or c.startswith(f"{wanted}.")
            for wanted in self.clauses
            for c in case.clauses
        )
        file = Path(case.scenario.file) if case.scenario is not None else None
        reasons = {
            "not selected": not self._selects(case.id),
            "not about the clause": bool(self.clauses) and not cited,
            "without the power": bool(self.powers) and not case.powers & {*self.powers},
            "without the tag": bool(self.tags) and not {*case.tags} & {*self.tags},
            "in another part": not self.shard.has(number),
            self._earlier(case.id): not self._is_due(case.id, file),
        }
        return next((reason for reason, holds in reasons.items() if holds), "")

    def leaves_out_file(self, game: Game) -> Callable[[Path, str], str]:
        """Return a function that gives the reason to leave out a scenario, by file and text.

        The reason is empty for the others, and for all if all are needed: for a shard, for
        canaries, and to go on with an earlier run, as the verdict is about all of them.
        """
        named = (*self.ids, *(self.again or ()))
        goes_on = self.newer_than is not None
        if goes_on or self.shard.of > 1 or any(name.startswith(CANARY) for name in named):
            return lambda file, text: ""
        by_id = bool(self.ids) or self.again is not None
        may_play = with_power(self.powers, game) if self.powers else lambda text: True

        def left_out(file: Path, text: str) -> str:
            id = scenario_id(file) if by_id else ""
            possible = (
                self._selects(id),
                not self.clauses or any(clause in text for clause in self.clauses),
                not self.tags or any(tag in text for tag in self.tags),
                may_play(text),
            )
            if not all(possible):
                return UNREAD
            return "" if self._is_due(id, file) else self._earlier(id, UNREAD)

        return left_out

    def names_canary(self, id: str) -> bool:
        """Return whether a canary is selected as such: not by `*`, nor because all cases are."""
        canaries = (pattern for pattern in self.ids if pattern.startswith(CANARY))
        return any(fnmatchcase(id, pattern) for pattern in canaries) or id in (self.again or ())

    def _earlier(self, id: str, otherwise: str = "not wrong in the earlier run") -> str:
        """Return why a case is left out that is not due. otherwise: if it did not pass then."""
        return EARLIER if id in self.passed else otherwise

    def _selects(self, id: str) -> bool:
        """Return whether a case is named, if any are."""
        return not self.ids or any(fnmatchcase(id, pattern) for pattern in self.ids)

    def _is_due(self, id: str, file: Path | None) -> bool:
        """Return whether a case did not pass in the earlier run, or is new. file: its scenario."""
        if self.again is None or id in self.again:
            return True
        if self.newer_than is None:
            return False
        return id not in self.known or (
            file is not None and file.exists() and file.stat().st_mtime > self.newer_than
        )


def left_out_status(reason: str) -> str:
    """Return the status of a case that a filter leaves out."""
    return PASSED_BEFORE if reason == EARLIER else SKIPPED


def unsupported(case: Case, claim: Claim, game: Game) -> str:
    """Return what a case needs that is not claimed, in the protocol's terms; empty if nothing."""
    begin = "position" if case.from_position else "start"
    reasons = {
        "impossible positions": "impossible" in case.needs and not claim.impossible,
        "memory": "memory" in case.needs and not claim.memory,
        "level observe": "observe" in case.needs and "observe" not in claim.levels,
        f"from {begin}": begin not in claim.begins,
    }
    options = case.looks[0].place.setup.get("options") or {}
    needed = unclaimed(case.mode, case.powers, claim, game, options)
    return needed or next((reason for reason, holds in reasons.items() if holds), "")


def unclaimed(
    mode: str,
    powers: frozenset[str],
    claim: Claim,
    game: Game,
    options: Mapping[str, str] | None = None,
) -> str:
    """Return what a match-up needs that is not claimed; empty if nothing.

    powers: those that are in play or may enter it. options: those that are not the default ones.
    """
    played = game.default_options | dict(options or {})
    able = {name: values[:1] for name, values in game.options.items()} | dict(claim.options or ())
    limited = claim.options is not None
    unable = [name for name in played if limited and played[name] not in able.get(name, ())]
    edition = game.checked.written.edition
    undeclared = sorted(powers - claim.powers) if claim.powers is not None else []
    reasons = {
        f"edition {edition}": bool(claim.editions) and edition not in claim.editions,
        f"mode {mode}": mode not in modes_of(game, claim),
        f"power {', '.join(undeclared)}": bool(undeclared),
        **{f"option {name}={played[name]}": True for name in unable},
    }
    return next((reason for reason, holds in reasons.items() if holds), "")
