"""A cache of functions that were written for one match-up, for use by others.

Two match-ups of a game have many functions in common. What a function depends on is noted as
questions about the match-up and their answers (see asked_game.py). They form a decision tree: as
long as the answers are the same, so is the next question.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from thesmos.compile import ir
from thesmos.compile.asked_game import EVERYTHING, Answers, AskedGame, Questions
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import GameProgram

# The functions kept of a game in one mode, with the same sides and options; 12 KB each. When there
# are this many, those that are not asked for again before there are this many new ones are dropped.
KEPT = 4_000
KEPT_GAMES = 4

Asked = tuple[int, Hashable]


class KnownFunction(NamedTuple):
    """A function. calls: by its places, the request for each function that it calls."""

    function: ir.Function
    calls: tuple[Hashable, ...]


@dataclass
class _TreeNode:
    """A node of the decision tree: the answers that all functions below it have in common.

    After these comes either the only function, or the next question with a node for each answer.
    """

    same: list[Asked]
    found: KnownFunction | None = None
    question: int = EVERYTHING
    children: dict[Hashable, _TreeNode] = field(default_factory=dict)


class KnownFunctions:
    """The functions known for match-ups of a program in one mode, with the same sides and options.

    program: kept alive, as its clauses are compared by identity. count: the number of functions.
    """

    def __init__(self, program: GameProgram) -> None:
        self.program = program
        self.questions = Questions()
        self._trees: dict[Hashable, _TreeNode] = {}
        self._older: dict[Hashable, _TreeNode] = {}
        self.count = 0
        self._lock = threading.Lock()

    def find(self, key: Hashable, game: AskedGame) -> KnownFunction | None:
        """Return the function with a key whose answers all hold for a game; None if none does."""
        with self._lock:
            found = _find(self._trees.get(key), game)
            if found is None and key in self._older:
                answers: list[Asked] = []
                found = _find(self._older[key], game, answers)
                if found is not None:
                    self._add(key, answers, found)
            return found

    def add(self, key: Hashable, noted: Answers, known: KnownFunction) -> None:
        """Add a function that was written from some answers."""
        if EVERYTHING not in noted:
            with self._lock:
                self._add(key, [*noted.items()], known)

    def _add(self, key: Hashable, asked: list[Asked], known: KnownFunction) -> None:
        if self.count >= KEPT:
            self._trees, self._older, self.count = {}, self._trees, 0
        node = self._trees.get(key)
        if node is None:
            self._trees[key] = _TreeNode(asked, known)
        else:
            _add(node, iter(asked), known)
        self.count += 1


def _find(
    node: _TreeNode | None, game: AskedGame, answers: list[Asked] | None = None
) -> KnownFunction | None:
    """Return the function that a game leads to below a node; None if there is none.

    answers: a list to which the answers on the path are added.
    """
    given = game.answers
    while node is not None:
        for question, answer in node.same:
            if given[question] != answer:
                return None
        if answers is not None:
            answers += node.same
        if node.found is not None:
            return node.found
        now = given[node.question]
        if answers is not None:
            answers.append((node.question, now))
        node = node.children.get(now)
    return None


def _add(node: _TreeNode, asked: Iterator[Asked], known: KnownFunction) -> None:
    """Add a function below a node, after the first answer that differs."""
    for place, (question, answer) in enumerate(node.same):
        asking, now = next(asked, (EVERYTHING, None))
        if asking != question:
            return  # the questions depended on more than the answers: it can't be shared
        if now != answer:
            rest = _TreeNode(node.same[place + 1 :], node.found, node.question, node.children)
            node.children = {answer: rest, now: _TreeNode([*asked], known)}
            node.question, node.found, node.same = question, None, node.same[:place]
            return
    if node.found is not None:
        return
    asking, now = next(asked, (EVERYTHING, None))
    if asking != node.question:
        return
    following = node.children.get(now)
    if following is None:
        node.children[now] = _TreeNode([*asked], known)
    else:
        _add(following, asked, known)


_KNOWN: OrderedDict[Hashable, KnownFunctions] = OrderedDict()


def known_functions(game: LinkedGame) -> KnownFunctions:
    """Return the functions known for match-ups such as this one; only the latest are kept."""
    settings = tuple(sorted(game.settings.items()))
    key = id(game.game), game.mode.slug, game.sides, settings
    found = _KNOWN.get(key)
    if found is None:
        found = _KNOWN[key] = KnownFunctions(game.game)
        while len(_KNOWN) > KEPT_GAMES:
            _KNOWN.popitem(last=False)
    return found


def forget_functions() -> None:
    """Forget all functions, so that the next match-up is compiled as if it were the first."""
    _KNOWN.clear()
