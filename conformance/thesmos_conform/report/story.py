"""One failure told whole: the card's words, the boards, the difference, how to see it again.

Every format tells the same story in its own dress.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game, load
from thesmos.record.format import Misshapen, check_setup
from thesmos.render.findings import card_words
from thesmos.render.text_board import Picture, phrase, picture_of
from thesmos.syntax.spec_folder import shipped_games
from thesmos.tools.replay_files import match_from_setup
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.runner.result import (
    GOOD,
    HARMLESS,
    UNEXPECTED,
    AnswerDifference,
    CaseResult,
    Run,
)

NOWHERE = "no clause is known to decide it"
UNLISTED = "What is not wrong any more: take it off the list of known failures"
FINE = GOOD | HARMLESS | {UNEXPECTED}  # nothing for the implementation to mend
MANY = 12  # how many members of a set are worth naming


@dataclass(frozen=True)
class FailureDescription:
    """A failure, ready to be told.

    where: the match-up and the choices, in a line. words: what the cards say, by clause.
    differences: each with its key and lines that begin with `-` (missing), `+` (too much) or space.
    """

    id: str
    title: str
    status: str
    message: str
    where: str
    words: tuple[tuple[str, str], ...]
    differences: tuple[tuple[str, tuple[str, ...]], ...]
    before: Json | None
    after: Json | None
    picture: Picture | None
    raw: tuple[tuple[str, str], ...]  # what the adapter said, on which stream
    command: str


class FailureDescriber:
    """Makes stories out of the results of a run.

    Pictures and words come from the rules of the run; of a report out of a file from those of the
    shipped games only: it must not name folders to read. Where there are none, the story goes
    without.
    """

    def __init__(self, run: Run, language: str = "en") -> None:
        self.run = run
        self.language = language
        self._game = run.rules
        self._tried = run.rules is not None

    def story(self, result: CaseResult) -> FailureDescription:
        """What is to be told of a case that did not pass."""
        failure = result.failure
        place = failure.place if failure else None
        picture, texts = self._look_up(place)
        clauses = deciding(result)
        words = ((c, card_words(c, texts, self.language) or "") for c in clauses)
        streams = {"stdout": failure.line, "stderr": failure.stderr} if failure else {}
        return FailureDescription(
            id=result.id,
            title=result.title,
            status=result.status,
            message=(failure.message if failure else "") or result.reason,
            where=where(place) if place else "",
            words=tuple(words),
            differences=tuple((d.key, tuple(lines_of(d))) for d in differences(result)),
            before=failure.before if failure else None,
            after=failure.after if failure else None,
            picture=picture,
            raw=tuple((name, text) for name, text in streams.items() if text),
            command=command(self.run, result),
        )

    def _look_up(self, place: Place | None) -> tuple[Picture | None, Mapping[str, Any]]:
        if place is None or (game := self._load(place.game)) is None:
            return None, {}
        try:
            program = match_from_setup(game, check_setup(place.setup)).program
        except (UsageError, Misshapen):
            return None, {}
        return picture_of(program), program.texts

    def _load(self, name: str) -> Game | None:
        if not self._tried:
            self._tried = True
            try:
                self._game = load(name) if name in shipped_games() else None
            except (UsageError, SpecError):
                self._game = None
        return self._game


def differences(result: CaseResult) -> tuple[AnswerDifference, ...]:
    """What differed, none for other ways to fail."""
    return result.failure.differences if result.failure else ()


def deciding(result: CaseResult) -> tuple[str, ...]:
    """The clauses and rules that decide what went wrong; those that the case cites, if unknown."""
    known = dict.fromkeys(c for d in differences(result) for c in d.clauses)
    return tuple(known) or result.clauses


def groups(run: Run) -> dict[str, list[CaseResult]]:
    """The cases that are to be mended, by the first clause that decides them, largest first."""
    found: dict[str, list[CaseResult]] = {}
    for result in run.results:
        if result.status not in FINE:
            found.setdefault(next(iter(deciding(result)), NOWHERE), []).append(result)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def surprises(run: Run) -> list[CaseResult]:
    """The cases that pass though they are known to fail: it is the list that is wrong."""
    return [result for result in run.results if result.status == UNEXPECTED]


def by_power(run: Run) -> dict[str, Counter[str]]:
    """How the cases ended in which a power took part; those without any under `none`."""
    table: dict[str, Counter[str]] = {}
    for result in run.results:
        for power in sorted(set(result.powers)) or ["none"]:
            table.setdefault(power, Counter())[result.status] += 1
    return dict(sorted(table.items(), key=lambda item: (item[0] != "none", item[0])))


def lines_of(one: AnswerDifference) -> Iterator[str]:
    """A difference, line by line."""
    if one.missing or one.extra:
        if one.missing:
            yield f"- should be there: {_few(one.missing)}"
        if one.extra:
            yield f"+ should not be:   {_few(one.extra)}"
        return
    yield f"- expected: {phrase(one.expected)}"
    yield f"+ got:      {phrase(one.got)}"


def _few(texts: tuple[str, ...]) -> str:
    more = f", and {len(texts) - MANY} more" if len(texts) > MANY else ""
    return ", ".join(texts[:MANY]) + more


def where(place: Place) -> str:
    """The match-up and what was chosen, as a reader says it."""
    powers = place.setup.get("powers")
    named = powers if isinstance(powers, list) else ()
    seated = " against ".join(str(p or "none") for p in named) or place.game
    taken = f", after {', '.join(place.choices)}" if place.choices else ""
    return f"{seated}{taken}"


def command(run: Run, result: CaseResult) -> str:
    """The command that asks this case again."""
    asked = ["-i", run.adapter or "ADAPTER.toml", *run.words, "--case", result.id]
    return f"thesmos conform {shlex.join(asked)} --seed {run.seed}"


def implementation(run: Run) -> str:
    """Who was asked: `tower-js 1.2 (JavaScript)`."""
    hello = run.hello
    named = " ".join(part for part in (hello.name, hello.version) if part)
    return f"{named} ({hello.language})" if hello.language else named


def claim(run: Run) -> str:
    """What is claimed, as a verdict names it: `PROFILE and, besides, POWER, POWER`."""
    return f"{run.profile} and, besides, {_few(run.besides)}" if run.besides else run.profile


def verdict(run: Run) -> str:
    """The verdict in a sentence; never a share of passes, which would hide what was not asked."""
    failed = [r for r in run.results if r.status not in FINE]
    levels, claimed = ", ".join(run.levels), claim(run)
    if not run.complete:
        return f"incomplete: the run ended before every case of {claimed} was asked"
    if failed:
        return f"not conformant for {claimed}: {_cases(len(failed))} wrong"
    if listed := surprises(run):
        words = "case passes" if len(listed) == 1 else "cases pass"
        return (
            f"not shown conformant for {claimed}: {len(listed)} {words} though known to fail; "
            "take them off the list"
        )
    held = run.count(*(HARMLESS - {"unsupported"}))
    if held:
        return f"not shown conformant for {claimed}: {_cases(held)} skipped or known to fail"
    if not run.conformant:
        return f"nothing of {claimed} was asked: no verdict"
    passed = run.count("pass")
    cases = f"all {passed} cases" if passed > 1 else "the one case"
    return f"conformant for {claimed}: {cases} passed ({levels})"


def _cases(count: int) -> str:
    return "1 case is" if count == 1 else f"{count} cases are"
