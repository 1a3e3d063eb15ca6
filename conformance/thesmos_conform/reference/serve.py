"""The reference behind the protocol: one line in, one line out, even for invalid lines.

An invalid request is answered with `error`. Only `bye` and the end of the input end the
conversation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from thesmos.syntax.data_violation import MAX_QUOTED
from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import VERSION, Answer, ErrorReply, Json, Place, Reply
from thesmos_conform.protocol.peer import Peer

NOBODY = ""  # the id in the answer to a line without one


def serve(peer: Peer, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer the lines of a stream until `bye` or its end. Raises BrokenPipeError."""
    for line in _lines(source):
        answer, over = respond(peer, line)
        sink.write(answer)
        sink.flush()
        if over:
            return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines; a line that is too long is cut one byte after the limit."""
    most = wire.MAX_LINE + 1
    while line := source.readline(most):
        yield line
        while len(line) == most and not line.endswith(b"\n"):
            line = source.readline(most)


def respond(peer: Peer, line: bytes) -> tuple[bytes, bool]:
    """Return the answer to a line, and whether it was the last one."""
    name, op = NOBODY, ""
    try:
        message = _read(line)
        name, op = _name(message), str(message.get("op", ""))
        reply = _reply(peer, op, message)
    except wire.InvalidMessage as error:
        reply = {"error": str(error)}
    except Exception as error:  # noqa: BLE001 - a bug in thesmos is answered, too
        reply = {"error": f"internal error in thesmos: {type(error).__name__}: {error}"}
    answer = wire.encode({"id": name} | reply)
    if len(answer) > wire.MAX_LINE:
        long = {"error": "the answer would be longer than 1 MiB: ask for less at a time"}
        answer = wire.encode({"id": name} | long)
    return answer, op == "bye" and "ok" in reply


def _read(line: bytes) -> Json:
    if len(line) > wire.MAX_LINE:
        raise wire.InvalidMessage("the line is longer than 1 MiB")
    return wire.decode(line, null=True)


def _name(message: Json) -> str:
    name = message.get("id")
    return name if isinstance(name, str) and len(name) <= wire.MAX_ID else NOBODY


def _reply(peer: Peer, op: str, message: Json) -> Json:
    """Return the answer to a message, without its id. Raises InvalidMessage."""
    if op not in wire.OPS:
        ops = ", ".join(wire.OPS)
        raise wire.InvalidMessage(f"unknown op `{op[:MAX_QUOTED]}`; there are {ops}")
    violation = wire.schema_violation(op, "request", message)
    if violation is not None:
        raise wire.InvalidMessage(str(violation))
    match op:
        case "hello":
            return _hello(peer, message)
        case "look":
            return _look(peer, message)
        case "perft":
            count = peer.perft(_place(message), message["depth"])
            return {"ok": {"nodes": count}} if isinstance(count, int) else _limited(count)
    return {"ok": {}}


def _hello(peer: Peer, message: Json) -> Json:
    if VERSION not in message["thesmos"]:
        return {"error": f"this side speaks only version {VERSION} of the protocol"}
    return {"ok": wire.hello_json(peer.hello())}


def _look(peer: Peer, message: Json) -> Json:
    place = _place(message)
    viewer: int | None = message.get("viewer")
    why: str | None = message.get("why")
    if not message.get("every"):
        return _limited(peer.look(place, viewer=viewer, why=why))
    if why is not None:
        raise wire.InvalidMessage("`why` asks about one position: use it without `every`")
    path = peer.path(place, viewer=viewer)
    if not isinstance(path[-1], Answer):
        return _limited(path[-1])
    return {"ok": {"path": [wire.reply_json(reply)["ok"] for reply in path]}}


def _place(message: Json) -> Place:
    return Place(
        message["game"],
        message["setup"],
        message.get("position"),
        tuple(message.get("choices", ())),
        impossible=True,  # it claims all positions
    )


def _limited(reply: Reply) -> Json:
    """Return a reply as JSON, with an error message no longer than allowed."""
    if isinstance(reply, ErrorReply):
        reply = ErrorReply(reply.message[: wire.MAX_WORDS])
    return wire.reply_json(reply)
