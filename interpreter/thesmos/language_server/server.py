"""The server of `thesmos lsp`: which message asks the service for what.

Nothing of what is sent is run. A message has at most MAX_MESSAGE bytes, a text at most what `check`
reads, and a game with errors is only a game with errors. The errors of a card are sent at once,
those of the whole game, and of a scenario, when the writer pauses.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol
from pygls.uris import from_fs_path, to_fs_path

from thesmos import __version__, service
from thesmos.diagnostics import SpecError, UsageError, printable
from thesmos.language_server import mapping
from thesmos.language_server.games import Data, Games, OpenGame
from thesmos.service.desk import MakeSentences
from thesmos.syntax.format import formatted
from thesmos.syntax.yaml_nodes import MAX_BYTES

PAUSE = 0.25  # seconds without a change, after which the whole game is checked
MAX_MESSAGE = 8 * MAX_BYTES  # bytes; JSON may write a character with six
MAX_HEADER = 1_000
SIGNS = (" ", ".", "(", "\n")  # after which something is offered unasked

Result = TypeVar("Result")


class Protocol(LanguageServerProtocol):
    """Answers requests of a wrong form too, for which an editor would wait without end."""

    def structure_message(self, data: Data) -> Any:
        """Return a message as its type. Raises JsonRpcException, after the error is sent."""
        if "method" in data:
            data = {"params": None, **data}  # may be left out
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "method" in data and "id" in data:
                self._send_response(data["id"], None, error.to_response_error())
            raise


class Server(LanguageServer):
    """The server, with the games whose files are open.

    waiting: the checks to come, by the folder of a game, and the file if it is a scenario.
    """

    def __init__(self, make_sentences: MakeSentences | None) -> None:
        super().__init__("thesmos", __version__, protocol_cls=Protocol)
        self.games = Games(make_sentences)
        self.waiting: dict[tuple[Path, str], asyncio.TimerHandle] = {}

    def at(self, uri: str) -> tuple[OpenGame, str] | None:
        """Return the game and the file of a URI; None if it belongs to no game."""
        path = _path(uri)
        game = None if path is None else self.games.of(path)
        return None if game is None or path is None else (game, game.file(path))

    def check_soon(self, game: OpenGame, file: str) -> None:
        """Check the whole game, or the file if it is a scenario, after a while without changes."""
        key = game.desk.folder, file if service.is_scenario(file) else ""
        if key in self.waiting:
            self.waiting.pop(key).cancel()
        self.waiting[key] = asyncio.get_running_loop().call_later(PAUSE, self.check_now, game, *key)

    def check_now(self, game: OpenGame, folder: Path, file: str) -> None:
        """Check what was to be checked soon, and send what is wrong."""
        self.waiting.pop((folder, file), None)
        if file:
            self.send(game, game.check_scenarios([file]))
        else:
            self.check(game, game.desk.check_game)

    def forget(self, game: OpenGame) -> None:
        """Take back what was sent about a game of which no file is open any more."""
        for key in [key for key in self.waiting if key[0] == game.desk.folder]:
            self.waiting.pop(key).cancel()
        files, game.wrong = set(game.wrong), {}
        self.send(game, files)

    def check(self, game: OpenGame, check: Callable[[], Data]) -> None:
        """Check the whole game now, and send what is wrong."""
        try:
            self.send(game, game.check(check))
        except (UsageError, SpecError) as error:
            self.window_log_message(types.LogMessageParams(types.MessageType.Warning, str(error)))

    def send(self, game: OpenGame, files: Iterable[str]) -> None:
        """Send the diagnostics of files."""
        for file in sorted(files):
            uri, lines = _uri(game, file), _lines(game, file)
            diagnostics = [
                mapping.diagnostic(lines, data, _related(game, data))
                for data in game.wrong.get(file, ())
            ]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics))


def serve(make_sentences: MakeSentences | None) -> None:
    """Answer messages on the standard input until it ends. make_sentences: as of a `Desk`."""
    log = logging.StreamHandler()  # to stderr, which editors show
    log.addFilter(_in_one_line)
    logging.getLogger("pygls").addHandler(log)
    source = cast(BinaryIO, _Bounded(sys.stdin.buffer))
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as target:  # pygls closes it
        make_server(make_sentences).start_io(stdin=source, stdout=target)


def make_server(make_sentences: MakeSentences | None) -> Server:
    """Return a server that answers all messages of this module."""
    server = Server(make_sentences)
    _follow_texts(server)
    _answer_about_places(server)
    _answer_about_files(server)
    return server


# ------------------------------------------------------------------------------- messages


def _follow_texts(server: Server) -> None:
    def changed(uri: str) -> None:
        path = _path(uri)
        if path is None:
            return
        try:
            game = server.games.write(path, server.workspace.get_text_document(uri).source)
        except UsageError as error:
            message = types.ShowMessageParams(types.MessageType.Warning, str(error))
            server.window_show_message(message)
            return
        if game is None:
            return
        if not game.checked:  # nothing is known of its names yet
            server.check(game, game.desk.check_game)
        server.send(game, game.check_card(game.file(path)))
        server.check_soon(game, game.file(path))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def typed(params: types.DidChangeTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        at = server.at(params.text_document.uri)
        if at is not None:
            server.check(at[0], at[0].desk.check_all)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = _path(params.text_document.uri)
        game = None if path is None else server.games.close(path)
        if game is None:
            return
        if game in server.games:
            server.check_soon(game, "")
        else:
            server.forget(game)


def _answer_about_places(server: Server) -> None:
    def ask(
        question: Callable[..., Result], uri: str, position: types.Position
    ) -> tuple[OpenGame, list[str], Result] | None:
        """Ask the service about a place; None if it can't say anything."""
        at = server.at(uri)
        if at is None:
            return None
        game, file = at
        lines = _lines(game, file)
        try:
            return game, lines, question(game.desk, file, *mapping.place(lines, position))
        except (UsageError, SpecError):
            return None

    def locations(game: OpenGame, places: Iterable[Data]) -> list[types.Location]:
        return [
            types.Location(_uri(game, at["file"]), mapping.span(_lines(game, at["file"]), at))
            for at in places
        ]

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[*SIGNS])
    )
    def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        answer = ask(service.completion, params.text_document.uri, params.position)
        return [mapping.completion_item(d, n) for n, d in enumerate(answer[2] if answer else ())]

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        answer = ask(service.hover, params.text_document.uri, params.position)
        return mapping.hover(answer[1], answer[2]) if answer and answer[2] else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def define(params: types.DefinitionParams) -> list[types.Location]:
        answer = ask(service.definition, params.text_document.uri, params.position)
        return locations(answer[0], answer[2]) if answer else []

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def refer(params: types.ReferenceParams) -> list[types.Location]:
        answer = ask(service.references, params.text_document.uri, params.position)
        wanted = params.context.include_declaration
        places = (at for at in (answer[2] if answer else ()) if wanted or not at["declares"])
        return locations(answer[0], places) if answer else []

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        at = server.at(params.text_document.uri)
        if at is None:
            return None
        game, file = at
        place = mapping.place(_lines(game, file), params.position)
        try:
            edits = service.rename(game.desk, file, *place, params.new_name)
        except (UsageError, SpecError) as error:
            raise JsonRpcException(str(error), types.LSPErrorCodes.RequestFailed) from error
        return types.WorkspaceEdit(
            {
                _uri(game, changed): [mapping.text_edit(_lines(game, changed), e) for e in those]
                for changed, those in edits.items()
            }
        )


def _answer_about_files(server: Server) -> None:
    def ask(question: Callable[[Any, str], list[Data]], uri: str) -> tuple[list[str], list[Data]]:
        at = server.at(uri)
        if at is None:
            return [], []
        try:
            return _lines(*at), question(at[0].desk, at[1])
        except (UsageError, SpecError):
            return [], []

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outline(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        lines, symbols = ask(service.symbols, params.text_document.uri)
        return [mapping.symbol(lines, data) for data in symbols]

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, mapping.LEGEND)
    def colour(params: types.SemanticTokensParams) -> types.SemanticTokens:
        return types.SemanticTokens(
            mapping.semantic_tokens(*ask(service.tokens, params.text_document.uri))
        )

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def tidy(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        at = server.at(params.text_document.uri)
        if at is None:
            return []
        game, file = at
        try:
            text = game.desk.text(file)
            new, _ = formatted(text, file)
        except (UsageError, SpecError):
            return []
        lines = text.split("\n")
        end = mapping.position(lines, len(lines), len(lines[-1]) + 1)
        return [types.TextEdit(types.Range(types.Position(0, 0), end), new)] if new != text else []

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def mend(params: types.CodeActionParams) -> list[types.CodeAction]:
        at = server.at(params.text_document.uri)
        if at is None:
            return []
        game, file = at
        lines = _lines(game, file)
        return [
            types.CodeAction(
                title=data["hint"] or data["message"],
                kind=types.CodeActionKind.QuickFix,
                is_preferred=True,
                diagnostics=[mapping.diagnostic(lines, data, ())],
                edit=types.WorkspaceEdit(
                    {params.text_document.uri: [mapping.text_edit(lines, data["edit"])]}
                ),
            )
            for data in game.wrong.get(file, ())
            if data["edit"] and _meet(mapping.span(lines, data), params.range)
        ]


# ------------------------------------------------------------------------------- helpers


def _meet(marked: types.Range, other: types.Range) -> bool:
    return marked.start <= other.end and other.start <= marked.end


def _path(uri: str) -> Path | None:
    """Return the path of a URI; None if it is that of no file."""
    name = to_fs_path(uri)
    if not name or "\0" in name:
        return None
    return Path(os.path.abspath(name))  # noqa: PTH100 - links stay as they are


def _uri(game: OpenGame, file: str) -> str:
    return from_fs_path(os.path.normpath(game.desk.folder / file)) or ""


def _lines(game: OpenGame, file: str) -> list[str]:
    """Return the lines of a file, as its columns are counted."""
    try:
        return game.desk.text(file).replace("\r\n", "\n").split("\n")
    except UsageError:  # it is not there any more
        return []


def _related(game: OpenGame, data: Data) -> list[tuple[str, types.Range, str]]:
    return [
        (_uri(game, at["file"]), mapping.span(_lines(game, at["file"]), at), at["message"])
        for at in data["related"]
    ]


def _in_one_line(record: logging.LogRecord) -> bool:
    """Log an error by its message; with THESMOS_DEBUG its traceback is shown."""
    if not os.environ.get("THESMOS_DEBUG"):
        message, _, _ = record.getMessage().partition("\n")
        cause = f": {record.exc_info[1]}" if record.exc_info else ""
        record.msg = printable(message + cause, "")
        record.args, record.exc_info = (), None
    return True


class _Bounded:
    """An input of messages that passes over those of more than MAX_MESSAGE bytes."""

    def __init__(self, source: BinaryIO) -> None:
        self._source = source

    def readline(self) -> bytes:
        return self._source.readline(MAX_HEADER)

    def read(self, count: int) -> bytes:
        if count <= MAX_MESSAGE:
            return self._source.read(count)
        while count > 0 and (skipped := self._source.read(min(count, MAX_BYTES))):
            count -= len(skipped)
        return b"{}"  # which is no message, and is reported as such
