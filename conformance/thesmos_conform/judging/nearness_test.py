"""In how many parts positions differ."""

from __future__ import annotations

import pytest

from thesmos_conform.judging.nearness import Nearness
from thesmos_conform.protocol.canonical import canonical, digest
from thesmos_conform.protocol.messages import Json

END: Json = {"levels": "0010", "workers": ["A1 1f", "B1 2f"], "held": [["pan"], []], "to_move": 2}


@pytest.mark.parametrize(
    ("other", "distance"),
    [
        (END, 0),
        (END | {"levels": "0020"}, 2),  # a sign that is there, and one that is missing
        (END | {"workers": ["A2 1f", "B1 2f"]}, 2),
        (END | {"workers": ["B1 2f"]}, 1),
        (END | {"held": [[], []]}, 1),
        (END | {"levels": "1110", "to_move": 1}, 6),
    ],
)
def test_each_part_counts(other: Json, distance: int) -> None:
    assert distance == Nearness([canonical(END)]).distance(canonical(other))


def test_the_nearest_of_several_counts() -> None:
    near = Nearness([canonical(END | {"levels": "3333"}), canonical(END | {"to_move": 1})])
    assert 2 == near.distance(canonical(END))


def test_a_hash_is_as_far_from_every_position() -> None:
    near = Nearness([digest(canonical(END))])
    assert near.distance(canonical(END)) == near.distance(canonical(END | {"levels": "3333"}))
