"""An answer in pieces is put together, and refused as soon as it is too long in all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from thesmos_conform.adapters import pieces
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.protocol import errors
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Answer, Json, Place

HELLO = {"thesmos": 1, "implementation": {"name": "made up"}, "games": {}}
PLACE = Place("nim", {"players": 2, "teams": [1, 2], "powers": [None, None]}, {"to_move": 1})


class Answering:
    """A conversation in which each question about a place gets the next piece. count: of those."""

    stderr = ""

    def __init__(self, answers: Iterator[Json]) -> None:
        self.answers = answers
        self.count = 0
        self.words: list[object] = []

    def ask(self, line: bytes, _seconds: float) -> bytes:
        """Answer a line."""
        request = json.loads(line)
        if request["op"] == "hello":
            return json.dumps({"id": request["id"], "ok": HELLO}).encode()
        self.count += 1
        self.words.append(request.get("more"))
        return json.dumps({"id": request["id"], "ok": {"player": 1} | next(self.answers)}).encode()

    def finish(self, _seconds: float) -> list[ProtocolError]:
        """End, without any fault."""
        return []

    def kill(self) -> None:
        """End."""


def answering(answers: Iterator[Json]) -> tuple[Client, Answering]:
    conversation = Answering(answers)
    return Client(AdapterConfig("made up", ("none",)), begin=lambda _: conversation), conversation


def endless(piece: Callable[[int], Json]) -> Iterator[Json]:
    number = 0
    while True:
        yield piece(number) | {"more": str(number)}
        number += 1


def hashes(number: int, count: int) -> Json:
    return {"hashes": [f"{number * count + n:064x}" for n in range(count)]}


def test_pieces_are_put_together_in_order() -> None:
    some = iter([hashes(0, 3) | {"more": "a"}, hashes(1, 3) | {"more": "b"}, {"hashes": []}])
    client, conversation = answering(some)
    reply = client.look(PLACE)
    assert isinstance(reply, Answer)
    assert tuple(hashes(0, 6)["hashes"]) == reply.hashes
    assert reply.more is None
    assert [None, "a", "b"] == conversation.words


@pytest.mark.parametrize(
    ("piece", "words", "most"),
    [
        (lambda n: hashes(n, 15_000), "more than 100000 hashes", 7),
        (lambda n: {"turns": [[f"{n} {k}"] for k in range(20_000)]}, "more than 100000 turns", 6),
        (lambda _: {"positions": [{}] * 100_001}, "more than 100000 positions", 1),
        (lambda n: {"positions": [{"x": f"{n:0900000}"}]}, "more than 32 MiB", 38),
        (lambda n: hashes(n, 1), "more than 1000 pieces", 1000),
        (lambda _: {"hashes": []}, "has none of", 1),
        (lambda n: {"positions": [{}] if n < 4 else []}, "has none of", 5),
        (lambda _: {"options": ["A1"]}, "has none of", 1),
    ],
)
def test_an_answer_without_end_is_refused(
    piece: Callable[[int], Json], words: str, most: int
) -> None:
    client, conversation = answering(endless(piece))
    with pytest.raises(ProtocolError, match=words) as refused:
        client.look(PLACE)
    assert errors.SHAPE == refused.value.kind
    assert most == conversation.count


def test_the_longest_answer_that_is_asked_for_is_accepted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn of more positions is not asked about; limits here are smaller, not to take long."""
    monkeypatch.setattr(pieces, "MAX_ITEMS", 100)
    monkeypatch.setattr(pieces, "MAX_PIECES", 10)
    some = [hashes(n, 10) | ({"more": "x"} if n < 9 else {}) for n in range(10)]
    reply = answering(iter(some))[0].look(PLACE)
    assert isinstance(reply, Answer)
    assert reply.hashes is not None
    assert 100 == len(reply.hashes)
