"""The layout of shipped and made-up games: what random games write fits into it."""

from __future__ import annotations

import pytest

from testing.draws import pook, santorini
from testing.walks import game_from, made_up
from thesmos.link.layout import Entry, RegisterOf
from thesmos.play.game import Game

CHOICES = 150
MATCH_UPS: list[tuple[str, tuple[str | None, ...]]] = [
    ("santorini", (None, None)),
    ("santorini", (None,) * 4),
    ("santorini", ("bia", "chaos")),
    ("santorini", ("persephone", "proteus")),
    ("santorini", ("nemesis", "tartarus")),
    ("pook", (None,) * 3),
    ("lab", (None,) * 4),
    ("market", (None, None)),
    ("race", (None,) * 3),
]


def game_of(slug: str) -> Game:
    """A game by its slug."""
    return {"santorini": santorini, "pook": pook}.get(slug, lambda: made_up(slug))()


def fits(entry: Entry, value: int, none: int) -> bool:
    """Whether a slot of an entry can have a value."""
    return entry.low <= value <= entry.high or (entry.none and value == none)


@pytest.mark.parametrize(("slug", "powers"), MATCH_UPS)
def test_every_slot_stays_in_its_range(slug: str, powers: tuple[str | None, ...]) -> None:
    game = game_of(slug)
    layout = game.link(powers, game.mode(None, len(powers)), {}).layout
    match = game.match(powers, any_match_up=True)
    assert match.linked.layout.start == layout.start
    for state in game_from(match.start(), 3, CHOICES):
        for entry in layout.entries:
            values = {state.vector[slot] for slot in entry.slots}
            assert all(fits(entry, value, layout.none) for value in values), (entry, values)


def test_a_register_has_the_range_of_its_role_in_all_events_that_it_is_about() -> None:
    """`rise` of a move can be negative, `rise` of a jump can't."""
    game = santorini()
    linked = game.link([None] * 4, game.mode(None, 4), {})
    for entry in linked.layout.entries:
        if isinstance(entry.meaning, RegisterOf) and entry.meaning.query.role == "rise":
            assert entry.low < 0
            return
    raise AssertionError("no question about rise")
