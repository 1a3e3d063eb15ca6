"""A sample shows the shape that it is the sample of, and no other."""

from __future__ import annotations

import pytest

from thesmos.render.shape_samples import VARIANT, samples


@pytest.mark.parametrize(
    ("shape", "drawn"),
    [
        ("stack", 'class="layer-3"'), ("cap", 'class="cap"'), ("pawn", 'class="pawn side-2"'),
        ("secret", 'class="pawn side-1 secret"'), ("chip", 'class="chip"'),
        ("figure", 'class="figure"'), ("mark", 'class="mark"'), ("stop", 'class="stop"'),
        ("card", 'class="back"'),
    ],
)  # fmt: skip
def test_a_shape_is_drawn_if_the_game_has_it(shape: str, drawn: str) -> None:
    made = samples([shape], 1, {})
    assert drawn in made[shape]
    assert {shape, "target", "barred", "changed"} == set(made)


def test_the_marks_of_options_are_always_there() -> None:
    made = samples([], 1, {})
    assert 'class="target"' in made["target"]
    assert 'class="barred"' in made["barred"]
    assert 'class="arrow"' in made["changed"]


def test_pieces_of_one_owner_differ_by_shape() -> None:
    made = samples(["pawn"], 2, {})
    assert "<circle" in made[VARIANT]
    assert made[VARIANT].count('class="pawn side-1"') == 2


def test_as_many_owners_are_shown_as_there_are_players() -> None:
    assert ["pawn side-3" in samples(["pawn"], 1, {}, players)["pawn"] for players in (2, 3)] == [
        False,
        True,
    ]
