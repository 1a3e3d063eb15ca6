"""A question about the past asks nothing that may have changed since, but attributes of pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos.diagnostics import SpecError

GAME = """
boards: {{Cell: {{grid: 2x2, adjacent: 4}}}}
zones: [bag]
options: {{pace: [slow, fast]}}
pieces:
  Stone:
    on: Cell
    attributes: {{owner: {{is: Side}}, size: {{is: 0..3}}}}
    supply: [{{zone: bag}}]
state: {{game: {{n: {{is: 0..3}}}}, Cell: {{height: {{is: 0..3}}}}}}
facts:
  large(k in 0..3): k > 1
  larger(k in 0..3): large(k) and k > 2
  big(s in Stone): size(s) > 1
  full(k in 0..3): k = n
  fuller(k in 0..3): full(k)
actions:
  pick: {{roles: {{k: 0..3, stone: Stone, at: Cell}}, do: n := k, text: "{{k}} {{stone}} {{at}}"}}
clauses:
  Rules: |
    may skip pick where did(pick where {asked})
    after pick: size(stone) := k
    {more}
"""


def errors(folder: Path, asked: str, more: str = "") -> list[str]:
    try:
        tiny(folder, GAME.format(asked=asked, more=more) + ONE_STEP)
    except SpecError as error:
        return [one.code for one in error.diagnostics]
    return []


@pytest.mark.parametrize(
    "asked",
    [
        "k = 2", "owner(stone) = side(actor)", "size(stone) = 1", "at in adjacent(at)",
        "some (s in Stone where s != stone)", "option(pace) = slow", "large(k)", "larger(k)",
        "big(stone)",
    ],
)  # fmt: skip
def test_what_is_there_when_an_event_happens(asked: str, tmp_path: Path) -> None:
    assert errors(tmp_path, asked) == []


@pytest.mark.parametrize(
    "asked",
    [
        "n = 2", "height(at) = 1", "actor = you", "actor = active", "granted", "rewound",
        "place(stone) = at", "zone(stone) = bag", "(Stone at at) exists", "count(all Stones) = 1",
        "stone in your Stones", "count(opponent Players) = 1", "alive(actor)",
        "next_player(actor) = actor", "did(pick)", "forbidden(pick, k, stone, at)",
        "full(k)", "fuller(k)",
    ],
)  # fmt: skip
def test_what_may_have_changed(asked: str, tmp_path: Path) -> None:
    assert errors(tmp_path, asked) == ["E331"]


def test_a_fact_that_a_clause_treats(tmp_path: Path) -> None:
    assert errors(tmp_path, "larger(k)", "treat large(k) as no where n = 3") == ["E331"]
