"""Monte-Carlo tree search: an opponent for every game, from its rules alone.

Each round goes down a tree of choices, adds one choice to it, plays on at random to the end, and
credits the result to the choices it went through. At each decision the round takes the choice with
the best upper bound of its mean result (UCB1); the choice that most rounds took is chosen.

- *Chance* decides by its weights, in the tree and below it, and is nobody's choice. Outcomes that
  follow each other in one step, such as the cards of a deal, are one place in the tree.
- *Hidden information*: each round begins in a state that looks the same to the player who searches
  (worlds.py), by weight: one of all, or of as many as the search has time to draw
  (root_worlds.py). A choice competes only in the rounds in which it was available. Within a round
  players know everything.
- *Any number of players*: a choice is judged by the result of the player who made it.
- *Proofs*: where nothing is hidden, a choice that ends the game has a proven outcome, and so has
  one after which a player has a win, or whose every answer is proven. Rounds need not go further
  there; a search whose root is proven ends. Where chance decides next, nothing is proven.
- *Programs* may be asked about the states at which rounds leave the tree, many at once: what these
  are worth, in place of random games, and which choices are promising (PUCT).

The tree holds choices, not states; a round plays them again. Machine code grows the same tree from
the same seed.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thesmos import arguments
from thesmos.compile.machine.native.batch import numpy_for
from thesmos.compile.machine.native.tree_form import Priors, TreeForm, Tried
from thesmos.diagnostics import UsageError, clipped
from thesmos.play.choice import CONCEDED as CONCEDE
from thesmos.play.choice import SKIPPED as SKIP
from thesmos.play.choice import Choice
from thesmos.play.result import shares
from thesmos.play.root_worlds import RootWorlds
from thesmos.play.search_tree import PythonTree, Tree, TreeBackend
from thesmos.play.state import CONCEDED, SKIPPED, State
from thesmos.play.states import States
from thesmos.play.view import View
from thesmos.play.worlds import Worlds

if TYPE_CHECKING:
    from thesmos.play.match_parts import MatchParts

EXPLORE = 0.7  # how much a rarely taken choice is preferred; results are between 0 and 1
NODES = 400_000  # choices in the tree; then it grows no more (about 150 bytes each in Python)
NODES_WITH_PRIORS = 4_000_000  # where every leaf adds all its choices
SLICE = 0.02  # seconds that machine code runs at least before signals and the clock count
BATCH, LARGEST_BATCH = 32, 4096  # leaves about which programs are asked at once
SHARE_OF_ROUNDS = 8  # fewer leaves wait at the beginning: one more for so many rounds
SMALLEST_SHARE = 1e-9  # of a choice, so that each can be tried

Hook = Callable[[States], Any]


@dataclass(frozen=True)
class Evaluation:
    """What a search found about a choice.

    rounds: that took it.
    value: the mean result of the player who decides, from 0 (a loss) to 1 (a win); a draw of n
        sides is 1/n.
    proven: whether the value is the outcome of best play from here on.
    """

    choice: Choice
    rounds: int
    value: float
    proven: bool = False


def search(
    state: State | View,
    rounds: int | None = None,
    seconds: float | None = None,
    seed: int = arguments.SEED,
    *,
    value: Hook | None = None,
    policy: Hook | None = None,
    batch: int = BATCH,
) -> list[Evaluation]:
    """Search for the best choice of the pending decision, which must be a player's; best first.

    Of a state, only what that player sees of it is used; of a view from `History.view`, also all
    that they have seen before. A view must be of the player who decides.

    It stops after so many rounds or seconds, whichever comes first; one of them must be given. It
    also stops once the best choice is proven. With rounds alone, the same seed (0 if
    there is none) finds the same. Ctrl-C interrupts it at any time.

    value, policy, batch: see SearchTree, which also keeps what was found for later decisions.

    Raises UsageError if no player decides, or for wrong arguments.

    >>> best = search(state, rounds=20)[0]
    >>> best.choice.text in state.decision.texts
    True
    """
    tree = SearchTree(seed, value=value, policy=policy, batch=batch)
    return tree.search(state, rounds, seconds)


class SearchTree:
    """A search that keeps its tree from one decision to the next.

    It is for one thread at a time; threads can search at the same time with a tree for each.

    >>> tree = SearchTree(seed=1)
    >>> best = tree.search(state, rounds=20)[0]
    >>> tree.follow(state.apply(best.choice.text))
    """

    def __init__(
        self,
        seed: int = arguments.SEED,
        *,
        value: Hook | None = None,
        policy: Hook | None = None,
        batch: int = BATCH,
    ) -> None:
        """Make an empty tree. Raises UsageError for wrong arguments, or hooks without NumPy.

        seed: with rounds alone, the same one finds the same.
        value: is given `States`, where rounds leave the tree, and returns what they are worth, in
            place of random games: a row for each, with a number for each player, from 0 (a loss)
            to 1 (a win), as in Evaluation.
        policy: is given the same states, and returns how promising the choices are: a number from 0
            for each of `states.legal().codes`. Only their proportions in a state matter.
        batch: about how many states they are asked at most at once, from 1 to 4096: the more, the
            faster, and the less a round knows of those before it.
        """
        self._seed, self._value, self._policy = arguments.seed(seed), value, policy
        self._batch = arguments.whole_number(batch, "batch", 1, LARGEST_BATCH)
        for name, hook in (("value", value), ("policy", policy)):
            if hook is not None and not callable(hook):
                text = f"`{name}` must be a function of states, not {clipped(repr(hook))}"
                raise UsageError(text, "the documentation of `SearchTree` says of which")
        if value is not None or policy is not None:
            numpy_for("`value` and `policy`")
        self._busy = threading.Lock()
        self._grown: _Grown | None = None

    def search(
        self, state: State | View, rounds: int | None = None, seconds: float | None = None
    ) -> list[Evaluation]:
        """Search for the best choice, as the function `search` does, from what the tree knows.

        The tree is kept if the state is the one that was searched or followed last, or comes right
        after it. Rounds are made beside those that the tree has. Every new tree has the next seed.
        """
        view, until = _checked(state, seconds)
        if rounds is None and seconds is None:
            raise UsageError("a search needs an end", "give `rounds=` or `seconds=`")
        if rounds is not None:
            rounds = arguments.whole_number(rounds, "rounds", 1, arguments.LARGEST_COUNT)
        with self._alone():
            grown = self._at(state, view, until)
            self._grown = None  # an error or Ctrl-C in a hook leaves rounds without their results
            grown.grow(rounds, until)
            self._grown = grown
            return _evaluations(state, grown)

    def follow(self, state: State) -> None:
        """Go on with a state after a choice: what the tree knows of it is kept, all else forgotten.

        Of a state that does not come right after the one that was searched or followed last, and
        where something can be hidden, nothing is kept.
        """
        with self._alone():
            if self._grown is not None and not self._grown.follow(state):
                self._grown = None

    def _at(self, state: State | View, view: View, until: float) -> _Grown:
        """Return the tree of a state: the one that is kept, if it is of this state."""
        grown = self._grown
        if grown is not None and isinstance(state, State) and grown.follow(state):
            return grown
        seed, self._seed = self._seed, self._seed + 1
        return _Grown(view, seed, self._value, self._policy, self._batch, until)

    def _alone(self) -> _Alone:
        return _Alone(self._busy)


class _Alone:
    """Lets in one thread, once. Raises UsageError for another one."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise UsageError("this tree is being searched", "use a `SearchTree` for each thread")

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _checked(state: object, seconds: float | None) -> tuple[View, float]:
    """Return the view of who decides, and when to end. Raises UsageError if no player does."""
    if not isinstance(state, State | View):
        raise UsageError(f"{clipped(repr(state))} is no state", "give a state, or a view of one")
    decision = state.decision
    if decision is None:
        raise UsageError("the game is over", "it has a `result`")
    if decision.chance:
        raise UsageError("chance decides here", "search where a player does")
    if isinstance(state, View) and state.player != decision.player:
        text = f"this is a view of player {state.player}, but player {decision.player} decides"
        raise UsageError(text, "give a view of the player who decides")
    view = state if isinstance(state, View) else state.view(decision.player)
    return view, math.inf if seconds is None else time.monotonic() + seconds


def _evaluations(state: State | View, grown: _Grown) -> list[Evaluation]:
    """Return what was found about each choice, the best first."""
    decision = state.decision
    assert decision is not None
    choices = {option.code: Choice(option.text, option) for option in decision.options}
    if decision.may_skip:
        choices[SKIPPED] = SKIP
    if not choices:
        choices[CONCEDED] = CONCEDE
    tried, worth = grown.tree.choices(), grown.shares
    decided = grown.tree.proven > 0
    ranked = list[tuple[tuple[float, float], Evaluation]]()
    for code, choice in choices.items():
        rounds, total, proven = tried.get(code, Tried(0, 0.0, 0))
        mean = total / (rounds or 1)
        value = worth[proven][decision.player - 1] if proven else mean
        # Of lost choices the best is the one after which the others went wrong most often.
        lost = proven > 0 and value == 0
        rank = -value if decided and proven else 1 if decided else float(lost)
        ranked.append(
            ((rank, -mean if lost else -rounds), Evaluation(choice, rounds, value, proven > 0))
        )
    return [evaluation for _, evaluation in sorted(ranked, key=lambda pair: pair[0])]


class _Grown:
    """A tree, where it begins, and the programs that are asked about its leaves.

    tree: the tree. shares: what a result is worth to each player, as in TreeForm.
    """

    def __init__(
        self,
        view: View,
        seed: int,
        value: Hook | None,
        policy: Hook | None,
        batch: int,
        until: float = math.inf,
    ) -> None:
        self._match: MatchParts = view.match
        self._value, self._policy, self._batch = value, policy, batch
        linked, backend = self._match.linked, self._match.backend
        self.shares = [shares(linked.sides, winners) for winners in range(2 << linked.players)]
        nodes = NODES if policy is None else NODES_WITH_PRIORS
        asks = value is not None, policy is not None
        leaves = batch if any(asks) else 0
        form = TreeForm(self.shares, EXPLORE, nodes, not linked.can_hide, leaves, *asks)
        self.tree: Tree = (
            backend.tree(seed, form)
            if isinstance(backend, TreeBackend)
            else PythonTree(backend, seed, form)
        )
        self._root = view.vector
        self._worlds = RootWorlds(view.worlds, seed, until)
        self._made = 0

    def follow(self, state: State) -> bool:
        """Go on from a state, if the tree knows how it is reached; return whether it does."""
        if self._match.linked.can_hide or state.match.rules != self._match.rules:
            return False
        if state.vector == self._root:
            return True
        if state.came is None or state.came[0] != self._root or state.came[1] < CONCEDED:
            return False
        self.tree.follow(state.came[1])
        self._root = state.vector
        self._worlds = RootWorlds(Worlds(state, 0), 0)
        return True

    def grow(self, rounds: int | None, until: float) -> None:
        """Make rounds in slices, between which Python looks at the clock and at signals.

        However short the time is, there is one, so that something can be said of the choices.
        """
        tree, done, size = self.tree, 0, 1
        most = math.inf if rounds is None else rounds
        asks = self._value is not None or self._policy is not None
        self._worlds.give(tree, self._made, until)
        if self._policy is not None:
            self._expand_root()
        while done < most and (not done or time.monotonic() < until) and not tree.proven:
            waits = min(self._batch, 1 + self._made // SHARE_OF_ROUNDS)
            count = waits if asks else size
            count = count if rounds is None else min(count, rounds - done)
            self._worlds.give(tree, self._made, until)
            count = int(min(count, self._worlds.changes_at - self._made))
            begin = time.monotonic()
            made = tree.run(count, waits)
            done, self._made = done + made, self._made + made
            if asks:
                self._answer()
            elif time.monotonic() - begin < SLICE:
                size *= 2

    def _answer(self) -> None:
        """Ask the programs about the leaves that wait."""
        vectors = self.tree.waiting()
        if not len(vectors):
            return
        states = self._states(vectors)
        values = None if self._value is None else self._valued(self._value(states), len(states))
        priors = None if self._policy is None else self._priors(self._policy, states)
        self.tree.answer(values, priors)

    def _expand_root(self) -> None:
        assert self._policy is not None
        states = self._states([self._worlds.first])
        self.tree.expand(self._priors(self._policy, states))

    def _states(self, vectors: Any) -> States:
        numpy, match = numpy_for("arrays of states"), self._match
        rows = numpy.array(vectors, match.many.slot_type)
        return States(match, rows.reshape(len(vectors), len(match.linked.initial)))

    def _valued(self, values: Any, states: int) -> Any:
        """Return what states are worth, row by row. Raises UsageError for anything else."""
        numpy, players = numpy_for("arrays of states"), self._match.linked.players
        values = _numbers(values, "value")
        if values.shape != (states, players):
            text = f"`value` returned an array of shape {values.shape} for {states} states"
            raise UsageError(text, f"return {players} numbers for each: shape {(states, players)}")
        if not ((values >= 0) & (values <= 1)).all():
            text = "`value` returned something other than numbers from 0 to 1"
            raise UsageError(text, "0 is a loss, 1 a win, and a draw between")
        return numpy.ascontiguousarray(values).reshape(-1)

    def _priors(self, policy: Hook, states: States) -> Priors:
        """Ask how promising the choices in states are. Raises UsageError for a wrong answer."""
        numpy = numpy_for("arrays of states")
        legal, given = states.legal(), _numbers(policy(states), "policy")
        if given.shape != legal.codes.shape:
            text = f"`policy` returned an array of shape {given.shape} for {len(legal.codes)} codes"
            raise UsageError(text, "return a number for each of `states.legal().codes`")
        if not ((given >= 0) & numpy.isfinite(given)).all():
            raise UsageError("`policy` returned something other than numbers from 0", "0 is least")
        begins, ends = legal.indptr[:-1], legal.indptr[1:]
        of_states = numpy.repeat(numpy.arange(len(states)), legal.lengths)
        given = given / max(given.max(initial=0.0), SMALLEST_SHARE)  # so that no sum is too large
        whole = numpy.bincount(of_states, given, len(states))[of_states]
        alike = 1 / legal.lengths[of_states]
        proportions = numpy.where(whole > 0, given / numpy.where(whole > 0, whole, 1), alike)
        codes = numpy.where(legal.codes == states.skip_code, SKIPPED, legal.codes)
        decides = states.players > 0  # chance needs no advice
        return Priors(
            numpy.ascontiguousarray(begins, numpy.int64),
            numpy.where(decides, ends, begins).astype(numpy.int64),
            codes.astype(numpy.int32),
            numpy.maximum(proportions, SMALLEST_SHARE).astype(numpy.float64),
        )


def _numbers(array: Any, name: str) -> Any:
    """Return what a program returned as an array of floats. Raises UsageError if it is none."""
    numpy = numpy_for("arrays of states")
    try:
        return numpy.asarray(array, numpy.float64)
    except (TypeError, ValueError):
        text = f"`{name}` returned {clipped(repr(array))}"
        raise UsageError(text, "return an array of numbers") from None
