"""Checks that the text of an action tells its options apart (semantics §4.10).

A text tells a role's values apart if it shows the role, or a role computed from it. If it does not,
a rule has to be about the role: whether that leaves one value depends on the state, as it does
whether two pieces have the same text, so that is left to whoever shows the options.
"""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.check.sizes import Sizes, size
from thesmos.diagnostics import Diagnostic
from thesmos.program import values as v
from thesmos.program.declarations import Action, RoleText
from thesmos.program.node import Ref, walk

TWO = 2  # with fewer values there is nothing to tell apart; a set or none is an error elsewhere


def check_texts(
    actions: tuple[Action, ...], offered: set[Ref], sizes: Sizes
) -> Iterator[Diagnostic]:
    """Yield an error for each action with a role by which its text does not tell options apart.

    offered: the names of the actions that steps offer; the others need no text.
    """
    for action in actions:
        if action.name in offered:
            shown = _shown(action)
            for role in action.open_roles:
                one = role.type.none or role.type.many or size(role.type, sizes) < TWO
                if role.name not in shown and not one:
                    text = f"the text of `{action.name.name}` does not tell `{role.name}` apart"
                    hint = f"write `{{{role.name}}}` in it, or a rule about it"
                    yield Diagnostic("E399", text, role.location, hint)


def _shown(action: Action) -> set[str]:
    """The roles that the texts show or rules are about, or that these are computed from."""
    shown: set[str] = set()
    for notation in action.notations:
        shown |= {part.role for part in notation.parts if isinstance(part, RoleText)}
        shown |= set(_roles(notation.when))
    for rule in action.rules:
        shown |= set(_roles(rule.condition))
    for role in reversed(action.roles):
        if role.name in shown and role.value is not None:
            shown |= set(_roles(role.value))
    return shown


def _roles(value: v.Value | None) -> Iterator[str]:
    for node in walk(() if value is None else (value,), (v.EventPattern,)):
        if isinstance(node, v.Variable) and node.role:
            yield node.name
