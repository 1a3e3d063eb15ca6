"""A failure in full: clauses, rulings, boards, differences and the command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from thesmos.render.span import plain
from thesmos.resources import spec_dir
from thesmos_conform.judging.compare import REFUSED
from thesmos_conform.judging.result import AnswerDifference, CaseFailure
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.report import terminal
from thesmos_conform.report.failure import FailureDescriber, FailureDescription
from thesmos_conform.report.sentences import LONG
from thesmos_conform.testing.report import CRASHED, FAILED, PLACE, POSITION, SETUP, mixed, run

NEAR = "The space built on is next to the Worker."  # as the rule book says it


def _described(failure: CaseFailure, clauses: Sequence[str] = ()) -> FailureDescription:
    """A failure of a case that cites clauses and demonstrates no ruling."""
    result = replace(FAILED, id="a/case", clauses=tuple(clauses), powers=(), failure=failure)
    return FailureDescriber(mixed()).describe(result)


def _rulings(clauses: Sequence[str], *powers: str | None) -> list[str]:
    """The rulings that are shown with these clauses in a match-up of these powers."""
    place = Place("santorini", {**SETUP, "powers": [*powers]}, POSITION)
    return [ruling for ruling, _ in _described(CaseFailure(place), clauses).rulings]


def test_a_description_has_words_boards_differences_and_the_command() -> None:
    description = FailureDescriber(mixed()).describe(FAILED)
    assert description.picture is not None
    cited, rule = description.words  # the clause that the scenario cites, then the bare rule
    assert "minotaur.your-move.1" == cited[0]
    assert cited[1]
    assert ("build.near", NEAR) == rule
    assert description.where == "minotaur against none, after B3-B4"
    assert description.differences == (
        ("options", ("- should be there: B4+A3", "+ should not be:   B4+A5")),
        ("may_skip", ("- expected: no", "+ got:      yes")),
    )
    again = "thesmos conform -i tower/adapter.toml --case santorini/minotaur/edge --seed 7"
    assert again == description.command


def test_a_description_quotes_the_card() -> None:
    assert FAILED.failure is not None
    cited = replace(FAILED, failure=replace(FAILED.failure, differences=()))
    words = dict(FailureDescriber(mixed()).describe(cited).words)
    assert "push it one space straight on" in words["minotaur.your-move.1"]


def _words(key: str, *clauses: str) -> dict[str, str]:
    """What is quoted where a part of an answer about Santorini differs."""
    difference = AnswerDifference(key, [], [], extra=("A1",), clauses=clauses)
    return dict(_described(CaseFailure(PLACE, (difference,))).words)


def test_of_an_action_only_what_it_does_to_the_differing_part_is_quoted() -> None:
    assert _words("position.workers", "move") == {
        "move": "The Worker goes to the space the move enters."
    }
    dome, level = (_words(f"position.{key}", "build")["build"] for key in ("domes", "levels"))
    assert "dome" in dome
    assert dome != level


def test_an_action_is_not_quoted_beside_its_rule_where_an_option_differs() -> None:
    words = _words("options", "build", "build.near")
    assert ("", NEAR) == (words["build"], words["build.near"])
    assert _words("options", "build")["build"].startswith("A build: choose")


def test_clauses_with_the_same_words_of_a_card_are_quoted_once() -> None:
    assert FAILED.failure is not None
    ids = ("minotaur.your-move.1", "build.near", "minotaur.your-move.2")
    cited = replace(FAILED, clauses=ids, failure=replace(FAILED.failure, differences=()))
    (both, text), rule = FailureDescriber(mixed()).describe(cited).words
    assert "minotaur.your-move.1, minotaur.your-move.2" == both
    assert "push it one space straight on" in text
    assert ("build.near", NEAR) == rule


def test_a_command_can_be_pasted_for_any_id() -> None:
    description = FailureDescriber(mixed()).describe(replace(CRASHED, id="a b; rm x"))
    assert "--case 'a b; rm x'" in description.command


@pytest.mark.parametrize("setup", [{}, {"powers": 5}, {**SETUP, "powers": [["a"], None]}], ids=repr)
def test_a_foreign_set_up_is_shown_without_a_picture(setup: Json) -> None:
    assert FAILED.failure is not None
    wrong = replace(FAILED.failure, place=Place("santorini", setup))
    assert FailureDescriber(mixed()).describe(replace(FAILED, failure=wrong)).picture is None


def test_a_report_names_no_folder_to_read() -> None:
    assert FAILED.failure is not None
    folder = str(spec_dir() / "santorini")
    wrong = replace(FAILED.failure, place=Place(folder, SETUP))
    assert FailureDescriber(mixed()).describe(replace(FAILED, failure=wrong)).picture is None


def test_a_failure_is_shown_with_the_ruling_that_its_case_demonstrates() -> None:
    place = Place("santorini", {**SETUP, "powers": ["europa-talus", "charybdis"]}, POSITION)
    assert FAILED.failure is not None
    failed = replace(
        FAILED,
        id="santorini/europa-talus/not-onto-a-whirlpool",
        failure=replace(FAILED.failure, place=place),
    )
    described = FailureDescriber(run(failed)).describe(failed)
    assert ["talus-and-tokens"] == [ruling for ruling, _ in described.rulings]
    assert "ruling talus-and-tokens: In recorded games" in plain(terminal.failure_lines(described))


def test_a_ruling_on_several_clauses_is_shown_once() -> None:
    clauses = ("artemis.your-move.3", "artemis.your-move.4")
    assert ["artemis-way-back"] == _rulings(clauses, "artemis", None)


def test_a_ruling_on_a_card_is_shown_only_where_the_card_is_played() -> None:
    medusa = ("medusa.end-of-your-turn.1",)
    assert "clio-hides" in _rulings(medusa, "medusa", "clio")
    assert "clio-hides" not in _rulings(medusa, "medusa", None)


def test_a_ruling_on_the_rules_of_the_game_is_shown_in_every_match_up() -> None:
    assert ["judged-when"] == _rulings(("santorini.win-condition.1",), None, None)


def test_a_board_is_called_after_a_choice_only_if_there_is_one() -> None:
    begin = replace(PLACE, choices=())
    assert [("position", POSITION)] == [*_described(CaseFailure(begin, after=POSITION)).boards]
    assert [("after", POSITION)] == [*_described(CaseFailure(PLACE, after=POSITION)).boards]


def test_equal_boards_are_shown_once() -> None:
    failure = CaseFailure(PLACE, before=POSITION, after={**POSITION})
    assert [("before", POSITION)] == [*_described(failure).boards]


@pytest.mark.parametrize(
    ("expected", "got", "lines"),
    [
        (None, 0, ("+ is refused: choice 0, `B3-B4`, which the rules allow",)),
        (None, 7, ("+ is refused: choice 7, which the rules allow",)),
        (0, 7, ("- should be refused: choice 0, `B3-B4`", "+ is refused: choice 7")),
    ],
)
def test_a_refusal_is_told_in_words(expected: int | None, got: int, lines: tuple[str, ...]) -> None:
    one = AnswerDifference(REFUSED, expected, got)
    assert ((REFUSED, lines),) == _described(CaseFailure(PLACE, (one,))).differences


def test_a_set_of_long_texts_is_sorted_and_cut_to_one_line() -> None:
    texts = tuple(f"{letter * 100}" for letter in "dcba")
    one = AnswerDifference("positions", None, None, missing=texts)
    ((_, (line,)),) = _described(CaseFailure(PLACE, (one,))).differences
    assert line.startswith(f"- should be there: {'a' * 100}, {'b' * 100}, and 2 more")
    assert len(line) < LONG + 40


@pytest.mark.parametrize(("count", "more"), [(39, "and 27 more"), (40, "and at least 28 more")])
def test_of_positions_that_may_be_cut_the_number_is_a_lower_bound(count: int, more: str) -> None:
    texts = tuple(str(number) for number in range(count))
    one = AnswerDifference("positions", None, None, extra=texts)
    ((_, (line,)),) = _described(CaseFailure(PLACE, (one,))).differences
    assert line.endswith(more)


def test_a_set_that_is_missing_as_a_whole_is_cut_but_no_list_in_order() -> None:
    texts = ["x" * 20] * 30
    sets = _described(CaseFailure(PLACE, (AnswerDifference("options", texts, None),)))
    ((_, (expected, got)),) = sets.differences
    assert "and 18 more" in expected
    assert "+ got:      none" == got
    lists = _described(CaseFailure(PLACE, (AnswerDifference("events", texts, None),)))
    assert ", ".join(texts) in lists.differences[0][1][0]


def test_the_cases_of_a_card_are_listed_in_order_and_cut_to_one_line() -> None:
    ids = [f"case/{number}{'x' * 90}" for number in (4, 3, 1, 2)]
    shown = plain(terminal.render(run(*(replace(FAILED, id=id) for id in ids))))
    assert f"minotaur  4: {', '.join(sorted(ids)[:3])}, and 1 more\n" in shown
