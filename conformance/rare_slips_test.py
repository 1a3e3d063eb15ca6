"""Slips that seldom show: `fuzz` finds each, and makes it small, in an engine that has it.

The engine is the reference with one line of the rules changed. The page about the strength of the
suite says how soon they are found if any powers may be played.
"""

from __future__ import annotations

import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from thesmos.cli import cli
from thesmos.resources import spec_dir
from thesmos_conform.mutation.by_fuzz import size_of

pytestmark = pytest.mark.slow

GAMES = "1200"
WORKERS = 4  # of the reduced position, at most
BLOCKS = 10  # likewise; with those of four towers for the fifth
TOWERS = 4 * 4


@dataclass(frozen=True)
class Slip:
    """A line of a file of the spec, and what stands there instead.

    powers: who play; empty for any. One match-up alone seldom comes to what some slips need.
    """

    name: str
    powers: str
    file: str
    before: str
    after: str
    blocks: int = BLOCKS


SLIPS = (
    Slip(
        "a move from level 3 to level 3 wins",
        "",
        "game.yaml",
        "win move for active where climbed and reached = 3 and acted_own",
        "win move for active where reached = 3 and acted_own",
    ),
    Slip(
        "Pan does not win by exactly two levels",
        "pan,none",
        "powers/pan.yaml",
        "rose <= -2",
        "rose < -2",
    ),
    Slip(
        "the fifth tower counts on one's own turn only",
        "",
        "powers/chronus.yaml",
        "where towers >= 5",
        "where towers >= 5 and active = you",
        BLOCKS + TOWERS,
    ),
    Slip(
        "Theseus also slays more than two levels above",
        "theseus,none",
        "powers/theseus.yaml",
        "level(at) = level(from) + 2",
        "level(at) >= level(from) + 2",
    ),
    Slip(
        "a move into the Abyss can win",
        "tartarus,none",
        "powers/tartarus.yaml",
        "win abyss instead for survivor",
        "win abyss for survivor",
    ),
)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_rare_slip_is_found_and_made_small(slip: Slip, tmp_path: Path) -> None:
    changed = tmp_path / "santorini"
    shutil.copytree(spec_dir() / "santorini", changed)
    file = changed / slip.file
    text = file.read_text(encoding="utf-8")
    assert 1 == text.count(slip.before)
    file.write_text(text.replace(slip.before, slip.after), encoding="utf-8")
    engine = tmp_path / "engine.toml"
    code = "from thesmos.cli import main; main()"
    command = json.dumps([sys.executable, "-c", code, "serve", str(changed)])
    engine.write_text(f"command = {command}\nstartup = 60\ntimeout = 60\n", encoding="utf-8")

    words = [
        "fuzz",
        "-i",
        str(engine),
        "--games",
        GAMES,
        "--time",
        "24h",
        "--enough",
        "1",
        "--json",
    ]
    if slip.powers:
        words += ["--powers", slip.powers]
    result = CliRunner().invoke(cli, words)

    assert 1 == result.exit_code, result.output
    (found,) = json.loads(result.stdout)["disagreements"]
    sizes = size_of(found["place"]["position"] or {})
    assert sizes["workers"] <= WORKERS
    assert sizes.get("levels", 0) + sizes.get("domes", 0) <= slip.blocks
