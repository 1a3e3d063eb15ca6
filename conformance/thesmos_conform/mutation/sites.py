"""The places of a unit that may be changed, from the outside in, in the order of the text.

One place in the text may be several places in the program: a clause about two actions is two
clauses, and a question about moves and builds has a condition for each. Such *twins* are changed in
the same way.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any

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

    path: starts at the unit. field: the parent's field that holds it. condition: whether it decides
    if something holds. closed: whether it is inside an event pattern, and can refer only to that
    event. own_turn, common: see Unit. number, of: its index among the clauses that are one clause
    in the text, and how many these are.
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
        """The path without the indexes of event patterns; twins have the same one."""
        return tuple(
            0 if isinstance(each, int) and self.path[max(place - 2, 0) : place] == EVENTS else each
            for place, each in enumerate(self.path)
        )


def sites(node: Any, path: Path = (), parent: Any = None, field: str = "") -> Iterator[Site]:
    """Yield a node and all nodes inside it."""
    yield from _sites(Site(node, path, parent, field, _decides(node, parent, field, False)))


def _sites(site: Site) -> Iterator[Site]:
    if isinstance(site.node, Node):
        yield site
    for path, part, parent, field in sorted(_parts(site.node), key=lambda each: _start(each[1])):
        decides = _decides(part, parent, field, site.condition)
        closed = site.closed or isinstance(parent, EventPattern)
        yield from _sites(Site(part, (*site.path, *path), parent, field, decides, closed))


Part = tuple[Path, Any, Any, str]  # the path to it, itself, the node it is in, and the field


def _parts(node: Any) -> Iterator[Part]:
    """Yield the nodes directly inside a node."""
    if isinstance(node, Past):
        yield from _parts_of_past(node)
        return
    for each in fields(node):
        value = getattr(node, each.name)
        if each.name == "guards" and isinstance(node, Clause):
            continue  # units of their own
        if isinstance(value, tuple):
            for index, part in enumerate(value):
                if isinstance(part, Node):
                    yield (each.name, index), part, node, each.name
        elif isinstance(value, Node | Binder):
            yield (each.name,), value, node, each.name


def _parts_of_past(node: Past) -> Iterator[Part]:
    """Yield the value after `with`, each event's condition, and the player, for the whole game."""
    if node.given is not None:
        yield ("given",), node.given, node, "given"
    for index, event in enumerate(node.query.events):
        if event.condition is not None:
            yield (*EVENTS, index, "condition"), event.condition, event, "condition"
    if node.query.whole_game:
        yield ("of",), node.of, node, "of"


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
