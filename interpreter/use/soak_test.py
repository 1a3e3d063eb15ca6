"""The watch over random games sees what it must, and knows every match-up."""

from __future__ import annotations

from thesmos.use.game import load
from thesmos.use.seating import Seating, seatings
from thesmos.use.soak import look


def test_no_banned_pair_is_seated() -> None:
    """Bans hold in every mode."""
    game = load("santorini")
    banned = {
        frozenset((slug, other)) for slug, card in game.powers.items() for other, _ in card.banned
    }
    pairs = {
        frozenset((one, other))
        for seating in seatings(game)
        for one in seating.powers
        for other in seating.powers
        if one and other and one != other
    }

    assert set() == pairs & banned


def test_every_power_sits_in_every_mode_that_allows_it() -> None:
    """At least once for each number of players it is made for."""
    game = load("santorini")
    seated = {(slug, len(s.powers)) for s in seatings(game) for slug in s.powers if slug}

    assert {(s, n) for s, c in game.powers.items() for n in c.players} == seated


def test_a_sound_state_has_no_fault() -> None:
    """A first placement is sound."""
    match = load("santorini").match(["apollo", None])

    assert look(match, match.start(1)) is None


def test_a_seating_names_its_set_up() -> None:
    """So that a fault can be played again."""
    seating = Seating((None, None), "golden-fleece", (("golden_fleece", "apollo"),))

    assert "none,none (golden-fleece golden_fleece=apollo)" == str(seating)
