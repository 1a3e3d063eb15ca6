"""One failure in full: the card texts, the boards, the differences, how to reproduce it.

Every format shows the same description in its own form.
"""

from __future__ import annotations

import shlex
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from thesmos.cli.declared_words import DeclaredWords
from thesmos.cli.rule_sentences import RuleSentences
from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game, load
from thesmos.play.protocols import Match
from thesmos.record.format import ShapeError, check_setup
from thesmos.record.matches import match_from_setup
from thesmos.render.findings import card_words
from thesmos.render.phrase import NOTATION, phrase
from thesmos.render.text_board import Picture, picture_of
from thesmos.syntax.spec_folder import shipped_games
from thesmos_conform.judging.compare import REFUSED
from thesmos_conform.judging.result import AnswerDifference, CaseFailure, CaseResult, SuiteRun
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.rulings import RulingBook, read_ruling_book
from thesmos_conform.report.sentences import SETS, choice_in_words, few, kept_of

RULINGS = 2  # rulings to show for the clauses of a case that demonstrates none itself


@dataclass(frozen=True)
class FailureDescription:
    """A failure, ready to be shown.

    where: the match-up and the choices, in a line.
    words: clauses, each with its card's text; clauses with the same text are joined.
    rulings: by its id, what each ruling about it says is played.
    differences: each with its key and lines that begin with `-` (missing) or `+` (extra).
    boards: the positions around the last choice, each with its heading.
    names: the game's names for the words in what is beside a board.
    raw: the adapter's raw output, by stream.
    """

    id: str
    title: str
    status: str
    message: str
    where: str
    words: tuple[tuple[str, str], ...]
    rulings: tuple[tuple[str, str], ...]
    differences: tuple[tuple[str, tuple[str, ...]], ...]
    boards: tuple[tuple[str, Json], ...]
    picture: Picture | None
    names: Mapping[str, str]
    raw: tuple[tuple[str, str], ...]
    command: str


class FailureDescriber:
    """Describes the failures of a run.

    Pictures and card texts come from the game of the run. For a report from a file they come only
    from shipped games, since a file must not name folders to read; otherwise they are left out.
    """

    def __init__(self, run: SuiteRun, language: str = "en") -> None:
        self.run = run
        self.language = language
        self._game = run.rules
        self._tried = run.rules is not None
        self._book: RulingBook | None = None
        self._made: RuleSentences | None = None

    @property
    def _sentences(self) -> RuleSentences:
        """The sentences of the rules; of the game, once it is loaded."""
        if self._made is None or self._made.game is not self._game:
            self._made = RuleSentences(self._game, self.language)
        return self._made

    def describe(self, result: CaseResult) -> FailureDescription:
        """Return the description of a case that did not pass."""
        failure = result.failure
        place = failure.place if failure else None
        choices = place.choices if place else ()
        match = self._match(place)
        texts = match.texts if match else {}
        clauses = deciding(result)
        parts = self._differing_parts(result)
        words = {
            c: card_words(c, texts, self.language) or self._said(c, clauses, parts) for c in clauses
        }
        streams = {"stdout": failure.line, "stderr": failure.stderr} if failure else {}
        return FailureDescription(
            id=result.id,
            title=result.title,
            status=result.status,
            message=(failure.message if failure else "") or result.reason,
            where=where(place) if place else "",
            words=_joined(words),
            rulings=tuple(self._rulings(result, clauses, match)),
            differences=tuple((d.key, tuple(lines_of(d, choices))) for d in differences(result)),
            boards=tuple(_boards(failure)) if failure else (),
            picture=picture_of(match.linked) if match else None,
            names=self._names(match),
            raw=tuple((name, text) for name, text in streams.items() if text),
            command=command(self.run, result),
        )

    def _said(self, id: str, clauses: Sequence[str], parts: Collection[str]) -> str:
        """Return the sentence of a clause, a rule or a step; of an action, what matters of it.

        clauses: all that decide. parts: those of the position that differ.
        """
        done = self._sentences.effects(id, parts)
        if done is None or (not done and not any(c.startswith(f"{id}.") for c in clauses)):
            return self._sentences.of(id)
        return done

    def _differing_parts(self, result: CaseResult) -> frozenset[str]:
        """Return the kinds of pieces and the attributes behind what differs in the position."""
        keys = [key for _, *key in (d.key.split(".") for d in differences(result)) if key]
        parts = set[str]()
        for entry in self._game.program.position if self._game is not None else ():
            if any([*entry.path[: len(key)]] == key for key in keys):
                parts |= {str(getattr(entry, name, "")) for name in ("kind", "attribute")}
        return frozenset(parts - {""})

    def _names(self, match: Match | None) -> Mapping[str, str]:
        """Return the game's names in the language of the report, or in English; maybe none."""
        if match is None or self._game is None:
            return NOTATION
        try:
            return DeclaredWords(self._game, match.linked, self.language).names
        except UsageError:  # the game has no texts in the language
            return DeclaredWords(self._game, match.linked).names

    def _rulings(
        self, result: CaseResult, clauses: Sequence[str], match: Match | None
    ) -> Iterator[tuple[str, str]]:
        """Yield the rulings that a case demonstrates; else the first ones about its clauses.

        Of the latter, only those that can matter in its match-up; on the text of a card in it, if
        there are any.
        """
        if match is None or self._game is None:
            return
        if self._book is None:
            self._book = read_ruling_book(self._game)
        shown = self._book.by_scenario.get(result.id, ())
        cards = {self._game.slug, match.linked.mode.slug, *match.texts, *result.powers}
        about = dict.fromkeys(
            ruling
            for clause in clauses
            for ruling in self._book.by_clause.get(clause, ())
            if ruling.concerns(cards)
        )
        on_card = [ruling for ruling in about if ruling.quoted]
        for ruling in shown or (on_card or [*about])[:RULINGS]:
            yield ruling.id, ruling.played

    def _match(self, place: Place | None) -> Match | None:
        """Return the match-up of a place; None if its game or its set-up is unknown."""
        if place is None or (game := self._load(place.game)) is None:
            return None
        try:
            return match_from_setup(game, check_setup(place.setup))
        except (UsageError, ShapeError):
            return None

    def _load(self, name: str) -> Game | None:
        if not self._tried:
            self._tried = True
            try:
                self._game = load(name) if name in shipped_games() else None
            except (UsageError, SpecError):
                self._game = None
        return self._game


def _boards(failure: CaseFailure) -> Iterator[tuple[str, Json]]:
    """Yield the positions around the last choice with their headings; equal ones only once."""
    if failure.before is not None:
        yield "before", failure.before
    if failure.after is not None and failure.after != failure.before:
        yield "after" if failure.place.choices else "position", failure.after


def _joined(words: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return clauses with their text; clauses with the same text are joined."""
    by_text: dict[str, list[str]] = {}
    for clause, text in words.items():
        by_text.setdefault(text or clause, []).append(clause)
    return tuple((", ".join(ids), words[ids[0]]) for ids in by_text.values())


def differences(result: CaseResult) -> tuple[AnswerDifference, ...]:
    """Return the differences of a case; none if it failed in another way."""
    return result.failure.differences if result.failure else ()


def deciding(result: CaseResult) -> tuple[str, ...]:
    """Return the clauses and rules that decide a failure; if unknown, those that the case cites.

    Without a clause of a card among them, those that the case cites come first: it is about these.
    """
    clauses = dict.fromkeys(c for d in differences(result) for c in d.clauses)
    of_card = any(id.partition(".")[0] in result.powers for id in clauses)
    return tuple(clauses if of_card else dict.fromkeys([*result.clauses, *clauses]))


def lines_of(difference: AnswerDifference, choices: Sequence[str] = ()) -> Iterator[str]:
    """Yield a difference, line by line. choices: those of the place."""
    if difference.missing or difference.extra:
        if difference.missing:
            yield f"- should be there: {few(sorted(difference.missing), kept_of(difference))}"
        if difference.extra:
            yield f"+ should not be:   {few(sorted(difference.extra), kept_of(difference))}"
        return
    if difference.key == REFUSED:
        if difference.expected is not None:
            yield f"- should be refused: {choice_in_words(difference.expected, choices)}"
        allowed = ", which the rules allow" if difference.expected is None else ""
        yield f"+ is refused: {choice_in_words(difference.got, choices)}{allowed}"
        return
    yield f"- expected: {_value(difference.key, difference.expected)}"
    yield f"+ got:      {_value(difference.key, difference.got)}"


def _value(key: str, value: object) -> str:
    """Return a value in words; a set is cut, as all of it differs. Others may differ at the end."""
    if key in SETS and isinstance(value, list | tuple) and value:
        return few([phrase(part) for part in value])
    return phrase(value)


def where(place: Place) -> str:
    """Return the match-up and the choices, in words."""
    powers = place.setup.get("powers")
    named = powers if isinstance(powers, list) else ()
    seated = " against ".join(str(p or "none") for p in named) if any(named) else place.game
    taken = f", after {', '.join(place.choices)}" if place.choices else ""
    return f"{seated}{taken}"


def command(run: SuiteRun, result: CaseResult) -> str:
    """Return the command that asks this case again."""
    arguments = ["-i", run.adapter or "ADAPTER.toml", *run.words, "--case", result.id]
    return f"thesmos conform {shlex.join(arguments)} --seed {run.seed}"
