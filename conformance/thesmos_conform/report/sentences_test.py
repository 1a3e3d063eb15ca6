"""Replies and differences in the words that people read."""

from __future__ import annotations

import pytest

from thesmos_conform.judging.result import AnswerDifference
from thesmos_conform.protocol.messages import Answer, ErrorReply, Refused, Reply, Unsupported
from thesmos_conform.report.sentences import LISTED, count, kind, sentence


@pytest.mark.parametrize(
    ("missing", "extra", "expected"),
    [
        (("A1",), (), "not offered: A1"),
        ((), ("B1", "B2"), "offered, but not allowed: B1, B2"),
        (("A1",), ("B1",), "not offered: A1; offered, but not allowed: B1"),
    ],
)
def test_options_are_told_by_what_is_missing_and_what_is_extra(
    missing: tuple[str, ...], extra: tuple[str, ...], expected: str
) -> None:
    assert expected == sentence(AnswerDifference("options", [], [], missing, extra))


@pytest.mark.parametrize(("more", "end"), [(0, "x"), (1, "x, and 1 more"), (30, "x, and 30 more")])
def test_a_long_list_is_cut(more: int, end: str) -> None:
    words = sentence(AnswerDifference("options", [], [], ("x",) * (LISTED + more)))
    assert "not offered: " + "x, " * (LISTED - 1) + end == words


@pytest.mark.parametrize(
    ("expected", "got", "words"),
    [
        (False, True, "`may_skip` is true, but should be false"),
        (None, [1], "`may_skip` is [1], but should be missing"),
        ("señor", None, '`may_skip` is missing, but should be "señor"'),
    ],
)
def test_other_values_are_shown_as_json(expected: object, got: object, words: str) -> None:
    assert words == sentence(AnswerDifference("may_skip", expected, got))


def test_a_refusal_is_told_in_words() -> None:
    words = sentence(AnswerDifference("refused", None, 2))
    assert "choice 2 is refused, but the rules allow it" == words


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Answer(), "`ok`"),
        (Refused(2), "`refused` (choice 2)"),
        (Unsupported("circe"), "`unsupported` (circe)"),
        (ErrorReply("not yet"), "`error` (not yet)"),
    ],
)
def test_a_reply_is_named_as_in_the_protocol(reply: Reply, expected: str) -> None:
    assert expected == kind(reply)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        (Answer(options=("A1", "A2")), "2 options"),
        (Answer(), "0 options"),
        (Answer(turns=(("A1", "B1"), ("A2",), ("A3",))), "3 turns"),
        (Unsupported("circe"), "nothing"),
    ],
)
def test_what_is_on_offer_is_counted(reply: Reply, expected: str) -> None:
    assert expected == count(reply)
