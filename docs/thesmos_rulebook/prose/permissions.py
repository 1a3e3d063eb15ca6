"""Clauses that permit, forbid or require an action, as sentences."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace
from typing import TypeGuard

from thesmos.program.clauses import Forbid, ForbidSkip, MaySkip, Permit, Require
from thesmos.program.declarations import Rule
from thesmos.program.node import Ref
from thesmos.program.types import FLAG, PLAYER
from thesmos.program.values import Compare, FactValue, Logic, Number, Past, Value, Variable
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.history import INF, ActionPhrase, action_phrase, actor_text
from thesmos_rulebook.prose.members import Form, predicates
from thesmos_rulebook.prose.normal_form import (
    conjuncts,
    names_used,
    negation_count,
    normal,
    substituted,
)
from thesmos_rulebook.prose.preamble import Preamble, compose, split_preamble
from thesmos_rulebook.prose.triggers import event_times, step_noun
from thesmos_rulebook.prose.verbalizer import Verbalizer


def permit(v: Verbalizer, c: Permit, preamble: Preamble) -> str:
    """Return what a permit allows, with the rules it waives."""
    inner = v.of_action(c.action)
    clause_parts = split_preamble(inner, conjuncts(c.where))
    act = _offered(inner, c.action, clause_parts.conditions)
    how = _waived_rules(inner, c, _implied_rules(inner, c, clause_parts.conditions))
    main, act = _may(inner, c.action, act, how)
    price = inner.expand_roles(c.effects)
    tail = inner.render("by", what=block(inner, price)) if price else ""
    times = Preamble([*preamble.times, *clause_parts.times], preamble.conditions)
    return compose(_after_actor(inner, act), times, main, act.rest, tail)


def _offered(v: Verbalizer, action: Ref, parts: list[Value]) -> ActionPhrase:
    """Return an offered action in words, with its computed roles spelled out."""
    act = action_phrase(v, (action,), parts)
    return replace(act, rest=v.expand_roles_in(act.rest))


def _after_actor(v: Verbalizer, act: ActionPhrase) -> Verbalizer:
    """Return a verbalizer for the text after the actor, which calls a thing that acts `it`."""
    role = v.role(act.subject) if act.subject else None
    return v if role is None or act.kind == PLAYER.name else replace(v, introduced=role)


def _implied_rules(v: Verbalizer, c: Permit, parts: Sequence[Value]) -> set[str]:
    """Return the rules that are waived according to the verb of a fact in the conditions."""
    facts = [part.fact for part in parts if isinstance(part, FactValue)]
    return {rule for fact in facts for rule in v.lexicon.declared.implied(c.action, fact)}


def _waived_rules(v: Verbalizer, c: Permit, implied: Container[str]) -> str:
    """Return the rules that a permit waives, in their own words or as `even if …`.

    implied: the rules that need not be mentioned.
    """
    ours, plain = [], []
    rules = {rule.name: rule for rule in v.game.actions[c.action].rules}
    waived = [name for name in rules if name in c.waives and name not in implied]
    for name in reversed(waived):  # the rule about the actor is declared first, and reads best last
        wording = v.lexicon.name("rules", (c.action, name))
        if wording is None:
            plain.append(v.render("even if", what=_fails(v, c.action, rules[name])))
        else:
            ours.append(f" {wording}")
    return v.joined("and", [*ours, *plain])


def _fails(v: Verbalizer, action: Ref, rule: Rule) -> str:
    """Return the opposite of a rule, in its own words if it has words for that."""
    wording = v.lexicon.name("rules", (action, rule.name), "holds")
    if wording is not None and "[" in wording:
        return v.fill(wording, False, {})
    return v.condition(v.expand_roles(rule.condition), False)


def _may(v: Verbalizer, action: Ref, act: ActionPhrase, how: str) -> tuple[str, ActionPhrase]:
    """Return `your piece may …`, or `you may …` if nobody acts.

    The phrase is returned too, without the conditions used.
    """
    do = _infinitive(v, action, act)
    if not act.subject:
        return v.render("may.you", do=do, how=how), act
    if act.domain is None and act.actor is None:
        who = v.noun_form("your.the", v.noun(act.kind))
    else:
        who, act = _described_actor(v, action, act)
    return v.render("may", who=who, do=do, how=how), act


def _described_actor(v: Verbalizer, action: Ref, act: ActionPhrase) -> tuple[str, ActionPhrase]:
    """Return who acts, described by the conditions on it alone (`a piece that is free`).

    The phrase is returned too, without the conditions used.
    """
    roles = {role.name: role.type for role in v.game.actions[action].roles}
    ours = [part for part in act.rest if names_used(part) & roles.keys() == {act.subject}]
    texts = None
    if act.domain is not None:
        kind = roles[act.subject]
        thing = Variable("thing", False, location=act.domain.location, type=kind)
        about = [substituted(part, {act.subject: thing}) for part in ours]
        texts = predicates(v, thing.name, act.kind, about)
    if not texts:
        return actor_text(v, act, "any"), act
    what = v.joined("and", [v.language.subjunctive(text) for text in texts])
    who = v.render("who", head=actor_text(v, act, "any"), what=what)
    return who, replace(act, rest=[part for part in act.rest if part not in ours])


def _infinitive(v: Verbalizer, action: Ref, act: ActionPhrase) -> str:
    name = action.name
    return act.verb[INF] if act.verb else v.literal_verb(name)[INF]


def forbid(v: Verbalizer, c: Forbid, preamble: Preamble) -> str:
    """Return what a `forbid` forbids: `X may not …`, `only X may …` or `X may … only if …`."""
    inner = v.of_action(c.action)
    clause_parts = split_preamble(inner, conjuncts(c.where))
    guards = [*preamble.parts, *conjuncts(c.where)]
    preamble = Preamble([*preamble.times, *clause_parts.times], preamble.conditions)
    act = _offered(inner, c.action, clause_parts.conditions)
    do = _infinitive(inner, c.action, act)
    if act.excluded:
        template = "only" if act.actor is None or _surely_exists(act.actor, guards) else "only.some"
        only = inner.render(template, who=_forbidden_actor(inner, act, "a"))
        main = inner.render("may", who=only, do=do, how="")
        return compose(_after_actor(inner, act), preamble, main, act.rest)
    if _reads_better_negated(act.rest):
        every = Logic("and", tuple(act.rest), location=c.location, type=FLAG)
        text = _after_actor(inner, act).condition(every, False)
        text = _after_actor(inner, act).with_pronoun(text)
        form: Form = "a" if act.domain is None else "each"
        who = _forbidden_actor(inner, act, form)
        return compose(inner, preamble, inner.render("may only", who=who, do=do, what=text), [])
    if not act.subject or act.actor is not None or _mentions_role(act.rest, act.subject):
        main = inner.render("may not", who=_forbidden_actor(inner, act, "a"), do=do)
    else:
        main = inner.render("may", who=_forbidden_actor(inner, act, "none"), do=do, how="")
    return compose(_after_actor(inner, act), preamble, main, act.rest)


def _mentions_role(parts: Sequence[Value], role: str) -> bool:
    """Return whether conditions mention a role, so that it has to be introduced as one thing."""
    return any(role in names_used(part) for part in parts)


def _surely_exists(thing: Value, guards: Sequence[Value]) -> bool:
    """Return whether a thing surely exists: it's not from an event, or the guards require one."""
    if not isinstance(thing, Past):
        return True
    required = [part.left if _asserts_existence(part) else part for part in guards]
    return any(isinstance(value, Past) and _events(value) == _events(thing) for value in required)


def _events(past: Past) -> object:
    """Return which events a question is about, whatever it asks."""
    query = past.query
    return query.events, query.by, query.whole_game, past.of, past.given


def _asserts_existence(part: Value) -> TypeGuard[Compare]:
    """Return whether a condition says that a count is at least one."""
    if not isinstance(part, Compare) or not isinstance(part.right, Number):
        return False
    return part.word == ">" or (part.word in ("=", ">=") and part.right.value > 0)


def _reads_better_negated(parts: Sequence[Value]) -> bool:
    """Return whether the opposite of these conditions has fewer negations, as in `only if …`."""
    changes = [negation_count(normal(part, False)) - negation_count(part) for part in parts]
    return bool(parts) and max(changes) <= 0 and min(changes) < 0


def _forbidden_actor(v: Verbalizer, act: ActionPhrase, form: Form) -> str:
    if not act.subject:
        return v.render("nobody in particular")
    return actor_text(v, act, form)


def require(v: Verbalizer, c: Require, preamble: Preamble) -> str:
    """Return what a `require` demands if that is possible, and what happens otherwise."""
    inner = v.of_action(c.action)
    act = _offered(inner, c.action, conjuncts(c.where))
    do = _infinitive(inner, c.action, act)
    who = actor_text(inner, act, "a") if act.subject else v.render("nobody in particular")
    tail = "" if c.otherwise is None else inner.render("otherwise", what=block(inner, c.otherwise))
    rest = act.rest
    how = (
        ""
        if not rest
        else inner.render("so that", what=inner.joined_conditions("and", inner.conditions(rest)))
    )
    return compose(inner, preamble, inner.render("must", who=who, do=do, how=how), [], tail)


def skip(v: Verbalizer, c: MaySkip | ForbidSkip, preamble: Preamble) -> str:
    """Return which step may or may not be skipped."""
    template = "may skip" if isinstance(c, MaySkip) else "forbid skip"
    if isinstance(c, MaySkip) and _is_repeat(v, c.step, preamble):
        noun, _ = v.action_words("noun", v.game.steps[c.step].actions, [])
        what = v.noun_form("coming", v.lexicon.noun(noun or ""))
        return compose(v, preamble, v.render("may skip.another", step=what), conjuncts(c.where))
    return compose(
        v, preamble, v.render(template, step=step_noun(v, c.step, "kind.the")), conjuncts(c.where)
    )


def _is_repeat(v: Verbalizer, step: Ref, preamble: Preamble) -> bool:
    """Return whether the times mention such an event already, so that the step is another one."""
    actions = v.game.steps[step].actions
    if v.action_words("noun", actions, [])[0] is None:
        return False
    return any(time in preamble.times for time in event_times(v, actions))
