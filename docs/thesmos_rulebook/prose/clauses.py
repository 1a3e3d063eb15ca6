"""Clauses in words: when, under which conditions, and what then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, TypeGuard

from thesmos.check.clauses import Guard
from thesmos.check.walk import nodes
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.effects import block
from thesmos_rulebook.prose.expressions import kind_of, member, predicates, that
from thesmos_rulebook.prose.history import DOES, INF, ActionPhrase, action_phrase, doer, noun_of
from thesmos_rulebook.prose.normal_form import conjuncts, normal, nots, substituted
from thesmos_rulebook.prose.preamble import (
    GRANTED,
    MINE,
    YOUR_TURN,
    Preamble,
    compose,
    ifs,
    is_list,
    named,
    split_preamble,
)
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer

SAID = "-"  # the text of a rule whose lifting the act's own words tell already


def clause(v: Verbalizer, written: ct.Clause, guards: Sequence[Guard]) -> str:
    """One clause, with the conditions of the `if`s around it, as a sentence without its stop."""
    parts = [part for expr, positive in guards for part in conjuncts(normal(expr, positive))]
    setting = split_preamble(v, parts, not isinstance(written, ct.At))
    return _HANDLERS[type(written)](v, written, setting)


# ------------------------------------------------------------------- what may be done


def _permit(v: Verbalizer, c: ct.Permit, setting: Preamble) -> str:
    inner = v.of_action(c.action)
    own = split_preamble(inner, conjuncts(c.where))
    act = action_phrase(inner, (c.action,), own.conditions)
    how = _lifted(inner, c)
    main, act = _may(inner, act, how)
    tail = "" if c.by is None else inner.render("by", what=inner.say(inner.expand_roles(c.by)))
    return compose(
        inner, Preamble([*setting.times, *own.times], setting.conditions), main, act.rest, tail
    )


def _lifted(v: Verbalizer, c: ct.Permit) -> str:
    """The rules that a permit lifts, in words of their own or as `even if …`."""
    ours, plain = [], []
    rules = {rule.name: rule for rule in v.names.actions[c.action].rules}
    waived = [name for name in rules if name in c.waiving]
    for name in reversed(waived):  # who acts comes first among the rules, and last in a sentence
        own = v.lexicon.name("rules", f"{c.action}.{name}")
        if own is None:
            plain.append(
                v.render("even if", what=v.condition(v.expand_roles(rules[name].expr), False))
            )
        elif own != SAID:
            ours.append(f" {own}")
    return v.joined("and", [*ours, *plain])


def _may(v: Verbalizer, act: ActionPhrase, how: str) -> tuple[str, ActionPhrase]:
    """`your piece may move so`, without anybody who acts `you may …`; and what it leaves out."""
    do = _infinitive(v, act)
    if not act.subject:
        return v.render("may.you", do=do, how=how), act
    if act.domain is None and act.one is None:
        who = v.noun_form("your.the", v.noun(act.kind))
    else:
        who, act = _described(v, act)
    return v.render("may", who=who, do=do, how=how), act


def _described(v: Verbalizer, act: ActionPhrase) -> tuple[str, ActionPhrase]:
    """Who acts, with what is asked of nothing else: `a piece that is free`; and what is left."""
    roles = {role.name for role in v.names.actions[v.action].roles}
    ours = [part for part in act.rest if _named_in(part) & roles == {act.subject}]
    thing = substituted(tuple(ours), {act.subject: named("thing")})
    wording = predicates(v, "thing", act.kind, thing) if act.domain is not None else []
    if not wording:
        return doer(v, act, "any"), act
    what = v.joined("and", [v.language.subjunctive(text) for text in wording])
    who = v.render("who", head=doer(v, act, "any"), what=what)
    return who, replace(act, rest=[part for part in act.rest if part not in ours])


def _infinitive(v: Verbalizer, act: ActionPhrase) -> str:
    return act.verb[INF] if act.verb else v.note_missing(f"the action {v.action}", None, v.action)


def _forbid(v: Verbalizer, c: ct.Forbid, setting: Preamble) -> str:
    inner = v.of_action(c.action)
    own = split_preamble(inner, conjuncts(c.where))
    guards = [*setting.parts, *conjuncts(c.where)]
    setting = Preamble([*setting.times, *own.times], setting.conditions)
    act = action_phrase(inner, (c.action,), own.conditions)
    do = _infinitive(inner, act)
    if act.spared:
        frame = "only" if act.one is None or _is_there(act.one, guards) else "only.some"
        only = inner.render(frame, who=_forbidden_who(inner, act, "a"))
        return compose(inner, setting, inner.render("may", who=only, do=do, how=""), act.rest)
    if _denies(act.rest):
        text = inner.condition(t.Logic(c.location, "and", tuple(act.rest)), False)
        form = "a" if act.domain is None else "each"
        who = _forbidden_who(inner, act, form)
        return compose(inner, setting, inner.render("may only", who=who, do=do, what=text), [])
    if not act.subject or act.one is not None or _names(act.rest, act.subject):
        main = inner.render("may not", who=_forbidden_who(inner, act, "a"), do=do)
    else:
        main = inner.render("may", who=_forbidden_who(inner, act, "none"), do=do, how="")
    return compose(inner, setting, main, act.rest)


def _names(parts: Sequence[t.Expr], role: str) -> bool:
    """Whether conditions speak of a role, so that it must have been told as one thing."""
    return any(role in _named_in(part) for part in parts)


def _named_in(part: t.Expr) -> set[str]:
    return {node.name for node in nodes(part) if isinstance(node, t.Name)}


def _is_there(one: t.Expr, guards: Sequence[t.Expr]) -> bool:
    """Whether a thing is surely there: it is of no event, or the conditions say there was one."""
    if not isinstance(one, t.History):
        return True
    asked = [part.left if _some(part) else part for part in guards]
    return any(isinstance(each, t.History) and each.event == one.event for each in asked)


def _some(part: t.Expr) -> TypeGuard[t.Binary]:
    """Whether a condition says that there are so many, and at least one."""
    if not isinstance(part, t.Binary) or not isinstance(part.right, t.Number):
        return False
    return part.word == ">" or (part.word in ("=", ">=") and part.right.value > 0)


def _denies(parts: Sequence[t.Expr]) -> bool:
    """Whether the opposite of these conditions is told with fewer denials: as `only if …`."""
    changes = [nots(normal(part, False)) - nots(part) for part in parts]
    return bool(parts) and max(changes) <= 0 and min(changes) < 0


def _forbidden_who(v: Verbalizer, act: ActionPhrase, form: str) -> str:
    if not act.subject:
        return v.render("nobody in particular")
    return doer(v, act, form)


def _require(v: Verbalizer, c: ct.Require, setting: Preamble) -> str:
    inner = v.of_action(c.action)
    act = action_phrase(inner, (c.action,), conjuncts(c.where))
    do = _infinitive(inner, act)
    who = doer(inner, act, "a") if act.subject else v.render("nobody in particular")
    tail = "" if c.otherwise is None else inner.render("otherwise", what=inner.say(c.otherwise))
    tail += inner.render("counting") if c.counts else ""
    rest = act.rest
    how = (
        "" if not rest else inner.render("so that", what=inner.both("and", inner.conditions(rest)))
    )
    return compose(inner, setting, inner.render("must", who=who, do=do, how=how), [], tail)


def _skip(v: Verbalizer, c: ct.MaySkip | ct.ForbidSkip, setting: Preamble) -> str:
    frame = "may skip" if isinstance(c, ct.MaySkip) else "forbid skip"
    if isinstance(c, ct.MaySkip) and _again(v, c.step, setting):
        noun, _ = v.lexicon.action_words("noun", (v.names.steps[c.step].action,), [])
        what = v.noun_form("coming", v.lexicon.noun(noun or ""))
        return compose(v, setting, v.render("may skip.another", step=what), conjuncts(c.where))
    return compose(
        v, setting, v.render(frame, step=step(v, c.step, "kind.the")), conjuncts(c.where)
    )


def _again(v: Verbalizer, name: str, setting: Preamble) -> bool:
    """Whether the times say that there was such an event before: the step is for another one."""
    known = v.names.steps.get(name)
    if known is None or v.lexicon.action_words("noun", (known.action,), [])[0] is None:
        return False
    return any(time in setting.times for time in _told_before(v, (known.action,)))


def step(v: Verbalizer, name: str, form: str) -> str:
    """What a step is called, in a form: its own words, or those of its action."""
    found = v.lexicon.name("steps", name)
    if found is None and name in v.names.steps:
        found, _ = v.lexicon.action_words("noun", (v.names.steps[name].action,), [])
    if found is None:
        return v.note_missing(f"the step {name}", None, name.replace("_", " "))
    return v.noun_form(form, v.lexicon.noun(found))


# ------------------------------------------------------------------- what happens, and when


def _after(v: Verbalizer, c: ct.After, setting: Preamble) -> str:
    if c.skipped:
        when = v.render(
            "after skip", step=v.joined("or", [step(v, name, "kind.the") for name in c.actions])
        )
        return _acting(v, c, setting, when, conjuncts(c.where), "")
    inner = v.of_action(*c.actions)
    own = split_preamble(inner, conjuncts(c.where))
    setting = Preamble([*setting.times, *own.times], setting.conditions, setting.parts)
    rest = [part for part in own.conditions if part != MINE]
    form = "yours" if len(rest) < len(own.conditions) else "a"
    act = action_phrase(inner, c.actions, rest)
    if act.subject and len(c.actions) == 1 and (act.domain is not None or act.one is not None):
        verb = act.verb[DOES]
        when = inner.render("when does", who=doer(inner, act, "a"), does=verb)
        return _acting(inner, c, setting, when, act.rest, c.actions[0])
    noun, rest = noun_of(inner, c.actions, rest, form)
    when = inner.render("after", what=noun)
    if form == "a" and any(time in setting.times for time in _told_before(inner, c.actions)):
        when = ""
    return _acting(inner, c, setting, when, rest, c.actions[0])


def yours(c: ct.After | ct.At, parts: Sequence[t.Expr]) -> bool:
    """Whether only whoever holds a clause is led on by it; `parts` are the conditions around it."""
    if isinstance(c, ct.At) and c.whose.startswith("your"):
        return True
    asked = [*parts, *conjuncts(c.where)]
    return any(part in asked for part in (YOUR_TURN, GRANTED, MINE))


def _told_before(v: Verbalizer, kinds: tuple[str, ...]) -> list[str]:
    """The times that say already that there was such an event."""
    return [v.render("time.after", what=noun_of(v, kinds, [], form)[0]) for form in ("a", "first")]


def _acting(
    v: Verbalizer,
    c: ct.After | ct.At,
    setting: Preamble,
    when: str,
    where: list[t.Expr],
    action: str,
) -> str:
    """`when, if …, this happens`; of a route, which step follows."""
    own = split_preamble(v, where, False)
    times = [time for time in (*setting.times, when, *own.times) if time]
    text = ifs(v, [*setting.conditions, *own.conditions])
    you = yours(c, setting.parts)
    main = _next(v, c.body, action, you) if isinstance(c.body, ct.Next) else block(v, c.body)
    if is_list(text):
        return ", ".join([*times, f"{main} {text}"])
    return ", ".join([*times, *([text] if text else []), main])


def _next(v: Verbalizer, route: ct.Next, action: str, you: bool) -> str:
    """Which step follows: `another build follows`, or by its verb `you may then …`."""
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
            "next.possible" if route.if_possible else "next", step=step(v, route.step, "kind.a")
        )
    if known.chooser == "chance":
        return v.render("step.does", who=v.render("step.chance"), does=form_of(verb, DOES))
    way = "may" if known.skip else "try" if route.if_possible else "must"
    person = ".you" if you or known.chooser == "holder" else ""
    return v.render(f"next.{way}{person}", who=v.render("person.active"), do=form_of(verb, INF))


def form_of(verb: str, form: int) -> str:
    """A form of a verb that is written with all of them."""
    return [each.strip() for each in verb.split(",")][form]


def _before(v: Verbalizer, c: ct.Before, setting: Preamble) -> str:
    inner = v.of_action(c.action)
    noun, rest = noun_of(inner, (c.action,), conjuncts(c.where), "each of yours")
    when = inner.render("before", what=noun)
    return compose(
        inner, Preamble([*setting.times, when], setting.conditions), block(inner, c.body), rest
    )


def _at(v: Verbalizer, c: ct.At, setting: Preamble) -> str:
    text = v.lexicon.name("moments", c.moment)
    if text is None:
        text = v.note_missing(f"the moment {c.moment}", c.location, f"{c.moment} {{turn}}")
    when = v.fill(text, True, {"turn": v.render(f"turn.{c.whose.split()[0]}")})
    return _acting(v, c, setting, when, conjuncts(c.where), "")


def _grant(v: Verbalizer, c: ct.Grant, setting: Preamble) -> str:
    tail = f"; {block(v, c.body)}" if c.body else ""
    return compose(v, setting, v.render("extra turn"), conjuncts(c.where), tail)


# ------------------------------------------------------------------- what is so


def _treat(v: Verbalizer, c: ct.Treat, setting: Preamble) -> str:
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
    return compose(inner, setting, main, conjuncts(c.where))


def _hide(v: Verbalizer, c: ct.Hide, setting: Preamble) -> str:
    parts = conjuncts(c.where)
    only = parts[0] if len(parts) == 1 else None
    if isinstance(only, t.Binary) and only.word == "!=" and only.left == named("viewer"):
        who = v.say(only.right)
        return compose(v, setting, v.render("only sees", who=who, what=v.say(c.domain)), [])
    text, again = member(v, c.domain, "a"), that(v, kind_of(v, c.domain))
    inner = v.with_name(c.name, Mention(text, again, used=True), "")
    return compose(inner, setting, inner.render("hide", what=text), parts)


def _cancel(v: Verbalizer, c: ct.Cancel, setting: Preamble) -> str:
    inner = v.of_action(*c.actions)
    nouns = inner.joined("or", [noun_of(inner, (kind,), [], "a")[0] for kind in c.actions])
    return compose(inner, setting, inner.render("cancel", what=nouns), conjuncts(c.where))


def _win(v: Verbalizer, c: ct.Win, setting: Preamble) -> str:
    if c.instead:
        setting = Preamble(setting.times, [*setting.conditions, *conjuncts(c.where)])
        return compose(v, setting, v.render("wins instead", who=v.say(c.who)), [])
    if c.who == named("you"):
        main = v.render("you win")
    else:
        those = isinstance(c.who, t.SetSearch) and c.who.word == "those"
        many = those or isinstance(c.who, (t.Owned, t.Kind))
        main = v.render("win all" if many else "wins", who=v.say(c.who))
    return compose(v, setting, main, conjuncts(c.where))


def _veto(v: Verbalizer, c: ct.Veto, setting: Preamble) -> str:
    parts = [*setting.parts, *conjuncts(c.where)]
    return compose(
        v, setting, v.render("veto.you" if YOUR_TURN in parts else "veto"), conjuncts(c.where)
    )


def _spent(v: Verbalizer, c: ct.Spent, setting: Preamble) -> str:
    return compose(v, setting, v.render("spent"), conjuncts(c.where))


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
