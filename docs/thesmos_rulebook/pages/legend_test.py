"""The key to the boards says what the pictures of the game show, and nothing else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos import resources
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.legend import board_legend, notation_legend
from thesmos_rulebook.pages.site_map import SiteMap


def key_of(game: str) -> tuple[str, PageContext]:
    source = read_source(game)
    context = PageContext(Localizer(source, "en"), SiteMap(source), f"{game}/index.md", {})
    return "\n".join(board_legend(context)), context


@pytest.mark.parametrize("drawings", [True, False])
def test_players_are_told_apart_as_they_are_drawn(tmp_path: Path, drawings: bool) -> None:
    folder = tmp_path / "tic-tac-toe"
    without = shutil.ignore_patterns(*([] if drawings else ["*.svg"]))
    shutil.copytree(resources.spec_dir() / "tic-tac-toe", folder, ignore=without)
    source = read_source(str(folder))
    page = f"{source.folder}/index.md"
    context = PageContext(Localizer(source, "en"), SiteMap(source), page, {})
    key = "\n".join(board_legend(context))
    assert ("player 2's hollow" in key) != drawings
    assert ("player 1, player 2" in key) == drawings


def test_each_piece_of_a_game_with_drawings_is_shown_with_its_words() -> None:
    key, context = key_of("chess")
    assert "king player 1, king player 2, queen player 1" in key
    drawn = next(text for name, text in context.pictures.items() if name.endswith("pieces.svg"))
    assert drawn.count('fill="var(--b-white)" stroke="var(--b-black)"') == 6


def test_nothing_is_said_of_how_options_are_written_where_they_are_only_names() -> None:
    assert not [*notation_legend(Localizer(read_source("german-whist"), "en"))]


def test_a_player_in_an_option_is_shown_by_a_number() -> None:
    assert "`guard>2`" in "".join(notation_legend(Localizer(read_source("love-letter"), "en")))
