"""Games played on boards in a browser, by clicks or by keys only, and compared with Python.

`python -m thesmos_rulebook.testing.played_boards` plays a whole game of every shipped game at two
widths, by clicks and by keys, in every language.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from thesmos.play.game import Game
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.boards.element import play_element
from thesmos_rulebook.boards.files import (
    OPENING,
    SCRIPTS,
    board_script,
    match_script,
    opening_script,
    style,
    table_name,
    table_script,
)
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer

HERE = Path(__file__).parent
NAMES = ("chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in NAMES if (path := shutil.which(name))), None)
PHONE, DESK = 390, 1280
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--allow-file-access-from-files", "--virtual-time-budget=900000", "--dump-dom",
)  # fmt: skip
WHOLE = 4000  # decisions, more than any game has


@dataclass(frozen=True)
class BoardGame:
    """A game to play on a page.

    keys: whether only keys are pressed. most: decisions of people after which it is left.
    powers: of each player, where they can be chosen.
    """

    game: str
    width: int = DESK
    keys: bool = False
    language: str = "en"
    mode: str = "two-players"
    most: int = WHOLE
    powers: tuple[str | None, ...] = ()
    seed: int = 5

    @property
    def settings(self) -> dict[str, Any]:
        """What the board on the page begins with."""
        powers = {"powers": [*self.powers]} if self.powers else {}
        return {"game": self.game, "mode": self.mode, **powers}


@dataclass
class Pages:
    """Pages with boards in a folder, which a browser opens as files."""

    folder: Path
    sources: dict[str, BookSource] = field(default_factory=dict)

    def played(self, wanted: BoardGame) -> dict[str, Any]:
        """Play a game on its page, and return what the page noted: see drive_board.js."""
        assert CHROMIUM is not None
        with tempfile.TemporaryDirectory() as profile:
            done = subprocess.run(  # noqa: S603 - our own page
                [CHROMIUM, *FLAGS, f"--user-data-dir={profile}",
                 f"--window-size={wanted.width},900", self.page(wanted).as_uri()],
                capture_output=True, text=True, check=True, timeout=600,
            )  # fmt: skip
        noted = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.DOTALL)
        assert noted is not None, done.stderr[-2000:]
        result: dict[str, Any] = json.loads(html.unescape(noted[1]))
        assert "error" not in result, result
        return result

    def page(self, wanted: BoardGame) -> Path:
        """Write the page of a game, with the script that plays on it."""
        source = self.source(wanted.game)
        localizer = Localizer(source, wanted.language)
        scripts: dict[str, Callable[[], str]] = {
            f"{SCRIPTS}/boards.js": board_script,
            f"{SCRIPTS}/{wanted.game}/{wanted.mode}.js": lambda: match_script(source, wanted.mode),
            table_name(wanted.game, wanted.language): lambda: table_script(localizer, {}),
            OPENING: opening_script,
        }
        folder = self.folder / wanted.language
        for name, make in scripts.items():
            path = folder / "assets" / name
            if not path.is_file():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(make(), encoding="utf-8")
        drive = {"seed": wanted.seed, "keys": wanted.keys, "most": wanted.most, "again": {}}
        driver = (HERE / "drive_board.js").read_text(encoding="utf-8")
        page = folder / f"{wanted.game}.html"
        page.write_text(
            f'<!doctype html><html lang="{wanted.language}"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width"><style>{style()}</style>'
            f"<body>{play_element(localizer, wanted.settings)}"
            '<script src="assets/play.js" data-root="."></script>'
            f'<script id="drive" data-drive="{escape(json.dumps(drive))}">{driver}</script>',
            encoding="utf-8",
        )
        return page

    def source(self, game: str) -> BookSource:
        """Return a game, which is read once."""
        if game not in self.sources:
            self.sources[game] = read_source(game)
        return self.sources[game]


def differences(game: Game, wanted: BoardGame, played: Mapping[str, Any]) -> list[str]:
    """Return how a game on a page differs from the same choices in Python, as sentences."""
    state = game.match(mode=wanted.mode, powers=[*wanted.powers] or None).start()
    offered = {seen["at"]: (seen["player"], seen["options"]) for seen in played["seen"]}
    for number, text in enumerate(played["moves"]):
        decision = state.decision
        if decision is None:
            return [f"choice {number}, {text}, was made after the end"]
        texts = [option.text for option in decision.options]
        if offered.get(number, (decision.player, texts)) != (decision.player, texts):
            return [f"at choice {number} the page offers {offered[number]}, Python {texts}"]
        if text == "concede":
            state = state.concede()
        elif text == "skip" and text not in texts:
            state = state.skip()
        else:
            state = state.apply(text)
    result = None if state.result is None else [[*state.result.winners], state.result.reason]
    ended = played["result"] and [played["result"]["winners"], played["result"]["reason"]]
    wrong = [] if ended == result else [f"the page ends with {ended}, Python with {result}"]
    wrong += [] if played["moves"] else ["nothing was played"]
    return wrong + ([f"the page is {played['wide']} too wide"] if played["wide"] > 0 else [])


def every_game() -> Iterator[BoardGame]:
    """Yield a whole game of each shipped game and mode, at two widths, by clicks and by keys."""
    for slug in shipped_slugs():
        for mode in read_source(slug).modes.values():
            if mode.needs:
                continue
            for width, keys, language in ((DESK, False, "en"), (PHONE, True, "es")):
                powers: tuple[str | None, ...] = (None,) * mode.players
                chosen = powers if slug == "santorini" else ()
                yield BoardGame(slug, width, keys, language, mode.slug, powers=chosen)


def main() -> int:
    """Play all games, print a line for each, and return 1 if one differs."""
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        pages = Pages(Path(folder))
        for wanted in every_game():
            try:
                played = pages.played(wanted)
                wrong = differences(pages.source(wanted.game).game, wanted, played)
            except AssertionError as error:
                played, wrong = {"moves": []}, [str(error)]
            failed |= bool(wrong)
            how = "keys" if wanted.keys else "clicks"
            sys.stdout.write(
                f"{wanted.game} {wanted.mode} {wanted.width} {how} {wanted.language}: "
                f"{len(played['moves'])} choices, {'; '.join(wrong) or 'equal to Python'}\n"
            )
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
