"""How long and how deep a text is with the facts that it asks, which are written out in it.

What is computed stays within the budget of work (bounds.py); this is about the text itself, which
an implementation has to hold: facts that each ask the one before them twice are a text of a few
lines that is longer than any memory once it is written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from thesmos.diagnostics import Diagnostic, Location
from thesmos.program import clauses as c
from thesmos.program import effects as e
from thesmos.program import values as v
from thesmos.program.declarations import Card
from thesmos.program.node import Node, Ref, inside

LONGEST = 2_000  # values and effects in one text
DEEPEST = 100  # inside each other
LOOPS = 8  # inside each other
ROLES = 8  # open roles of an action


class Extent(NamedTuple):
    """How many values and effects there are, how many inside each other, and loops likewise."""

    size: int = 0
    depth: int = 0
    loops: int = 0


def _together(parts: Iterable[Extent]) -> Extent:
    """The extent of parts that stand side by side."""
    made = Extent()
    for part in parts:
        made = Extent(
            made.size + part.size, max(made.depth, part.depth), max(made.loops, part.loops)
        )
    return made


Part = Node | v.Binder


def _inside(part: Part) -> Iterator[Part]:
    """The constructs directly inside another one, without names and types."""
    return (one for one in inside(part) if isinstance(one, Part))


class Extents:
    """The extents of texts of some cards, all of which are in play together."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.cards = cards
        self.facts = {fact.name: fact for card in cards for fact in card.facts}
        self.about: dict[object, list[c.Clause]] = {}
        for clause in (clause for card in cards for clause in card.clauses):
            if isinstance(clause, (c.Treat, c.AddTo, c.Forbid)):
                key = ("forbid", clause.action) if isinstance(clause, c.Forbid) else clause.fact
                self.about.setdefault(key, []).append(clause)
        self._known: dict[object, Extent] = {}

    def of(self, node: Part) -> Extent:
        """The extent of a value or an effect."""
        parts = [self.of(part) for part in _inside(node)]
        if isinstance(node, v.FactValue):
            parts.append(self._asked(node.fact))
        elif isinstance(node, v.Forbidden):
            parts.append(self._asked(("forbid", node.action)))
        made = _together(parts)
        loop = isinstance(node, (v.Binder, v.Along, v.Spread, e.While))
        if isinstance(node, e.Each):  # its effects are inside its loop
            binder, *body = parts
            made = _together([binder, *(one._replace(loops=one.loops + 1) for one in body)])
        return Extent(made.size + 1, made.depth + 1, made.loops + loop)

    def _asked(self, key: object) -> Extent:
        """The extent of a fact's own text and of the clauses that treat it, or of `forbid`s."""
        if key not in self._known:
            self._known[key] = Extent()  # cards that ban each other may ask in a circle
            parts = [self.clause(clause) for clause in self.about.get(key, ())]
            if isinstance(key, Ref) and key in self.facts:
                parts.append(self.of(self.facts[key].body))
            self._known[key] = _together(parts)
        return self._known[key]

    def clause(self, clause: c.Clause) -> Extent:
        """The extent of a clause."""
        return _together(self.of(part) for part in _inside(clause))

    def texts(self) -> Iterator[tuple[Location, Extent]]:
        """All texts of the cards."""
        for card in self.cards:
            for fact in card.facts:
                yield fact.location, self.of(fact.body)
            for action in card.actions:
                for part in _inside(action):
                    yield action.location, self.of(part)
            for step in card.steps:
                for part in _inside(step):
                    yield step.location, self.of(part)
            for clause in card.clauses:
                yield clause.location, self.clause(clause)


def check_extents(base: Card, cards: Sequence[Card], always: Sequence[str]) -> Iterator[Diagnostic]:
    """Yield an error for each text that is too long or too deep, and for too many open roles.

    If all cards together are not, no match-up is. If they are, the game's own text is looked at
    with what always takes part, and then with each other card. Nothing may ask itself.
    """
    for card in (base, *cards):
        for action in card.actions:
            if len(action.open_roles) > ROLES:
                text = f"`{action.name.name}` has {len(action.open_roles)} open roles"
                yield Diagnostic("E357", text, action.location, f"at most {ROLES}")
    if not any(_exceeding([base, *cards])):
        return
    shared = [base, *(card for card in cards if card.slug in always)]
    found = list(_exceeding(shared))
    for card in cards if not found else ():
        if card.slug not in always:
            found += _exceeding([*shared, card])
    yield from found


def _exceeding(cards: Sequence[Card]) -> Iterator[Diagnostic]:
    """Yield an error for the least of the texts that are too long, and so on."""
    texts = [*Extents(cards).texts()]
    for place, most, what in (
        (0, LONGEST, "values long"), (1, DEEPEST, "values deep"), (2, LOOPS, "loops deep"),
    ):  # fmt: skip
        found = [(extent[place], location) for location, extent in texts if extent[place] > most]
        if found:
            number, location = min(found, key=lambda one: one[0])
            text = f"with the facts that it asks, this is {number} {what}"
            hint = f"at most {most}: ask less, or remember what is asked in an attribute"
            yield Diagnostic("E357", text, location, hint)
