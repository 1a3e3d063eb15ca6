"""Errors in how others write records are reported at their location."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.diagnostics import SpecError
from thesmos.play.game import load
from thesmos.play.game_diagnostics import game_diagnostics

BASE = Path(__file__).parents[1] / "samples" / "base"
NOTATION = """\
thesmos: records
game: base
chance: {}
position:
  pawns: {for: p in Player, list: count (x in Pawn where owner(x) = side(p))}
  one: {text: "player {active}", words: {}}
decision:
  more: {for: p in Player, key: p, map: p}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of which others write records."""
    folder = tmp_path / "base"
    shutil.copytree(BASE, folder)
    (folder / "records.yaml").write_text(NOTATION)
    return folder


def test_a_right_file_has_no_errors(game: Path) -> None:
    assert game_diagnostics(str(game)) == []


WRONG = [
    ("game: base", "game: bose", "E374", 2, 7, "but the game here is `base`"),
    ("chance: {}", "chance: {shuffle: x}", "E342", 3, 10, "there is no step `shuffle`"),
    ("for: p in Player, list", "for: p in Ployer, list", "E301", 5, 21, "Ployer"),
    ("owner(x) = side(p))", "owner(x) = side(q))", "E304", 5, 74, "`q`"),
    ("{active}", "{actve}", "E304", 6, 24, "`actve`"),
    ("{active}", "{your Pawn}", "E379", 6, 24, "a text can't contain a set"),
    ("words: {}", "words: {seldom: s}", "E304", 6, 15, "no enum has a word `seldom`"),
    ("  more:", "  options:", "E379", 8, 3, "`options` is compared in every record"),
    ("list: count", "list: 1 if did(walk) else count", "E379", 5, 40, "no rule of the game asks"),
    ("decision:", "setup: {many: '0'}\ndecision:", "E379", 7, 9, "`many` is not part of"),
    ("chance: {}", "skip: A1", "E379", 3, 7, "an option of `walk` can also have the text `A1`"),
    ("map: p", "mop: p", "E1", 8, None, ""),
]


@pytest.mark.parametrize(("old", "new", "code", "line", "column", "message"), WRONG)
def test_errors_are_found_where_they_are(
    old: str, new: str, code: str, line: int, column: int | None, message: str, game: Path
) -> None:
    assert NOTATION.count(old) == 1
    (game / "records.yaml").write_text(NOTATION.replace(old, new))
    found = game_diagnostics(str(game))
    assert found
    for one in found:
        assert one.code.startswith(code), one.render()
        assert one.location is not None
        assert one.location.line == line
        assert column is None or one.location.column == column, one.render()
        assert message in one.message
        assert one.source_line


def test_a_match_of_a_game_with_errors_in_it_is_refused(game: Path) -> None:
    (game / "records.yaml").write_text(NOTATION.replace("game: base", "game: bose"))
    with pytest.raises(SpecError, match="these are records of `bose`"):
        load(str(game)).match(["wing", None])
