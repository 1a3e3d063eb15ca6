"""Clauses as sentences: when they apply, under which conditions, and what follows.

Throughout this package `v` is the verbalizer, which turns nodes of the syntax tree into text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from thesmos.check.clauses import Guard
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos.syntax.nodes import all_nodes
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.expressions import kind_of, member, predicates, that
from thesmos_rulebook.prose.history import (
    DOES,
    INF,
    ActionPhrase,
    action_phrase,
    actor_text,
    noun_of,
)
from thesmos_rulebook.prose.normal_form import conjuncts, negation_count, normal, substituted
from thesmos_rulebook.prose.preamble import (
    GRANTED,
    MINE,
    YOUR_TURN,
    Preamble,
    compose,
    if_clause,
    is_list,
    name_node,
    split_preamble,
)
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer

IMPLIED = "-"  # the text of a rule whose waiver is implied by the words of the action


def clause(v: Verbalizer, written: ct.Clause, guards: Sequence[Guard]) -> str:
    """Return a clause as a sentence without its full stop.

    guards: the conditions of the `if`s around it.
    """
    parts = [part for expr, positive in guards for part in conjuncts(normal(expr, positive))]
    preamble = split_preamble(v, parts, not isinstance(written, ct.At))
    return _HANDLERS[type(written)](v, written, preamble)


# ------------------------------------------------------------------- permissions


def _permit(v: Verbalizer, c: ct.Permit, preamble: Preamble) -> str:
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
    wording = predicates(v, "thing", act.kind, thing) if act.domain is not None else []
    if not wording:
        return actor_text(v, act, "any"), act
    what = v.joined("and", [v.language.subjunctive(text) for text in wording])
    who = v.render("who", head=actor_text(v, act, "any"), what=what)
    return who, replace(act, rest=[part for part in act.rest if part not in ours])


def _infinitive(v: Verbalizer, act: ActionPhrase) -> str:
    return act.verb[INF] if act.verb else v.note_missing(f"the action {v.action}", None, v.action)


def _forbid(v: Verbalizer, c: ct.Forbid, preamble: Preamble) -> str:
    inner = v.of_action(c.action)
    own = split_preamble(inner, conjuncts(c.where))
    guards = [*preamble.parts, *conjuncts(c.where)]
    preamble = Preamble([*preamble.times, *own.times], preamble.conditions)
    act = action_phrase(inner, (c.action,), own.conditions)
    do = _infinitive(inner, act)
    if act.excluded:
        frame = "only" if act.one is None or _surely_exists(act.one, guards) else "only.some"
        only = inner.render(frame, who=_forbidden_actor(inner, act, "a"))
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


def _require(v: Verbalizer, c: ct.Require, preamble: Preamble) -> str:
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


def _skip(v: Verbalizer, c: ct.MaySkip | ct.ForbidSkip, preamble: Preamble) -> str:
    frame = "may skip" if isinstance(c, ct.MaySkip) else "forbid skip"
    if isinstance(c, ct.MaySkip) and _is_repeat(v, c.step, preamble):
        noun, _ = v.lexicon.action_words("noun", (v.names.steps[c.step].action,), [])
        what = v.noun_form("coming", v.lexicon.noun(noun or ""))
        return compose(v, preamble, v.render("may skip.another", step=what), conjuncts(c.where))
    return compose(
        v, preamble, v.render(frame, step=step_noun(v, c.step, "kind.the")), conjuncts(c.where)
    )


def _is_repeat(v: Verbalizer, name: str, preamble: Preamble) -> bool:
    """Return whether the times mention such an event already, so that the step is another one."""
    known = v.names.steps.get(name)
    if known is None or v.lexicon.action_words("noun", (known.action,), [])[0] is None:
        return False
    return any(time in preamble.times for time in _event_times(v, (known.action,)))


def step_noun(v: Verbalizer, name: str, form: str) -> str:
    """Return what a step is called: by its own words, or by those of its action."""
    found = v.lexicon.name("steps", name)
    if found is None and name in v.names.steps:
        found, _ = v.lexicon.action_words("noun", (v.names.steps[name].action,), [])
    if found is None:
        return v.note_missing(f"the step {name}", None, name.replace("_", " "))
    return v.noun_form(form, v.lexicon.noun(found))


# ------------------------------------------------------------------- events and steps


def _after(v: Verbalizer, c: ct.After, preamble: Preamble) -> str:
    if c.skipped:
        when = v.render(
            "after skip",
            step=v.joined("or", [step_noun(v, name, "kind.the") for name in c.actions]),
        )
        return _triggered(v, c, preamble, when, conjuncts(c.where), "")
    inner = v.of_action(*c.actions)
    own = split_preamble(inner, conjuncts(c.where))
    preamble = Preamble([*preamble.times, *own.times], preamble.conditions, preamble.parts)
    rest = [part for part in own.conditions if part != MINE]
    form = "yours" if len(rest) < len(own.conditions) else "a"
    act = action_phrase(inner, c.actions, rest)
    if act.subject and len(c.actions) == 1 and (act.domain is not None or act.one is not None):
        verb = act.verb[DOES]
        when = inner.render("when does", who=actor_text(inner, act, "a"), does=verb)
        return _triggered(inner, c, preamble, when, act.rest, c.actions[0])
    noun, rest = noun_of(inner, c.actions, rest, form)
    when = inner.render("after", what=noun)
    if form == "a" and any(time in preamble.times for time in _event_times(inner, c.actions)):
        when = ""
    return _triggered(inner, c, preamble, when, rest, c.actions[0])


def only_for_holder(c: ct.After | ct.At, parts: Sequence[t.Expr]) -> bool:
    """Return whether a clause routes only its holder; `parts` are the conditions around it."""
    if isinstance(c, ct.At) and c.whose.startswith("your"):
        return True
    asked = [*parts, *conjuncts(c.where)]
    return any(part in asked for part in (YOUR_TURN, GRANTED, MINE))


def _event_times(v: Verbalizer, kinds: tuple[str, ...]) -> list[str]:
    """Return the time phrases that imply there was an event of these kinds."""
    return [v.render("time.after", what=noun_of(v, kinds, [], form)[0]) for form in ("a", "first")]


def _triggered(
    v: Verbalizer,
    c: ct.After | ct.At,
    preamble: Preamble,
    when: str,
    where: list[t.Expr],
    action: str,
) -> str:
    """Return `when, if …, this happens`; for a route, which step follows."""
    own = split_preamble(v, where, False)
    times = [time for time in (*preamble.times, when, *own.times) if time]
    text = if_clause(v, [*preamble.conditions, *own.conditions])
    you = only_for_holder(c, preamble.parts)
    main = _next(v, c.body, action, you) if isinstance(c.body, ct.Next) else block(v, c.body)
    if is_list(text):
        return ", ".join([*times, f"{main} {text}"])
    return ", ".join([*times, *([text] if text else []), main])


def _next(v: Verbalizer, route: ct.Next, action: str, you: bool) -> str:
    """Return which step follows: `another build follows`, or `you may then …` by its verb."""
    known = v.names.steps.get(route.step)
    if route.step == "end" or known is None:
        return v.render("next.end")
    noun, _ = v.lexicon.action_words("noun", (action,), []) if action else (None, [])
    if known.action == action and noun is not None:
        again = "next.again.possible" if route.if_possible else "next.again"
        return v.noun_form("next.again.may" if known.skip else again, v.lexicon.noun(noun))
    verb, _ = v.lexicon.action_words("verb", (known.action,), [])
    if v.lexicon.name("steps", route.step) is not None or verb is None:
        return v.render(
            "next.possible" if route.if_possible else "next",
            step=step_noun(v, route.step, "kind.a"),
        )
    if known.chooser == "chance":
        return v.render("step.does", who=v.render("step.chance"), does=verb_form(verb, DOES))
    way = "may" if known.skip else "try" if route.if_possible else "must"
    person = ".you" if you or known.chooser == "holder" else ""
    return v.render(f"next.{way}{person}", who=v.render("person.active"), do=verb_form(verb, INF))


def verb_form(verb: str, form: int) -> str:
    """Return one form of a verb; `verb` lists all of them, separated by commas."""
    return [each.strip() for each in verb.split(",")][form]


def _before(v: Verbalizer, c: ct.Before, preamble: Preamble) -> str:
    inner = v.of_action(c.action)
    noun, rest = noun_of(inner, (c.action,), conjuncts(c.where), "each of yours")
    when = inner.render("before", what=noun)
    return compose(
        inner, Preamble([*preamble.times, when], preamble.conditions), block(inner, c.body), rest
    )


def _at(v: Verbalizer, c: ct.At, preamble: Preamble) -> str:
    text = v.lexicon.name("moments", c.moment)
    if text is None:
        text = v.note_missing(f"the moment {c.moment}", c.location, f"{c.moment} {{turn}}")
    when = v.fill(text, True, {"turn": v.render(f"turn.{c.whose.split()[0]}")})
    return _triggered(v, c, preamble, when, conjuncts(c.where), "")


def _grant(v: Verbalizer, c: ct.Grant, preamble: Preamble) -> str:
    tail = f"; {block(v, c.body)}" if c.body else ""
    return compose(v, preamble, v.render("extra turn"), conjuncts(c.where), tail)


# ------------------------------------------------------------------- statements


def _treat(v: Verbalizer, c: ct.Treat, preamble: Preamble) -> str:
    fact = v.names.facts[c.fact]
    inner = v.with_params(
        [(name, typed) for name, (_, typed) in zip(c.names, fact.params, strict=True)]
    )
    asked: t.Expr = t.FunctionCall(
        c.location, c.fact, tuple(t.Name(c.location, n) for n in c.names)
    )
    if not c.names:
        asked = (
            t.Name(c.location, c.fact)
            if inner.lexicon.phrase(t.Name(c.location, c.fact))
            else asked
        )
    if isinstance(c.value, t.Literal) and c.value.word in ("yes", "no"):
        main = inner.condition(asked, c.value.word == "yes")
    else:
        main = inner.render("binary.=", a=inner.say(asked), b=inner.say(c.value))
    return compose(inner, preamble, main, conjuncts(c.where))


def _hide(v: Verbalizer, c: ct.Hide, preamble: Preamble) -> str:
    parts = conjuncts(c.where)
    only = parts[0] if len(parts) == 1 else None
    if isinstance(only, t.Binary) and only.word == "!=" and only.left == name_node("viewer"):
        who = v.say(only.right)
        return compose(v, preamble, v.render("only sees", who=who, what=v.say(c.domain)), [])
    text, again = member(v, c.domain, "a"), that(v, kind_of(v, c.domain))
    inner = v.with_name(c.name, Mention(text, again, used=True), "")
    return compose(inner, preamble, inner.render("hide", what=text), parts)


def _cancel(v: Verbalizer, c: ct.Cancel, preamble: Preamble) -> str:
    inner = v.of_action(*c.actions)
    nouns = inner.joined("or", [noun_of(inner, (kind,), [], "a")[0] for kind in c.actions])
    return compose(inner, preamble, inner.render("cancel", what=nouns), conjuncts(c.where))


def _win(v: Verbalizer, c: ct.Win, preamble: Preamble) -> str:
    if c.instead:
        preamble = Preamble(preamble.times, [*preamble.conditions, *conjuncts(c.where)])
        return compose(v, preamble, v.render("wins instead", who=v.say(c.who)), [])
    if c.who == name_node("you"):
        main = v.render("you win")
    else:
        those = isinstance(c.who, t.SetSearch) and c.who.word == "those"
        many = those or isinstance(c.who, (t.Owned, t.Kind))
        main = v.render("win all" if many else "wins", who=v.say(c.who))
    return compose(v, preamble, main, conjuncts(c.where))


def _veto(v: Verbalizer, c: ct.Veto, preamble: Preamble) -> str:
    parts = [*preamble.parts, *conjuncts(c.where)]
    return compose(
        v, preamble, v.render("veto.you" if YOUR_TURN in parts else "veto"), conjuncts(c.where)
    )


def _spent(v: Verbalizer, c: ct.Spent, preamble: Preamble) -> str:
    return compose(v, preamble, v.render("spent"), conjuncts(c.where))


_HANDLERS: dict[type[ct.Clause], Callable[[Verbalizer, Any, Preamble], str]] = {
    ct.Permit: _permit,
    ct.Forbid: _forbid,
    ct.Require: _require,
    ct.MaySkip: _skip,
    ct.ForbidSkip: _skip,
    ct.After: _after,
    ct.Before: _before,
    ct.At: _at,
    ct.Grant: _grant,
    ct.Treat: _treat,
    ct.Hide: _hide,
    ct.Cancel: _cancel,
    ct.Win: _win,
    ct.Veto: _veto,
    ct.Spent: _spent,
}
