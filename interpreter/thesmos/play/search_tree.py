"""The tree of a Monte-Carlo search in Python: mcts.py says what it does.

Machine code grows the same tree from the same seed (compile/machine/native/tree.py).
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from thesmos.compile.machine.native.tree_form import Priors, TreeForm, Tried
from thesmos.dice import WEIGHTS, Rng
from thesmos.play.backend import picked
from thesmos.play.state import CONCEDED, SKIPPED

if TYPE_CHECKING:
    from thesmos.play.backend import Backend, Vector


class Tree(Protocol):
    """A tree of choices, in one thread at a time."""

    def put_world(self, place: int, vector: Vector, /) -> None:
        """Set one of the states where rounds begin, or add one at the end."""

    def weigh(self, weights: Sequence[int], /) -> None:
        """Set the weights of all these states: each round begins in one of them, by weight.

        weights: 0 or more; their sum is from 1 to 2^31.
        """

    def run(self, rounds: int, waits: int, /) -> int:
        """Make rounds, and return how many: fewer if the root is proven or many leaves wait.

        waits: how many may wait for what programs make of them, up to `leaves` of the form.
        """

    def waiting(self) -> Sequence[Vector]:
        """Return the states of the leaves that wait."""

    def answer(self, values: Sequence[float] | None, priors: Priors | None, /) -> None:
        """Credit the leaves that wait with their values, and give priors to their choices.

        values: of each leaf, what it is worth to each player.
        """

    def expand(self, priors: Priors, /) -> None:
        """Give priors to the choices of the root, which is the only leaf in them."""

    def choices(self) -> Mapping[int, Tried]:
        """Return what is known of each choice of the root, by its code."""

    @property
    def proven(self) -> int:
        """The proven outcome of the root; 0 if there is none."""

    def follow(self, code: int, /) -> None:
        """Make what follows a choice of the root the new root, and forget all else and all worlds.

        code: SKIPPED, CONCEDED, or of an option.
        """


@runtime_checkable
class TreeBackend(Protocol):
    """A backend that grows trees of choices itself."""

    def tree(self, seed: int, form: TreeForm, /) -> Tree:
        """Return an empty tree. See NativeTree in compile/machine/native/tree.py."""


class _Branch:
    """A choice.

    rounds: how many took it.
    total: the sum of their results.
    met: in how many it was available.
    proven: its outcome, if that is proven, otherwise 0.
    prior: how much a program thinks of it before it is tried; 0 if it was not asked.
    """

    __slots__ = ("children", "met", "prior", "proven", "rounds", "total")

    def __init__(self, met: int = 0) -> None:
        self.children: dict[int | tuple[int, ...], _Branch] = {}
        self.met, self.rounds = met, 0
        self.total = self.prior = 0.0
        self.proven = 0


class _Step(NamedTuple):
    """A node on the way of a round. chooser: who chose it. choices: among how many."""

    node: _Branch
    chooser: int
    choices: int


class PythonTree:
    """A tree in Python. See Tree."""

    def __init__(self, backend: Backend, seed: int, form: TreeForm) -> None:
        self._backend, self._dice, self._form = backend, Rng(seed), form
        core = backend.game.layout.core
        self._over, self._chooser, self._step = core("winners"), core("chooser"), core("step")
        self._worlds, self._weights_up_to = list["Vector"](), list[int]()
        self._alike = form.alike
        self._waiting: list[tuple[Vector, list[_Step]]] = []
        self.root, self._nodes = _Branch(), 1

    def put_world(self, place: int, vector: Vector) -> None:
        """Set one of the states where rounds begin. See Tree."""
        self._worlds[place : place + 1] = [vector]

    def weigh(self, weights: Sequence[int]) -> None:
        """Set the weights of these states. See Tree."""
        self._weights_up_to = [*accumulate(weights)]

    def run(self, rounds: int, waits: int) -> int:
        """Make rounds, and return how many. See Tree."""
        for number in range(rounds):
            full = self._form.waits and len(self._waiting) == waits
            if self.root.proven or full:
                return number
            self._round()
        return rounds

    def waiting(self) -> Sequence[Vector]:
        """Return the states of the leaves that wait."""
        return [vector for vector, _ in self._waiting]

    def answer(self, values: Sequence[float] | None, priors: Priors | None) -> None:
        """Credit the leaves that wait, and give priors to their choices. See Tree."""
        players = len(self._form.shares[0])
        for leaf, (_, way) in enumerate(self._waiting):
            if values is not None:
                results = values[leaf * players : (leaf + 1) * players]
                for node, chooser, _ in way:
                    if chooser >= 0:
                        node.total += float(results[chooser])
            if priors is not None:
                self._expand(way[-1].node, priors, leaf)
        self._waiting.clear()

    def expand(self, priors: Priors) -> None:
        """Give priors to the choices of the root."""
        self._expand(self.root, priors, 0)

    def _expand(self, node: _Branch, priors: Priors, leaf: int) -> None:
        for place in range(priors.begins[leaf], priors.ends[leaf]):
            child, _ = self._child(node, int(priors.codes[place]))
            child.prior = float(priors.shares[place])

    def choices(self) -> Mapping[int, Tried]:
        """Return what is known of each choice of the root, by its code."""
        children = self.root.children.items()
        return {
            code: Tried(node.rounds, node.total, node.proven)
            for code, node in children
            if isinstance(code, int)
        }

    @property
    def proven(self) -> int:
        """The proven outcome of the root; 0 if there is none."""
        return self.root.proven

    def follow(self, code: int) -> None:
        """Make what follows a choice the new root. See Tree."""
        children = self.root.children
        root = children.get(code)
        if root is None:  # perhaps the first outcome of several
            root = children.get((code,)) or _Branch()
            for key, child in children.items():
                if isinstance(key, tuple) and len(key) > 1 and key[0] == code:
                    root.children[key[1:]] = child
        self.root, self._nodes = root, _count(root)
        self._worlds.clear()

    def _round(self) -> None:
        """Go down the tree, add a choice, play on at random, and credit the result."""
        backend, node, form = self._backend, self.root, self._form
        way = [_Step(node, -1, 0)]
        vector, up_to = self._worlds[0], self._weights_up_to
        if len(up_to) > 1:
            vector = self._worlds[bisect_right(up_to, self._dice.below(up_to[-1]))]
        codes: Sequence[int] = backend.options(vector)
        outcome, grown = 0, False
        while not vector[self._over] and not grown:
            chooser = vector[self._chooser]
            if chooser < 0:
                outcomes, vector, codes = self._run(vector, codes)
                node, grown = self._child(node, outcomes)
                way.append(_Step(node, chooser, 0))
                continue
            choices = [*codes, *[SKIPPED] * backend.may_skip(vector)] or [CONCEDED]
            code = self._best(node, choices, chooser)
            node, grown = self._child(node, code)
            way.append(_Step(node, chooser, len(choices)))
            if node.proven:
                outcome = node.proven
                break
            vector, codes = self._after(vector, code)
        if not outcome and vector[self._over]:
            outcome = self._alike[vector[self._over]]
            if form.proves:
                self._prove(way, outcome)
        if not outcome and form.waits:
            self._waiting.append((vector, way))
            if form.asks_values:
                for node, *_ in way:
                    node.rounds += 1
                return
        if not outcome:
            vector, _ = backend.playout(vector, self._dice.next())
            outcome = vector[self._over]
        results = form.shares[outcome]
        for node, chooser, _ in way:
            node.rounds += 1
            if chooser >= 0:
                node.total += results[chooser]

    def _after(self, vector: Vector, code: int) -> tuple[Vector, Sequence[int]]:
        """Return the state after a choice, and the codes that follow."""
        backend = self._backend
        if code == SKIPPED:
            return backend.after_skipping(vector)[:2]
        if code == CONCEDED:
            return backend.after_conceding(vector)[:2]
        return backend.after(vector, code)[:2]

    def _prove(self, way: Sequence[_Step], outcome: int) -> None:
        """Note the outcome of the end of a way, and of all before it that it decides."""
        for place in range(len(way) - 1, -1, -1):
            node, chooser, choices = way[place]
            node.proven = outcome
            if place == 0 or chooser < 0:
                return
            outcome = self._decided(way[place - 1].node, chooser, choices, outcome)
            if not outcome:
                return

    def _decided(self, parent: _Branch, chooser: int, choices: int, outcome: int) -> int:
        """Return the outcome where a player decides, after that of one choice; 0 if it is open."""
        shares = self._form.shares
        if shares[outcome][chooser] == 1.0:
            return outcome
        children = parent.children.values()
        if len(children) != choices or not all(child.proven for child in children):
            return 0
        most = max(shares[child.proven][chooser] for child in children)
        best = {child.proven for child in children if shares[child.proven][chooser] == most}
        return best.pop() if len(best) == 1 else 0

    def _child(self, node: _Branch, taken: int | tuple[int, ...]) -> tuple[_Branch, bool]:
        """What a choice or a run of outcomes leads to, and whether no round has been there."""
        child = node.children.get(taken)
        if child is None:
            child = _Branch(node.rounds + 1)
            if self._nodes < self._form.nodes:
                node.children[taken], self._nodes = child, self._nodes + 1
        return child, child.rounds == 0

    def _run(
        self, vector: tuple[int, ...], codes: Sequence[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...], Sequence[int]]:
        """Let chance decide as long as its step stays pending; the outcomes and what follows."""
        backend, step, outcomes = self._backend, vector[self._step], list[int]()
        while not vector[self._over] and vector[self._chooser] < 0 and vector[self._step] == step:
            outcomes.append(codes[picked(backend, vector, codes, self._dice, WEIGHTS)])
            vector, codes, _ = backend.after(vector, outcomes[-1])
        return tuple(outcomes), vector, codes

    def _best(self, node: _Branch, codes: Sequence[int], chooser: int) -> int:
        """The choice with the best upper bound; of equally good ones a random one."""
        if self._form.asks_priors:
            equals = self._best_by_prior(node, codes, chooser)
        else:
            equals = self._best_by_rounds(node, codes, chooser)
        return equals[self._dice.below(len(equals))]

    def _best_by_rounds(self, node: _Branch, codes: Iterable[int], chooser: int) -> list[int]:
        """The best by UCB1; one that was never taken counts as average."""
        explore, shares = self._form.explore, self._form.shares
        children, rounds, total = node.children, 0, 0.0
        bounds, untried = list[tuple[int, float]](), list[int]()
        for code in codes:
            child = children.get(code)
            if child is None:
                untried.append(code)
                continue
            rounds, total = rounds + child.rounds, total + child.total
            child.met += 1
            share = 1 / child.rounds
            bound = child.total * share + explore * math.sqrt(math.log(child.met) * share)
            if child.proven:
                bound = shares[child.proven][chooser]
            bounds.append((code, bound))
        best, equals = _highest(bounds)
        if untried:
            usual = total / rounds if rounds else 0.5
            bound = usual + explore * math.sqrt(math.log(rounds + 1))
            if not equals or bound > best:
                equals = untried
            elif bound == best:
                equals += untried
        return equals

    def _best_by_prior(self, node: _Branch, codes: Sequence[int], chooser: int) -> list[int]:
        """The best by what a program thought of each (PUCT); one without that counts as average."""
        shares, rounds, total = self._form.shares, 0, 0.0
        for _, child in sorted(node.children.items(), key=lambda item: _order(item[0])):
            rounds, total = rounds + child.rounds, total + child.total
        usual = total / rounds if rounds else 0.5
        reach = self._form.explore * math.sqrt(node.rounds)
        bounds = list[tuple[int, float]]()
        for code in codes:
            child = node.children.get(code, _NEW)
            prior = child.prior or 1 / len(codes)
            mean = child.total * (1 / child.rounds) if child.rounds else usual
            bound = mean + reach * prior / (child.rounds + 1)
            if child.proven:
                bound = shares[child.proven][chooser]
            bounds.append((code, bound))
        return _highest(bounds)[1]


_NEW = _Branch()  # stands for a choice that is not in the tree


def _highest(bounds: Iterable[tuple[int, float]]) -> tuple[float, list[int]]:
    """Return the highest bound, 0 if there is none, and all codes that have it, in their order."""
    best, equals = 0.0, list[int]()
    for code, bound in bounds:
        if not equals or bound > best:
            best, equals = bound, [code]
        elif bound == best:
            equals.append(code)
    return best, equals


def _order(key: int | tuple[int, ...]) -> int:
    """Return where a child of a player's decision is in machine code: skipping comes last."""
    assert isinstance(key, int)
    return key & 0xFFFFFFFF


def _count(root: _Branch) -> int:
    count, nodes = 0, [root]
    while nodes:
        count += 1
        nodes += nodes.pop().children.values()
    return count
