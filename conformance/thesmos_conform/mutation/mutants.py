"""Mutants: a game with one place of its spec changed.

An id consists of the unit's id, the operator's id, and the number of the change among the
operator's changes to the unit: `<card>.<heading>.1:drop-condition:2`. It depends only on the unit's
own text.
"""

from __future__ import annotations

import difflib
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

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

WHOLE = ("flow", "memory", "supply", "step")  # kinds of units in which nothing inside changes


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
        for mutant, text in _of_unit(unit, words, operators):
            if text not in seen:
                seen.add(text)
                if _keeps_routes_apart(game, mutant):
                    yield mutant


def mutated(game: GameProgram, mutant: Mutant) -> GameProgram:
    """Return the game with the change."""
    made = game
    for path, new in reversed(mutant.changes):  # last first: a removal moves what comes after it
        made = put(made, path, new)
    return made


def _keeps_routes_apart(game: GameProgram, mutant: Mutant) -> bool:
    """Return whether at most one route of the changed card can hold at any moment."""
    path, _ = mutant.changes[0]
    if "clauses" not in path:
        return True
    clauses = find(mutated(game, mutant), path[: path.index("clauses") + 1])
    return next(clashing_routes(clauses), None) is None


# ------------------------------------------------------------------- changes to a unit

Changed = tuple[Any, ...] | None  # the nodes of a unit, None for those left out; None if refused


def _of_unit(
    unit: Unit, words: MutationNames, operators: Container[str]
) -> Iterator[tuple[Mutant, tuple[str, ...]]]:
    """Yield the changes to a unit whose numbers fit, each with the unit's text afterwards."""
    before = lines_of(unit.kind, unit.nodes)
    for name, operator in OPERATORS.items():
        if name not in operators:
            continue
        for number, (location, nodes) in enumerate(_changed(unit, operator, words), 1):
            if nodes is None or not is_allowed(nodes):
                continue
            gone = unit.kind == "clause" and name == "drop-clause"
            kept = () if gone else tuple(node for node in nodes if node is not None)
            text = tuple(lines_of(unit.kind, kept))
            id, lines = f"{unit.id}:{name}:{number}", _different(before, text)
            changes = tuple(zip(unit.paths, nodes, strict=True))
            yield Mutant(id, unit.id, unit.card, name, location, *lines, changes), text


def _changed(
    unit: Unit, operator: Operator, words: MutationNames
) -> Iterator[tuple[Location, Changed]]:
    """Yield each change of an operator, even refused ones: its location and the unit after it."""
    for twins in _twins(unit):
        ways = (operator.change(site, words) for _, site in twins)
        for made in zip(*ways, strict=False):
            location: Location = twins[0][1].node.location
            if any(new is REFUSED for new in made):
                yield location, None
                continue
            nodes = list(unit.nodes)
            for (index, site), new in zip(twins, made, strict=True):
                nodes[index] = put(nodes[index], site.path, None if new is GONE else new)
            yield location, tuple(fitted(node) for node in nodes)


def _twins(unit: Unit) -> list[list[tuple[int, Site]]]:
    """Return the sites of a unit, grouped by place in its text; each with its node's index."""
    found: dict[Path, list[tuple[int, Site]]] = {}
    for index, node in enumerate(unit.nodes):
        for site in _sites_of(unit.kind, node):
            known = replace(
                site, own_turn=unit.own_turn, common=unit.common, number=index, of=len(unit.nodes)
            )
            found.setdefault(site.written, []).append((index, known))
    return list(found.values())


def _sites_of(kind: str, node: Any) -> Iterator[Site]:
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


def _different(
    before: Sequence[str], after: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines only in the first and only in the second text, without indentation."""
    lines = list(difflib.ndiff(before, after))
    old = tuple(line[2:].strip() for line in lines if line.startswith("- "))
    return old, tuple(line[2:].strip() for line in lines if line.startswith("+ "))
