"""What Adonis and Persephone look ahead to, beside an exact search of the rest of the turn.

The search (testing/turn_search.py) plays the same match without the card, and follows the facts
page alone (docs/pages/facts/santorini-editions.md): Persephone's look-ahead is settled when the
turn begins, and then asks each move to go up or to be one that another move follows; Adonis keeps
every option after which the two Workers can still be neighbours. Where edition 2026-02 is not
exact, its kind of difference is listed here, with its reason.
"""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator

import pytest

from testing.turn_search import TooLongError, can_reach, ways_on
from thesmos.play.game import load
from thesmos.play.state import State

GAME = load("santorini@2026-02")
TURNS = 3  # that are compared for each power
LONGEST = 60  # decisions of a game, or of a turn

# Who may differ from the exact search, and how: the options that are on offer beyond it ("more"),
# those that it has beyond them ("fewer"), or both.
PERSEPHONE = {
    "achilles": "more",  # need not use the power
    "hermes": "both",  # judged by the move that is offered, not by the walk
    "odysseus": "more",  # need not use the power
}
ADONIS = {
    "achilles": "more",  # an early build may destroy the way
    "artemis": "more",  # given up if the bound Worker itself can't get there
    "atalanta": "more",  # need not use the power
    "bellerophon": "more",  # need not use the power
    "castor-pollux": "more",  # the partner may take the only space
    "charon": "both",  # judged before the ferry, by the board alone
    "eris": "fewer",  # the search does not know which Worker was moved last
    "hermes": "more",  # all moves on the level are kept
    "medusa": "fewer",  # she would turn the Worker to stone, after what is searched
    "odysseus": "both",  # settled before the power is used
    "terpsichore": "more",  # whether all can build is not asked
    "triton": "more",  # along the edge nearly all is kept
}


def cell(name: str) -> tuple[int, int]:
    """The column and the row of a space."""
    return ord(name[0]) - ord("A"), int(name[1])


def near(a: str, b: str) -> bool:
    """Whether two spaces are neighbours."""
    (x, y), (u, v) = cell(a), cell(b)
    return max(abs(x - u), abs(y - v)) == 1


@functools.lru_cache(maxsize=10_000)
def board(state: State) -> tuple[str, tuple[str, ...]]:
    """The levels of all spaces, as written in positions, and the spaces of the Workers."""
    position = state.position()
    return position["levels"], tuple(worker[:2] for worker in position["workers"])


def level(state: State, name: str) -> int:
    """The level of a space."""
    column, row = cell(name)
    return int(board(state)[0][(row - 1) * 5 + column])


def rises(before: State, after: State, most: int = 3) -> bool:
    """Whether a choice moved a Worker up, by so many levels at most."""
    places, later = board(before)[1], board(after)[1]
    if len(places) == len(later) and all(
        level(before, new) <= level(before, old) for old, new in zip(places, later, strict=True)
    ):
        return False  # the events, which take the semantics, need not be asked for
    moves = [event for event in after.events if event["e"] == "move"]
    return any(
        0 < level(before, move["to"]) - level(before, move["from"]) <= most for move in moves
    )


def texts(state: State) -> set[str]:
    """All choices of a decision, `skip` included."""
    return {text for text, _ in ways_on(state)}


class Turn:
    """A turn of the card's opponent, played beside the same turn without the card."""

    def __init__(self, state: State, card: str, pair: list[str]) -> None:
        """state: at the first decision of the turn."""
        position = {k: v for k, v in state.position().items() if k != "memory"}
        self.state = state
        powers = [None if power == card else power for power in pair]
        twin = GAME.match(powers=powers, any_match_up=True)
        self.twin = twin.load(position | {"to_move": state.turn_of})
        self.rival = pair[state.turn_of - 1]
        self.workers = position["workers"]

    @property
    def is_over(self) -> bool:
        """Whether the turn has ended, or nothing can be chosen any more."""
        decision = self.state.decision
        return decision is None or decision.dead_end or self.twin.decision is None

    def is_past_moves(self, state: State) -> bool:
        """Whether no move can follow in the turn: a build after a move, or the end."""
        if state.decision is None or state.turns_begun > 0:
            return True
        moved = state.position()["workers"] != self.workers
        return state.decision.step == "build" and (
            moved or self.rival not in ("achilles", "prometheus", "castor-pollux", "hermes")
        )

    def meet(self) -> bool:
        """Skip in the twin what the card made pass by itself; return whether both ask the same."""
        while not self.is_over and not self.twin.turns_begun:
            assert self.state.decision is not None
            assert self.twin.decision is not None
            if self.twin.decision.step == self.state.decision.step:
                return True
            if not self.twin.decision.may_skip:
                return False
            self.twin = self.twin.skip()
        return False

    def choose(self, text: str) -> None:
        """Make a choice in both."""
        self.state = self.state.skip() if text == "skip" else self.state.apply(text)
        self.twin = self.twin.skip() if text == "skip" else self.twin.apply(text)


Difference = tuple[set[str], set[str]]  # what is offered beyond the search, and the reverse


def rising(turn: Turn, draw: random.Random) -> Iterator[Difference]:
    """Play a turn against Persephone; yield the differences at each move."""
    most = 1 if turn.rival == "bellerophon" else 3

    def rises_on(state: State, following: State) -> bool:
        return rises(state, following, most) or can_reach(
            following, lambda a, b: rises(a, b, most), turn.is_past_moves
        )

    asked = any(rises_on(turn.twin, following) for _, following in ways_on(turn.twin))
    for _ in range(LONGEST):  # a walk along the edge may go on for ever
        if not turn.meet():
            return
        decision = turn.state.decision
        assert decision is not None
        if decision.step == "move" and decision.player == turn.state.turn_of:
            expected = {
                text
                for text, following in ways_on(turn.twin)
                if not asked
                or rises(turn.twin, following)
                or (text != "skip" and _moves_next(following))
            }
            yield texts(turn.state) - expected, expected - texts(turn.state)
        choice = draw.choice(sorted(texts(turn.state)) or [""])
        if not choice:
            return
        before = turn.twin
        turn.choose(choice)
        asked = asked and not rises(before, turn.twin)
        if turn.twin.turns_begun or turn.state.turns_begun:
            return


def _moves_next(state: State) -> bool:
    return state.decision is not None and not state.turns_begun and state.decision.step == "move"


def joining(turn: Turn, bond: tuple[int, int], draw: random.Random) -> Iterator[Difference]:
    """Play the turn after Adonis bound two Workers; yield the differences at each move.

    bond: the places of the two in the list of Workers.
    """
    number = len(turn.workers)

    def joined(state: State) -> bool:
        if state.result is not None and turn.twin.turn_of in state.result.winners:
            return True
        workers = state.position()["workers"]
        return len(workers) == number and near(*(workers[place][:2] for place in bond))

    def keeps(following: State) -> bool:
        if turn.is_past_moves(following):
            return joined(following)
        return can_reach(
            following,
            lambda _, after: turn.is_past_moves(after) and joined(after),
            turn.is_past_moves,
        )

    asked = None
    while turn.meet():
        decision = turn.state.decision
        assert decision is not None
        if decision.step == "move" and decision.player == turn.state.turn_of:
            ways = dict(ways_on(turn.twin))
            kept = {text for text, following in ways.items() if keeps(following)}
            asked = bool(kept) if asked is None else asked
            expected = kept if asked else {*ways}
            yield texts(turn.state) - expected, expected - texts(turn.state)
        choices = sorted(texts(turn.state))
        if not choices:
            return
        turn.choose(draw.choice(choices))
        if turn.twin.turns_begun or turn.state.turns_begun:
            return


def turns_of(card: str, rival: str) -> Iterator[tuple[Turn, tuple[int, int] | None, random.Random]]:
    """Yield turns of a rival in random games; against Adonis those that he has bound."""
    draw = random.Random(f"{card} {rival}")
    pair = (
        [rival, card]
        if GAME.match_up_error([card, rival], GAME.mode(None, 2), {})
        else [card, rival]
    )
    match, found = GAME.match(powers=pair), 0
    while found < TURNS:
        state, bond = match.start(), None
        for _ in range(LONGEST):
            decision = state.decision
            if decision is None or decision.dead_end:
                break
            theirs = decision.player == pair.index(rival) + 1 == state.turn_of
            if theirs and state.turns_begun and (bond or card != "adonis"):
                yield Turn(state, card, pair), bond, draw
                found += 1
                if found == TURNS:
                    return
            bond = None
            options = [*decision.options]
            if decision.power == "adonis" and options:
                option = draw.choice(options)
                workers = [worker[:2] for worker in state.position()["workers"]]
                one, other = option.text.split()
                bond = workers.index(other), workers.index(one)
                state = state.take(option.code)
            elif not options or (decision.may_skip and draw.random() < 0.2):
                state = state.skip()
            else:
                state = state.take(draw.choice(options).code)


def differences(card: str, rival: str) -> Iterator[Difference]:
    """Yield all differences in some turns; turns that take too long to search are left out."""
    for turn, bond, draw in turns_of(card, rival):
        try:
            yield from rising(turn, draw) if bond is None else joining(turn, bond, draw)
        except TooLongError:
            continue


def rivals(card: str) -> list[str]:
    """The powers that a card may meet, alone."""
    mode = GAME.mode(None, 2)
    return [
        slug
        for slug in sorted(GAME.powers)
        if slug not in (card, "chaos", "nyx")  # they hold other cards
        and not all(GAME.match_up_error(pair, mode, {}) for pair in ([card, slug], [slug, card]))
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "rival"),
    [(card, rival) for card in ("adonis", "persephone") for rival in rivals(card)],
)
def test_what_is_offered_is_what_the_search_finds(card: str, rival: str) -> None:
    """But for those listed above, and there in one direction."""
    explained = (ADONIS if card == "adonis" else PERSEPHONE).get(rival, "")
    unexplained = [
        (more, fewer)
        for more, fewer in differences(card, rival)
        if (more and explained not in ("more", "both"))
        or (fewer and explained not in ("fewer", "both"))
    ]

    assert [] == unexplained
