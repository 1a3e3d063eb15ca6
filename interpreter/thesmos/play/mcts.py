"""Monte-Carlo tree search: an opponent for every game, from its rules alone.

Each round goes down a tree of choices, adds one choice to it, plays on at random to the end, and
credits the result to the choices it went through. At each decision the round takes the choice with
the best upper bound of its mean result (UCB1); the choice that most rounds took is chosen.

- *Chance* decides by its weights, in the tree and below it, and is nobody's choice. Outcomes that
  follow each other in one step, such as the cards of a deal, are one place in the tree.
- *Hidden information*: each round begins in another state that looks the same to the player who
  searches (worlds.py), never in the true one unless nothing else looks like it; so many are drawn,
  and then taken in turn. A choice
  competes only in the rounds in which it was available. Within a round players know everything.
- *Any number of players*: a choice is judged by the result of the player who made it.

The tree holds choices, not states; a round plays them again. Machine code grows the same tree from
the same seed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from thesmos import arguments
from thesmos.diagnostics import UsageError, clipped
from thesmos.dice import WEIGHTS, Rng
from thesmos.play.backend import picked
from thesmos.play.choice import CONCEDED as CONCEDE
from thesmos.play.choice import SKIPPED as SKIP
from thesmos.play.choice import Choice
from thesmos.play.result import shares
from thesmos.play.state import CONCEDED, SKIPPED, State
from thesmos.play.view import View

if TYPE_CHECKING:
    from thesmos.play.backend import Vector

EXPLORE = 0.7  # how much a rarely taken choice is preferred; results are between 0 and 1
NODES = 400_000  # choices in the tree; then it grows no more (about 150 bytes each in Python)
WORLDS = 400  # states that look the same, in which rounds begin in turn
SLICE = 0.02  # seconds that machine code runs at least before signals and the clock count

Results = Mapping[int, tuple[int, float]]  # rounds and the sum of results, by code


@dataclass(frozen=True)
class Evaluation:
    """What a search found about a choice.

    rounds: that took it.
    value: the mean result of the player who decides, from 0 (a loss) to 1 (a win); a draw of n
        sides is 1/n.
    """

    choice: Choice
    rounds: int
    value: float


class _Branch:
    """A choice.

    rounds: how many took it.
    total: the sum of their results.
    met: in how many it was available.
    """

    __slots__ = ("children", "met", "rounds", "total")

    def __init__(self, met: int = 0) -> None:
        self.children: dict[int | tuple[int, ...], _Branch] = {}
        self.met, self.rounds = met, 0
        self.total = 0.0


def search(
    state: State | View, rounds: int | None = None, seconds: float | None = None, seed: int = 0
) -> list[Evaluation]:
    """Search for the best choice of the pending decision, which must be a player's; best first.

    Of a state, only what that player sees of it is used; of a view from `History.view`, also all
    that they have seen before. A view must be of the player who decides.

    It stops after so many rounds or seconds, whichever comes first; one of them must be given.
    With rounds alone, the same seed finds the same. Ctrl-C interrupts it at any time.

    Raises UsageError if no player decides, or for wrong arguments.

    >>> best = search(state, rounds=20)[0]
    >>> best.choice.text in state.decision.texts
    True
    """
    if not isinstance(state, State | View):
        raise UsageError(f"{clipped(repr(state))} is no state", "give a state, or a view of one")
    if rounds is None and seconds is None:
        raise UsageError("a search needs an end", "give `rounds=` or `seconds=`")
    if rounds is not None:
        rounds = arguments.whole_number(rounds, "rounds", 1, arguments.LARGEST_COUNT)
    seed = arguments.seed(seed)
    decision = state.decision
    if decision is None:
        raise UsageError("the game is over", "it has a `result`")
    if decision.chance:
        raise UsageError("chance decides here", "search where a player does")
    if isinstance(state, View) and state.player != decision.player:
        text = f"this is a view of player {state.player}, but player {decision.player} decides"
        raise UsageError(text, "give a view of the player who decides")
    view = state if isinstance(state, View) else state.view(decision.player)
    choices = {option.code: Choice(option.text, option) for option in decision.options}
    if decision.may_skip:
        choices[SKIPPED] = SKIP
    if not choices:
        choices[CONCEDED] = CONCEDE
    until = math.inf if seconds is None else time.monotonic() + seconds
    native = isinstance(view.match.backend, TreeBackend)
    grow = _grown_by_machine_code if native else _grown_by_python
    results = grow(view, seed, rounds, until)
    found = [(choice, *results.get(code, (0, 0.0))) for code, choice in choices.items()]
    found.sort(key=lambda result: -result[1])
    return [Evaluation(choice, times, total / (times or 1)) for choice, times, total in found]


@runtime_checkable
class TreeBackend(Protocol):
    """A backend that grows trees of choices itself."""

    def tree(
        self, shares: Sequence[Sequence[float]], seed: int, explore: float, nodes: int, /
    ) -> Tree:
        """Return an empty tree. See NativeTree in compile/machine/native/tree.py."""


class Tree(Protocol):
    """A tree of choices."""

    def add_world(self, vector: Sequence[int], /) -> None:
        """Add a state where rounds begin: each in its turn."""

    def run(self, rounds: int, /) -> None:
        """Make rounds."""

    def choices(self) -> Mapping[int, tuple[int, float]]:
        """Return the rounds and the sum of the results of each choice, by its code."""


def _grown_by_machine_code(view: View, seed: int, rounds: int | None, until: float) -> Results:
    """Make rounds in slices, between which Python looks at the clock and at signals."""
    match, worlds = view.match, _Worlds(view, seed)
    backend = match.backend
    assert isinstance(backend, TreeBackend)
    sides = match.linked.sides
    by_winners = [shares(sides, winners) for winners in range(2 << match.linked.players)]
    tree = backend.tree(by_winners, seed, EXPLORE, NODES)
    done, size = 0, 1
    while (rounds is None or done < rounds) and time.monotonic() < until:
        size = size if rounds is None else min(size, rounds - done)
        for number in range(done, done + size):
            vector = worlds.of_round(number)
            if number < worlds.count:
                tree.add_world(vector)
        begin = time.monotonic()
        tree.run(size)
        done += size
        if time.monotonic() - begin < SLICE:
            size *= 2
    return tree.choices()


def _grown_by_python(view: View, seed: int, rounds: int | None, until: float) -> Results:
    tree, done = _TreeSearch(view, Rng(seed), _Worlds(view, seed)), 0
    while (rounds is None or done < rounds) and time.monotonic() < until:
        tree.round()
        done += 1
    children = tree.root.children.items()
    return {code: (node.rounds, node.total) for code, node in children if isinstance(code, int)}


class _Worlds:
    """The states in which rounds begin: drawn for the first ones, which the others repeat.

    count: how many are drawn.
    """

    def __init__(self, view: View, seed: int) -> None:
        self._draw, self._dice = view.worlds, Rng(~seed)
        self._drawn: list[Vector] = []
        self.count = WORLDS if view.match.linked.can_hide else 1

    def of_round(self, number: int) -> Vector:
        """Return where a round begins; they must be asked for in order, from 0."""
        if number < self.count:
            self._drawn.append(self._draw(self._dice))
        return self._drawn[number % self.count]


class _TreeSearch:
    """The tree of a search, which begins at states that a player can't tell apart."""

    def __init__(self, view: View, dice: Rng, worlds: _Worlds) -> None:
        match = view.match
        self._backend, self._dice = match.backend, dice
        core = match.linked.layout.core
        self._over, self._chooser, self._step = core("winners"), core("chooser"), core("step")
        self._worlds, self._done = worlds, 0
        self._sides = match.linked.sides
        self.root, self._nodes = _Branch(), 1

    def round(self) -> None:
        """Go down the tree, add a choice, play on at random, and credit the result."""
        backend, node, taken = self._backend, self.root, list[tuple[_Branch, int]]()
        vector = self._worlds.of_round(self._done)
        self._done += 1
        codes: Sequence[int] = backend.options(vector)
        grown = False
        while not vector[self._over] and not grown:
            chooser = vector[self._chooser]
            if chooser < 0:
                outcomes, vector, codes = self._run(vector, codes)
                node, grown = self._child(node, outcomes)
                taken.append((node, chooser))
                continue
            code = self._best(node, [*codes, *[SKIPPED] * backend.may_skip(vector)])
            node, grown = self._child(node, code)
            taken.append((node, chooser))
            if code == SKIPPED:
                vector, codes, _ = backend.after_skipping(vector)
            elif code == CONCEDED:
                vector, codes, _ = backend.after_conceding(vector)
            else:
                vector, codes, _ = backend.after(vector, code)
        if not vector[self._over]:
            vector, _ = backend.playout(vector, self._dice.next())
        results = shares(self._sides, vector[self._over])
        for node, chooser in taken:
            node.rounds += 1
            if chooser >= 0:
                node.total += results[chooser]

    def _child(self, node: _Branch, taken: int | tuple[int, ...]) -> tuple[_Branch, bool]:
        """What a choice or a run of outcomes leads to, and whether that is new."""
        child = node.children.get(taken)
        if child is not None:
            return child, False
        child = _Branch(node.rounds + 1)
        if self._nodes < NODES:
            node.children[taken], self._nodes = child, self._nodes + 1
        return child, True

    def _run(
        self, vector: tuple[int, ...], codes: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...], Sequence[int]]:
        """Let chance decide as long as its step stays pending; the outcomes and what follows."""
        backend, step, outcomes = self._backend, vector[self._step], list[int]()
        while not vector[self._over] and vector[self._chooser] < 0 and vector[self._step] == step:
            outcomes.append(codes[picked(backend, vector, codes, self._dice, WEIGHTS)])
            vector, codes, _ = backend.after(vector, outcomes[-1])
        return tuple(outcomes), vector, codes

    def _best(self, node: _Branch, available: Iterable[int]) -> int:
        """The choice with the best upper bound; one that was never taken counts as average.

        Of equally good ones a random one. CONCEDED if there is no choice.
        """
        children = node.children
        codes = [*available]
        if not codes:
            return CONCEDED
        rounds, total = 0, 0.0
        best, equals, untried = 0.0, list[int](), list[int]()
        for code in codes:
            child = children.get(code)
            if child is None:
                untried.append(code)
                continue
            rounds, total = rounds + child.rounds, total + child.total
            child.met += 1
            share = 1 / child.rounds
            bound = child.total * share + EXPLORE * math.sqrt(math.log(child.met) * share)
            if not equals or bound > best:
                best, equals = bound, [code]
            elif bound == best:
                equals.append(code)
        if untried:
            usual = total / rounds if rounds else 0.5
            bound = usual + EXPLORE * math.sqrt(math.log(rounds + 1))
            if not equals or bound > best:
                equals = untried
            elif bound == best:
                equals += untried
        return equals[self._dice.below(len(equals))]
