"""What Adonis and Persephone leave on offer in edition 2026-02, in random positions of every pair.

The options that the rules offer are compared with what is worked out from the facts alone, by a
search of the turn (`testing/look_ahead`). By hand, `python conformance/look_ahead_test.py 300
[--seed N] [POWER…]` compares so many positions of every pair, and counts where the recorded
program, and so the edition, is not exact.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator

import click
import pytest

from testing.look_ahead import Moment, exactly, expected
from testing.santorini_turns import SKIP, Setting, Turn, begun, name, space
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State

GAME = load("santorini@2026-02")
CARDS = ("adonis", "persephone")
NOT_SEARCHED = (
    "chaos",
    "nyx",
    "hecate",
)  # they hold other cards; positions do not show her Workers
USES = ("ferry", "land", "exile", "flow", "drag")  # steps of a turn that a power adds
LONGEST = 30  # decisions of a turn: a walk along the edge may go on for ever


def pair_of(card: str, rival: str) -> list[str] | None:
    """The two in an order in which they may meet."""
    mode = GAME.mode(None, 2)
    pairs = ([card, rival], [rival, card])
    return next((pair for pair in pairs if not GAME.match_up_error(pair, mode, {})), None)


def random_position(match: Match, draw: random.Random, to_move: int) -> State:
    """A position in which the Workers are mostly close together."""
    state = match.start()
    while state.decision is not None and state.decision.step == "place":
        state = state.take(draw.choice(state.decision.options).code)
    position = {key: value for key, value in state.position().items() if key != "memory"}
    steepness = draw.choice(((5, 3, 1, 1), (3, 3, 2, 1), (2, 3, 3, 2), (1, 0, 3, 3)))
    levels = draw.choices((0, 1, 2, 3), steepness, k=25)
    center = draw.randrange(25)
    spread = draw.choice((0.5, 2.0, 10.0))

    def distance(at: int) -> float:
        steps = max(abs(at % 5 - center % 5), abs(at // 5 - center // 5))
        return steps + spread * draw.random()

    spaces = sorted(range(25), key=distance)
    workers = [f"{name(spaces.pop(0))} {worker[3:]}" for worker in position["workers"]]
    draw.shuffle(spaces)
    domes = [spaces.pop() for _ in range(draw.choice((0, 2, 5, 9)))]
    for at in domes:
        levels[at] = 3
    on_card, tokens = position.pop("on_card", {}), []
    for sort in ("whirlpool", "talus"):
        if sort in on_card and draw.random() < 0.8:
            for _ in range(on_card.pop(sort)):
                at = spaces.pop()
                tokens.append(f"{name(at)} {sort} {levels[at]}")
    return match.load(
        position
        | {"levels": "".join(map(str, levels)), "domes": [name(at) for at in sorted(domes)]}
        | {"workers": workers, "to_move": to_move}
        | ({"tokens": tokens} if tokens else {})
        | ({"on_card": on_card} if on_card else {})
    )


def turn_at(state: State, power: str, kept_back: int | None) -> Turn:
    """The turn that begins, as the search plays it."""
    position = state.position()
    spare = position.get("on_card", {}) if power == "jason" else {}
    pieces = [worker.split()[1] for worker in position["workers"]]
    pieces += [kind for kind, count in spare.items() for _ in range(count)]
    places = [space(worker) for worker in position["workers"]]
    tokens = [token.split() for token in position.get("tokens", [])]
    setting = Setting(
        power,
        state.turn_of,
        tuple(int(kind[0]) for kind in pieces),
        tuple(kind[1] == "f" for kind in pieces),
        frozenset(space(at) for at, sort, _ in tokens if sort == "talus"),
        tuple(space(at) for at, sort, _ in tokens if sort == "whirlpool"),
        kept_back,
    )
    return begun(
        Turn(
            setting,
            tuple(map(int, position["levels"])),
            frozenset(map(space, position.get("domes", ()))),
            (*places, *(None for _ in pieces[len(places) :])),
        )
    )


def places_of(state: State) -> list[str]:
    """The spaces of the Workers."""
    return [worker[:2] for worker in state.position()["workers"]]


def bound_at_random(
    state: State, draw: random.Random
) -> tuple[State, tuple[int, int], int | None] | None:
    """Play a turn of Adonis in which he binds two Workers; None if he cannot.

    The result: the state after it, the bound Worker and the other, and which Worker he moved.
    """
    player, mover = state.turn_of, None
    while state.decision is not None and state.decision.options and state.turn_of == player:
        option = draw.choice(state.decision.options)
        if state.decision.power == "adonis":
            other, bound = map(places_of(state).index, option.text.split())
            return state.take(option.code), (bound, other), mover
        if state.decision.step == "move":
            mover = places_of(state).index(option.text[:2])
        state = state.take(option.code)
    return None


def moments(
    card: str, rival: str, positions: int, seed: int = 0
) -> Iterator[tuple[Moment, set[str]]]:
    """Yield the decisions of turns that one of the two cards binds, and what is on offer there."""
    pair = pair_of(card, rival)
    assert pair is not None
    match, draw = GAME.match(powers=pair), random.Random(f"{card} {rival} {seed}")
    holder = pair.index(card) + 1
    for _ in range(positions):
        state = random_position(match, draw, holder if card == "adonis" else 3 - holder)
        bond, mover = (0, 0), None
        if card == "adonis":
            played = bound_at_random(state, draw)
            if played is None:
                continue
            state, bond, mover = played
        if state.decision is not None and state.decision.power == "tartarus":  # his first turn
            state = state.take(draw.choice(state.decision.options).code)
        if state.decision is None or state.turn_of == holder:
            continue
        turn = turn_at(state, rival, mover)
        if card in state.held[holder - 1]:  # unless Circe has taken it
            yield from _turn(state, turn, bond, draw)


def _turn(
    state: State, turn: Turn, bond: tuple[int, int], draw: random.Random
) -> Iterator[tuple[Moment, set[str]]]:
    player, start = state.turn_of, turn
    for _ in range(LONGEST):
        decision = state.decision
        if decision is None or state.turn_of != player or turn.step in ("build", "over"):
            return
        moment = Moment(start, turn, bond)
        if (decision.step == "use") != (turn.step in USES) or (
            (decision.step == "build") != (turn.step == "early")
        ):
            turn = moment.ways[SKIP]  # an empty step that was passed silently
            continue
        offered = {option.text for option in decision.options}
        offered |= {SKIP} if decision.may_skip else set()
        yield moment, offered
        if not offered:
            return
        text = draw.choice(sorted(offered))
        turn = moment.ways[text]
        if turn.rise > 0 and bond == (0, 0):
            return  # Persephone asks nothing more
        state = state.skip() if text == SKIP else state.apply(text)


def rivals(card: str) -> list[str]:
    """The powers that a card may meet, alone."""
    slugs = [slug for slug in sorted(GAME.powers) if slug not in (card, *NOT_SEARCHED)]
    return [slug for slug in slugs if pair_of(card, slug)]


def differences(card: str, rival: str, positions: int) -> list[str]:
    """Where the rules offer something else than what is worked out, to be read."""
    return [
        f"{moment.turn}\nbond {moment.bond}: {sorted(offered - right)} beyond, "
        f"{sorted(right - offered)} missing"
        for moment, offered in moments(card, rival, positions)
        if offered != (right := expected(card, moment))
    ]


# Pairs of each kind of reading, for every run of the tests.
QUICK = [("adonis", rival) for rival in ("apollo", "athena", "hermes", "prometheus", "scylla")]
QUICK += [("persephone", rival) for rival in ("apollo", "castor-pollux", "triton")]


@pytest.mark.parametrize(("card", "rival"), QUICK)
def test_the_look_ahead_is_what_the_facts_say(card: str, rival: str) -> None:
    """In positions at random."""
    assert [] == differences(card, rival, 10)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "rival"), [(card, rival) for card in CARDS for rival in rivals(card)]
)
def test_the_look_ahead_is_what_the_facts_say_of_every_pair(card: str, rival: str) -> None:
    """In positions at random, for every power that either of the two may meet."""
    assert [] == differences(card, rival, 3)


def main() -> None:
    """Print what differs from the facts, and how often the edition is not exact."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("positions", type=int, help="of every pair")
    parser.add_argument("powers", nargs="*", metavar="POWER", help="only pairs with one of these")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_intermixed_args()
    for card in CARDS:
        for rival in arguments.powers or rivals(card):
            if pair_of(card, rival) is None:
                continue
            counts: Counter[str] = Counter()
            for moment, offered in moments(card, rival, arguments.positions, arguments.seed):
                right = expected(card, moment)
                counts["decisions"] += 1
                counts["not exact"] += right != exactly(card, moment)
                if offered != right:
                    counts["differ"] += 1
                    click.echo(f"{moment.turn} {moment.bond} {offered - right} {right - offered}")
            click.echo(f"{card} {rival} {dict(counts)}")


if __name__ == "__main__":
    main()
