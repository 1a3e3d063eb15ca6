"""A module of many powers plays like the match-up of those that are chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from testing.draws import santorini
from testing.wasm_match import NODE, asking
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.link.layout import FirstHolders
from thesmos.link.pool import first_vector
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.web.build import pool

SLUGS = "apollo", "gaea", "hydra", "charybdis", "tartarus", "circe", "nyx"  # many bring pieces
PAIRS = [
    (("gaea", "hydra"), {}),
    (("charybdis", "apollo"), {}),
    (("circe", "hydra"), {}),
    (("tartarus", "apollo"), {}),
    (("nyx", "hydra"), {"night_power": "apollo"}),
]
DECISIONS = 40
Ask = Callable[[dict[str, object]], Any]


@pytest.fixture(scope="module")
def some() -> Match:
    """A pool of some powers."""
    game = santorini()
    return Match(game.link([None, None], game.mode(None, 2), {}, SLUGS, pool=True))


@pytest.fixture(scope="module")
def ask(some: Match) -> Iterator[Ask]:
    with asking(some, santorini()) as found:
        yield found


def seen(decision: Any) -> object:
    """What is asked of a player, without codes and their order: a pool has other ones."""
    if decision is None:
        return None
    texts = sorted((one["text"], one["weight"]) for one in decision["options"])
    return decision["player"], decision["step"], decision["maySkip"], texts


def expected(state: State) -> object:
    """The same, of a match-up in Python."""
    found = state.decision
    if found is None:
        return None
    texts = sorted((one.text, one.weight) for one in found.options)
    return found.player, found.step, found.may_skip, texts


@pytest.mark.skipif(not NODE, reason="needs Node.js")
@pytest.mark.parametrize(("powers", "setup"), PAIRS, ids=str)
def test_a_pool_plays_like_the_match_up_that_is_chosen(
    ask: Ask, some: Match, powers: tuple[str, str], setup: dict[str, str]
) -> None:
    vector = ask({"ask": "start", "powers": powers, "setup": setup})
    match = santorini().match(powers, setup=setup, any_match_up=True)
    state, dice = match.start(), Rng(3)
    assert (
        tuple(vector)
        == some.backend.after_entering(first_vector(some.linked, powers, [*setup.values()]))[0]
    )
    for _ in range(DECISIONS):
        decision = ask({"ask": "shown", "v": vector})["decision"]
        assert seen(decision) == expected(state)
        if state.decision is None:
            break
        if not state.codes:
            name = "skip" if state.may_skip else "concede"
            state = state.skip() if state.may_skip else state.concede()
            vector = ask({"ask": "after", "v": vector, "name": name, "given": []})["vector"]
            continue
        text = state.decision.options[dice.below(len(state.codes))].text
        code = next(one["code"] for one in decision["options"] if one["text"] == text)
        vector = ask({"ask": "after", "v": vector, "name": "choose", "given": [code]})["vector"]
        state = state.apply(text)


@pytest.mark.skipif(not NODE, reason="needs Node.js")
def test_a_position_of_a_pool_says_who_holds_what(ask: Ask) -> None:
    vector = ask({"ask": "start", "powers": ["gaea", "apollo"]})
    for code in (0, 1):
        vector = ask({"ask": "after", "v": vector, "name": "choose", "given": [code]})["vector"]
    position = ask({"ask": "shown", "v": vector})["position"]
    assert position["on_card"] == {"1m": 2}
    loaded = ask({"ask": "load", "position": {**position, "held": [["gaea"], ["apollo"]]}})
    assert ask({"ask": "shown", "v": loaded})["position"] == position


@pytest.mark.skipif(not NODE, reason="needs Node.js")
def test_a_position_of_a_pool_is_loaded_for_those_who_received_its_cards(
    ask: Ask, some: Match
) -> None:
    beside = {"powers": ["nyx", "hydra"], "setup": {"night_power": "apollo"}}
    vector = ask({"ask": "load", "position": {"held": [["nyx", "apollo"], ["hydra"]]}, **beside})
    received = some.linked.layout.by_meaning[FirstHolders()].of(vector)
    cards = [each.card.slug for each in some.linked.cards]
    expected = {"nyx": 0, "hydra": 1, "apollo": 2}
    assert dict(zip(cards, received, strict=True)) == dict.fromkeys(cards, 3) | expected


@pytest.mark.skipif(not NODE, reason="needs Node.js")
@pytest.mark.parametrize(
    ("powers", "message"),
    [
        (("circe", "gaea"), "circe and gaea may not be played together"),
        (("apollo", "tartarus"), "tartarus always begins"),
        (("hera", "apollo"), "there is no power `hera` to choose"),
        (("nyx", "apollo"), "nyx needs a night_power"),
        (("apollo", "apollo"), "a power can be held only once"),
    ],
    ids=str,
)
def test_a_pool_refuses_what_the_rules_forbid(
    ask: Ask, powers: tuple[str, str], message: str
) -> None:
    with pytest.raises(AssertionError, match=message):
        ask({"ask": "start", "powers": powers})


def test_a_pool_needs_powers() -> None:
    with pytest.raises(UsageError, match="no powers to choose"):
        pool(load("nim"), None, {})


def test_a_pool_has_all_powers() -> None:
    game: Game = santorini()
    assert {*game.powers} == {one.card.slug for one in pool(game, None, {}).linked.cards}
