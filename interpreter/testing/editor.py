"""An editor that speaks with the language server, message by message."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

COMMAND = (sys.executable, "-c", "from thesmos.cli import main; main()", "lsp")
PATIENCE = 300  # seconds, after which the server has to end
Json = Any


class Editor:
    """A client of `thesmos lsp`, whose process it ends."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(  # noqa: S603 - our own command
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._patience = threading.Timer(PATIENCE, self.process.kill)
        self._patience.start()
        self.diagnostics: dict[str, list[Json]] = {}  # the last of each URI
        self.versions = itertools.count(1)
        self._ids = itertools.count(1)

    def __enter__(self) -> Self:
        self.capabilities = self.ask("initialize", processId=None, rootUri=None, capabilities={})
        self.tell("initialized")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.ask("shutdown")
                self.tell("exit")
                self.process.wait(30)
        finally:
            self._patience.cancel()
            self.process.kill()
            self.process.wait()

    # ------------------------------------------------------------------------- messages

    def tell(self, method: str, **params: Json) -> None:
        """Send a notification."""
        self._write({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, **params: Json) -> Json:
        """Send a request, and return its result. Raises RuntimeError for an error."""
        number = next(self._ids)
        request = {"jsonrpc": "2.0", "id": number, "method": method}
        self._write(request | ({"params": params} if params else {}))
        while True:
            message = self._read()
            if message.get("id") == number and "method" not in message:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message.get("result")

    def diagnostics_of(self, uri: str, codes: set[str]) -> list[Json]:
        """Wait until a file has diagnostics of exactly these codes; return them."""
        while uri not in self.diagnostics or codes != {d["code"] for d in self.diagnostics[uri]}:
            self._read()
        return self.diagnostics[uri]

    def raw(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def _write(self, message: Json) -> None:
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))

    def _read(self) -> Json:
        source = self.process.stdout
        assert source is not None
        length = 0
        while (line := source.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            length = int(value) if name == b"Content-Length" else length
        assert length, "the server has ended"
        message = json.loads(source.read(length))
        if message.get("method") == "textDocument/publishDiagnostics":
            params = message["params"]
            self.diagnostics[params["uri"]] = params["diagnostics"]
        return message

    # ------------------------------------------------------------------------- documents

    def open(self, path: Path, text: str | None = None) -> str:
        """Open a file, maybe with an unsaved text; return its URI."""
        uri = path.as_uri()
        text = path.read_text("utf-8") if text is None else text
        document = {"uri": uri, "languageId": "yaml", "version": 0, "text": text}
        self.tell("textDocument/didOpen", textDocument=document)
        return uri

    def change(self, uri: str, text: str) -> None:
        """Change the whole text of a file."""
        document = {"uri": uri, "version": next(self.versions)}
        self.tell("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}])

    def close(self, uri: str) -> None:
        """Close a file, without its unsaved text."""
        self.tell("textDocument/didClose", textDocument={"uri": uri})

    def ask_at(self, method: str, uri: str, line: int, character: int, **more: Json) -> Json:
        """Ask about a place; lines and UTF-16 units count from 0."""
        position = {"line": line, "character": character}
        return self.ask(
            f"textDocument/{method}", textDocument={"uri": uri}, position=position, **more
        )
