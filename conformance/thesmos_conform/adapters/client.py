"""An adapter as a peer: questions to its process, answers that have the right shape."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Literal

from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.adapters.process import AdapterProcess
from thesmos_conform.protocol import errors, wire
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import VERSION, Answer, Hello, Json, Place, Refused, Reply

PERFT = 15  # times the usual time: counting takes long
EXIT = 0.5  # seconds to exit after `bye`, for each second that it is given to start
SHOWN = 2000  # characters of a wrong line that are kept

Direction = Literal["to", "from"]
Listener = Callable[[Direction, bytes], object]


class Client:
    """A `Peer` that is an adapter's process.

    The process is started when it is first asked, and anew when it is asked after a fault that
    ended it: whoever asks again after a Fault has a fresh process. `starts` tells how often that
    was; whether and how often to ask again is for the caller to decide.

    editions: of each game that will be asked about. listen: called with every line, raw.
    remarks: what was wrong with the end of the conversation, once it is closed.
    """

    def __init__(
        self,
        adapter: AdapterConfig,
        editions: Mapping[str, str] | None = None,
        listen: Listener | None = None,
    ) -> None:
        self.adapter = adapter
        self.starts = 0
        self.remarks: list[ProtocolError] = []
        self._editions = dict(editions or {})
        self._listen: Listener = listen or (lambda *_: None)
        self._child: AdapterProcess | None = None
        self._hello: Hello | None = None

    # ------------------------------------------------------------------ the peer

    def hello(self) -> Hello:
        """Who it is, and what it claims; starts the process if need be. Raises Fault."""
        if self._child is None or self._hello is None:
            self._hello = self._start()
        return self._hello

    def look(self, place: Place, *, viewer: int | None = None, why: str | None = None) -> Reply:
        """What is to be decided at a place. Raises Fault if no answer came."""
        keys = place.as_json()
        if viewer is not None:
            keys["viewer"] = viewer
        if why is not None:
            keys["why"] = why
        return self._reply(place, self.ask("look", keys))

    def path(self, place: Place, *, viewer: int | None = None) -> Sequence[Reply]:
        """The answers at the beginning and after each choice; the last one may be a refusal.

        A refusal comes alone, so what led to it is then asked for once more. Raises Fault.
        """
        keys = place.as_json() | {"every": True}
        if viewer is not None:
            keys["viewer"] = viewer
        message = self.ask("look", keys)
        if "ok" in message:
            return self._path(place, message["ok"])
        reply = self._reply(place, message)
        if isinstance(reply, Refused):
            way = Place(place.game, place.setup, place.position, place.choices[: reply.choice])
            before = self.path(way, viewer=viewer)
            return [*before, reply] if isinstance(before[-1], Answer) else before
        return [reply]

    def perft(self, place: Place, depth: int) -> int | Reply:
        """How many positions follow. Raises Fault if no answer came."""
        seconds = self.adapter.timeout * PERFT
        message = self.ask("perft", place.as_json() | {"depth": depth}, seconds)
        if "ok" in message:
            return int(message["ok"]["nodes"])
        return self._reply(place, message)

    def close(self) -> None:
        """Says `bye`; then nothing of the process is left. What went wrong is in `remarks`."""
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
        """Ends the process without a word, with all that it has started."""
        if self._child is not None:
            self._child.kill()
            self._child = None

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: object, __: TracebackType | None
    ) -> None:
        """Closes; after an exception without a word."""
        if kind is None:
            self.close()
        else:
            self.kill()

    def _start(self) -> Hello:
        self.kill()
        self.starts += 1
        how = self.adapter
        self._child = AdapterProcess(how.command, how.cwd, how.env, how.memory)
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
            words = f"it answers with version {version}, and was asked for {VERSION}"
            raise ProtocolError(errors.NO_VERSION, words)
        return wire.read_hello(message["ok"])

    @property
    def stderr(self) -> str:
        """The tail of what the process said on standard error since it was last asked."""
        return self._child.stderr if self._child is not None else ""

    # ------------------------------------------------------------------ questions

    def ask(self, op: str, keys: Json, seconds: float | None = None) -> Json:
        """The answer to any question, in the shape of its op's schema. Raises Fault.

        seconds: to answer it; those of the adapter's file if None.
        """
        self.hello()
        return self._say(op, keys, seconds or self.adapter.timeout)

    def _say(self, op: str, keys: Json, seconds: float) -> Json:
        assert self._child is not None
        try:
            return self._exchange(self._child, op, keys, seconds)
        except ProtocolError as error:
            if error.kind.ends:
                self.kill()
            raise
        except BaseException:  # an interrupt: an answer is owed that nobody waits for any more
            self.kill()
            raise

    def _exchange(self, child: AdapterProcess, op: str, keys: Json, seconds: float) -> Json:
        name = secrets.token_hex(6)
        asked = wire.encode({"id": name, "op": op} | keys)
        self._listen("to", asked)
        line = child.ask(asked, seconds)
        self._listen("from", line)
        try:
            message = wire.decode(line)
        except wire.InvalidMessage as told:
            kind = errors.NO_MESSAGE if told.json else errors.NOT_JSON
            raise ProtocolError(kind, str(told), _shown(line), child.stderr) from None
        if message.get("id") != name:
            words = f"asked {name}, answered {str(message.get('id', 'nothing'))[:40]}"
            raise ProtocolError(errors.WRONG_ID, words, _shown(line), child.stderr)
        breach = wire.schema_violation(op if op in wire.OPS else "look", "answer", message)
        if breach is not None:
            kind = errors.DUPLICATE if breach.twice else errors.SHAPE
            raise ProtocolError(kind, str(breach), _shown(line), child.stderr)
        return message

    def _reply(self, place: Place, message: Json) -> Reply:
        reply = wire.read_reply(message)
        if isinstance(reply, Refused) and reply.choice >= len(place.choices):
            words = f"refused.choice is {reply.choice}, and there are {len(place.choices)} choices"
            raise ProtocolError(errors.SHAPE, words, _shown(wire.encode(message)), self.stderr)
        return reply

    def _path(self, place: Place, ok: Json) -> list[Answer]:
        wanted = len(place.choices) + 1
        if len(ok.get("path", ())) != wanted:
            words = f"ok.path must have {wanted} answers, one more than there are choices"
            got = f"it has {len(ok['path'])}" if "path" in ok else "there is none"
            line = _shown(wire.encode({"ok": ok}))
            raise ProtocolError(errors.SHAPE, f"{words}; {got}", line, self.stderr)
        return [wire.read_answer(one) for one in ok["path"]]


def _shown(line: bytes) -> str:
    return line[:SHOWN].decode(errors="replace")
