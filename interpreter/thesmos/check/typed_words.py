"""Words with their keys resolved: names to what they name, patterns to nodes of the typed program.

A pattern is typed like a piece of a clause, but its gaps, and the roles and locals of any action
or effect that it may be about, are names that fit everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from thesmos.check.effects import type_effects
from thesmos.check.expressions import type_expr, type_where
from thesmos.check.history import role_scope
from thesmos.check.names import Names
from thesmos.check.scope import Scope
from thesmos.program.declarations import Card
from thesmos.program.effects import Effect, Let
from thesmos.program.node import Ref, walk
from thesmos.program.types import ANYTHING
from thesmos.program.values import Nothing, Value
from thesmos.syntax import nodes as t
from thesmos.syntax.nodes import all_nodes
from thesmos.syntax.words import Term

WordKey = str | Ref | tuple[Ref, str]  # a name; a step; a role or a rule of an action


@dataclass(frozen=True)
class NameWord:
    """What a thing is called that has a name: a kind, a role, a rule, a step, a moment, an option.

    key: a role's name for the role of any action; with the action for that of one.
    """

    section: str
    key: WordKey
    texts: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True)
class PhraseWord:
    """How a value or an effect is said. A Variable whose name is a gap stands for any value."""

    pattern: Value | Effect
    gaps: frozenset[str]
    texts: Mapping[str, str] = field(hash=False)


@dataclass(frozen=True)
class ActWord:
    """One form of the words for an action, or for its events for which a condition holds."""

    form: str
    actions: tuple[Ref, ...]
    condition: Value | None
    texts: Mapping[str, str] = field(hash=False)


TypedWord = NameWord | PhraseWord | ActWord


def typed_words(words: Iterable[Term], names: Names, cards: Sequence[Card]) -> Iterator[TypedWord]:
    """Yield words with their keys resolved; a key that names nothing is left out.

    names: those in whose text the words are. cards: all whose roles and locals they may mention,
    the game's own text among them.
    """
    quiet = replace(names, diagnostics=[])  # check/words.py reports what is wrong
    keys = _keys(quiet, cards)
    variables = frozenset(_variables(cards))
    for word in words:
        if word.section == "phrases":
            yield from _phrases(word, Scope(quiet), variables)
        elif word.section == "acts":
            yield from _acts(word, Scope(quiet))
        else:
            for key in keys.get(word.section, {}).get(word.key, (word.key,)):
                yield NameWord(word.section, key, word.texts)


def _keys(names: Names, cards: Sequence[Card]) -> dict[str, dict[str, list[WordKey]]]:
    """Return what the names in a section mean, where that is not just the name."""
    roles: dict[str, list[WordKey]] = {}
    rules: dict[str, list[WordKey]] = {}
    for action in (action for card in cards for action in card.actions):
        for role in action.roles:
            roles.setdefault(f"{action.name.name}.{role.name}", []).append((action.name, role.name))
        for rule in action.rules:
            rules.setdefault(f"{action.name.name}.{rule.name}", []).append((action.name, rule.name))
    steps: dict[str, list[WordKey]] = {name: [names.step_ref(name)] for name in names.steps}
    return {"roles": roles, "rules": rules, "steps": steps}


def _variables(cards: Sequence[Card]) -> Iterator[str]:
    """Yield the names of all roles and locals in the text of some cards."""
    for card in cards:
        yield from (role.name for action in card.actions for role in action.roles)
        yield from (node.name for node in walk(card) if isinstance(node, Let))


def _phrases(word: Term, scope: Scope, variables: frozenset[str]) -> Iterator[PhraseWord]:
    """Yield the readings of a phrase's key.

    A name may be both that of a role and one of the game's; then there are two readings.
    """
    if word.pattern is None:  # its key has an error
        return
    used = {node.name for node in all_nodes(word.pattern) if isinstance(node, t.Name)}
    local = (used & variables) - word.gaps
    both = {name for name in local if _is_of_game(name, scope.names)}
    offered = _offering(word.pattern, scope.names)
    for names in [local, local - both] if both else [local]:
        inner = replace(scope, gaps=word.gaps, offered=offered).plain()
        for name in names:
            inner.bind(name, ANYTHING)
        made = _typed(word.pattern, inner)
        if made is not None:
            yield PhraseWord(made, word.gaps, word.texts)


def _is_of_game(name: str, names: Names) -> bool:
    """Whether a name alone is a value of the game or of its card."""
    fact = names.facts.get(name)
    alone = fact is not None and not fact.params
    return alone or name in {*names.words, *names.memory} or names.attr_of(name, "") is not None


def _offering(pattern: t.Node, names: Names) -> tuple[str, ...]:
    """Return an action with the open role that the pattern asks for by `offered(…)`, if it does."""
    asked = {
        each.name
        for node in all_nodes(pattern)
        if isinstance(node, t.FunctionCall) and node.name == "offered"
        for each in node.arguments
        if isinstance(each, t.Name)
    }
    for action in names.actions.values() if asked else ():
        if asked <= {role.name for role in action.roles if role.type is not None}:
            return (action.name,)
    return ()


def _typed(pattern: t.Node, scope: Scope) -> Value | Effect | None:
    """Return the meaning of a pattern; None if it has none."""
    if isinstance(pattern, t.Effect):
        return next(iter(type_effects((pattern,), scope)), None)
    assert isinstance(pattern, t.Expr)
    made = type_expr(pattern, scope)
    return None if isinstance(made, Nothing) and not isinstance(pattern, t.Literal) else made


def _acts(word: Term, scope: Scope) -> Iterator[ActWord]:
    """Yield the words for an act; a condition is typed for the first of several actions."""
    names = scope.names
    event = word.pattern.event if isinstance(word.pattern, t.Past) else None
    actions = () if event is None else names.actions_of(event.kinds)
    if event is None or not all(action in names.actions for action in actions):
        return
    inner = role_scope(names.actions[actions[0]], scope)
    refs = tuple(map(names.action_ref, actions))
    yield ActWord(word.form, refs, type_where(event.condition, inner), word.texts)
