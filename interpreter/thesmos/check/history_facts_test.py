"""A question about events may use a fact that can't change after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.diagnostics import SpecError
from thesmos.testing.tiny import ONE_STEP, tiny

GAME = """
state: {{game: {{n: {{is: 0..3}}}}}}
facts:
  large(k in 0..3): k > 1
  full(k in 0..3): k = n
actions:
  pick: {{roles: {{k: 0..3}}, do: n := k, text: "{{k}}"}}
clauses:
  Rules: |
    may skip pick where did(pick where {asked} during this turn)
    {more}
"""


def errors(folder: Path, asked: str, more: str = "") -> list[str]:
    try:
        tiny(folder, GAME.format(asked=asked, more=more) + ONE_STEP)
    except SpecError as error:
        return [one.code for one in error.diagnostics]
    return []


@pytest.mark.parametrize(
    ("asked", "more", "expected"),
    [
        ("large(k)", "", []),
        ("full(k)", "", ["E331"]),
        ("large(k)", "treat large(k) as no where n = 3", ["E331"]),
    ],
)
def test_a_fact_about_its_arguments_alone(
    asked: str, more: str, expected: list[str], tmp_path: Path
) -> None:
    assert errors(tmp_path, asked, more) == expected
