"""Monte-Carlo tree search: an opponent for every game, from its rules alone.

Each round goes down a tree of choices, adds one choice to it, plays on at random to the end, and
credits the result to the choices it went through. At each decision the round takes the choice with
the best upper bound of its mean result (UCB1); the choice that most rounds took is chosen.

- *Chance* decides by its weights, in the tree and below it, and is nobody's choice. Outcomes that
  follow each other in one step, such as the cards of a deal, are one place in the tree.
- *Hidden information*: each round begins in another state that looks the same to the player who
  searches (worlds.py), never in the true one unless nothing else looks like it. A choice
  competes only in the rounds in which it was available. Within a round players know everything.
- *Any number of players*: a choice is judged by the result of the player who made it.

The tree holds choices, not states; a round plays them again.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

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

EXPLORE = 0.7  # how much a rarely taken choice is preferred; results are between 0 and 1
NODES = 400_000  # choices in the tree; then it grows no more (about 150 bytes each)


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
    tree_search = _TreeSearch(view, Rng(seed))
    until = math.inf if seconds is None else time.monotonic() + seconds
    done = 0
    while done < (math.inf if rounds is None else rounds) and time.monotonic() < until:
        tree_search.round()
        done += 1
    children = tree_search.root.children
    nodes = [(choice, children.get(code) or _Branch()) for code, choice in choices.items()]
    nodes.sort(key=lambda node: -node[1].rounds)
    return [
        Evaluation(choice, node.rounds, node.total / (node.rounds or 1)) for choice, node in nodes
    ]


class _TreeSearch:
    """The tree of a search, which begins at states that a player can't tell apart."""

    def __init__(self, view: View, dice: Rng) -> None:
        match = view.match
        self._backend, self._dice = match.backend, dice
        core = match.linked.layout.core
        self._over, self._chooser, self._step = core("winners"), core("chooser"), core("step")
        self._worlds = view.worlds
        self._sides = match.linked.sides
        self.root, self._nodes = _Branch(), 1

    def round(self) -> None:
        """Go down the tree, add a choice, play on at random, and credit the result."""
        backend, node, taken = self._backend, self.root, list[tuple[_Branch, int]]()
        vector = self._worlds(self._dice)
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
        tried = [children[code] for code in codes if code in children]
        rounds = sum(child.rounds for child in tried)
        usual = sum(child.total for child in tried) / rounds if rounds else 0.5
        new = usual + EXPLORE * math.sqrt(math.log(rounds + 1))
        best, equals = -math.inf, list[int]()
        for code in codes:
            child = children.get(code)
            if child is None:
                bound = new
            else:
                child.met += 1
                bound = child.total / child.rounds
                bound += EXPLORE * math.sqrt(math.log(child.met) / child.rounds)
            if bound > best:
                best, equals = bound, [code]
            elif bound == best:
                equals.append(code)
        return equals[self._dice.below(len(equals))]
