"""What a text says, as a small tree, and its value in a state.

Logic, comparisons, quantifiers, sums and questions about the past are worked out here; only what
has a name of its own, and the functions of the core, is asked of the semantics. A comparison with
something that does not exist is neither true nor false: None.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from thesmos.link.linked import LinkedGame
from thesmos.program import values as p
from thesmos.program.node import walk
from thesmos.program.types import FLAG, INT, Type
from thesmos.semantics.frame import Frame
from thesmos.semantics.state import UNKNOWN, Value
from thesmos.semantics.values import value

COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
CALCULATIONS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "min": min, "max": max,
    "difference": lambda a, b: abs(a - b),
}  # fmt: skip
DIVISIONS: dict[str, Callable[[int, int], int]] = {
    "down": operator.floordiv, "mod": operator.mod, "up": lambda a, b: -(-a // b),
}  # fmt: skip


@dataclass(frozen=True)
class Tree:
    """What a part of a text says. type: of its value; FLAG for a condition."""

    type: Type

    def value(self, frame: Frame) -> Value:
        """Return the value; None if it does not exist, or is neither true nor false."""
        raise NotImplementedError

    def members(self, frame: Frame) -> tuple[int, ...]:
        """Return the members of a set; of nothing, none; of a single thing, itself."""
        found = self.value(frame)
        if found is None or found is UNKNOWN:
            return ()
        return tuple(found) if self.type.many else (found,)


@dataclass(frozen=True)
class Constant(Tree):
    """A number, yes or no."""

    content: Value

    def value(self, frame: Frame) -> Value:
        return self.content


@dataclass(frozen=True)
class Name(Tree):
    """A role, or a thing that the text has introduced."""

    name: str

    def value(self, frame: Frame) -> Value:
        return frame.names.get(self.name)


@functools.cache
def numbers_of_words(game: LinkedGame) -> dict[tuple[str, str], int]:
    """Return the number that stands for each word of an enum in a match: cards can add words."""
    words = game.game.enum_words.items()
    found = {(kind, each.word): n for kind, of_kind in words for n, each in enumerate(of_kind)}
    for _, card in game.parts:
        nodes = (node for node in walk(card) if isinstance(node, p.Word))
        found |= {(node.type.name, node.word): node.number for node in nodes}
    return found


@dataclass(frozen=True)
class Asked(Tree):
    """A named value, or a function of the core, which the semantics knows.

    node: with the variables `·0`, `·1` … for the arguments.
    """

    node: p.Value
    arguments: tuple[Tree, ...]

    def value(self, frame: Frame) -> Value:
        if isinstance(self.node, p.Word) and self.type.base == "enum":
            return numbers_of_words(frame.state.game).get((self.type.name, self.node.word))
        found = {f"·{n}": each.value(frame) for n, each in enumerate(self.arguments)}
        inner = frame.with_names({**frame.names, **found})
        inner.found = None
        return value(self.node, inner)


@dataclass(frozen=True)
class Not(Tree):
    """The opposite of a condition."""

    of: Tree

    def value(self, frame: Frame) -> Value:
        found = self.of.value(frame)
        return None if found is None else not found


@dataclass(frozen=True)
class All(Tree):
    """Conditions that all hold."""

    parts: tuple[Tree, ...]

    def value(self, frame: Frame) -> Value:
        return _all([part.value(frame) for part in self.parts])


@dataclass(frozen=True)
class OneOf(Tree):
    """Conditions of which at least one holds."""

    parts: tuple[Tree, ...]

    def value(self, frame: Frame) -> Value:
        return _any([part.value(frame) for part in self.parts])


def _all(found: list[Value]) -> Value:
    return False if False in found else None if None in found else True


def _any(found: list[Value]) -> Value:
    return True if True in found else None if None in found else False


@dataclass(frozen=True)
class Same(Tree):
    """Two conditions of which both hold or neither does."""

    one: Tree
    other: Tree

    def value(self, frame: Frame) -> Value:
        found = self.one.value(frame), self.other.value(frame)
        return None if None in found else found[0] == found[1]


@dataclass(frozen=True)
class Compared(Tree):
    """Two values, compared."""

    word: str
    left: Tree
    right: Tree

    def value(self, frame: Frame) -> Value:
        left, right = self.left.value(frame), self.right.value(frame)
        if None in (left, right) or UNKNOWN in (left, right):
            return None
        return COMPARISONS[self.word](left, right)


@dataclass(frozen=True)
class Holds(Tree):
    """Whether something has a value, which it does not if it has none.

    about: what has to be there at all.
    """

    of: Tree
    about: tuple[Tree, ...] = ()

    def value(self, frame: Frame) -> Value:
        if any(each.value(frame) is None for each in self.about):
            return None
        return self.of.value(frame) is True


@dataclass(frozen=True)
class Member(Tree):
    """Whether something belongs to a set."""

    one: Tree
    of: Tree

    def value(self, frame: Frame) -> Value:
        found = self.one.value(frame)
        return None if found is None else found in self.of.members(frame)


@dataclass(frozen=True)
class Exists(Tree):
    """Whether there is such a thing; of a set, whether it has a member."""

    of: Tree

    def value(self, frame: Frame) -> Value:
        return (
            bool(self.of.members(frame)) if self.of.type.many else self.of.value(frame) is not None
        )


@dataclass(frozen=True)
class If(Tree):
    """One value if a condition holds, else another."""

    condition: Tree
    then: Tree
    otherwise: Tree

    def value(self, frame: Frame) -> Value:
        return self._chosen(frame).value(frame)

    def members(self, frame: Frame) -> tuple[int, ...]:
        return self._chosen(frame).members(frame)

    def _chosen(self, frame: Frame) -> Tree:
        return self.then if self.condition.value(frame) else self.otherwise


@dataclass(frozen=True)
class Calculated(Tree):
    """A calculation with two numbers."""

    word: str
    left: Tree
    right: Tree

    def value(self, frame: Frame) -> Value:
        left, right = self.left.value(frame), self.right.value(frame)
        if left is None or right is None or (right == 0 and self.word in DIVISIONS):
            return None
        return (CALCULATIONS | DIVISIONS)[self.word](left, right)


@dataclass(frozen=True)
class Size(Tree):
    """How many members a set has."""

    of: Tree

    def value(self, frame: Frame) -> Value:
        return len(self.of.members(frame))


@dataclass(frozen=True)
class United(Tree):
    """The members of several sets or things. but: whether the second has to be left out."""

    parts: tuple[Tree, ...]
    but: bool = False

    def value(self, frame: Frame) -> Value:
        first, *others = ({*part.members(frame)} for part in self.parts)
        for other in others:
            first = first - other if self.but else first | other
        return tuple(sorted(first))


# ------------------------------------------------------------------------- members of sets


@dataclass(frozen=True)
class OfSet(Tree):
    """Something about the members of a set. name: by which a condition knows the member."""

    name: str
    domain: Tree
    condition: Tree

    def tested(self, frame: Frame) -> Iterator[tuple[int, Value]]:
        """Yield each member, and whether the condition holds for it."""
        for member in self.domain.members(frame):
            inner = frame.with_names({**frame.names, self.name: member})
            yield member, self.condition.value(inner)


@dataclass(frozen=True)
class Quantified(OfSet):
    """Whether the condition holds for `some`, `every` or `no` member."""

    word: str

    def value(self, frame: Frame) -> Value:
        found = [holding for _, holding in self.tested(frame)]
        if self.word == "every":
            return _all(found)
        some = _any(found)
        return some if self.word == "some" or some is None else not some


@dataclass(frozen=True)
class Those(OfSet):
    """The members for which the condition holds."""

    def value(self, frame: Frame) -> Value:
        return tuple(member for member, holding in self.tested(frame) if holding)


@dataclass(frozen=True)
class First(OfSet):
    """The first member for which the condition holds."""

    def value(self, frame: Frame) -> Value:
        return next((member for member, holding in self.tested(frame) if holding), None)


@dataclass(frozen=True)
class Folded(OfSet):
    """The sum, the lowest or the highest of a value of the members for which it holds."""

    word: str
    each: Tree

    def value(self, frame: Frame) -> Value:
        found = []
        for member, holding in self.tested(frame):
            number = self.each.value(frame.with_names({**frame.names, self.name: member}))
            found += [number] if holding and number is not None else []
        if self.word == "sum":
            return sum(found)
        return {"min": min, "max": max}[self.word](found, default=None)


@dataclass(frozen=True)
class Reached(Tree):
    """What is reached from something, step by step. name: the one that is left, then tested.

    word: `while` (up to the first that fails), `until` (up to and with the first that holds),
    `where` (the first that holds), `if` (all, any way, as long as it holds).
    """

    word: str
    name: str
    start: Tree
    next: Tree
    condition: Tree

    def value(self, frame: Frame) -> Value:
        if self.word == "if":
            return self._spread(frame)
        found: list[int] = []
        now = self.start.value(frame)
        while True:
            now = self.next.value(frame.with_names({**frame.names, self.name: now}))
            if now is None or now in found:
                return None if self.word == "where" else tuple(sorted(found))
            holding = self.condition.value(frame.with_names({**frame.names, self.name: now}))
            if self.word == "where":
                if holding:
                    return now
            elif self.word == "while" and not holding:
                return tuple(sorted(found))
            found.append(now)
            if self.word == "until" and holding:
                return tuple(sorted(found))

    def _spread(self, frame: Frame) -> Value:
        found: set[int] = set()
        due = [*self.start.members(frame)]
        while due:
            member = due.pop()
            inner = frame.with_names({**frame.names, self.name: member})
            if member not in found and self.condition.value(inner):
                found.add(member)
                due += self.next.members(inner)
        return tuple(sorted(found))


YES, NO = Constant(FLAG, True), Constant(FLAG, False)


def number(content: int) -> Tree:
    """Return a number as a tree."""
    return Constant(INT, content)


def compared(word: str, left: Tree, right: Tree) -> Tree:
    """Return a comparison; of two conditions, whether they are the same."""
    if left.type.base == "flag":
        same = Same(FLAG, left, right)
        return same if word == "=" else Not(FLAG, same)
    return Compared(FLAG, word, left, right)
