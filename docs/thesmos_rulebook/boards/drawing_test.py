"""A board on a page draws rows of cards and tracks by the table of drawings."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

import thesmos
from testing.wasm_match import NODE
from thesmos.render.drawing_table import drawing_table

DRAWING = Path(__file__).with_name("drawing.js")
PROGRAM = """
    import { readFileSync } from "node:fs";
    const [table, position] = JSON.parse(readFileSync(0));
    const { Drawing } = await import(process.argv[1]);
    console.log(JSON.stringify(new Drawing(table)[process.argv[2]](position)));
"""
pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node.js")


@pytest.fixture(scope="module")
def table() -> dict[str, Any]:
    return drawing_table(thesmos.load("seven-wonders-duel").match().linked, {"baths": "the Baths"})


def figures(table: dict[str, Any], position: dict[str, Any], kind: str) -> list[dict[str, Any]]:
    command = [str(NODE), "--input-type=module", "-e", PROGRAM, str(DRAWING), kind]
    data = json.dumps([table, position])
    done = subprocess.run(command, input=data, capture_output=True, text=True, check=True)
    drawn: list[dict[str, Any]] = json.loads(done.stdout)
    return drawn


def test_only_places_with_something_on_them_are_drawn_each_with_its_mark(
    table: dict[str, Any],
) -> None:
    position = {
        "era": "3", "structure": {"s1": "baths"}, "faces": {"s1": "=", "s4": "?"}, "guilds": ["s4"],
    }  # fmt: skip
    (shown,) = figures(table, position, "rows")
    assert re.findall(">([^<]+)<", shown["drawn"]) == ["the Baths", "=", "(guilds)", "?"]
    assert shown["texts"] == ["baths"]


def test_rows_of_a_layout_that_is_not_there_are_not_drawn(table: dict[str, Any]) -> None:
    assert figures(table, {"era": "0", "structure": {}}, "rows") == []


def test_the_present_number_is_marked_on_its_track(table: dict[str, Any]) -> None:
    (shown,) = figures(table, {"pawn": "-2"}, "tracks")
    (marked,) = re.findall(r'class="pawn side-nobody"[^>]*><text[^>]*>([^<]+)<', shown["drawn"])
    assert marked == "-2"
    assert shown["texts"] == ["-2"]
