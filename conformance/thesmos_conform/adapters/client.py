"""An adapter as a peer: send questions to its process, check the shape of the answers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Literal, Protocol

from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.adapters.pieces import check_sum, joined
from thesmos_conform.adapters.process import AdapterProcess
from thesmos_conform.protocol import errors, wire
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import VERSION, Answer, Hello, Json, Place, Refused, Reply

PERFT = 15  # multiple of the usual time limit: counting takes long
CHOICES = 20  # of a question that are allowed as much time as the question itself
EXIT = 0.5  # seconds to exit after `bye`, for each second of its start-up time limit

Direction = Literal["to", "from"]
Listener = Callable[[Direction, bytes], object]


class AdapterConversation(Protocol):
    """A conversation with an adapter in lines; the interface of AdapterProcess."""

    @property
    def stderr(self) -> str:
        """The end of what the adapter wrote to standard error since the last question."""

    def ask(self, line: bytes, seconds: float) -> bytes:
        """Return the answer to a line, without its newline. Raises ProtocolError."""

    def finish(self, seconds: float) -> list[ProtocolError]:
        """Wait for the adapter to end after `bye`; return what went wrong."""

    def kill(self) -> None:
        """End the adapter at once."""


def start_process(adapter: AdapterConfig) -> AdapterConversation:
    """Start an adapter's process. Raises as AdapterProcess does."""
    return AdapterProcess(adapter.command, adapter.cwd, adapter.env, adapter.memory)


class Client:
    """A `Peer` that talks to an adapter's process.

    The process is started by the first question, and again by the next question after a
    ProtocolError that ended it: asking again means asking a fresh process. `starts` counts the
    starts; whether to ask again is up to the caller.

    editions: by game, for each game that will be asked about.
    listen: called with every raw line.
    begin: begins a conversation, by default with a process.
    remarks: what went wrong at the end of the conversation, once it is closed.
    """

    def __init__(
        self,
        adapter: AdapterConfig,
        editions: Mapping[str, str] | None = None,
        listen: Listener | None = None,
        begin: Callable[[AdapterConfig], AdapterConversation] = start_process,
    ) -> None:
        self.adapter = adapter
        self.starts = 0
        self.remarks: list[ProtocolError] = []
        self._editions = dict(editions or {})
        self._listen: Listener = listen or (lambda *_: None)
        self._begin = begin
        self._child: AdapterConversation | None = None
        self._hello: Hello | None = None
        self._length = 0  # of the last answer, in bytes

    # ------------------------------------------------------------------ the peer

    def hello(self) -> Hello:
        """Return the adapter's name and claims; start it if necessary. Raises ProtocolError."""
        if self._child is None or self._hello is None:
            self._hello = self._start()
        return self._hello

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """Return the decision at a place. Raises ProtocolError if no valid answer came."""
        keys = place.as_json()
        if viewer is not None:
            keys["viewer"] = viewer
        if why is not None:
            keys["why"] = why
        answer: Answer | None = None
        pieces = size = 0
        while answer is None or answer.more is not None:
            more = {} if answer is None else {"more": answer.more}
            reply = self._reply(place, self.ask("look", keys | more, self._limit(place)))
            if not isinstance(reply, Answer):
                return reply
            answer = reply if answer is None else joined(answer, reply)
            pieces, size = pieces + 1, size + self._length
            check_sum(pieces, size, answer, reply)
        return answer

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """Return the answers at the beginning and after each choice; the last may be a refusal.

        A refusal arrives alone, so the answers before it take a second question. Raises
        ProtocolError.
        """
        keys = place.as_json() | {"every": True}
        if viewer is not None:
            keys["viewer"] = viewer
        message = self.ask("look", keys, self._limit(place))
        if "ok" in message:
            return self._path(place, message["ok"])
        reply = self._reply(place, message)
        if isinstance(reply, Refused):
            allowed = replace(place, choices=place.choices[: reply.choice])
            before = self.path(allowed, viewer=viewer)
            return [*before, reply] if isinstance(before[-1], Answer) else before
        return [reply]

    def _limit(self, place: Place) -> float:
        """Return the seconds to answer about a place: the adapter plays all choices on the way."""
        return self.adapter.timeout * (1 + len(place.choices) / CHOICES)

    def perft(self, place: Place, depth: int) -> int | Reply:
        """Return the number of positions `depth` turns later. Raises ProtocolError."""
        seconds = self.adapter.timeout * PERFT
        message = self.ask("perft", place.as_json() | {"depth": depth}, seconds)
        if "ok" in message:
            return int(message["ok"]["nodes"])
        return self._reply(place, message)

    def close(self) -> None:
        """Say `bye`, then stop the process. Problems end up in `remarks`."""
        if self._child is None:
            return
        try:
            message = self._say("bye", {}, self.adapter.timeout)
            if "error" in message:
                self.remarks.append(ProtocolError(errors.NO_BYE, message["error"]))
        except ProtocolError as error:
            silent = error.kind.status in ("timeout", "crash")
            kind = errors.NO_BYE if silent else error.kind
            detail = str(error) if silent else error.detail
            self.remarks.append(ProtocolError(kind, detail, error.line, error.stderr))
        if self._child is not None:
            self.remarks += self._child.finish(EXIT * self.adapter.startup)
            self._child = None

    # ------------------------------------------------------------------ the process

    def kill(self) -> None:
        """Kill the process and everything that it has started, without saying `bye`."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        """Close; kill the process if an exception is propagating."""
        if kind is None:
            self.close()
        else:
            self.kill()

    def _start(self) -> Hello:
        self.kill()
        self.starts += 1
        self._child = self._begin(self.adapter)
        keys = {"thesmos": [VERSION], "games": self._editions}
        try:
            return self._greeting(self._say("hello", keys, self.adapter.startup))
        except ProtocolError as error:
            self.kill()
            if error.kind in (errors.HANG, errors.DEAF):
                raise ProtocolError(errors.SLOW_START, *error.args[1:]) from None
            raise

    def _greeting(self, message: Json) -> Hello:
        if "error" in message:
            raise ProtocolError(errors.NO_HELLO, message["error"], stderr=self.stderr)
        version = message["ok"]["thesmos"]
        if version != VERSION:
            words = f"it answers with version {version}, but was asked for {VERSION}"
            raise ProtocolError(errors.NO_VERSION, words)
        return wire.read_hello(message["ok"])

    @property
    def stderr(self) -> str:
        """The end of what the process wrote to standard error since the last question."""
        return self._child.stderr if self._child is not None else ""

    # ------------------------------------------------------------------ questions

    def ask(self, op: str, keys: Json, seconds: float | None = None) -> Json:
        """Return the answer to any question, checked against its schema. Raises ProtocolError.

        seconds: the time limit; None for the one in the adapter's file.
        """
        self.hello()
        return self._say(op, keys, seconds or self.adapter.timeout)

    def _say(self, op: str, keys: Json, seconds: float) -> Json:
        assert self._child is not None
        try:
            return self._exchange(self._child, op, keys, seconds)
        except ProtocolError as error:
            error.question = wire.encode({"op": op} | keys)
            if error.kind.ends:
                self.kill()
            raise
        except BaseException:  # an interrupt: nobody will read the pending answer
            self.kill()
            raise

    def _exchange(self, child: AdapterConversation, op: str, keys: Json, seconds: float) -> Json:
        name = f"{secrets.randbits(48):012x}"
        question = wire.encode({"id": name, "op": op} | keys)
        self._listen("to", question)
        line = child.ask(question, seconds)
        self._listen("from", line)
        self._length = len(line)
        try:
            message = wire.decode(line)
        except wire.InvalidMessage as error:
            kind = errors.NO_MESSAGE if error.json else errors.NOT_JSON
            raise ProtocolError(kind, str(error), errors.shown(line), child.stderr) from None
        if message.get("id") != name:
            words = f"sent {name}, received {str(message.get('id', 'nothing'))[:40]}"
            raise ProtocolError(errors.WRONG_ID, words, errors.shown(line), child.stderr)
        violation = wire.schema_violation(op if op in wire.OPS else "look", "answer", message)
        if violation is not None:
            kind = errors.DUPLICATE if violation.twice else errors.SHAPE
            raise ProtocolError(kind, str(violation), errors.shown(line), child.stderr)
        return message

    def _reply(self, place: Place, message: Json) -> Reply:
        reply = wire.read_reply(message)
        if isinstance(reply, Refused) and reply.choice >= len(place.choices):
            words = f"refused.choice is {reply.choice}, but there are {len(place.choices)} choices"
            raise ProtocolError(
                errors.SHAPE, words, errors.shown(wire.encode(message)), self.stderr
            )
        return reply

    def _path(self, place: Place, ok: Json) -> list[Answer]:
        expected = len(place.choices) + 1
        if len(ok.get("path", ())) != expected:
            words = f"ok.path must have {expected} answers, one more than there are choices"
            got = f"it has {len(ok['path'])}" if "path" in ok else "it is missing"
            line = errors.shown(wire.encode({"ok": ok}))
            raise ProtocolError(errors.SHAPE, f"{words}; {got}", line, self.stderr)
        return [wire.read_answer(answer) for answer in ok["path"]]
