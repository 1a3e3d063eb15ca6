"""The reference behind the protocol: a line in, a line out, whatever the line is.

What is wrong with a request is answered with `error`; nothing that is asked ends the conversation
but `bye` and the end of the input.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import VERSION, Answer, ErrorReply, Json, Place, Reply
from thesmos_conform.protocol.peer import Peer

NOBODY = ""  # the id of an answer to a line that has none


def serve(peer: Peer, source: BinaryIO, sink: BinaryIO) -> None:
    """Answers the lines of a stream until `bye` or its end. Raises BrokenPipeError."""
    for line in _lines(source):
        answer, over = respond(peer, line)
        sink.write(answer)
        sink.flush()
        if over:
            return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long only so much that this can be seen."""
    most = wire.MAX_LINE + 1
    while line := source.readline(most):
        yield line
        while len(line) == most and not line.endswith(b"\n"):
            line = source.readline(most)


def respond(peer: Peer, line: bytes) -> tuple[bytes, bool]:
    """The answer to a line, and whether it was the last one."""
    name, op = NOBODY, ""
    try:
        message = _read(line)
        name, op = _name(message), str(message.get("op", ""))
        reply = _reply(peer, op, message)
    except wire.InvalidMessage as told:
        reply = {"error": str(told)}
    except Exception as error:  # noqa: BLE001 - a defect of ours is an answer too
        reply = {"error": f"a defect of thesmos: {type(error).__name__}: {error}"}
    answer = wire.encode({"id": name} | reply)
    if len(answer) > wire.MAX_LINE:
        long = {"error": "the answer would be longer than a line may be: ask for less at once"}
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
    """The answer to a message without its id. Raises NotALine for what is no request."""
    if op not in wire.OPS:
        known = ", ".join(wire.OPS)
        raise wire.InvalidMessage(f"there is no op `{op[: wire.MAX_QUOTED]}`; there are {known}")
    breach = wire.schema_violation(op, "request", message)
    if breach is not None:
        raise wire.InvalidMessage(str(breach))
    match op:
        case "hello":
            return _hello(peer, message)
        case "look":
            return _look(peer, message)
        case "perft":
            counted = peer.perft(_place(message), message["depth"])
            return {"ok": {"nodes": counted}} if isinstance(counted, int) else _told(counted)
    return {"ok": {}}


def _hello(peer: Peer, message: Json) -> Json:
    if VERSION not in message["thesmos"]:
        return {"error": f"only version {VERSION} of the protocol is spoken here"}
    return {"ok": wire.hello_json(peer.hello())}


def _look(peer: Peer, message: Json) -> Json:
    place = _place(message)
    viewer: int | None = message.get("viewer")
    why: str | None = message.get("why")
    if not message.get("every"):
        return _told(peer.look(place, viewer=viewer, why=why))
    if why is not None:
        raise wire.InvalidMessage("`why` asks about one position: it goes without `every`")
    path = peer.path(place, viewer=viewer)
    if not isinstance(path[-1], Answer):
        return _told(path[-1])
    return {"ok": {"path": [wire.reply_json(one)["ok"] for one in path]}}


def _place(message: Json) -> Place:
    return Place(
        message["game"],
        message["setup"],
        message.get("position"),
        tuple(message.get("choices", ())),
    )


def _told(reply: Reply) -> Json:
    """A reply, its words no longer than words may be."""
    if isinstance(reply, ErrorReply):
        reply = ErrorReply(reply.message[: wire.MAX_WORDS])
    return wire.reply_json(reply)
