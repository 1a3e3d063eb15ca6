"""The example conversations of the protocol, and those on its page, are true."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from thesmos_conform import resources
from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.serve import respond
from thesmos_conform.testing import conversations
from thesmos_conform.testing.conversations import Exchange

FILES = sorted((resources.protocol_dir() / "examples").glob("*.jsonl"))
BAD = {"n1", "n2", "n3", "n4", "n5"}  # questions that are wrong, for the sake of the answer
WANTED = {
    "hello", "look", "refused", "every", "skip", "use", "chance", "viewer", "why", "perft", "end",
    "start", "unsupported", "error",
}  # fmt: skip


@pytest.fixture(scope="module")
def peer() -> Reference:
    return conversations.reference()


def every_exchange() -> list[Exchange]:
    return [one for file in FILES for one in conversations.read(file).exchanges]


def test_there_is_a_conversation_about_everything() -> None:
    assert {file.stem for file in FILES} == WANTED


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_conversation_repeats_as_recorded(file: Path, peer: Reference) -> None:
    recorded = conversations.read(file)
    assert recorded == recorded.again(peer)
    assert file.read_text(encoding="utf-8").splitlines() == list(recorded.lines())


@pytest.mark.parametrize("one", every_exchange(), ids=lambda one: one.asked["id"])
def test_every_message_matches_its_schema(one: Exchange) -> None:
    op = one.asked["op"]
    if op in wire.OPS:
        assert wire.schema_violation(op, "answer", one.answered) is None
        if one.asked["id"] not in BAD:
            assert wire.schema_violation(op, "request", one.asked) is None
    assert one.asked["id"] == one.answered["id"]


@pytest.mark.parametrize("op", wire.OPS)
def test_a_message_that_matches_its_schema_is_not_explained(
    op: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "violations_in", None)  # what explains violations, slowly
    exchanges = [one for one in every_exchange() if one.asked["op"] == op]
    assert exchanges
    for one in exchanges:
        assert wire.schema_violation(op, "answer", one.answered) is None
        if one.asked["id"] not in BAD:
            assert wire.schema_violation(op, "request", one.asked) is None


def test_the_schemas_have_every_key_of_the_examples() -> None:
    """They allow keys that they do not know, so a key with another name would not be noticed."""
    for one in every_exchange():
        answer = one.answered.get("ok", {})
        got = {key for ok in answer.get("path", [answer]) for key in ok}
        schemas = resources.protocol_dir() / "schemas"
        text = "".join(file.read_text(encoding="utf-8") for file in schemas.glob("*.json"))
        assert {key for key in {*got, *one.asked} if f'"{key}"' not in text} == set()


def test_the_answer_does_not_depend_on_what_was_asked_before(peer: Reference) -> None:
    for one in reversed(every_exchange()):
        assert one.answered == wire.decode(respond(peer, wire.encode(one.asked))[0])


# ------------------------------------------------------------------------------- the text


def of_the_text() -> Iterator[Json]:
    """The complete messages in the code blocks of the protocol's text."""
    text = (resources.protocol_dir() / "README.md").read_text(encoding="utf-8")
    decoder = json.JSONDecoder()
    for block in re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        rest = block.strip()
        while rest:
            message, end = decoder.raw_decode(rest)
            rest = rest[end:].lstrip()
            yield message


def test_the_messages_on_the_page_match_their_schemas() -> None:
    messages: list[Any] = list(of_the_text())
    asked = {one["id"]: one["op"] for one in messages if "op" in one}
    assert {"hello", "look"} <= set(asked.values())
    for one in messages:
        kind = "request" if "op" in one else "answer"
        assert wire.schema_violation(asked[one["id"]], kind, one) is None


def test_the_look_on_the_page_has_the_answer_on_the_page(peer: Reference) -> None:
    messages = list(of_the_text())
    (asked,) = (one for one in messages if one.get("op") == "look")
    (said,) = (one["ok"] for one in messages if one["id"] == asked["id"] and "ok" in one)
    got = wire.decode(respond(peer, wire.encode(asked))[0])["ok"]
    assert said == {key: got[key] for key in said}
