"""Mutants: a game with one place of its spec changed.

An id consists of the unit's id, the operator's id, and the number of the change among the
operator's changes to the unit: `<card>.<heading>.1:drop-condition:2`. It depends only on the unit's
own text.
"""

from __future__ import annotations

import difflib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from thesmos.diagnostics import Location
from thesmos.program.declarations import GameProgram
from thesmos.program.path import Path, find, put
from thesmos.program.routes import clashing_routes
from thesmos_conform.mutation.fitting import fitted, is_allowed
from thesmos_conform.mutation.operators import (
    GONE,
    OPERATORS,
    REFUSED,
    MutationNames,
    Operator,
    vocabulary_of,
)
from thesmos_conform.mutation.sites import Site, sites
from thesmos_conform.mutation.unit_text import lines_of
from thesmos_conform.mutation.units import INNER, Unit, units_of

# The kinds of units in which nothing inside changes.
WHOLE = ("flow", "memory", "supply", "step", "attribute", "audience", "valid", "lifts")


@dataclass(frozen=True)
class Mutant:
    """One change. changes: the replacements, by path in the program; None for removal.

    before, after: the lines that differ, in the notation of the spec.
    """

    id: str
    unit: str
    card: str
    operator: str
    location: Location
    before: tuple[str, ...]
    after: tuple[str, ...]
    changes: tuple[tuple[Path, Any], ...]


def mutants_of(game: GameProgram, operators: Container[str] = OPERATORS) -> Iterator[Mutant]:
    """Yield all changes to a game that the language allows, unit by unit.

    Of several changes that result in the same text, only the first is yielded. operators: the ids
    of the operators to use.
    """
    words = vocabulary_of(game)
    for unit in units_of(game):
        seen = {tuple(lines_of(unit.kind, unit.nodes))}
        for mutant, text in _unit_mutants(unit, words, operators):
            if text not in seen:
                seen.add(text)
                if _keeps_routes_apart(game, mutant):
                    yield mutant


def mutated(game: GameProgram, mutant: Mutant) -> GameProgram:
    """Return the game with the change."""
    changed = game
    for path, new in reversed(mutant.changes):  # last first: a removal moves what comes after it
        changed = put(changed, path, new)
    return changed


def _keeps_routes_apart(game: GameProgram, mutant: Mutant) -> bool:
    """Return whether at most one route of the changed card can hold at any moment."""
    path, _ = mutant.changes[0]
    if "clauses" not in path:
        return True
    clauses = find(mutated(game, mutant), path[: path.index("clauses") + 1])
    return next(clashing_routes(clauses), None) is None


# ------------------------------------------------------------------- changes to a unit


class _UnitChange(NamedTuple):
    """A change of a unit.

    nodes: the unit's nodes after it, None for each that is left out; None if it is refused.
    """

    location: Location
    nodes: tuple[Any, ...] | None


def _unit_mutants(
    unit: Unit, words: MutationNames, operators: Container[str]
) -> Iterator[tuple[Mutant, tuple[str, ...]]]:
    """Yield the changes to a unit whose numbers fit, each with the unit's text afterwards."""
    before, places = lines_of(unit.kind, unit.nodes), _sites_by_place(unit)
    for name, operator in OPERATORS.items():
        if name not in operators:
            continue
        for number, (location, nodes) in enumerate(_changes(unit, places, operator, words), 1):
            if nodes is None or not is_allowed(nodes):
                continue
            gone = unit.kind == "clause" and name == "drop-clause"
            kept = () if gone else tuple(node for node in nodes if node is not None)
            text = tuple(lines_of(unit.kind, kept))
            removed, added = _different_lines(before, text)
            mutant = Mutant(
                id=f"{unit.id}:{name}:{number}",
                unit=unit.id,
                card=unit.card,
                operator=name,
                location=location,
                before=removed,
                after=added,
                changes=tuple(zip(unit.paths, nodes, strict=True)),
            )
            yield mutant, text


def _changes(
    unit: Unit, places: Sequence[Sequence[Site]], operator: Operator, words: MutationNames
) -> Iterator[_UnitChange]:
    """Yield each change of an operator, even refused ones. places: those of the unit."""
    for place in places:
        location: Location = place[0].node.location
        for replacements in zip(*(operator.change(site, words) for site in place), strict=False):
            if any(new is REFUSED for new in replacements):
                yield _UnitChange(location, None)
                continue
            nodes = list(unit.nodes)
            for site, new in zip(place, replacements, strict=True):
                node = nodes[site.number]
                nodes[site.number] = put(node, site.path, None if new is GONE else new)
            yield _UnitChange(location, tuple(fitted(node) for node in nodes))


def _sites_by_place(unit: Unit) -> list[list[Site]]:
    """Return the sites of a unit, grouped by their place in its text.

    Each has the index of its node as its number.
    """
    by_place: dict[Path, list[Site]] = {}
    for index, node in enumerate(unit.nodes):
        for site in _node_sites(unit.kind, node):
            in_unit = replace(
                site, own_turn=unit.own_turn, common=unit.common, number=index, of=len(unit.nodes)
            )
            by_place.setdefault(site.written, []).append(in_unit)
    return list(by_place.values())


def _node_sites(kind: str, node: Any) -> Iterator[Site]:
    """Yield the sites of a node: itself, and what is inside its changeable part."""
    inner = INNER.get(kind)
    if kind in WHOLE:
        yield Site(node)
    elif inner is None:
        yield from sites(node, field="condition" if kind == "if" else "")
    else:
        if kind == "rule":
            yield Site(node)
        value = getattr(node, inner)
        if not isinstance(value, tuple):
            yield from sites(value, (inner,), node, "body")
        for index, part in enumerate(value) if isinstance(value, tuple) else ():
            yield from sites(part, (inner, index), node, inner)


def _different_lines(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines only in the first and only in the second text, without indentation."""
    other = [pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]]
    if len(before) == len(after) and len(other) == 1:  # as nearly always
        return (other[0][0].strip(),), (other[0][1].strip(),)
    lines = list(difflib.ndiff(before, after))
    old = tuple(line[2:].strip() for line in lines if line.startswith("- "))
    return old, tuple(line[2:].strip() for line in lines if line.startswith("+ "))
