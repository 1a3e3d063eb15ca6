"""Which numbers a value can be, given what is known where it is evaluated.

A range has a least and a greatest number, and says whether none and unknown, which are below all
numbers, are possible. Nothing is known about sets. A `Known` holds what is known about locals and
slots: the values they were given, and the conditions that hold here.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cache, reduce
from typing import Any, NamedTuple

from thesmos.compile.ir import nodes as ir
from thesmos.constructs import construct
from thesmos.link.layout import NONE, UNKNOWN, Entry
from thesmos.program.values import MIRRORED, OPPOSITE

END = 1 << 62  # numbers are between -END and END; sets may be beyond
LOCAL, SAME, SLOT = range(3)  # the kinds of facts


class Range(NamedTuple):
    """Numbers from low to high; also none, or unknown."""

    low: int
    high: int
    none: bool = False
    unknown: bool = False

    @property
    def least(self) -> int:
        """The lowest integer that represents one of the values."""
        return NONE if self.none else UNKNOWN if self.unknown else self.low

    @property
    def greatest(self) -> int:
        """The highest integer that represents one of the values."""
        if self.low <= self.high:
            return self.high
        return UNKNOWN if self.unknown else NONE

    @property
    def only(self) -> int | None:
        """The only number in the range, if it has one."""
        return self.low if self.low == self.high and not (self.none or self.unknown) else None

    def with_(self, other: Range) -> Range:
        """Return all values of two ranges."""
        return Range(
            min(self.low, other.low),
            max(self.high, other.high),
            self.none or other.none,
            self.unknown or other.unknown,
        )


NO_NUMBER = END, -END  # low and high of an empty range
ANYTHING = Range(-END, END)
MISSING = Range(-END, END, True, True)
NOTHING = Range(*NO_NUMBER, True)
NOT_YET = Range(*NO_NUMBER)
FLAG, COUNT, NO_RESULT = Range(0, 1), Range(0, END), Range(0, 0)


@cache
def constant(value: int) -> Range:
    """Return the range of a constant."""
    if value == NONE:
        return NOTHING
    if value == UNKNOWN:
        return Range(*NO_NUMBER, unknown=True)
    return Range(value, value) if -END < value < END else ANYTHING


@cache
def _of_table(values: tuple[int, ...]) -> Range:
    numbers = [value for value in values if value not in (NONE, UNKNOWN)]
    if not numbers or max(numbers) >= END:
        return Range(-END, END, NONE in values)
    return Range(min(numbers), max(numbers), NONE in values)


def decided(word: str, left: Range, right: Range) -> bool | None:
    """Return whether a comparison holds; None if it may or may not."""
    if word in ("=", "!="):
        if (left.only is not None and left == right) or left == right == NOTHING:
            return word == "="
        apart = left.high < right.low or right.high < left.low
        apart |= not (_has_numbers(left) and _has_numbers(right))
        if apart and not ((left.none and right.none) or (left.unknown and right.unknown)):
            return word == "!="
        return None
    if word in (">", ">="):
        opposite = decided("<=" if word == ">" else "<", left, right)
        return None if opposite is None else not opposite
    if NOT_YET in (left, right):
        return None
    smaller: Callable[[int, int], bool] = operator.lt if word == "<" else operator.le
    if smaller(left.greatest, right.least):
        return True
    return False if not smaller(left.least, right.greatest) else None


def _has_numbers(numbers: Range) -> bool:
    return numbers.low <= numbers.high


def arithmetic(word: str, left: Range, right: Range) -> Range:
    """Return the range of a result of arithmetic, whose operands are not none."""
    (a, b), (c, d) = left[:2], right[:2]
    if min(a, c) <= -END or max(b, d) >= END or a > b or c > d:
        return ANYTHING
    if word == "+":
        return Range(a + c, b + d)
    if word == "-":
        return Range(a - d, b - c)
    if word in ("min", "max"):
        pick = min if word == "min" else max
        return Range(pick(a, c), pick(b, d))
    if word == "*":
        ends = [x * y for x in (a, b) for y in (c, d)]
        return Range(min(ends), max(ends))
    if c <= 0:
        return ANYTHING
    if word == "/":
        ends = [x // y for x in (a, b) for y in (c, d)]
        return Range(min(ends), max(ends))
    return Range(0, min(b, d - 1)) if a >= 0 else Range(0, d - 1)


Name = int | tuple[int]  # a constant, or the number of a local
Slot = tuple[int, Name, Name]  # the first slot of an entry; the thing; its inner slot
Key = int | Slot
Fact = Range | ir.Get | tuple[int, Range] | None


@construct
class CaseFacts:
    """What became known in a case: about locals, copies of locals, and slots; and its state."""

    facts: tuple[dict[Key, Fact], dict[Key, Fact], dict[Key, Fact]]
    state: int


class Known:
    """What is known of locals and slots at a place in a function.

    It changes as the function is walked, and is restored after a case. What is known about a slot
    holds for one state, and the state gets a new number whenever something may have changed it.
    """

    def __init__(self, results: Sequence[Range] = ()) -> None:
        self._results = results  # the ranges of known results, by number of the function
        self._facts: tuple[dict[Key, Fact], dict[Key, Fact], dict[Key, Fact]] = {}, {}, {}
        self._log: list[tuple[int, Key, Fact]] = []
        self._of_entry: dict[int, set[Slot]] = {}
        self._named: set[int] = set()  # locals about which something may be known
        self._state = self._states = 0

    # ----------------------------------------------------------------------- cases

    @property
    def state(self) -> int:
        """The number of the state: it changes whenever something may have changed the state."""
        return self._state

    def mark(self) -> tuple[int, int]:
        """Return a mark for what is known now, to be restored later."""
        return len(self._log), self._state

    def undo(self, mark: tuple[int, int]) -> None:
        """Restore what was known at a mark."""
        length, self._state = mark
        while len(self._log) > length:
            kind, key, before = self._log.pop()
            self._facts[kind][key] = before

    def back(self, mark: tuple[int, int]) -> CaseFacts:
        """Restore what was known at a mark; return what was learned since."""
        learned = CaseFacts(({}, {}, {}), self._state)
        length, self._state = mark
        while len(self._log) > length:
            kind, key, before = self._log.pop()
            learned.facts[kind].setdefault(key, self._facts[kind][key])
            self._facts[kind][key] = before
        return learned

    def add(self, case: CaseFacts) -> None:
        """Add what was learned in a case, if it is the only one that goes on."""
        self._state = case.state
        for kind, facts in enumerate(case.facts):
            for key, fact in facts.items():
                self._learn(kind, key, fact)

    def add_either(self, then: CaseFacts, otherwise: CaseFacts) -> None:
        """Add what was learned in both of two cases."""
        if then.state != otherwise.state:
            self.change()
        for kind in range(3):
            mine, theirs, before = then.facts[kind], otherwise.facts[kind], self._facts[kind]
            for key in {**mine, **theirs}:
                first, second = mine.get(key, before.get(key)), theirs.get(key, before.get(key))
                self._learn(kind, key, _common(first, second))

    def _learn(self, kind: int, key: Key, fact: Fact) -> None:
        facts = self._facts[kind]
        self._log.append((kind, key, facts.get(key)))
        facts[key] = fact

    # ----------------------------------------------------------------- what changes

    def change(self) -> None:
        """Note that the state changes."""
        self._states += 1
        self._state = self._states

    def forget(self, name: int) -> None:
        """Forget a local, which gets another value."""
        if name not in self._named:
            return
        _, same, slots = self._facts
        self._learn(LOCAL, name, None)
        self._learn(SAME, name, None)
        for key in [key for key, local in same.items() if local and local.name == name]:  # type: ignore[union-attr]
            self._learn(SAME, key, None)
        for slot in [slot for slot in slots if (name,) in slot]:  # type: ignore[operator]
            self._learn(SLOT, slot, None)

    def give(self, name: int, value: ir.Value) -> None:
        """Note that a local is given a value."""
        numbers = self.range(value)
        self.forget(name)
        self.limit(name, numbers)
        if isinstance(value, ir.Get) and value.name != name:
            self._named.add(value.name)
            self._learn(SAME, name, value)

    def member(self, name: int, numbers: Range) -> None:
        """Note that a loop gives a local one number after the other."""
        self.limit(name, numbers)

    def limit(self, name: int, numbers: Range) -> None:
        """Note that a local is one of some numbers."""
        self._named.add(name)
        self._learn(LOCAL, name, numbers)

    def store(self, entry: Entry, thing: ir.Value, inner: ir.Value, value: ir.Value) -> None:
        """Note that a slot is written; other names of slots of the entry may mean the same one."""
        numbers = self.range(value)
        for slot in self._of_entry.get(entry.first, ()):
            self._learn(SLOT, slot, None)
        self._limit_slot(_slot(entry, thing, inner), numbers)

    def _limit_slot(self, slot: Slot | None, numbers: Range) -> None:
        if slot is not None:
            self._named.update(part[0] for part in slot[1:] if isinstance(part, tuple))
            self._of_entry.setdefault(slot[0], set()).add(slot)
            self._learn(SLOT, slot, (self._state, numbers))

    # ---------------------------------------------------------------------- ranges

    def same(self, value: ir.Get) -> ir.Get:
        """Return the local that a local is a copy of, or itself."""
        return self._facts[SAME].get(value.name) or value  # type: ignore[return-value]

    def local(self, value: ir.Get) -> Range:
        """Return what a local can be."""
        numbers = self._facts[LOCAL].get(value.name)
        return numbers or _TOP[value.none, value.unknown]  # type: ignore[return-value]

    def slot(self, value: ir.Load) -> Range | None:
        """Return what is known about a slot, beyond the range of its entry."""
        if value.entry.first not in self._of_entry:
            return None
        slot = _slot(value.entry, value.thing, value.inner)
        fact = self._facts[SLOT].get(slot) if slot else None
        return fact[1] if fact and fact[0] == self._state else None  # type: ignore[index,return-value]

    def load(self, value: ir.Load) -> Range:
        """Return what a slot can be."""
        entry = value.entry
        return self.slot(value) or Range(entry.low, entry.high, entry.none, value.unknown)

    def range(self, value: ir.Value) -> Range:
        """Return what a value can be."""
        range_of = _RANGES.get(value.__class__)
        return range_of(self, value) if range_of else ANYTHING

    def result(self, function: int) -> Range:
        """Return what a function can return."""
        return self._results[function] if function < len(self._results) else MISSING

    def results(self, functions: tuple[int | None, ...]) -> Range:
        """Return what one of several functions can return; 0 for None."""
        ranges = [
            NO_RESULT if function is None else self.result(function) for function in {*functions}
        ]
        return reduce(Range.with_, ranges)

    def select(self, value: ir.Select) -> Range:
        """Return what one of two values can be, each under the condition that selects it."""
        mark = self.mark()
        self.holds(value.condition, True)
        then = self.range(value.then)
        self.undo(mark)
        self.holds(value.condition, False)
        otherwise = self.range(value.otherwise)
        self.undo(mark)
        return then.with_(otherwise)

    # ------------------------------------------------------------------ conditions

    def holds(self, condition: ir.Value, truth: bool) -> None:
        """Learn that a condition holds, or that it does not."""
        match condition:
            case ir.Logic("not", (part,)):
                self.holds(part, not truth)
            case ir.Logic(word, parts) if (word == "and") == truth:
                for part in parts:
                    self.holds(part, truth)
            case ir.Test(word, left, right):
                real = word if truth else OPPOSITE[word]
                self._compared(real, left, right)
                self._compared(MIRRORED[real], right, left)

    def _compared(self, word: str, value: ir.Value, by: ir.Value) -> None:
        """Learn from a comparison of a local or a slot."""
        if isinstance(value, ir.Get):
            self.limit(value.name, narrowed(word, self.local(value), self.range(by)))
        elif isinstance(value, ir.Load):
            slot = _slot(value.entry, value.thing, value.inner)
            self._limit_slot(slot, narrowed(word, self.load(value), self.range(by)))


def _common(first: Fact, second: Fact) -> Fact:
    """Return what is known in both of two cases."""
    if first == second:
        return first
    if isinstance(first, Range) and isinstance(second, Range):
        return first.with_(second)
    return None


_TOP = {(a, b): Range(-END, END, a, b) for a in (False, True) for b in (False, True)}
_RANGES: dict[type, Callable[[Known, Any], Range]] = {
    ir.Const: lambda facts, node: constant(node.value),
    ir.Get: Known.local,
    ir.Load: Known.load,
    ir.Select: Known.select,
    ir.Checked: lambda facts, node: facts.range(node.value),
    ir.Row: lambda facts, node: _of_table(node.table.values),
    ir.Arithmetic: lambda facts, node: arithmetic(
        node.word, facts.range(node.left), facts.range(node.right)
    ),
    ir.Test: lambda facts, node: FLAG,
    ir.Logic: lambda facts, node: FLAG,
    ir.Has: lambda facts, node: FLAG,
    ir.Find: lambda facts, node: Range(0, node.entry.things - 1, none=True),
    ir.Size: lambda facts, node: COUNT,
    ir.HowMany: lambda facts, node: COUNT,
    ir.Call: lambda facts, node: facts.result(node.function),
    ir.CallOne: lambda facts, node: facts.results(node.functions),
}


def narrowed(word: str, numbers: Range, other: Range) -> Range:
    """Return the part of a range for which a comparison with another range can hold."""
    low, high, none, unknown = numbers
    if word == "!=":
        if other == NOTHING:
            return Range(low, high, False, unknown)
        if other.only is not None and low == other.only:
            low += 1
        if other.only is not None and high == other.only:
            high -= 1
        return Range(low, high, none, unknown)
    if word == "=":
        low, high = max(low, other.low), min(high, other.high)
        return Range(low, high, none and other.none, unknown and other.unknown)
    strict = word in ("<", ">")
    if word in (">", ">="):
        if other.least > UNKNOWN or (strict and other.least == UNKNOWN):
            none = unknown = False
        elif other.least == UNKNOWN or strict:
            none = False
        if not (other.none or other.unknown):
            low = max(low, other.low + strict)
    elif _has_numbers(other):
        high = min(high, other.high - strict)
    return Range(low, high, none, unknown)


def _slot(entry: Entry, thing: ir.Value, inner: ir.Value) -> Slot | None:
    """Return the slot of a thing, if constants or locals identify it; otherwise None."""
    first, second = _name(thing), _name(inner)
    return None if first is None or second is None else (entry.first, first, second)


def _name(value: ir.Value) -> Name | None:
    if isinstance(value, ir.Const):
        return value.value
    return (value.name,) if isinstance(value, ir.Get) else None
