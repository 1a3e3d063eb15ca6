"""The games as the page loads them: one JSON file for each, and a list of all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from thesmos.cli.new import skeleton
from thesmos.play.game import Game, load
from thesmos.render.svg import svg
from thesmos.resources import SCENARIOS, scenarios_dir

Json = dict[str, Any]
TEMPLATE_CARD = "my-card"
MAIN_FILE = "game.yaml"
SUFFIX = ".yaml"


def game_files(slugs: Iterable[str]) -> Iterator[tuple[str, Json]]:
    """Yield the slug and the contents of the file of each game; the one with the most powers first.

    slugs: of shipped games.
    """
    games = [load(slug) for slug in slugs]
    for game in sorted(games, key=lambda game: (-len(game.powers), game.slug)):
        yield game.slug, game_file(game)


def game_file(game: Game) -> Json:
    """Return what the page needs of a game: texts, titles, and the picture of its beginning."""
    match = game.match()
    position = match.start().position()
    texts = _texts(game.path) | {
        f"{SCENARIOS}/{file}": text for file, text in _texts(scenarios_dir() / game.slug).items()
    }
    card = next(iter(game.powers), None)
    return {
        "slug": game.slug,
        "title": dict(game.checked.written.title),
        "files": texts,
        "file": MAIN_FILE if card is None else f"powers/{card}{SUFFIX}",
        "picture": svg(match.picture, position, None, None, "", False),
        "card": skeleton(game, TEMPLATE_CARD, Path(f"powers/{TEMPLATE_CARD}{SUFFIX}")),
    }


def _texts(folder: Path) -> dict[str, str]:
    """Return the texts of the YAML files below a folder, by path."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }
