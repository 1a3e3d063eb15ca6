"""Limit how long and how deep a text is once the facts that it asks are written out in it.

The budget of work (bounds.py) limits what is computed; this limits the text itself, which an
implementation has to hold in memory. A chain of facts that each ask the previous one twice takes a
few lines to write, but doubles in length with every fact when written out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from thesmos.check.analyses.evaluated import Loop, Part, evaluated
from thesmos.check.analyses.limits import exceeding_in
from thesmos.check.analyses.meeting import Meeting
from thesmos.diagnostics import Diagnostic, Location
from thesmos.kept import AFRESH, Kept
from thesmos.program import clauses as c
from thesmos.program import values as v
from thesmos.program.asking import Asked, ForbidsOf, asking, asking_edges, in_order
from thesmos.program.declarations import Card

LONGEST = 2_000  # values and effects in one text
DEEPEST = 100  # levels of nested values and effects
LOOPS = 8  # levels of nested loops
ROLES = 8  # open roles of an action


class Extent(NamedTuple):
    """The number of values and effects, the depth of their nesting, and that of loops."""

    size: int = 0
    depth: int = 0
    loops: int = 0


def _side_by_side(parts: Iterable[Extent]) -> Extent:
    """Return the extent of parts side by side: sizes add up, of depths the largest counts."""
    whole = Extent()
    for part in parts:
        whole = Extent(
            whole.size + part.size, max(whole.depth, part.depth), max(whole.loops, part.loops)
        )
    return whole


class OwnExtent(NamedTuple):
    """The extent of a text without the facts that it asks, and where it asks them.

    asked: by fact, how often, and at most how many levels deep and how many loops deep.
    """

    extent: Extent
    asked: dict[Asked, Extent]


def _own_extent(part: Part) -> OwnExtent:
    """Return the extent of a value, of an effect, or of a block of effects, by itself."""
    extents: list[Extent] = []
    asked: dict[Asked, Extent] = {}
    for inner in evaluated(part):
        own = _own_extent(inner.part)
        around = inner.loop is not None and inner.loop is not part
        extents.append(own.extent._replace(loops=own.extent.loops + around))
        for subject, where in own.asked.items():
            there = where._replace(loops=where.loops + around)
            asked[subject] = _side_by_side((asked.get(subject, Extent()), there))
    if isinstance(part, v.FactValue):
        asked[part.fact] = _side_by_side((asked.get(part.fact, Extent()), Extent(1)))
    elif isinstance(part, v.Forbidden):
        forbids = ForbidsOf(part.action)
        asked[forbids] = _side_by_side((asked.get(forbids, Extent()), Extent(1)))
    whole = _side_by_side(extents)
    if isinstance(part, tuple):
        return OwnExtent(whole, asked)
    loops = len(part.over) if isinstance(part, v.Compared) else isinstance(part, Loop)
    return OwnExtent(
        Extent(whole.size + 1, whole.depth + 1, whole.loops + loops),
        {
            subject: Extent(where.size, where.depth + 1, where.loops + loops)
            for subject, where in asked.items()
        },
    )


class Extents:
    """The extents of the texts of some cards, in which no fact asks for itself.

    Of the cards that treat a fact, or forbid an action, those count that a match-up can hold.
    """

    def __init__(self, cards: Sequence[Card], meeting: Meeting, kept: Kept = AFRESH) -> None:
        self.cards = cards
        self.kept = kept
        sources = asking(cards, kept)
        self._asked_extents: dict[Asked, Extent] = {}
        for subject in reversed(
            in_order(asking_edges(cards, kept))
        ):  # those that ask nothing come first
            parts: dict[str, list[Extent]] = {}
            for source in sources.get(subject, ()):
                parts.setdefault(source.card, []).extend(map(self.of, source.values))
            extents = {slug: _side_by_side(part) for slug, part in parts.items()}
            others = [extent.size for slug, extent in extents.items() if slug not in meeting.always]
            longest = sum(sorted(others, reverse=True)[: meeting.most])
            whole = _side_by_side(extents.values())
            size = whole.size - sum(others) + longest
            self._asked_extents[subject] = whole._replace(size=size)

    def of(self, part: Part) -> Extent:
        """Return the extent of a value, of an effect, or of a block of effects."""
        own = self.kept.of("extent", lambda: _own_extent(part), part)
        size, depth, loops = own.extent
        for subject, where in own.asked.items():
            asked = self._asked_extents[subject]
            size += where.size * asked.size
            depth = max(depth, where.depth + asked.depth)
            loops = max(loops, where.loops + asked.loops)
        return Extent(size, depth, loops)

    def clause(self, clause: c.Clause) -> Extent:
        """Return the extent of a clause."""
        return _side_by_side(self.of(inner.part) for inner in evaluated(clause))

    def texts(self, card: Card) -> Iterator[tuple[Location, Extent]]:
        """Yield the location and extent of every text of a card."""
        for fact in card.facts:
            yield fact.location, self.of(fact.body)
        for action in card.actions:
            for inner in evaluated(action):
                yield action.location, self.of(inner.part)
        for step in card.steps:
            for inner in evaluated(step):
                yield step.location, self.of(inner.part)
        for clause in card.clauses:
            yield clause.location, self.clause(clause)


def check_extents(
    groups: Sequence[Sequence[Card]],
    always: Sequence[str],
    meeting: Meeting,
    kept: Kept = AFRESH,
) -> list[Diagnostic]:
    """Return an error for each text that is too long or too deep, and for too many open roles.

    groups: cards without circles, the game's own text first; meeting: which of them meet.
    always: the slugs of the cards that always take part, as in `exceeding_in`.
    kept: what is known of parts of these texts.
    """
    cards = {card.slug: card for group in groups for card in group}
    errors = [
        Diagnostic("E357", f"`{action.name.name}` has {len(action.open_roles)} open roles",
                   action.location, f"at most {ROLES}")
        for card in cards.values() for action in card.actions if len(action.open_roles) > ROLES
    ]  # fmt: skip
    return errors + exceeding_in(groups, always, lambda group: [*_exceeding(group, meeting, kept)])


def _exceeding(cards: Sequence[Card], meeting: Meeting, kept: Kept) -> Iterator[Diagnostic]:
    """Yield an error for each limit that is exceeded, at the smallest text that exceeds it.

    A text is in play only with its own card, so only where it seems too long without regard to that
    is it measured again beside the others that can be there.
    """
    extents = Extents(cards, meeting, kept)
    texts: list[tuple[Location, Extent]] = []
    for card in cards:
        of_card = [*extents.texts(card)]
        if any(extent.size > LONGEST for _, extent in of_card):
            of_card = [*Extents(cards, meeting.with_card(card.slug), kept).texts(card)]
        texts += of_card
    for place, most, what in (
        (0, LONGEST, "values long"), (1, DEEPEST, "values deep"), (2, LOOPS, "loops deep"),
    ):  # fmt: skip
        exceeding = [
            (extent[place], location) for location, extent in texts if extent[place] > most
        ]
        if exceeding:
            number, location = min(exceeding, key=itemgetter(0))
            text = f"with the facts that it asks, this is {number} {what}"
            hint = f"at most {most}: ask less, or remember what is asked in an attribute"
            yield Diagnostic("E357", text, location, hint)
