"""The playground in real browsers, as a person uses it.

These tests are skipped if npm, or the browser, is missing: see .ci/run.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from thesmos_rulebook.playground.build import (
    FOLDER,
    build_playground,
    packages_folder,
    why_no_playground,
)
from thesmos_rulebook.testing.shared import Once

BROWSERS = {
    "chrome": ("chromium", "chromium-browser", "google-chrome"),
    "firefox": ("firefox-esr",),
}
GAMES = ("santorini", "tic-tac-toe")
VISIT = Path(__file__).parent / "testing" / "visit.mjs"

Json = dict[str, Any]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(why_no_playground()), reason="needs npm: see .ci/run"),
]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="session")
def playground(once: Once) -> Path:
    """The site with a playground of two games."""

    def make(folder: Path) -> Path:
        build_playground(folder, games=GAMES)
        return folder

    result: Path = once("playground", make)
    return result


@pytest.fixture(scope="module")
def address(playground: Path) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=playground)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{FOLDER}/"
        server.shutdown()


def visit(browser: str, address: str) -> Json:
    program = next(filter(None, map(shutil.which, BROWSERS[browser])), None)
    if program is None:
        pytest.skip(f"needs {BROWSERS[browser][0]}: see .ci/run")
    words = ["node", str(VISIT), str(packages_folder()), program, browser, address]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    seen: Json = json.loads(done.stdout)
    return seen


@pytest.fixture(scope="module", params=["chrome", "firefox"])
def seen(request: pytest.FixtureRequest, address: str) -> Json:
    return visit(request.param, address)


def test_the_page_opens_a_card_that_has_no_errors(seen: Json) -> None:
    start = seen["start"]
    assert "No errors." == start["status"]
    assert "slug: minotaur" in start["text"]
    assert start["turn"].startswith("Minotaur")
    assert "may move to an occupied space" in start["sentences"]


def test_a_mistake_is_listed_and_underlined_and_the_last_board_stays(seen: Json) -> None:
    wrong = seen["wrong"]
    assert "moev" in wrong["problems"]
    assert wrong["underlined"]
    assert (True, 25) == (wrong["dimmed"], wrong["cells"])


def test_a_clause_that_was_written_becomes_a_sentence(seen: Json) -> None:
    assert 2 == len(seen["mended"]["sentences"])


def test_a_click_on_a_cell_plays_there(seen: Json) -> None:
    assert "@A1" in seen["played"]["story"]
    assert "A1: Worker" in seen["played"]["board"]


def test_the_page_throws_no_error(seen: Json) -> None:
    assert [] == seen["complaints"]
