"""The places of a unit that may be changed, from the outside in, in the order of the text.

One place in the text may be several places in the program: a clause about two actions is two
clauses, and a question about moves and builds has a condition for each. These places are changed
together, in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from thesmos.diagnostics import Location
from thesmos.program.clauses import Clause
from thesmos.program.node import Node
from thesmos.program.path import Path
from thesmos.program.values import (
    Binder,
    Compare,
    EventPattern,
    Exists,
    Flag,
    IfElse,
    IsIn,
    Logic,
    Not,
    Order,
    Past,
    Search,
    Value,
)

SEARCHES = ("some", "every", "no")
EVENTS: Path = ("query", "events")  # the path of the events in a question about the past


@dataclass(frozen=True)
class Site:
    """A node in its context.

    path: from the unit to the node.
    field: the parent's field that holds it.
    condition: whether it decides if something holds.
    closed: whether it is inside an event pattern, and can refer only to that event.
    own_turn, common: see Unit.
    number, of: its index among the clauses that are one clause in the text, and their number.
    """

    node: Any
    path: Path = ()
    parent: Any = None
    field: str = ""
    condition: bool = False
    closed: bool = False
    own_turn: bool = False
    common: bool = False
    number: int = 0
    of: int = 1

    @property
    def written(self) -> Path:
        """The path without the indexes of event patterns: the same for one place in the text."""
        return tuple(
            0 if isinstance(step, int) and self.path[max(place - 2, 0) : place] == EVENTS else step
            for place, step in enumerate(self.path)
        )


def sites(node: Any, path: Path = (), parent: Any = None, field: str = "") -> Iterator[Site]:
    """Yield a node and all nodes inside it."""
    yield from _sites(Site(node, path, parent, field, _decides(node, parent, field, False)))


def _sites(site: Site) -> Iterator[Site]:
    if isinstance(site.node, Node):
        yield site
    for part in sorted(_parts(site.node), key=lambda part: _start(part.node)):
        decides = _decides(part.node, part.parent, part.field, site.condition)
        closed = site.closed or isinstance(part.parent, EventPattern)
        path = (*site.path, *part.path)
        yield from _sites(Site(part.node, path, part.parent, part.field, decides, closed))


class SitePart(NamedTuple):
    """A node inside a site. path: from the site's node to it. parent, field: what holds it."""

    path: Path
    node: Any
    parent: Any
    field: str


def _parts(node: Any) -> Iterator[SitePart]:
    """Yield the nodes directly inside a node."""
    if isinstance(node, Past):
        yield from _parts_of_past(node)
        return
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "guards" and isinstance(node, Clause):
            continue  # units of their own
        if isinstance(value, tuple):
            for index, part in enumerate(value):
                if isinstance(part, Node):
                    yield SitePart((field.name, index), part, node, field.name)
        elif isinstance(value, Node | Binder):
            yield SitePart((field.name,), value, node, field.name)


def _parts_of_past(node: Past) -> Iterator[SitePart]:
    """Yield the value after `with`, each event's condition, and the player, for the whole game."""
    if node.given is not None:
        yield SitePart(("given",), node.given, node, "given")
    for index, event in enumerate(node.query.events):
        if event.condition is not None:
            path = (*EVENTS, index, "condition")
            yield SitePart(path, event.condition, event, "condition")
    if node.query.whole_game:
        yield SitePart(("of",), node.of, node, "of")


def _start(part: Node | Binder) -> Location:
    return part.domain.location if isinstance(part, Binder) else part.location


def _decides(node: Any, parent: Any, field: str, outer: bool) -> bool:
    """Return whether a value is a condition, or a yes-or-no part of one."""
    if not isinstance(node, Value):
        return False
    if field in ("where", "condition"):
        return True
    if isinstance(parent, Logic | Not | IfElse):
        return outer
    return field in ("body", "value", "") and not _inside(parent) and is_flag(node)


def _inside(parent: Any) -> bool:
    """Return whether the children of this node are inside a value."""
    return isinstance(parent, Value | EventPattern | Binder | Order)


def is_flag(node: Value) -> bool:
    """Return whether a value is recognizably yes or no by its form, so that it can be negated."""
    if isinstance(node, Search):
        return node.word in SEARCHES
    if isinstance(node, Past):
        return node.query.question == "did"
    return isinstance(node, Flag | Not | Exists | Compare | IsIn | Logic)
