"""Functions that were written for one match-up, found again for others that ask for them.

Two match-ups of a game have many functions in common. What a function is written from is noted as
questions about the match-up and their answers (see asked_game.py). They are kept as a tree: as long
as the answers are the same, the next question is, too.
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

# Functions of a game in one mode, with the same sides and options; 12 KB each. When there are so
# many, those that no match-up asks for until there are so many again are forgotten.
KEPT = 4_000
KEPT_GAMES = 4

Asked = tuple[int, Hashable]


class KnownFunction(NamedTuple):
    """A function; calls: by its places, what asks for each function that it calls."""

    function: ir.Function
    calls: tuple[Hashable, ...]


@dataclass
class _Way:
    """What functions were written from: answers that all of them have in common, one by one.

    Then there is the only function, or the next question, and by its answer the further way.
    """

    same: list[Asked]
    found: KnownFunction | None = None
    question: int = EVERYTHING
    ways: dict[Hashable, _Way] = field(default_factory=dict)


class KnownFunctions:
    """The functions known for match-ups of a program in one mode, with the same sides and options.

    program: kept, so that its clauses can be told apart by their identity. count: of functions.
    """

    def __init__(self, program: GameProgram) -> None:
        self.program = program
        self.questions = Questions()
        self._ways: dict[Hashable, _Way] = {}
        self._older: dict[Hashable, _Way] = {}
        self.count = 0
        self._lock = threading.Lock()

    def find(self, key: Hashable, game: AskedGame) -> KnownFunction | None:
        """Return the function with a key that was written from what is true of a game."""
        with self._lock:
            found = _found(self._ways.get(key), game)
            if found is None and key in self._older:
                answers: list[Asked] = []
                found = _found(self._older[key], game, answers)
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
            self._ways, self._older, self.count = {}, self._ways, 0
        way = self._ways.get(key)
        if way is None:
            self._ways[key] = _Way(asked, known)
        else:
            _add(way, iter(asked), known)
        self.count += 1


def _found(
    way: _Way | None, game: AskedGame, answers: list[Asked] | None = None
) -> KnownFunction | None:
    """The function at the end of a way for a game. answers: to which those on it are added."""
    given = game.answers
    while way is not None:
        for question, answer in way.same:
            if given[question] != answer:
                return None
        if answers is not None:
            answers += way.same
        if way.found is not None:
            return way.found
        now = given[way.question]
        if answers is not None:
            answers.append((way.question, now))
        way = way.ways.get(now)
    return None


def _add(way: _Way, asked: Iterator[Asked], known: KnownFunction) -> None:
    """Add a function to those of a way, behind the first answer that is another one."""
    for place, (question, answer) in enumerate(way.same):
        asking, now = next(asked, (EVERYTHING, None))
        if asking != question:
            return  # the questions depended on more than the answers: nothing can be known
        if now != answer:
            rest = _Way(way.same[place + 1 :], way.found, way.question, way.ways)
            way.ways = {answer: rest, now: _Way([*asked], known)}
            way.question, way.found, way.same = question, None, way.same[:place]
            return
    if way.found is not None:
        return
    asking, now = next(asked, (EVERYTHING, None))
    if asking != way.question:
        return
    following = way.ways.get(now)
    if following is None:
        way.ways[now] = _Way([*asked], known)
    else:
        _add(following, asked, known)


_KNOWN: OrderedDict[Hashable, KnownFunctions] = OrderedDict()


def known_functions(game: LinkedGame) -> KnownFunctions:
    """Return what is known for match-ups such as this one. The latest are kept."""
    settings = tuple(sorted(game.settings.items()))
    key = id(game.game), game.mode.slug, game.sides, settings
    found = _KNOWN.get(key)
    if found is None:
        found = _KNOWN[key] = KnownFunctions(game.game)
        while len(_KNOWN) > KEPT_GAMES:
            _KNOWN.popitem(last=False)
    return found


def forget_functions() -> None:
    """Forget all functions, so that the next match-ups are compiled as if they were the first."""
    _KNOWN.clear()
