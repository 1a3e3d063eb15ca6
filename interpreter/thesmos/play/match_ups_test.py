"""Who may sit with whom: every match-up that the rules allow, and no other."""

from __future__ import annotations

from testing.draws import pook, santorini
from thesmos.play.match_ups import (
    Seating,
    allowed_match_ups,
    is_allowed,
    match_ups_without_powers,
    pair_match_up,
)


def test_every_seating_may_be_played() -> None:
    """Bans, numbers of players, who begins and what a set-up names hold in every mode."""
    game = santorini()
    assert [] == [str(s) for s in allowed_match_ups(game) if not is_allowed(game, s)]


def test_every_pair_that_may_meet_is_seated_once() -> None:
    """Two players: all pairs of the cards for two, but those that are banned."""
    game = santorini()
    able = {slug for slug, card in game.powers.items() if 2 in card.players}
    bans = {frozenset((s, o)) for s in able for o, _ in game.powers[s].banned}
    pairs = {frozenset((a, b)) for a in able for b in able if a != b} - bans
    seated = [frozenset(s.powers) for s in allowed_match_ups(game) if s.mode == "two-players"]
    assert len(pairs) == len(seated)
    assert pairs == set(seated)


def test_every_power_sits_in_every_mode_that_allows_it() -> None:
    """At least once for each number of players it is made for."""
    game = santorini()
    seated = {(slug, len(s.powers)) for s in allowed_match_ups(game) for slug in s.powers if slug}
    assert {(s, n) for s, c in game.powers.items() for n in c.players} == seated


def test_every_mode_may_be_played_without_powers() -> None:
    """So that a game whose powers nobody chooses is played too; the Fleece needs a power."""
    assert {"two-players", "three-players", "four-players"} == {
        s.mode for s in match_ups_without_powers(pook())
    }
    assert {"two-players", "three-players", "four-players"} == {
        s.mode for s in match_ups_without_powers(santorini())
    }


def test_who_must_begin_is_player_1_and_who_must_not_is_not() -> None:
    game = santorini()
    mode = game.mode(None, 2)
    pairs = [("apollo", "bia"), ("bia", "apollo"), ("hecate", "apollo"), (None, "tartarus")]
    found = [pair_match_up(game, mode, one, other) for one, other in pairs]
    seated = [seating.powers for seating in found if seating is not None]
    expected = [("bia", "apollo"), ("bia", "apollo"), ("apollo", "hecate"), ("tartarus", None)]
    assert expected == seated


def test_banned_powers_have_no_seats() -> None:
    game = santorini()
    assert pair_match_up(game, game.mode(None, 2), "adonis", "hermes") is None


def test_what_the_set_up_has_to_name_is_named_in_turn() -> None:
    """Another Night Power for another number; never one that is banned from meeting the other."""
    game = santorini()
    mode = game.mode(None, 2)
    found = [pair_match_up(game, mode, "nyx", "hades", number) for number in range(40)]
    named = {seating.setup[0] for seating in found if seating is not None}
    assert {word for word, _ in named} == {"night_power"}
    cards = {slug for _, slug in named}
    golden = {s for s, c in game.powers.items() if "golden-fleece" in c.tags}
    assert golden - {"hades", "pan", "asteria", "dionysus"} == cards


def test_a_seating_names_its_set_up() -> None:
    """So that a fault can be played again."""
    seating = Seating((None, None), "golden-fleece", (("golden_fleece", "apollo"),))
    assert "none,none (golden-fleece golden_fleece=apollo)" == str(seating)
