"""A draft leads to a match-up, and to the game that follows."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from testing.draws import pook, santorini
from testing.tiny import tiny
from testing.walks import game_from
from thesmos.compile.compiler import compiled
from thesmos.compile.python.printer import Module
from thesmos.diagnostics import SpecError, UsageError
from thesmos.dice import Rng
from thesmos.play.choice import take
from thesmos.play.game import load
from thesmos.play.game_diagnostics import game_diagnostics
from thesmos.play.protocols import State
from thesmos.play.random_play import play

FORMS = ("quick", "tournament", "custom")
ADVANCED = ("no", "perfect_information_only", "yes")
SEEDS = 2


def drafted(players: int, options: dict[str, str], seed: int) -> State:
    """The end of a random draft."""
    state: State = santorini().draft(players, options).start()
    for at, choice in play(state, Rng(seed)):
        state = take(at, choice)
    return state


def categories(players: int) -> Iterator[dict[str, str]]:
    """Every choice of categories for that many players."""
    heroes = ("no", "yes") if players == 2 else ("no",)
    for simple, hero, advanced in itertools.product(("yes", "no"), heroes, ADVANCED):
        yield {"simple": simple, "hero": hero, "advanced": advanced}
    if players == 2:
        yield {"golden_fleece": "yes"}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "players", [2, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 4))]
)
def test_every_random_draft_leads_to_a_game_that_begins(form: str, players: int) -> None:
    """`after` would refuse a match-up that the rules never allow."""
    for options, seed in itertools.product(categories(players), range(SEEDS)):
        end = drafted(players, options | {"form": form}, seed)
        assert end.match_up is not None
        match = santorini().after(end)
        santorini().forget()
        decision = match.start().decision
        assert decision is not None
        assert (decision.step, match.linked.players) in {("place", players), ("draw", players)}
        assert sorted(end.match_up.seats) == list(range(1, players + 1))
        powers = [power for power in end.match_up.powers if power is not None]
        alone = options.get("golden_fleece") == "yes"
        bare = players == 2 and not {"yes", ADVANCED[1]} & {*options.values()}
        assert len(powers) == (0 if alone or bare else players)


def test_the_powers_are_seated_from_the_starting_power_on() -> None:
    """Player 2 of the draft took the starting power and is player 1 of the game."""
    state = santorini().draft(3, {"form": "custom"}).start()
    for choice in ("apollo", "atlas", "pan", "atlas", "atlas", "pan"):
        state = state.apply(choice)
    assert state.match_up is not None
    assert ("atlas", "pan", "apollo") == state.match_up.powers
    assert (2, 3, 1) == state.match_up.seats
    match = santorini().after(state)
    assert [["atlas"], ["pan"], ["apollo"]] == match.start().held


def test_the_mode_follows_from_the_set_up() -> None:
    """A shared power makes it the mode that needs one."""
    end = drafted(2, {"golden_fleece": "yes"}, 1)
    assert "golden-fleece" == santorini().after(end).linked.mode.slug


def test_a_suggested_option_is_marked() -> None:
    """The lowest order aid: Hades 3, Zeus 31."""
    match = santorini().draft(2, {"form": "custom", "advanced": "yes"})
    decision = match.load({"offer": ["zeus", "hades"], "to_move": 1}).decision
    assert decision is not None
    assert {"hades": True, "zeus": False} == {o.text: o.suggested for o in decision.options}


def test_most_actions_suggest_nothing() -> None:
    """Most actions have no opinion."""
    decision = santorini().match([None, None]).start().decision
    assert decision is not None
    assert not any(option.suggested for option in decision.options)


def test_an_unfinished_draft_has_no_match_up() -> None:
    state = santorini().draft().start()
    assert state.match_up is None
    with pytest.raises(UsageError, match="not led to a match-up"):
        santorini().after(state)


def test_a_conceded_draft_has_no_match_up() -> None:
    state = santorini().draft(2, {"form": "custom"}).start().concede()
    assert state.result is not None
    assert state.match_up is None


def test_a_game_that_is_not_a_draft_has_no_match_up() -> None:
    *_, last = game_from(santorini().match([None, None]).start(), seed=1)
    assert last.result is not None
    assert last.match_up is None


@pytest.mark.parametrize("option", ["hero", "golden_fleece"])
def test_an_option_for_two_is_refused_to_three(option: str) -> None:
    with pytest.raises(UsageError, match=f"{option} = yes can't be played by 3 players"):
        santorini().draft(3, {option: "yes"})


def test_an_option_for_two_may_be_left_alone_by_three() -> None:
    assert santorini().draft(3, {"hero": "no"}).linked.players == 3


def test_a_game_without_a_draft_says_so() -> None:
    with pytest.raises(UsageError, match="pook has no draft"):
        pook().draft()


def test_the_program_of_a_draft_is_small() -> None:
    """Who bans whom is a table, not a part of the state."""
    linked = santorini().draft(4).linked
    assert linked.layout.size < 400
    module = Module(compiled(linked))
    assert sum(len(module.printed(number)) for number in module.numbers) < 80_000


def test_a_draft_is_loaded_by_its_name_or_its_folder() -> None:
    named, placed = load("santorini/draft"), load(str(santorini().path / "draft"))
    assert ("santorini", str(santorini().path)) == (named.around, placed.around)
    assert named.match([None] * 2).rules == placed.match([None] * 2).rules


DRAFT = """
pieces:
  Card:
    table: ../powers
    attributes:
      order: {is: 0..99, start: 7}
      players: {is: set of 2..3}
      banned: {is: set of Card}
      quiet: {is: flag, tag: quiet}
      begins: {is: When or none}
      reserve: {is: 0..9}
zones: [box]
enums: {When: [always, never]}
headings: {Rules: {en: Rules}}
actions:
  pick:
    roles: {card: Card}
    text: "{card}"
    rules: {asked: "RULE"}
steps: {pick: {action: pick, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
match-up: {power: first (c in Card where yes)}
"""
OUTER = """
headings: {Rules: {en: Rules}}
tags: {quiet: Says nothing.}
actions: {pick: {roles: {n: 0..1}, text: "{n}"}}
steps: {pick: {action: pick}}
flow: {turn: [begin turn, {steps: pick}, pass]}
"""
POWERS = {
    "ace": "order: 3\nplayers: [2]\nbanned: [base]\ntags: [quiet]\nbegins: never",
    "base": "banned: [ace]\nreserve: {tag: quiet, count: 2}",
    "cape": "order: 4",
}


@pytest.mark.parametrize(
    ("rule", "cards"),
    [
        ("order(card) < 5", ("ace", "cape")),
        ("order(card) = 7", ("base",)),
        ("3 in players(card)", ("base", "cape")),
        ("some (c in Card where c in banned(card))", ("ace", "base")),
        ("banned(card, card)", ()),
        ("quiet(card)", ("ace",)),
        ("begins(card) = never", ("ace",)),
        ("reserve(card) = 2", ("base",)),
    ],
)
def test_a_card_has_what_the_header_of_its_power_says(
    rule: str, cards: tuple[str, ...], tmp_path: Path
) -> None:
    """What a header does not say is left to `start`; without `players` it is for all."""
    outer = tiny(tmp_path, OUTER, powers=POWERS)
    (tmp_path / "draft").mkdir()
    tiny(tmp_path / "draft", DRAFT.replace("RULE", rule))
    decision = outer.draft().start().decision
    assert decision is not None
    assert cards == decision.texts


def with_draft(folder: Path, text: str) -> Path:
    """A game with three powers and this draft."""
    tiny(folder, OUTER, powers=POWERS)
    (folder / "draft").mkdir()
    with pytest.raises(SpecError):
        tiny(folder / "draft", text)
    return folder


def test_the_errors_of_a_draft_are_those_of_its_game_too(tmp_path: Path) -> None:
    """A power is given by a piece, and by nothing else."""
    text = DRAFT.replace("RULE", "yes").replace("first (c in Card where yes)", "count(Card)")
    found = game_diagnostics(str(with_draft(tmp_path, text)))
    assert ["E311"] == [fault.code for fault in found]
    assert "a power is given by a piece" in found[0].message
    assert str(tmp_path / "draft" / "game.yaml") == str(
        found[0].location and found[0].location.file
    )


def test_a_draft_is_not_checked_while_its_game_has_errors(tmp_path: Path) -> None:
    """Its pieces are powers that could not be read."""
    folder = with_draft(tmp_path, DRAFT.replace("RULE", "nonsense"))
    power = folder / "powers" / "ace.yaml"
    power.write_text(power.read_text("utf-8") + "\ntitel: {en: Ace}\n", encoding="utf-8")
    files = {fault.location.file for fault in game_diagnostics(str(folder)) if fault.location}
    assert str(power) in files
    assert str(folder / "draft" / "game.yaml") not in files


def test_powers_of_the_outer_game_are_pieces_only_in_a_draft(tmp_path: Path) -> None:
    """A draft needs the game around it."""
    with pytest.raises(SpecError) as caught:
        tiny(tmp_path, DRAFT.replace("RULE", "yes"))
    assert "E116" in {fault.code for fault in caught.value.diagnostics}


def test_a_value_that_no_attribute_can_have_is_reported(tmp_path: Path) -> None:
    """A power for two players does not fit into `set of 3..3`."""
    text = DRAFT.replace("RULE", "yes").replace("set of 2..3", "set of 3..3")
    found = game_diagnostics(str(with_draft(tmp_path, text)))
    assert {"E384"} == {fault.code for fault in found}
