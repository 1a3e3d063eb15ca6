"""Lines are read within limits, and messages survive writing and reading."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import (
    LEVELS,
    Answer,
    Claim,
    ErrorReply,
    Hello,
    Json,
    Refused,
    Reply,
    Unsupported,
)

WORD = st.text("abcXYZ019+-@^é☃ ", min_size=1, max_size=12)
WORDS = st.lists(WORD, unique=True, max_size=5).map(tuple)
PLAYER = st.integers(1, 16)


def maybe(strategy: Any) -> Any:
    return st.none() | strategy


DECIDED = st.builds(
    Answer,
    player=st.integers(0, 16),
    options=WORDS,
    may_skip=st.booleans(),
    turn_of=maybe(PLAYER),
    step=maybe(WORD),
    power=maybe(WORD),
    position=maybe(st.dictionaries(WORD, WORD)),
    held=maybe(st.lists(WORDS, max_size=4).map(tuple)),
    events=maybe(st.lists(st.fixed_dictionaries({"e": WORD}), max_size=3).map(tuple)),
    why=maybe(WORDS),
)
OVER = st.builds(
    Answer,
    position=maybe(st.dictionaries(WORD, WORD)),
    result=st.fixed_dictionaries({"winners": st.lists(PLAYER, unique=True), "reason": WORD}),
)
TURNS = st.builds(
    Answer,
    player=PLAYER,
    turns=st.lists(WORDS.filter(bool), unique=True, max_size=4).map(tuple),
    more=maybe(WORD),
)
ENDS = st.builds(
    Answer,
    positions=st.lists(st.dictionaries(WORD, WORD), max_size=4).map(tuple),
    more=maybe(WORD),
)
REPLIES = st.one_of(
    DECIDED, OVER, TURNS, ENDS,
    st.builds(Refused, st.integers(0, 1000)), st.builds(Unsupported, WORD),
    st.builds(ErrorReply, WORD),
)  # fmt: skip
CLAIMS = st.builds(
    Claim,
    editions=WORDS,
    modes=WORDS,
    powers=maybe(st.frozensets(WORD, max_size=4)),
    levels=st.lists(st.sampled_from(LEVELS), unique=True, min_size=1).map(
        lambda some: tuple(level for level in LEVELS if level in some)
    ),
    begins=st.sampled_from([("position",), ("start",), ("position", "start")]),
    granularity=st.sampled_from(["step", "turn"]),
    dead_ends=st.sampled_from(["shown", "pruned", "lost"]),
    memory=st.booleans(),
)
HELLOS = st.builds(Hello, WORD, WORD, WORD, st.just(""), st.dictionaries(WORD, CLAIMS, max_size=2))


def over_the_wire(message: Json) -> Json:
    return wire.decode(wire.encode(message))


@given(REPLIES)
def test_a_reply_survives_the_wire_and_has_the_shape_of_its_schema(reply: Reply) -> None:
    message = over_the_wire({"id": "1"} | wire.reply_json(reply))
    assert wire.schema_violation("look", "answer", message) is None
    assert reply == wire.read_reply(message)


@given(HELLOS)
def test_a_hello_survives_the_wire_and_has_the_shape_of_its_schema(hello: Hello) -> None:
    message = over_the_wire({"id": "1", "ok": wire.hello_json(hello)})
    assert wire.schema_violation("hello", "answer", message) is None
    assert hello == wire.read_hello(message["ok"])


def test_missing_keys_of_a_hello_have_defaults() -> None:
    ok = {"thesmos": 1, "implementation": {"name": "x"}, "games": {"santorini": {}}}
    assert Hello("x", games={"santorini": Claim()}) == wire.read_hello(ok)


def test_unknown_levels_are_left_out() -> None:
    ok = {"thesmos": 1, "implementation": {"name": "x"}, "games": {"g": {"levels": ["?", "legal"]}}}
    assert ("legal",) == wire.read_hello(ok).games["g"].levels


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b"hello", "Expecting value"),
        (b"", "Expecting value"),
        (b"[1]", "not an object"),
        (b'{"a": 1.0}', "1.0 is not a whole number"),
        (b'{"a": NaN}', "NaN is not a whole number"),
        (b'{"a": "\xff"}', "not UTF-8"),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"a": null}', "`null`"),
        (b'{"a": ' + b"[" * 40 + b"]" * 40 + b"}", "nested more than 32 levels deep"),
        (b'{"a": ' + b"[" * 90_000 + b"]" * 90_000 + b"}", "nested more than 32 levels deep"),
        (b'{"a": ' + b"9" * 5000 + b"}", "digits"),
        (b'{"ok": {"b": 1, "b": 1}}', "the key `b` occurs twice"),
        (b'{"\\u0062": 1, "b": 1}', "the key `b` occurs twice"),
    ],
    ids=["words", "nothing", "list", "float", "nan", "utf-8", "surrogate", "null", "deep",
         "very deep", "huge", "key", "key spelled differently"],
)  # fmt: skip
def test_an_invalid_line_is_explained(line: bytes, words: str) -> None:
    with pytest.raises(wire.InvalidMessage) as caught:
        wire.decode(line)
    assert words in str(caught.value)


@given(st.binary(max_size=60) | st.text().map(str.encode))
def test_any_line_is_a_message_or_invalid(line: bytes) -> None:
    with contextlib.suppress(wire.InvalidMessage):
        assert isinstance(wire.decode(line), dict)


def test_null_is_allowed_in_a_request() -> None:
    assert {"powers": [None]} == wire.decode(b'{"powers": [null]}', null=True)


def test_the_maximum_depth_is_allowed() -> None:
    line = b'{"a": ' + b"[" * 31 + b"]" * 31 + b"}"
    assert wire.decode(line)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({}, "the message has no `id`"),
        ({"id": 1, "ok": {}}, "id must be a text"),
        ({"id": "1"}, "the message must have exactly one of"),
        ({"id": "1", "ok": {}, "error": "x"}, "the message must have exactly one of"),
        ({"id": "1", "ok": []}, "ok must be an object"),
        ({"id": "1", "ok": {"player": "1"}}, "ok.player must be a whole number"),
        ({"id": "1", "ok": {"player": 17}}, "ok.player must not be more than 16"),
        ({"id": "1", "ok": {"options": []}}, "ok has `options` but no `player`"),
        ({"id": "1", "ok": {"player": 1, "options": ["a", 2]}}, "ok.options[1] must be a text"),
        ({"id": "1", "ok": {"player": 1, "options": [""]}}, "ok.options[0] must not be empty"),
        ({"id": "1", "ok": {"path": [{}, {"may_skip": 1}]}}, "ok.path[1].may_skip must be true"),
        ({"id": "1", "ok": {"result": {}}}, "ok.result has no `winners`"),
        ({"id": "1", "ok": {"result": {"winners": [1]}, "player": 1}}, "ok has a `result`, so"),
        ({"id": "1", "ok": {"events": [{}]}}, "ok.events[0] has no `e`"),
        ({"id": "1", "refused": {}}, "refused has no `choice`"),
        ({"id": "1", "unsupported": ""}, "unsupported must not be empty"),
    ],
    ids=str,
)
def test_a_violation_names_its_location(answer: Json, expected: str) -> None:
    breach = wire.schema_violation("look", "answer", answer)
    assert breach is not None
    assert str(breach).startswith(expected), str(breach)


def test_a_duplicate_is_reported() -> None:
    answer = {"id": "1", "ok": {"player": 1, "options": ["a", "b", "a"]}}
    breach = wire.schema_violation("look", "answer", answer)
    assert breach == wire.DataViolation("ok.options", 'has "a" more than once', twice=True)


def test_a_word_for_all_powers_is_one_word_only() -> None:
    ok = {"thesmos": 1, "implementation": {"name": "x"}, "games": {"g": {"powers": "none"}}}
    breach = wire.schema_violation("hello", "answer", {"id": "1", "ok": ok})
    assert 'ok.games.g.powers must be "all"' == str(breach)


def test_unknown_keys_are_ignored() -> None:
    answer: Any = json.loads('{"id": "1", "ok": {"player": 1, "options": [], "speed": 9}, "x": 1}')
    assert wire.schema_violation("look", "answer", answer) is None
    assert Answer(player=1, options=()) == wire.read_reply(answer)


ROWS = [["C3-C4", f"C4+C3^{number}"] for number in range(60)]


@pytest.mark.parametrize(
    ("ok", "words"),
    [
        ({"player": 1, "turns": ROWS}, ""),
        ({"player": 1, "turns": [*ROWS, []]}, "must not be empty"),
        ({"player": 1, "turns": [*ROWS, ["C3-C4", ""]]}, "must not be empty"),
        ({"player": 1, "turns": [*ROWS, ROWS[7]]}, "more than once"),
        ({"turns": ROWS}, "but no `player`"),
        ({"hashes": ["0" * 64] * 60}, ""),
        ({"hashes": [*["0" * 64] * 60, "f"]}, "hashes[60]"),
        ({"positions": [*[{"a": "b"}] * 60, "c"]}, "must be an object"),
    ],
)
def test_a_long_list_is_checked_to_its_end(ok: Json, words: str) -> None:
    found = str(wire.schema_violation("look", "answer", {"id": "1", "ok": ok}) or "")
    assert words in found
    assert bool(words) == bool(found)
