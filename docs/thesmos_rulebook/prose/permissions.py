"""Clauses that permit, forbid or require an action, as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeGuard

from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.nodes import all_nodes
from thesmos_rulebook.prose.expressions import predicates
from thesmos_rulebook.prose.history import INF, ActionPhrase, action_phrase, actor_text
from thesmos_rulebook.prose.normal_form import conjuncts, negation_count, normal, substituted
from thesmos_rulebook.prose.preamble import Preamble, compose, name_node, split_preamble
from thesmos_rulebook.prose.triggers import event_times, step_noun
from thesmos_rulebook.prose.verbalizer import Verbalizer

IMPLIED = "-"  # the text of a rule whose waiver is implied by the words of the action


def permit(v: Verbalizer, c: ct.Permit, preamble: Preamble) -> str:
    """Return what a permit allows, with the rules it waives."""
    inner = v.of_action(c.action)
    own = split_preamble(inner, conjuncts(c.where))
    act = action_phrase(inner, (c.action,), own.conditions)
    how = _waived_rules(inner, c)
    main, act = _may(inner, act, how)
    tail = "" if c.by is None else inner.render("by", what=inner.say(inner.expand_roles(c.by)))
    return compose(
        inner, Preamble([*preamble.times, *own.times], preamble.conditions), main, act.rest, tail
    )


def _waived_rules(v: Verbalizer, c: ct.Permit) -> str:
    """Return the rules that a permit waives, in words of their own or as `even if …`."""
    ours, plain = [], []
    rules = {rule.name: rule for rule in v.names.actions[c.action].rules}
    waived = [name for name in rules if name in c.waiving]
    for name in reversed(waived):  # the rule about the actor is declared first, and reads best last
        own = v.lexicon.name("rules", f"{c.action}.{name}")
        if own is None:
            plain.append(
                v.render("even if", what=v.condition(v.expand_roles(rules[name].expr), False))
            )
        elif own != IMPLIED:
            ours.append(f" {own}")
    return v.joined("and", [*ours, *plain])


def _may(v: Verbalizer, act: ActionPhrase, how: str) -> tuple[str, ActionPhrase]:
    """Return `your piece may …`, or `you may …` if nobody acts.

    The phrase is returned too, without the conditions used.
    """
    do = _infinitive(v, act)
    if not act.subject:
        return v.render("may.you", do=do, how=how), act
    if act.domain is None and act.one is None:
        who = v.noun_form("your.the", v.noun(act.kind))
    else:
        who, act = _described_actor(v, act)
    return v.render("may", who=who, do=do, how=how), act


def _described_actor(v: Verbalizer, act: ActionPhrase) -> tuple[str, ActionPhrase]:
    """Return who acts, described by the conditions on it alone (`a piece that is free`).

    The phrase is returned too, without the conditions used.
    """
    roles = {role.name for role in v.names.actions[v.action].roles}
    ours = [part for part in act.rest if _names_used(part) & roles == {act.subject}]
    thing = substituted(tuple(ours), {act.subject: name_node("thing")})
    texts = predicates(v, "thing", act.kind, thing) if act.domain is not None else []
    if not texts:
        return actor_text(v, act, "any"), act
    what = v.joined("and", [v.language.subjunctive(text) for text in texts])
    who = v.render("who", head=actor_text(v, act, "any"), what=what)
    return who, replace(act, rest=[part for part in act.rest if part not in ours])


def _infinitive(v: Verbalizer, act: ActionPhrase) -> str:
    return act.verb[INF] if act.verb else v.note_missing(f"the action {v.action}", None, v.action)


def forbid(v: Verbalizer, c: ct.Forbid, preamble: Preamble) -> str:
    """Return what a forbid forbids: `X may not …`, `only X may …` or `X may … only if …`."""
    inner = v.of_action(c.action)
    own = split_preamble(inner, conjuncts(c.where))
    guards = [*preamble.parts, *conjuncts(c.where)]
    preamble = Preamble([*preamble.times, *own.times], preamble.conditions)
    act = action_phrase(inner, (c.action,), own.conditions)
    do = _infinitive(inner, act)
    if act.excluded:
        template = "only" if act.one is None or _surely_exists(act.one, guards) else "only.some"
        only = inner.render(template, who=_forbidden_actor(inner, act, "a"))
        return compose(inner, preamble, inner.render("may", who=only, do=do, how=""), act.rest)
    if _reads_better_negated(act.rest):
        text = inner.condition(t.Logic(c.location, "and", tuple(act.rest)), False)
        form = "a" if act.domain is None else "each"
        who = _forbidden_actor(inner, act, form)
        return compose(inner, preamble, inner.render("may only", who=who, do=do, what=text), [])
    if not act.subject or act.one is not None or _mentions_role(act.rest, act.subject):
        main = inner.render("may not", who=_forbidden_actor(inner, act, "a"), do=do)
    else:
        main = inner.render("may", who=_forbidden_actor(inner, act, "none"), do=do, how="")
    return compose(inner, preamble, main, act.rest)


def _mentions_role(parts: Sequence[t.Expr], role: str) -> bool:
    """Return whether conditions mention a role, so that it has to be introduced as one thing."""
    return any(role in _names_used(part) for part in parts)


def _names_used(part: t.Expr) -> set[str]:
    return {node.name for node in all_nodes(part) if isinstance(node, t.Name)}


def _surely_exists(one: t.Expr, guards: Sequence[t.Expr]) -> bool:
    """Return whether a thing surely exists: it's from no event, or the guards require one."""
    if not isinstance(one, t.History):
        return True
    asked = [part.left if _asserts_existence(part) else part for part in guards]
    return any(isinstance(each, t.History) and each.event == one.event for each in asked)


def _asserts_existence(part: t.Expr) -> TypeGuard[t.Binary]:
    """Return whether a condition says that a count is at least one."""
    if not isinstance(part, t.Binary) or not isinstance(part.right, t.Number):
        return False
    return part.word == ">" or (part.word in ("=", ">=") and part.right.value > 0)


def _reads_better_negated(parts: Sequence[t.Expr]) -> bool:
    """Return whether the opposite of these conditions has fewer negations, as in `only if …`."""
    changes = [negation_count(normal(part, False)) - negation_count(part) for part in parts]
    return bool(parts) and max(changes) <= 0 and min(changes) < 0


def _forbidden_actor(v: Verbalizer, act: ActionPhrase, form: str) -> str:
    if not act.subject:
        return v.render("nobody in particular")
    return actor_text(v, act, form)


def require(v: Verbalizer, c: ct.Require, preamble: Preamble) -> str:
    """Return what a require demands if it is possible, and what happens otherwise."""
    inner = v.of_action(c.action)
    act = action_phrase(inner, (c.action,), conjuncts(c.where))
    do = _infinitive(inner, act)
    who = actor_text(inner, act, "a") if act.subject else v.render("nobody in particular")
    tail = "" if c.otherwise is None else inner.render("otherwise", what=inner.say(c.otherwise))
    tail += inner.render("counting") if c.counts else ""
    rest = act.rest
    how = (
        ""
        if not rest
        else inner.render("so that", what=inner.joined_conditions("and", inner.conditions(rest)))
    )
    return compose(inner, preamble, inner.render("must", who=who, do=do, how=how), [], tail)


def skip(v: Verbalizer, c: ct.MaySkip | ct.ForbidSkip, preamble: Preamble) -> str:
    """Return which step may or may not be skipped."""
    template = "may skip" if isinstance(c, ct.MaySkip) else "forbid skip"
    if isinstance(c, ct.MaySkip) and _is_repeat(v, c.step, preamble):
        noun, _ = v.lexicon.action_words("noun", (v.names.steps[c.step].action,), [])
        what = v.noun_form("coming", v.lexicon.noun(noun or ""))
        return compose(v, preamble, v.render("may skip.another", step=what), conjuncts(c.where))
    return compose(
        v, preamble, v.render(template, step=step_noun(v, c.step, "kind.the")), conjuncts(c.where)
    )


def _is_repeat(v: Verbalizer, name: str, preamble: Preamble) -> bool:
    """Return whether the times mention such an event already, so that the step is another one."""
    known = v.names.steps.get(name)
    if known is None or v.lexicon.action_words("noun", (known.action,), [])[0] is None:
        return False
    return any(time in preamble.times for time in event_times(v, (known.action,)))
