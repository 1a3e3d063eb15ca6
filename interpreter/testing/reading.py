"""Printed parts of a program, read and checked again: they must mean the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.names.scope import Scope
from thesmos.check.text.program_text import clause_lines, effect_lines, value_text
from thesmos.check.typing.clauses import type_clauses
from thesmos.check.typing.effects import type_effects
from thesmos.check.typing.expressions import type_expr
from thesmos.check.typing.history import role_scope
from thesmos.diagnostics import Location
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Action, Fact
from thesmos.program.effects import Effects
from thesmos.program.values import Value
from thesmos.syntax.clause_parser import parse_clauses, parse_effects, parse_expr
from thesmos.syntax.documents import ClauseBlock
from thesmos.syntax.yaml_nodes import YamlText

HERE = Location("a.yaml", 1, 1)


class Reader:
    """Reads and checks printed parts of a game's own text, or of a card, as they stand there."""

    def __init__(self, game: CheckedGame, slug: str) -> None:
        self.card = game.cards.get(slug, game.base)
        names = replace(game.names, diagnostics=[])
        if slug in game.cards:
            names = replace(names.with_card(self.card.written), diagnostics=[])
        self.scope = Scope(names)

    @property
    def errors(self) -> list[str]:
        """The messages of all errors so far."""
        return [one.message for one in self.scope.names.diagnostics]

    def clauses(self, clauses: Sequence[Clause]) -> list[Clause]:
        """A written clause, without the conditions around it, printed and read again."""
        first = clauses[0]
        written, diagnostics = parse_clauses(_yaml(clause_lines(clauses)))
        assert diagnostics == [], clause_lines(clauses)
        block = ClauseBlock(first.heading, written, HERE)
        made = type_clauses(replace(self.card.written, clauses=(block,)), self.scope)
        return [replace(each, id=first.id) for each in made]

    def fact(self, fact: Fact) -> Fact:
        """A fact, its body printed and read again."""
        inner = self.scope.plain()
        for parameter in fact.parameters:
            inner.bind(parameter.name, parameter.type)
        return replace(fact, body=_value(fact.body, inner))

    def action(self, action: Action) -> Action:
        """An action, its computed roles, rules and effects printed and read again."""
        written = {each.name: each for each in self.card.written.actions}
        scope = role_scope(written[action.name.name], self.scope)
        effects: Effects = ()
        if action.effects:
            read, diagnostics = parse_effects(_yaml(effect_lines(action.effects)))
            assert diagnostics == [], effect_lines(action.effects)
            effects = type_effects(read, scope)
        return replace(
            action,
            roles=tuple(
                role if role.value is None else replace(role, value=_value(role.value, scope))
                for role in action.roles
            ),
            rules=tuple(
                replace(rule, condition=_value(rule.condition, scope)) for rule in action.rules
            ),
            effects=effects,
        )


def _yaml(lines: Sequence[str]) -> YamlText:
    return YamlText(HERE, "\n".join(lines) + "\n")


def _value(value: Value, scope: Scope) -> Value:
    written, diagnostics = parse_expr(YamlText(HERE, value_text(value)))
    assert written is not None, diagnostics
    return type_expr(written, scope)
