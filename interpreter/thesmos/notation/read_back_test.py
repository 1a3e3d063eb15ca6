"""What `check` accepts is read back: from a position, and exactly from a whole one."""

from __future__ import annotations

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from testing.tiny import tiny
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import play

BASE = Path(__file__).parents[1] / "check" / "samples" / "base"
PARTS = "  heights: {digits: height}\n"


def read_back(match: Match, decisions: int = 20, games: int = 2) -> list[dict[str, Any]]:
    """Read the states of random games from their positions; return these."""
    positions = []
    for seed in range(games):
        for state, _ in itertools.islice(play(match.start(), Rng(seed)), decisions):
            position = json.loads(json.dumps(state.position()))
            match.load(position)
            assert match.load(json.loads(json.dumps(state.position(whole=True)))) == state
            positions.append(position)
    assert positions
    return positions


def base(folder: Path, parts: str, changes: dict[str, str] | None = None) -> Match:
    """A match of the base of the samples with more parts of positions."""
    shutil.copytree(BASE, folder / "base")
    path = folder / "base" / "game.yaml"
    text = path.read_text("utf-8")
    for old, new in {PARTS: PARTS + parts, **(changes or {})}.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
    return load(str(folder / "base")).match([None, None])


def test_a_digit_may_be_none(tmp_path: Path) -> None:
    match = base(tmp_path, "", {"height: {is: 0..3}": "height: {is: 0..3 or none}",
                                "height(to) += 1": "height(to) := 2"})  # fmt: skip
    positions = read_back(match)
    assert positions[0]["heights"] == "-" * 9
    assert set("".join(position["heights"] for position in positions)) == {"-", "2"}
    with pytest.raises(UsageError, match="heights must be 9 digits, or - for none"):
        match.load({"heights": "????-----"})


def test_a_digit_that_can_not_be_none_is_no_dash(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="heights must be 9 digits"):
        base(tmp_path, "").load({"heights": "-" * 9})


@pytest.mark.parametrize(
    "parts",
    [
        'z: {pieces: Pawn, text: "{place}"}',
        'z: {pieces: Pawn, text: "{owner}{place}{colour}"}',
        'z: {pieces: Pawn, text: "{colour}{place}{owner}"}',
        "z: {piece: Pawn, owner: 2}\n  y: {piece: Pawn, owner: 1}",
        "z: {piece: Pawn}\n  y: {piece: Pawn, colour: b}",
        'z: [{counts: Pawn, zone: hand, text: "{colour}"}, {map: height}]',
        "z: {members: Pawn, zone: hand, text: y}\n  y: {counts: Pawn, zone: hand, text: x}",
        "a.b: {value: round}\n  a.c: [{map: height}]\n  a.d: {digits: height}",
    ],
)
def test_parts_about_the_same_things(parts: str, tmp_path: Path) -> None:
    read_back(base(tmp_path, f"  {parts}\n"))


def test_an_empty_mark_in_a_text(tmp_path: Path) -> None:
    changes = {"blue: b": 'blue: ""', "colour: red, zone": "colour: blue, zone"}
    positions = read_back(base(tmp_path, "", changes))
    assert positions[-1]["pawns"][0].endswith(" 1")


CROWD = """
boards: {Cell: {grid: 1x1}, Spot: {grid: 3x2}}
zones: [bag, box]
pieces:
  Stone:
    on: Spot
    attributes: {colour: {is: Colour}, worn: {is: 0..2}}
    supply:
      - {zone: bag, colour: red, count: 2}
      - {zone: bag, colour: red, name: s1}
      - {zone: bag, colour: blue, count: 2}
enums: {Colour: {red: r, blue: b}}
state: {game: {best: {is: Stone or none}}}
actions:
  move:
    roles: {stone: Stone, to: Spot}
    do: |
      place(stone) := to
      worn(stone) += 1
      best := stone
    text: "{stone} {to}"
  take:
    roles: {stone: Stone}
    rules: {there: place(stone) exists}
    do: zone(stone) := bag
    text: "x{stone}"
steps: {move: {actions: [move, take]}}
flow: {turn: [begin turn, {steps: move}, pass]}
position: PARTS
"""


ALL, BAG = "all: {pieces: Stone, text: '{place}'}", "{counts: Stone, zone: bag, text: '{worn}'}"


@pytest.mark.parametrize(
    "parts",
    [
        f"{ALL}, more: {{pieces: Stone, text: '{{place}}{{colour}}{{worn}}'}}",
        "hue: {pieces: Stone, text: '{colour}{place}'}, a: {pieces: Stone, text: '{place}{worn}'}",
        "one: {piece: Stone, colour: b}, two: {piece: Stone, colour: r}, best: {value: best}",
        f"worn: {{piece: Stone, worn: 2}}, new: {{piece: Stone, worn: 1}}, {ALL}",
        f"bag: {BAG}, all: {{pieces: Stone, text: '{{place}}{{colour}}'}}",
        "bag: {members: Stone, zone: bag, text: '{colour}'}, one: {piece: Stone}",
        f"{ALL}, named: {{pieces: Stone, text: '{{place}} {{name}}'}}",
    ],
)
def test_many_pieces_on_few_cells(parts: str, tmp_path: Path) -> None:
    read_back(tiny(tmp_path, CROWD.replace("PARTS", f"{{{parts}}}")).match([None, None]), 60, 4)


def test_a_constant_that_is_a_piece_on_a_cell(tmp_path: Path) -> None:
    parts = f"{ALL}, tags: {{members: Tag, zone: bag, text: '{{of}}'}}, of: {{map: of}}"
    text = CROWD.replace("PARTS", f"{{{parts}}}")
    tag = "  Tag: {attributes: {of: {is: Stone or none}}, supply: [{name: t, zone: bag}]}\n"
    text = text.replace("enums:", f"{tag}enums:")
    read_back(tiny(tmp_path, text).match([None, None]), 40)


def test_a_memory_that_is_none_while_its_card_is_held(tmp_path: Path) -> None:
    power = """
    memory: {m: {is: 0..3 or none, start: 2}}
    adds: {position: {m: {memory: m}}}
    clauses:
      Rules: |
        after pick where k = 0: m := none
        after pick where k = 1: m := 1
    """
    text = """
    headings: {Rules: {en: Rules}}
    state: {game: {n: {is: 0..9}}}
    actions: {pick: {roles: {k: 0..1}, do: "n += k", text: "{k}"}}
    steps: {pick: {action: pick}}
    flow: {turn: [begin turn, {steps: pick}, pass]}
    position: {n: {value: n}}
    """
    match = tiny(tmp_path, text, powers={"own": power}).match(["own", None])
    state = match.start().apply("0")
    position = state.position()
    assert (position["m"], position["memory"]) == ("", {"m": ""})
    assert match.load({**position, "to_move": 2}).position() == position


def test_what_is_said_of_a_named_piece_outweighs_a_text_that_may_mean_another(
    tmp_path: Path,
) -> None:
    parts = '{worn: {map: worn}, bag: {members: Gem, zone: bag, text: "{worn}"}}'
    text = CROWD.replace("Stone", "Gem").replace("PARTS", parts)
    i, j = text.index("supply:"), text.index("enums:")
    supply = "supply: [{zone: bag, colour: red, name: g}, {zone: bag, colour: red, name: h}]\n"
    match = tiny(tmp_path, text[:i] + supply + text[j:]).match([None, None])
    position = match.start().apply("g A1").position()
    assert (position["worn"], position["bag"]) == ({"g": "1", "h": "0"}, ["0"])
    assert match.load(position).position()["worn"] == position["worn"]


def test_a_key_that_no_joined_part_writes_is_refused(tmp_path: Path) -> None:
    joined = '  z: [{counts: Pawn, zone: hand, text: "{colour}"}, {map: height}]\n'
    with pytest.raises(UsageError, match="z: can't read `A9`"):
        base(tmp_path, joined).load({"z": {"A9": "1"}})


@pytest.mark.parametrize("part", ["map: worth", "cells: open"])
def test_a_part_about_a_kind_without_pieces(part: str, tmp_path: Path) -> None:
    kinds = "  Gem:\n    attributes: {worth: {is: 0..3}, open: {is: flag}}\n  Chip:\n"
    match = base(tmp_path, f"  gems: {{{part}}}\n", {"  Chip:\n": kinds})

    assert not any(position["gems"] for position in read_back(match))


def test_a_card_in_the_reserve_brings_pieces_of_an_owner(tmp_path: Path) -> None:
    text = """
    zones: [bag]
    pieces:
      Gem: {attributes: {owner: {is: Side}}, supply: [{zone: bag, for each: side}]}
    headings: {Rules: {en: Rules}}
    tags: {kept: {en: Kept}}
    state: {game: {n: {is: 0..1}}}
    actions: {go: {roles: {k: 0..1}, do: "n := k", text: "{k}"}}
    steps: {go: {action: go}}
    flow: {turn: [begin turn, {steps: go}, pass]}
    position: {gems: {counts: Gem, zone: bag, text: "{owner}"}}
    """
    powers = {
        "drawing": "reserve: {tag: kept}",
        "kept": "tags: [kept]\nsupply: [{kind: Gem, zone: bag}]",
    }
    match = tiny(tmp_path, text, powers=powers).match(["drawing", None])
    assert read_back(match)[0]["gems"] == {"1": 2, "2": 1}
