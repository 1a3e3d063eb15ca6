"""Mutants: a game with one place of its spec changed.

An id is that of the unit, of the operator, and which of the operator's changes to the unit it is:
`<card>.<heading>.1:drop-condition:2`. It depends on nothing but the unit's own text.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from thesmos.check.spec import CheckedGame, check_base, check_card, check_game
from thesmos.diagnostics import Diagnostic, Location
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos_conform.mutation.operators import GONE, OPERATORS, Vocabulary
from thesmos_conform.mutation.tree import Path, Site, find, put, sites
from thesmos_conform.mutation.units import Unit, document_of, lines_of, units_of

UNUSED = "E351"  # a memory that no clause uses: what uses it may have been left out


@dataclass(frozen=True)
class Mutant:
    """One change. path, new: what replaces what in the unit's document; None for nothing.

    before, after: the lines that differ, in the notation of the spec.
    """

    id: str
    unit: str
    card: str
    operator: str
    location: Location
    before: tuple[str, ...]
    after: tuple[str, ...]
    path: Path
    new: Any


def mutants_of(game: CheckedGame) -> Iterator[Mutant]:
    """All changes to a game's spec, unit by unit; of several with the same text, the first."""
    words = _words(game)
    for unit in units_of(game):
        seen = {tuple(lines_of(unit.kind, unit.node))}
        for mutant, text in _of_unit(game, unit, words):
            if text not in seen:
                seen.add(text)
                yield mutant


def _words(game: CheckedGame) -> Vocabulary:
    cards = [game.written.base, *(c.written for c in game.cards.values())]
    rules = {a.name: tuple(r.name for r in a.rules) for card in cards for a in card.actions}
    steps = {step for card in cards for step in card.steps}
    passing = frozenset(s.name for s in steps if s.skip or s.when_empty == "pass")
    turn = game.written.flow.get("turn", ())
    pairs = pairwise(turn)
    entering = {name for (word, name), (after, _) in pairs if (word, after) == ("moment", "steps")}
    return Vocabulary(game.written.moments, frozenset(entering), rules, passing)


def _of_unit(
    game: CheckedGame, unit: Unit, words: Vocabulary
) -> Iterator[tuple[Mutant, tuple[str, ...]]]:
    """The changes to a unit, each with its text afterwards."""
    document = document_of(game, unit)
    before = tuple(lines_of(unit.kind, unit.node))
    for name, operator in OPERATORS.items():
        number = 0
        for site in _sites_of(unit):
            if unit.own_turn and name == "other-moment" and isinstance(site.node, t.Event):
                continue  # in the holder's turn, `your last turn` is this one
            if unit.common and isinstance(site.node, ct.At) and name == "other-scope":
                continue  # without a holder, `your` means the active player's
            for new in operator.change(site, words):
                number += 1
                path = (*unit.path, *site.path)
                made = None if new is GONE else new
                if unit.kind == "clause" and name == "drop-clause":
                    text: tuple[str, ...] = ()
                else:
                    changed = put(document, path, made)
                    whole = unit.kind == "flow" and made is None
                    text = () if whole else tuple(lines_of(unit.kind, find(changed, unit.path)))
                location = getattr(site.node, "location", unit.location)
                id = f"{unit.id}:{name}:{number}"
                lines = _different(before, text)
                yield Mutant(id, unit.id, unit.card, name, location, *lines, path, made), text


def _sites_of(unit: Unit) -> Iterator[Site]:
    """The sites of a unit: the unit as a whole, and what is in its changeable field."""
    if unit.kind == "flow":
        yield Site(unit.node, (), None, "", False)
    elif not unit.inner:
        yield from sites(unit.node)
    else:
        if unit.kind == "rule":
            yield Site(unit.node, (), None, "", False)
        value = getattr(unit.node, unit.inner)
        parts = enumerate(value) if isinstance(value, tuple) else ((None, value),)
        for index, part in parts:
            path: Path = (unit.inner,) if index is None else (unit.inner, index)
            yield from sites(part, path, unit.node, unit.inner)


def _different(
    before: tuple[str, ...], after: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that only the one or only the other has, without indentation."""
    lines = list(difflib.ndiff(before, after))
    old = tuple(line[2:].strip() for line in lines if line.startswith("- "))
    return old, tuple(line[2:].strip() for line in lines if line.startswith("+ "))


def mutated(game: CheckedGame, mutant: Mutant) -> CheckedGame | None:
    """The game with the change; None if it does not pass the checks.

    Only what the change can affect is checked again: a card, or the game's own text. Cards refer to
    the game's facts and rules by name, and no change alters the type of one.
    """
    if mutant.card == game.written.slug:
        written = put(game.written, mutant.path, mutant.new)
        if mutant.path[0] != "flow":
            base, names, wrong = check_base(written)
            return None if _wrong(wrong) else replace(game, written=written, names=names, base=base)
        cards = {name: card.written for name, card in game.cards.items() if name not in game.modes}
        whole = check_game(written, cards, game.modes)
        return None if _wrong(whole.diagnostics) else whole
    if mutant.card in game.modes:
        mode: d.ModeDocument = put(game.modes[mutant.card], mutant.path, mutant.new)
        modes, card = {**game.modes, mutant.card: mode}, mode.card
    else:
        modes, card = game.modes, put(game.cards[mutant.card].written, mutant.path, mutant.new)
    checked, diagnostics = check_card(card, game.names)
    if _wrong(diagnostics):
        return None
    return replace(game, cards={**game.cards, mutant.card: checked}, modes=modes)


def _wrong(diagnostics: list[Diagnostic]) -> bool:
    return any(
        diagnostic.severity == "error" and diagnostic.code != UNUSED for diagnostic in diagnostics
    )
