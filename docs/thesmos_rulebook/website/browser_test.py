"""Representative pages in a real browser: with and without scripts, wide and narrow.

These tests are skipped if mkdocs or Chromium is missing.
"""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from thesmos_rulebook.playground.build import packages_folder, why_no_playground
from thesmos_rulebook.testing.shared import BuiltSite
from thesmos_rulebook.website.output import can_build

NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((found for name in NAMES if (found := shutil.which(name))), None)
PHONE, DESK = (390, 844), (1280, 900)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--allow-file-access-from-files", "--virtual-time-budget=4000", "--dump-dom",
)  # fmt: skip

Look = Callable[..., Any]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None or not can_build(), reason="needs Chromium and mkdocs: see .ci/run"
    ),
]


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of the browser's own; it starts faster in one that it has used before."""
    return tmp_path_factory.mktemp("profile")


@pytest.fixture
def look(site: BuiltSite, profile: Path) -> Look:
    """Return a function that opens a page, runs JavaScript in it, and returns the value."""

    def at(
        page: str, expression: str, size: tuple[int, int] = DESK, *flags: str, host: str = ""
    ) -> Any:
        assert CHROMIUM is not None
        seen = site.folder / page / f"__look-{os.getpid()}.html"  # beside what the page links to
        text = (site.folder / page / "index.html").read_text("utf-8")
        script = (
            "<script>addEventListener('load', async () => {"
            f"const value = await (async () => {{ {expression} }})();"
            "const made = document.createElement('pre');"
            "made.id = 'seen'; made.textContent = JSON.stringify(value);"
            "document.body.append(made); });</script></body>"
        )
        seen.write_text(text.replace("</body>", script), encoding="utf-8")
        folder = f"--user-data-dir={profile}"
        size_flag = f"--window-size={size[0]},{size[1]}"
        try:
            done = subprocess.run(
                [CHROMIUM, *FLAGS, *flags, folder, size_flag,
                 f"{host}/{page}/{seen.name}" if host else seen.as_uri()],
                capture_output=True, text=True, check=True, timeout=600,
            )  # fmt: skip
        finally:
            seen.unlink()
        found = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.DOTALL)
        assert found is not None, done.stderr[-2000:]
        return json.loads(html.unescape(found[1]))

    return at


def test_a_reader_steps_through_an_example_forward_and_back(look: Look) -> None:
    shown = look(
        "pook/powers/orc",
        """
        const box = document.querySelector(".walk");
        const [back, next] = box.querySelectorAll("button");
        const open = () => [...box.querySelectorAll("ol > li")].map((step) => !step.hidden);
        const seen = [open()];
        next.click(); seen.push(open());
        back.click(); seen.push(open());
        return {seen, where: box.querySelector("output").textContent};
        """,
    )
    steps = len(shown["seen"][0])
    first = [number == 0 for number in range(steps)]
    second = [number == 1 for number in range(steps)]
    assert [first, second, first] == shown["seen"]
    assert f"Step 1 of {steps}" == shown["where"]


def test_arrow_keys_step_to_the_end_and_back(look: Look) -> None:
    shown = look(
        "pook/powers/orc",
        """
        const box = document.querySelector(".walk");
        const [back, next] = box.querySelectorAll("button");
        const steps = [...box.querySelectorAll("ol > li")];
        const press = (key) => document.activeElement.dispatchEvent(
            new KeyboardEvent("keydown", {key, bubbles: true}));
        const at = () => steps.findIndex((step) => !step.hidden);
        next.focus();
        steps.forEach(() => press("ArrowRight"));
        const end = [at(), document.activeElement === back];
        steps.forEach(() => press("ArrowLeft"));
        return [...end, at(), document.activeElement === next, steps.length];
        """,
    )
    *seen, steps = shown
    assert [steps - 1, True, 0, True] == seen


def test_a_board_opens_at_the_step_of_an_example_that_is_shown(look: Look) -> None:
    taken, moves = look(
        "pook/powers/orc",
        """
        const box = document.querySelector(".walk");
        box.querySelectorAll(".walk__bar button")[1].click();
        const taken = box.querySelector("ol > li:not([hidden]) > p + p code").textContent;
        box.querySelector(".play__here").click();
        const place = box.nextElementSibling;
        const opened = () => place.board || place.textContent;
        while (!opened()) await new Promise((resolve) => setTimeout(resolve, 10));
        return [taken, place.board?.moves ?? place.textContent];
        """,
    )
    assert moves == [taken]


WATCHED = """
    const place = document.querySelector(".showing");
    const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
    const lines = () => place.querySelectorAll(".play__log li").length;
"""


def test_a_game_plays_itself_on_the_home_page_until_it_is_stopped(look: Look) -> None:
    before, after = look(
        "",
        WATCHED
        + """
        while (lines() < 2) await wait(100);
        place.querySelector(".showing__bar button:last-child").click();
        const before = lines();
        await wait(5000);
        return [before, lines()];
        """,
        DESK,
        "--virtual-time-budget=300000",
    )
    assert before == after


def test_a_reader_takes_a_seat_in_the_game_on_the_home_page(look: Look) -> None:
    seats, player, is_inert = look(
        "",
        WATCHED
        + """
        while (!lines()) await wait(100);
        place.querySelector(".play__start").click();
        const { board } = place.board;
        while (board.session.decides !== "person") await wait(100);
        return [board.session.seats, board.state.decision.player, board.place.inert];
        """,
        DESK,
        "--virtual-time-budget=300000",
    )
    assert seats[0] == "person"
    assert "person" not in seats[1:]
    assert player == 1
    assert not is_inert


def test_nothing_moves_on_the_home_page_for_readers_who_want_that(look: Look) -> None:
    board, label = look(
        "",
        WATCHED
        + """
        await wait(2000);
        return [place.board ?? null, place.querySelector("button").textContent];
        """,
        DESK,
        "--force-prefers-reduced-motion",
    )
    assert board is None
    assert label == "Watch a game"


AXE = """
    const problems = [];
    for (const [page, width, scheme] of PAGES) {
        const frame = document.createElement("iframe");
        Object.assign(frame.style, { width: `${width}px`, height: "4000px" });
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
        frame.src = page;
        document.body.append(frame);
        await loaded;
        const { contentWindow: inside, contentDocument: shown } = frame;
        const still = shown.createElement("style");
        still.textContent = "* { transition: none !important }";
        shown.head.append(still);
        shown.body.dataset.mdColorScheme = scheme;
        inside.eval(AXE);
        const { violations } = await inside.axe.run(shown, { resultTypes: ["violations"] });
        for (const { id, nodes } of violations) {
            const [{ html, any: [check] }] = nodes;
            problems.push(`${page} at ${width}: ${id}: ${check?.message ?? ""}: ${html}`);
        }
        frame.remove();
    }
    return problems;
"""


@pytest.mark.skipif(bool(why_no_playground()), reason="needs npm: see .ci/run")
def test_axe_finds_nothing_on_any_kind_of_page(site: BuiltSite, look: Look, host: str) -> None:
    axe = packages_folder() / "node_modules/axe-core/axe.min.js"
    folders = [file.parent.relative_to(site.folder) for file in site.folder.rglob("index.html")]
    # Of the cards, modes and scenarios of a game, one page each.
    kinds = {
        folder if len(folder.parts) < len(("game", "powers", "orc")) else folder.parent: folder
        for folder in sorted(folders)
        if "es" not in folder.parts
    }
    pages = [
        (f"/{folder.as_posix()}/", width, scheme)
        for folder in kinds.values()
        for width, scheme in ((DESK[0], "default"), (PHONE[0], "slate"))
    ]
    constants = f"const PAGES = {json.dumps(pages)}, AXE = {json.dumps(axe.read_text('utf-8'))};"
    problems = look("", constants + AXE, DESK, "--virtual-time-budget=900000", host=host)
    assert problems == []


@pytest.fixture
def host(site: BuiltSite) -> Iterator[str]:
    """The address of a server that shows the site."""
    handler = partial(SimpleHTTPRequestHandler, directory=str(site.folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_the_scenarios_of_two_cards_are_drawn_with_the_shapes_of_their_page(
    site: BuiltSite, look: Look, host: str
) -> None:
    # The smaller game has no page for two cards.
    folder = site.folder / "pook/two-cards"
    (folder / "together").mkdir(parents=True, exist_ok=True)
    frame = (site.folder / "pook/glossary/index.html").read_text("utf-8")
    pair = "<div class='pair' data-labels='{}'></div>"
    (folder / "index.html").write_text(frame.replace("</article>", f"{pair}</article>"), "utf-8")
    drawn = {"title": "x", "to": "../scenarios/orc/index.md#turns-a-warrior-down"}
    cards = {name: {"title": name, "to": "", "words": [], "exactly": []} for name in ("a", "b")}
    table = {"cards": cards, "rulings": {}, "scenarios": {"x": drawn},
             "pairs": [["a", "b", "", [], [], ["x"]]]}  # fmt: skip
    script = f"window.thesmosPairs = {json.dumps(table)};"
    (folder / "together/pairs.js").write_text(script, encoding="utf-8")
    names, within = look(
        "pook/two-cards",
        """
        const until = async (selector) => {
            while (!document.querySelector(selector)) await new Promise((r) => setTimeout(r, 10));
        };
        await until(".pair select");
        const fields = document.querySelectorAll(".pair select");
        [fields[0].value, fields[1].value] = ["a", "b"];
        fields[0].dispatchEvent(new Event("input", {bubbles: true}));
        await until(".pair svg.shapes");
        const used = [...document.querySelectorAll(".pair .walk use")]
            .map((use) => document.getElementById(use.getAttribute("href").slice(1)));
        return [used.map(({id}) => id), used.map((shape) => shape.closest(".pair") !== null)];
        """,
        host=host,
    )
    assert names
    assert all(name.startswith("-") for name in names)  # style sheets look for that
    assert all(within)


def test_a_page_without_scripts_shows_every_step(site: BuiltSite) -> None:
    text = (site.folder / "pook/powers/orc/index.html").read_text("utf-8")
    walk = text.partition('<div class="walk"')[2].partition("</div>")[0]
    assert walk.count("<svg") == walk.count("<li>\n<p>") > 2
    assert "hidden" not in re.sub(r"<svg.*?</svg>", "", walk, flags=re.DOTALL)


def test_boards_are_inlined_with_text_alternatives(look: Look) -> None:
    boards = look(
        "pook/powers/orc",
        """
        return [...document.querySelectorAll(".walk .thesmos-board")].map((board) => [
            board.getAttribute("role"), board.querySelector("title").textContent,
            board.querySelector("desc").textContent, board.getBBox().width > 100]);
        """,
    )
    assert len(boards) > 3
    for role, title, words, _ in boards:
        assert role == "img"
        assert title.startswith("Board")
        assert "3,3" in words
    assert boards[0][3]  # the first step is not hidden, so its board has a size


def test_boards_are_dark_on_a_dark_page(look: Look) -> None:
    light, dark = look(
        "pook/powers/orc",
        """
        const ground = document.querySelector(".ground").cloneNode(); // shapes are in no board
        document.querySelector(".thesmos-board").append(ground);
        const fill = () => getComputedStyle(ground).fill;
        const seen = [];
        for (const scheme of ["default", "slate"]) {
            document.body.dataset.mdColorScheme = scheme;
            seen.push(fill());
        }
        return seen;
        """,
    )
    bright, dim = (sum(map(int, re.findall(r"\d+", fill))) for fill in (light, dark))
    assert bright > 500
    assert dim < 200


def filtered(look: Look, page: str, words: str) -> list[str]:
    """Return the names that the list of powers shows after words are typed into its filter."""
    shown: list[str] = look(
        page,
        f"""
        const name = document.querySelector(".powers input");
        name.value = {json.dumps(words)};
        name.dispatchEvent(new Event("input", {{bubbles: true}}));
        return [...document.querySelectorAll(".powers > ul > li")]
            .filter((card) => card.checkVisibility())
            .map((card) => card.querySelector("a").textContent);
        """,
    )
    return shown


def test_powers_are_filtered_by_name_and_words(look: Look) -> None:
    assert ["Orc"] == filtered(look, "pook/powers", "knocks")


def test_the_filter_does_not_read_what_a_picture_says_to_screen_readers(look: Look) -> None:
    ask = """
        const [picture] = document.querySelectorAll(".powers svg title, .powers svg desc");
        return picture.textContent;
        """
    said = look("pook/powers", ask)
    assert said
    assert [] == filtered(look, "pook/powers", said)


@pytest.mark.parametrize(
    ("page", "words", "name"),
    [
        ("es/pook/powers", "ningún poder", "Caballero"),
        ("es/pook/powers", "NINGUN PODER", "Caballero"),
        ("pook/powers", "knócks", "Orc"),
    ],
)
def test_the_filter_finds_words_with_and_without_accents(
    look: Look, page: str, words: str, name: str
) -> None:
    assert [name] == filtered(look, page, words)


def test_rulings_are_filtered_by_their_card(look: Look) -> None:
    every, shown, count = look(
        "pook/rulings",
        """
        const [select] = document.querySelectorAll(".filter__bar select");
        const entries = [...document.querySelectorAll(".entry")];
        select.value = "Mage";
        select.dispatchEvent(new Event("input", {bubbles: true}));
        return [entries.length, entries.filter((one) => one.checkVisibility())
            .map((one) => one.querySelector(".chip").textContent),
            document.querySelector(".filter__bar output").textContent];
        """,
    )
    assert shown
    assert {"Mage"} == {*shown}
    assert f"{len(shown)} of {every} shown" == count


def test_the_key_shows_a_picture_beside_each_of_its_words(look: Look) -> None:
    beside = look(
        "pook",
        """
        return [...document.querySelectorAll(".key li")].map((item) => {
            const picture = item.querySelector("svg").getBoundingClientRect();
            const words = item.querySelector("p:last-child").getBoundingClientRect();
            return picture.width > 20 && picture.right <= words.left;
        });
        """,
    )
    assert len(beside) > 4
    assert all(beside)


@pytest.mark.parametrize(("size", "beside"), [(DESK, True), (PHONE, False)])
def test_the_picture_of_a_card_is_beside_it_or_below_on_a_phone(
    look: Look, size: tuple[int, int], beside: bool
) -> None:
    seen = look(
        "pook/powers/orc",
        """
        const card = document.querySelector(".front .card").getBoundingClientRect();
        const picture = document.querySelector(".front svg").getBoundingClientRect();
        return [picture.left >= card.right, picture.top >= card.bottom];
        """,
        size,
    )
    assert [beside, not beside] == seen


def test_what_a_card_says_and_what_is_played_are_stacked_on_a_phone(look: Look) -> None:
    ask = """
        const [says, played] = document.querySelector(".ruling").querySelectorAll("dd");
        return says.getBoundingClientRect().bottom <= played.getBoundingClientRect().top;
        """
    assert [False, True] == [look("pook/rulings", ask, size) for size in (DESK, PHONE)]


@pytest.mark.parametrize(("system", "scheme"), [("0", "slate"), ("1", "default")])
def test_a_page_is_light_or_dark_as_the_system_is(look: Look, system: str, scheme: str) -> None:
    flag = f"--blink-settings=preferredColorScheme={system}"
    ask = "return document.body.dataset.mdColorScheme;"
    assert scheme == look("pook/glossary", ask, DESK, flag)


@pytest.mark.parametrize(
    "page",
    [
        "pook", "pook/powers/orc", "pook/rulings", "pook/coverage", "pook/glossary",
        "es/pook/powers", "es/pook",
    ],
)  # fmt: skip
def test_nothing_but_code_scrolls_sideways_on_a_phone(look: Look, page: str) -> None:
    wide, room, boxes = look(
        page,
        """
        const boxes = [...document.querySelectorAll(".md-content *")].filter((one) =>
            !one.closest("pre, svg, .matrix") && one.clientWidth
            && one.scrollWidth > one.clientWidth + 1
            && getComputedStyle(one).overflowX !== "visible");
        return [document.documentElement.scrollWidth, innerWidth,
            boxes.map((one) => one.outerHTML.slice(0, 200))];
        """,
        size=PHONE,
    )
    assert wide <= room
    assert [] == boxes


def test_the_link_to_the_other_language_leads_to_the_same_page(look: Look) -> None:
    language, target = look(
        "pook/powers/orc",
        """
        const other = document.querySelector("a.language");
        return [other.hreflang, new URL(other.href).pathname];
        """,
    )
    assert language == "es"
    assert target.endswith("/site/es/pook/powers/orc/")
