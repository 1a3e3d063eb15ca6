"""What the parser is in the middle of, by its state: which rules of the grammar, and how far.

The tables say what a state accepts, not why. The items of an LALR state are those of LR(0), so they
follow from the rules alone.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

from thesmos.syntax.grammar import rules_of, tables
from thesmos.syntax.lalr import Reduction


class Item(NamedTuple):
    """A rule, and how many of its symbols have been read."""

    rule: Reduction
    read: int

    @property
    def next(self) -> str:
        """The next symbol; empty at the rule's end."""
        return self.rule.symbols[self.read] if self.read < len(self.rule.symbols) else ""


@functools.cache
def begun() -> tuple[frozenset[Item], ...]:
    """Return, for each state, the rules of which something has been read."""
    table = tables()
    kernels: list[set[Item]] = [set() for _ in table.states]
    waiting = [(first, _started(start)) for start, (first, _) in table.starts.items()]
    while waiting:
        state, items = waiting.pop()
        if kernels[state] and items <= kernels[state]:
            continue
        kernels[state] |= items
        after: dict[str, set[Item]] = {}
        for item in _with_beginnings(items):
            if item.next:
                after.setdefault(item.next, set()).add(Item(item.rule, item.read + 1))
        for symbol, reached in after.items():
            goal = table.states[state].get(symbol, -1)
            if goal >= 0:
                waiting.append((goal, reached))
    return tuple(map(frozenset, kernels))


def _started(start: str) -> set[Item]:
    """Return the only item of a first state: nothing of the whole text has been read."""
    return {Item(Reduction("", (start,), "", False, (0,)), 0)}


def _with_beginnings(items: set[Item]) -> set[Item]:
    """Return items with those of the rules that can begin next."""
    whole, waiting = set(items), list(items)
    while waiting:
        for rule in rules_of(waiting.pop().next):
            if (item := Item(rule, 0)) not in whole:
                whole.add(item)
                waiting.append(item)
    return whole


def rule_being_read(states: tuple[int, ...]) -> str:
    """Return the method or name of the rule that the last terminal belongs to.

    A list of names is passed over for what has the list: the names after `waiving` belong to
    `waiving`.
    """
    for state in reversed(states):
        rule = min(
            (item.rule for item in begun()[state]), key=lambda rule: (rule.name, rule.symbols)
        )
        name = rule.name.removeprefix("__").rsplit("_star_", 1)[0]  # as Lark names what `*` makes
        if name != "names":
            return name if rule.name.startswith("__") else rule.method or name
    return ""
