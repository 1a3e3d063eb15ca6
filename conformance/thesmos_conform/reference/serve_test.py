"""The reference behind the protocol: every line gets one answer, and no line ends it but `bye`."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import Hello, Json, Place, Reply
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.serve import respond, serve

PEER = Reference(["santorini"], "1.0")
SETUP: Json = {"players": 2, "teams": [1, 2], "powers": [None, None]}
LOOK: Json = {"id": "7", "op": "look", "game": "santorini", "setup": SETUP}
SERVE = (sys.executable, "-c", "from thesmos.cli import main; main()", "serve")


def answer(message: Any) -> Json:
    return wire.decode(respond(PEER, wire.encode(message))[0])


def conversation(text: bytes) -> list[Json]:
    sink = io.BytesIO()
    serve(PEER, io.BytesIO(text), sink)
    return [wire.decode(line) for line in sink.getvalue().splitlines()]


def test_hello_has_the_games_and_the_version() -> None:
    got = answer({"id": "1", "op": "hello", "thesmos": [1, 2]})
    assert "1" == got["id"]
    assert ["santorini"] == list(got["ok"]["games"])
    assert "1.0" == got["ok"]["implementation"]["version"]


def test_an_unknown_version_is_an_error() -> None:
    assert "only version 1" in answer({"id": "1", "op": "hello", "thesmos": [2]})["error"]


def test_a_look_has_the_answer_of_the_reference() -> None:
    got = answer(LOOK | {"choices": ["@A1"], "viewer": 1})
    reply = PEER.look(Place("santorini", SETUP, None, ("@A1",)), viewer=1)
    assert {"id": "7"} | wire.reply_json(reply) == got


def test_every_covers_the_beginning_and_each_choice() -> None:
    got = answer(LOOK | {"choices": ["@A1", "@B1"], "every": True})
    steps = [answer(LOOK | {"choices": ["@A1", "@B1"][:n]})["ok"] for n in range(3)]
    assert {"path": steps} == got["ok"]


def test_a_refusal_is_the_whole_answer() -> None:
    asked = LOOK | {"choices": ["@A1", "@A1"], "every": True}
    assert {"id": "7", "refused": {"choice": 1}} == answer(asked)


def test_perft_is_counted() -> None:
    position = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}
    asked = LOOK | {"op": "perft", "position": position, "depth": 1}
    assert {"id": "7", "ok": {"nodes": 18}} == answer(asked)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"id": "1", "op": "dance"}, "unknown op `dance`"),
        ({"id": "1"}, "unknown op ``"),
        (LOOK | {"choices": "@A1"}, "choices must be a list"),
        (LOOK | {"setup": {"players": 2}}, "setup has no `teams`"),
        (LOOK | {"viewer": 0}, "viewer must not be less than 1"),
        (LOOK | {"every": True, "why": "@A1"}, "use it without `every`"),
        (LOOK | {"position": {"levels": "x"}}, "levels must be 25 digits"),
        (LOOK | {"op": "perft"}, "the message has no `depth`"),
    ],
    ids=str,
)
def test_a_bad_request_is_answered_with_an_error(message: Json, expected: str) -> None:
    got = answer(message)
    assert message["id"] == got["id"]
    assert expected in got["error"]


@pytest.mark.parametrize("line", [b"x\n", b"[]\n", b"[[[\n", b"\n", b"\xff\n", b'{"id": 5}\n'])
def test_a_line_without_an_id_is_answered_without_one(line: bytes) -> None:
    got = wire.decode(respond(PEER, line)[0])
    assert "" == got["id"]
    assert got["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = ("id", "op", "game", "setup", "position", "choices", "every", "viewer", "why")


@settings(deadline=None)
@given(st.sampled_from(KEYS), JSON)
def test_any_request_has_an_answer_that_matches_its_schema(key: str, value: Any) -> None:
    got = answer(LOOK | {"choices": ["@A1"]} | {key: value})
    assert wire.schema_violation("look", "answer", got) is None


def test_a_line_that_is_too_long_is_answered_and_the_next_one_too() -> None:
    for length in (wire.MAX_LINE, wire.MAX_LINE + 1, 3 * wire.MAX_LINE, 3 * wire.MAX_LINE + 7):
        text = b"x" * length + b'\n{"id": "2", "op": "bye"}\n'
        first, second = conversation(text)
        assert first["error"]
        assert {"id": "2", "ok": {}} == second


def test_an_answer_that_would_be_too_long_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "MAX_LINE", 250)
    assert "would be longer than 1 MiB" in answer(LOOK)["error"]


def test_an_internal_error_is_answered() -> None:
    class Broken(Reference):
        def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
            raise ZeroDivisionError("oh")

        def hello(self) -> Hello:
            raise RecursionError("deep")

    line = wire.encode(LOOK)
    got = wire.decode(respond(Broken([]), line)[0])
    assert {"id": "7", "error": "internal error in thesmos: ZeroDivisionError: oh"} == got


def test_nothing_is_answered_after_bye() -> None:
    bye = wire.encode({"id": "1", "op": "bye"})
    assert [{"id": "1", "ok": {}}] == conversation(bye + bye)


def test_the_end_of_the_input_is_an_end() -> None:
    assert [] == conversation(b"")


def test_the_command_serves() -> None:
    asked = json.dumps(LOOK) + "\nx\n"
    done = subprocess.run(
        [*SERVE, "santorini"], input=asked, capture_output=True, text=True, check=False, timeout=600
    )
    assert (0, "") == (done.returncode, done.stderr)
    first, second = map(json.loads, done.stdout.splitlines())
    assert (25, "") == (len(first["ok"]["options"]), second["id"])


def test_an_unknown_game_is_reported() -> None:
    done = subprocess.run(
        [*SERVE, "no-such-game"], capture_output=True, text=True, check=False, timeout=600
    )
    assert 2 == done.returncode
    assert done.stderr.startswith("error: ")


@pytest.mark.skipif(os.name != "posix", reason="pipes of another kind")
def test_a_closed_output_ends_it_quietly() -> None:
    with subprocess.Popen(
        [*SERVE, "santorini"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        _, said = process.communicate(json.dumps(LOOK).encode() + b"\n", timeout=600)
    assert b"" == said
