"""A game with the parts that a mode replaces by name, to be checked as a game of its own."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from thesmos.diagnostics import Diagnostic, Location, suggest
from thesmos.syntax import documents as d


class Named(Protocol):
    """Something that is declared by its name."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def location(self) -> Location:
        """Where it is declared."""


N = TypeVar("N", bound=Named)


def with_replacements(
    game: d.GameDocument, mode: d.ModeDocument
) -> tuple[d.GameDocument, list[Diagnostic]]:
    """Return the game as a mode has it, and what is wrong with what the mode replaces."""
    replaced = mode.replaces
    if replaced is None:
        return game, []
    wrong: list[Diagnostic] = []
    base, actions = game.base, {action.name: action for action in game.base.actions}
    for rule in replaced.rules:
        action, _, name = rule.name.partition(".")
        known = [f"{one.name}.{each.name}" for one in actions.values() for each in one.rules]
        if rule.name not in known:
            wrong.append(_unknown("E343", "rule", rule, known))
            continue
        changed = replace(rule, name=name)
        rules = tuple(changed if each.name == name else each for each in actions[action].rules)
        actions[action] = replace(actions[action], rules=rules)
    supplies = {kind.name: kind.supply for kind in replaced.pieces}
    kinds = {kind.name for kind in game.pieces}
    wrong += [
        _unknown("E301", "kind", one, kinds) for one in replaced.pieces if one.name not in kinds
    ]
    flows = {f"flow.{name}": replaced.locations[f"flow.{name}"] for name in replaced.flow}
    made = replace(
        game,
        flow={**game.flow, **replaced.flow},
        pieces=tuple(
            replace(one, supply=supplies.get(one.name, one.supply)) for one in game.pieces
        ),
        base=replace(
            base,
            facts=_instead(base.facts, replaced.facts, "E306", "fact", wrong),
            actions=_instead([*actions.values()], replaced.actions, "E309", "action", wrong),
            steps=_instead(base.steps, replaced.steps, "E342", "step", wrong),
        ),
        locations={**game.locations, **flows},
    )
    return made, wrong


def _instead(
    old: Sequence[N], new: Iterable[N], code: str, what: str, wrong: list[Diagnostic]
) -> tuple[N, ...]:
    """Return what is declared, with what replaces it; what replaces nothing is reported."""
    by_name = {one.name: one for one in new}
    known = {one.name for one in old}
    wrong += [
        _unknown(code, what, one, known) for name, one in by_name.items() if name not in known
    ]
    return tuple(by_name.get(one.name, one) for one in old)


def _unknown(code: str, what: str, one: Named, known: Collection[str]) -> Diagnostic:
    hint = suggest(one.name, known) or "what is new belongs under the mode's own keys, or `adds`"
    return Diagnostic(code, f"there is no {what} `{one.name}` to replace", one.location, hint)
