"""Find the actions and steps that a text names, and define locals; errors are reported."""

from __future__ import annotations

from collections.abc import Collection

from thesmos.check.names.hints import nearest_names
from thesmos.check.names.scope import PERSONS, Scope
from thesmos.diagnostics import Location, listed
from thesmos.program.node import Ref
from thesmos.program.types import Type
from thesmos.syntax import documents as d

END = "end"  # in place of a step: none follows


def action_of(name: str, location: Location, scope: Scope) -> d.ActionDeclaration | None:
    """Return the action with a name; report an unknown one and return None."""
    action = scope.names.actions.get(name)
    if action is None:
        actions = scope.names.actions.values()
        of = [action.name for action in actions if name in {rule.name for rule in action.rules}]
        hint = nearest_names(name, scope.names.actions)
        if of:
            hint = f"it is a rule of {listed(of)}: write `permit {of[0]} waiving {name}`"
        scope.report("E309", f"there is no action `{name}`", location, hint, name)
    return action


def step_of(name: str, location: Location, scope: Scope, also: Collection[str] = ()) -> Ref | None:
    """Return the step with a name; report an unknown one and return None.

    also: words that may be written in place of a step; for these, None is returned.
    """
    if name in scope.names.steps:
        return scope.names.step_ref(name)
    if name not in also:
        hint = nearest_names(name, [*scope.names.steps, *also])
        scope.report("E342", f"there is no step `{name}`", location, hint, name)
    return None


def define(name: str, kind: Type, location: Location, scope: Scope) -> None:
    """Define a local; report one that is defined already."""
    if name in scope.locals or name in PERSONS:
        message = f"`{name}` is already defined here"
        scope.report("E303", message, location, "choose another name", name)
    scope.bind(name, kind)
