"""The games as the page loads them: one JSON file for each, and a list of all."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.cli.new import skeleton
from thesmos.cli.new_game import game_files
from thesmos.files import write_files
from thesmos.play.game import Game, load
from thesmos.resources import SCENARIOS, scenarios_dir
from thesmos_rulebook.content.book_source import BookSource

Json = dict[str, Any]
TEMPLATE_CARD = "my-card"
OWN_GAME = "my-game"
OWN_TITLE = {"en": "A game of your own …", "es": "Un juego propio …"}
MAIN_FILE = "game.yaml"
SUFFIX = ".yaml"
ALLOWS = "permit "  # a clause whose effect is seen at once
NEVER = " where no"  # what keeps the clause of the template from applying
PLAYERS = 2  # for whom a game is played first, if it can be


@dataclass(frozen=True)
class PlaygroundGame:
    """A game that the page offers.

    title: by language; by default, that of the game.
    """

    game: Game
    title: dict[str, str]

    @property
    def slug(self) -> str:
        """The slug of the game."""
        return self.game.slug

    @property
    def source(self) -> BookSource:
        """The game as the source of a book without rulings and scenarios."""
        return BookSource(self.game)

    @property
    def mode(self) -> str:
        """The mode in which the page opens the game, which needs no other card."""
        modes = [mode for mode in self.game.checked.modes.values() if not mode.needs]
        return min(modes, key=lambda mode: (mode.players != PLAYERS, mode.players)).slug

    def contents(self) -> Json:
        """Return what the page needs of the game beside its board: texts, titles, a template."""
        game, texts = self.game, _texts(self.game.path)
        cards = [f"powers/{card}{SUFFIX}" for card in game.powers]
        scenarios = _texts(scenarios_dir() / game.slug)
        return {
            "slug": game.slug,
            "title": self.title,
            "files": texts | {f"{SCENARIOS}/{file}": text for file, text in scenarios.items()},
            "file": min(cards, key=lambda file: _difficulty(texts[file]), default=MAIN_FILE),
            "mode": self.mode,
            "powers": [*game.powers],
            "card": card_template(game),
        }


def playground_games(slugs: Iterable[str]) -> list[PlaygroundGame]:
    """Return the games of these slugs, the one with the most powers first."""
    games = sorted((load(slug) for slug in slugs), key=lambda g: (-len(g.powers), g.slug))
    return [PlaygroundGame(game, dict(game.checked.written.title)) for game in games]


@contextmanager
def own_game() -> Iterator[PlaygroundGame]:
    """The small game that `thesmos new game` writes, to turn into one's own."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / OWN_GAME
        write_files({path / name: text for name, text in game_files(OWN_GAME, OWN_GAME).items()})
        yield PlaygroundGame(load(path), OWN_TITLE)


def card_template(game: Game) -> str:
    """Return the template of a card, whose clause is in force: it is changed and played at once."""
    text = skeleton(game, TEMPLATE_CARD, Path(f"powers/{TEMPLATE_CARD}{SUFFIX}"))
    text = text.replace(str(game.path), game.slug)  # which is where a download puts it
    text = re.sub(r"(?m)^#   thesmos .*\n", "", text)  # commands, for which there is the page
    before, _, clauses = text.rpartition("# clauses:")
    clauses = clauses.replace("\n# ", "\n")
    if ALLOWS not in clauses:
        return f"{before}clauses:{clauses}"
    before, _, _ = before.rpartition("# The clause below never applies")
    return f"{before}# This clause applies: change it.\nclauses:{clauses.replace(NEVER, '')}"


def _difficulty(text: str) -> tuple[bool, int]:
    """Return what orders cards, the easiest first: a short one that opens cells of the board."""
    return ALLOWS not in text, len(text)


def _texts(folder: Path) -> dict[str, str]:
    """Return the texts of the YAML files below a folder, by path."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }
