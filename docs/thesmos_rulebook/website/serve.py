"""Serve a book on this machine only, and rebuild it when a file changes.

The page of a power is made at once when its file changes; meanwhile the whole book is built again.

Errors in the spec are shown in place of the pages until they are fixed. Pages are shown only under
the names of this machine: a page of a stranger whose own name leads here (DNS rebinding) could
read them otherwise.
"""

from __future__ import annotations

import os
import re
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from thesmos import resources
from thesmos.diagnostics import SpecError, UsageError
from thesmos.syntax.spec_folder import find_game
from thesmos_rulebook.resources import catalogs_dir
from thesmos_rulebook.website.build import BuildRequest, build
from thesmos_rulebook.website.output import SITE
from thesmos_rulebook.website.pages_at_once import PagesAtOnce

POLL_SECONDS = 0.4  # seconds between two checks of the files
HOST = "127.0.0.1"
# This machine in the header `Host`. The port is any, as it may be forwarded from another one.
THIS_MACHINE = re.compile(r"(127\.0\.0\.1|localhost|\[::1\])(:[0-9]{1,5})?", re.IGNORECASE)
IDLE = 60  # seconds to wait for a request, or for more of it
VERSION = "/__version"
SUFFIXES = (".yaml", ".md", ".json", ".po")
MAX_FILES = 20_000
RELOAD_SCRIPT = f"""<script>(() => {{
  let seen = null;
  setInterval(async () => {{
    const now = await fetch("{VERSION}").then((answer) => answer.text()).catch(() => seen);
    if (seen !== null && now !== seen) location.reload();
    seen = now;
  }}, 1000);
}})();</script>"""
ERROR_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Errors</title>
<body style="font:16px/1.5 system-ui;margin:2rem;max-width:70rem"><h1>The book can't be built</h1>
<pre style="white-space:pre-wrap">{words}</pre><p>It is rebuilt when a file changes.</p>{again}
"""


@dataclass
class ServerState:
    """What the server shows: a folder, the current error if any, and a version for each build.

    edits: how often files were found to have changed.
    at_once: makes pages of the site that was built last; None if there is none.
    """

    folder: Path
    error: str = ""
    version: int = 0
    edits: int = 0
    at_once: PagesAtOnce | None = None


def watched_files(request: BuildRequest) -> Iterator[tuple[str, int]]:
    """Yield the files that a book is made from, with their modification times in nanoseconds."""
    folders = [find_game(game) for game in request.games]
    folders += [
        resources.scenarios_dir(),
        catalogs_dir(),
        *request.scenarios,
        *([request.docs] if request.docs else []),
    ]
    seen = 0
    for folder in folders:
        for path in sorted(folder.rglob("*")) if folder.is_dir() else [folder]:
            if path.suffix in SUFFIXES and seen < MAX_FILES:
                seen += 1
                try:
                    yield str(path), path.stat().st_mtime_ns
                except OSError:  # deleted in between
                    continue


def rebuild(request: BuildRequest, state: ServerState) -> float:
    """Build the book once, and keep the error if there is one. Return the seconds it took."""

    def work() -> None:
        sources = build(request, allow_missing=True).sources
        at_once = PagesAtOnce(request.out, sources, request.docs)
        at_once.prepare()
        state.at_once = at_once

    return _timed(state, work)


def make_at_once(changed: Collection[Path], state: ServerState) -> float | None:
    """Make the pages of changed powers. Return the seconds it took; None if there are none."""
    at_once = state.at_once
    if at_once is None or not at_once.powers_in(changed):
        return None
    return _timed(state, lambda: at_once.make(changed))


def _timed(state: ServerState, work: Callable[[], None]) -> float:
    """Work on the book, and keep the error if there is one. Return the seconds it took.

    If files have changed meanwhile, an error says nothing of them.
    """
    began, edits, words = time.monotonic(), state.edits, ""
    try:
        work()
    except SpecError as error:
        words = "\n\n".join(diagnostic.render() for diagnostic in error.diagnostics)
    except UsageError as error:
        words = "\n".join(filter(None, [error.message, error.hint]))
    if edits == state.edits:
        state.error = words
    state.version += 1
    return time.monotonic() - began


def serve(
    request: BuildRequest,
    port: int,
    say: Callable[[str], None],
    rounds: Callable[[], bool] = lambda: True,
) -> None:
    """Build the book and serve it until interrupted, or until `rounds` returns false.

    Raises UsageError if the port is in use or the first game can't be found.
    """
    request = replace(request, dirty=True, jobs=os.cpu_count() or 1)
    state = ServerState(request.out / SITE)
    before = dict(watched_files(request))
    with _server(port, state) as server:  # first, so that a port in use is reported at once
        say("building the book …")
        say(f"built in {rebuild(request, state):.1f} s{_errors_suffix(state)}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        say(f"http://{HOST}:{server.server_address[1]}/ (press Ctrl-C to stop)")
        try:
            _follow(request, state, before, say, rounds)
        finally:
            server.shutdown()


def _follow(
    request: BuildRequest,
    state: ServerState,
    before: dict[str, int],
    say: Callable[[str], None],
    rounds: Callable[[], bool],
) -> None:
    """Keep the book up to date until `rounds` returns false. before: the files as it was built."""

    def at_once() -> None:
        seconds = make_at_once(changed, state)
        if seconds is not None:
            say(f"pages made in {seconds:.1f} s{_errors_suffix(state)}")

    def whole() -> None:
        say(f"rebuilt in {rebuild(request, state):.1f} s{_errors_suffix(state)}")

    changed: set[Path] = set()  # since the book that is being built was begun
    building = threading.Thread(target=whole, daemon=True)
    while rounds():
        time.sleep(POLL_SECONDS)
        now = dict(watched_files(request))
        if now != before:
            changed |= {Path(name) for name, _ in now.items() ^ before.items()}
            before = now
            state.edits += 1
            at_once()
        if changed and not building.is_alive():
            if building.ident is not None:
                at_once()  # what was built has replaced the pages that were made meanwhile
            changed.clear()
            building = threading.Thread(target=whole, daemon=True)
            building.start()
    if building.ident is not None:
        building.join()


def _server(port: int, state: ServerState) -> ThreadingHTTPServer:
    """Return the server, not yet running. Raises UsageError if the port is in use."""
    try:
        return _Server((HOST, port), partial(_Handler, state))
    except OSError as error:
        hint = "choose another port with --port"
        raise UsageError(f"port {port} can't be used: {error.strerror}", hint) from error


def _errors_suffix(state: ServerState) -> str:
    return f", with errors:\n{state.error}" if state.error else ""


class _Server(ThreadingHTTPServer):
    """A server that answers any request, and says in a line what it could not answer."""

    def handle_error(self, request: object, address: object) -> None:  # noqa: ARG002 - as inherited
        """Handle an exception: nothing is wrong if the other side has gone."""
        error = sys.exception()
        if not isinstance(error, ConnectionError):
            sys.stderr.write(f"a request was not answered: {error!r}\n")


class _Handler(SimpleHTTPRequestHandler):
    """Serves the files of the site; its pages poll for a new version."""

    timeout = IDLE

    def __init__(self, state: ServerState, *args: Any) -> None:
        self.state = state
        super().__init__(*args, directory=str(state.folder))

    def parse_request(self) -> bool:
        """Read a request; refuse it, and return false, if it is not for this machine or no path."""
        if not super().parse_request():
            return False
        if not self._is_for_this_machine():
            address: tuple[str, int] = self.server.server_address  # type: ignore[assignment]
            explain = f"This book is at http://{HOST}:{address[1]}/ only."
            self.send_error(HTTPStatus.MISDIRECTED_REQUEST, explain=explain)
            return False
        try:
            Path(self.translate_path(self.path)).stat()
        except FileNotFoundError:
            return True
        except (OSError, ValueError):  # too long, or with characters that no file has
            self.send_error(HTTPStatus.NOT_FOUND)
            return False
        return True

    def _is_for_this_machine(self) -> bool:
        """Return whether the request names this machine as its host, once."""
        hosts = [host.strip() for host in self.headers.get_all("Host", [])]
        return len(hosts) == 1 and THIS_MACHINE.fullmatch(hosts[0]) is not None

    def do_GET(self) -> None:
        """Answer with a file, or with the current error in place of a page."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        if self.path == VERSION:
            self._answer(str(self.state.version), "text/plain")
        elif path.suffix != ".html":
            super().do_GET()
        elif self.state.error:
            self._answer(
                ERROR_PAGE.format(words=escape(self.state.error), again=RELOAD_SCRIPT), "text/html"
            )
        elif not self.path.endswith("/") and path.name == "index.html" and ".html" not in self.path:
            super().do_GET()  # the base class redirects to the folder
        else:
            self._answer_page(path)

    def _answer_page(self, path: Path) -> None:
        try:
            page = path.read_text(encoding="utf-8")
        except OSError:  # there is none, or the book is just being replaced
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self._answer(page.replace("</body>", f"{RELOAD_SCRIPT}</body>"), "text/html")

    def _answer(self, text: str, kind: str) -> None:
        content = text.encode("utf-8")
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: the terminal shows the builds."""
