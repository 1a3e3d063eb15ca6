"""Choices after which a recorded original goes on differently than a ruling says.

A ruling describes them by an action and a condition, in the words of a card; see
docs/pages/rulings.md. The condition holds in the state after the choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from thesmos.check.analyses.bounds import BUDGET, Bounds, Share
from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.names.lookup import action_of
from thesmos.check.names.scope import Scope
from thesmos.check.typing import infer  # noqa: F401 - it adds how each construct is typed
from thesmos.check.typing.expressions import type_flag
from thesmos.check.typing.history import role_scope
from thesmos.diagnostics import Diagnostic, suggest
from thesmos.program.declarations import Card
from thesmos.program.node import Ref, walk
from thesmos.program.values import Past, Value
from thesmos.syntax import yaml_values as y
from thesmos.syntax.clause_parser import parse_expr
from thesmos.syntax.yaml_nodes import YamlMap, YamlText


@dataclass(frozen=True)
class RuledChoice:
    """A choice of an action by which a ruling differs from the original, if a condition holds then.

    ruling: its id.
    card: the slug of the card in whose words the condition is written.
    """

    ruling: str
    card: str
    action: Ref
    where: Value


def ruled_choices(
    root: YamlMap, checked: CheckedGame
) -> tuple[tuple[RuledChoice, ...], list[Diagnostic]]:
    """Return the choices that the rulings of a valid game describe, and the errors in others."""
    choices: list[RuledChoice] = []
    diagnostics: list[Diagnostic] = []
    for ruling, node in _described(root):
        card, action, where = (node.get(key) for key in ("card", "action", "where"))
        assert isinstance(card, YamlText), "the schema ensures this form"
        assert isinstance(action, YamlText), "the schema ensures this form"
        assert isinstance(where, YamlText), "the schema ensures this form"
        if card.value not in checked.cards:
            hint = suggest(card.value, checked.cards) or "name a power or a mode"
            text = f"there is no card `{card.value}`"
            diagnostics.append(Diagnostic("E375", text, card.location, hint))
            continue
        names = replace(checked.names, diagnostics=diagnostics)
        scope = Scope(names.with_card(checked.cards[card.value].written))
        declared = action_of(action.value, action.location, scope)
        written, wrong = parse_expr(where)
        diagnostics += wrong
        if declared is None or written is None:
            continue
        condition = type_flag(written, role_scope(declared, scope))
        diagnostics += _about_the_past(condition)
        diagnostics += _too_long(
            condition, [checked.base.program, checked.cards[card.value].program], scope
        )
        ref = scope.names.action_ref(action.value)
        choices.append(RuledChoice(ruling, card.value, ref, condition))
    return tuple(choices), diagnostics


def _described(root: YamlMap) -> Iterator[tuple[str, YamlMap]]:
    """Yield the descriptions of choices, each with the id of its ruling."""
    for ruling in y.items(root.get("rulings")):
        for node in y.items(y.get(ruling, "otherwise")):
            if isinstance(node, YamlMap) and node.get("action") is not None:
                yield y.text(y.get(ruling, "id")), node


def _too_long(condition: Value, cards: Sequence[Card], scope: Scope) -> Iterator[Diagnostic]:
    """Report a condition that can take too long.

    cards: the game's own text, and the card in whose words it is written.
    """
    bounds = Bounds(cards, scope.names.sizes)
    total = bounds.total([Share(cards[0].slug, condition.location, bounds.work(condition))])
    if total > BUDGET:
        text = f"this condition can take {total:.2g} steps of work"
        yield Diagnostic(
            "E356", text, condition.location, f"at most {BUDGET}: ask about fewer things"
        )


def _about_the_past(condition: Value) -> Iterator[Diagnostic]:
    """Report questions about the past, which a state need not be able to answer."""
    for node in walk(condition):
        if isinstance(node, Past):
            text = "this condition can't ask about the past: a state knows only what rules ask"
            hint = "ask about the state after the choice, and the roles of its action"
            yield Diagnostic("E377", text, node.location, hint)
