"""The playground in real browsers, as a person uses it.

These tests are skipped if npm, or the browser, is missing: see .ci/run.
"""

from __future__ import annotations

import functools
import hashlib
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
    BOARDS,
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
OWN_BYTES, ALL_BYTES = 150_000, 5_000_000  # with brotli: editor and page, and the first visit
# Pyodide's machine code, by its hash, has this size with brotli, which takes half a minute to find.
COMPRESSED = {"cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6": 2_741_061}
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


@functools.cache
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


def compressed_sizes(files: list[Path]) -> list[int]:
    """The sizes of files with brotli."""
    script = """
        const [{ readFileSync }, { brotliCompressSync }] = [require("fs"), require("zlib")];
        const size = (file) => brotliCompressSync(readFileSync(file)).length;
        console.log(JSON.stringify(process.argv.slice(1).map(size)));
    """
    sizes = {file: COMPRESSED.get(hashlib.sha256(file.read_bytes()).hexdigest()) for file in files}
    unknown = [file for file, size in sizes.items() if size is None]
    done = subprocess.run(
        ["node", "-e", script, *map(str, unknown)], capture_output=True, text=True, check=True
    )
    sizes |= dict(zip(unknown, json.loads(done.stdout), strict=True))
    return [size for size in sizes.values() if size is not None]


def test_the_first_visit_stays_below_its_budget(playground: Path) -> None:
    folder = playground / FOLDER
    own = [file for file in sorted(folder.iterdir()) if file.is_file()]
    own = [file for file in own if file.name != f"{BOARDS}.js"]
    games = [folder / "games" / f"{name}.json" for name in ("index", GAMES[0])]
    match = next((folder / "boards" / GAMES[0]).iterdir())
    board = [folder / f"{BOARDS}.js", match, folder / "boards" / f"{GAMES[0]}.en.js"]
    files = [*own, *sorted((folder / "python").iterdir()), *games, *board]
    sizes = compressed_sizes(files)
    assert len(files) == len(sizes)
    assert sum(sizes[: len(own)]) <= OWN_BYTES
    assert sum(sizes) <= ALL_BYTES


def test_the_page_opens_a_card_that_has_no_errors(seen: Json) -> None:
    start = seen["start"]
    assert "No errors." == start["status"]
    assert "slug: minotaur" in start["text"]
    assert start["turn"].startswith("Player 1: placing")
    assert "minotaur" == start["powers"][0]
    assert "may move to an occupied space" in start["sentences"]


def test_a_mistake_is_listed_and_underlined_and_the_last_board_stays(seen: Json) -> None:
    wrong = seen["wrong"]
    assert "is missing here" in wrong["problems"]
    assert ["wai"] == wrong["underlined"]
    assert (True, 25) == (wrong["dimmed"], wrong["cells"])


def test_the_rules_of_the_action_are_offered_where_one_is_waived(seen: Json) -> None:
    assert seen["offered"] == ["who", "near", "free", "climb"]


def test_a_clause_that_was_written_becomes_a_sentence_in_both_languages(seen: Json) -> None:
    mended = seen["mended"]
    assert 2 == len(mended["sentences"]) == len(mended["spanish"])
    assert "may move up" in mended["sentences"][1]
    assert mended["spanish"][1].startswith("Tu trabajador puede")


def test_pointer_and_keyboard_choose_cells_and_the_choice_is_shown_and_told(seen: Json) -> None:
    played = seen["played"]
    assert ["@A1", "@B1", "@E5", "@D5", "A1-A2"] == played["moves"]
    assert "Worker" in played["cell"]
    assert ("A1" in played["told"], 1) == ("A2" in played["told"], played["arrows"])


def test_a_closed_cell_answers_with_the_rule_its_values_and_its_line(seen: Json) -> None:
    assert "next to the space the move leaves" in seen["why"]
    assert "to = E5" in seen["why"]
    assert "game.yaml:" in seen["why"]


def test_a_card_that_climbs_any_height_is_stronger_than_the_saved_one(seen: Json) -> None:
    assert "That is stronger." in seen["strength"]


def test_a_position_becomes_a_scenario_that_passes(seen: Json) -> None:
    assert "passed" == seen["scenario"]


def test_a_link_brings_back_texts_powers_and_position(seen: Json) -> None:
    assert seen["link"]["same"]
    assert seen["link"]["characters"] < 4000


def test_the_word_at_the_cursor_is_explained_below_the_text(seen: Json) -> None:
    assert "goes up by at most one level" in seen["word"]


def test_the_way_back_from_another_game_leads_to_what_was_written(seen: Json) -> None:
    assert "powers/minotaur.yaml" in seen["back"]


def test_the_next_visit_goes_on_from_an_image_of_the_memory(seen: Json) -> None:
    assert not seen["anew"]


def test_a_check_without_an_end_is_stopped_and_the_position_stays(seen: Json) -> None:
    assert (25, True) == (seen["again"]["cells"], seen["again"]["same"])


def test_axe_finds_nothing_in_light_and_dark_and_a_phone_needs_no_scrolling(address: str) -> None:
    seen = visit("chrome", address)
    assert [] == seen["faults"]
    assert seen["overflow"] <= 0


def test_the_page_throws_no_error(seen: Json) -> None:
    assert [] == seen["complaints"]
