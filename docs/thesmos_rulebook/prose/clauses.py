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
from thesmos_rulebook.prose.history import DOES, INF, Deed, deed, doer, noun_of
from thesmos_rulebook.prose.normal_form import conjuncts, normal, nots, substituted
from thesmos_rulebook.prose.preamble import (
    GRANTED,
    MINE,
    YOUR_TURN,
    Setting,
    compose,
    ifs,
    is_list,
    named,
    settle,
)
from thesmos_rulebook.prose.verbalizer import Mention, Speaker

SAID = "-"  # the text of a rule whose lifting the act's own words tell already


def clause(s: Speaker, written: ct.Clause, guards: Sequence[Guard]) -> str:
    """One clause, with the conditions of the `if`s around it, as a sentence without its stop."""
    parts = [part for expr, positive in guards for part in conjuncts(normal(expr, positive))]
    setting = settle(s, parts, not isinstance(written, ct.At))
    return _TELLERS[type(written)](s, written, setting)


# ------------------------------------------------------------------- what may be done


def _permit(s: Speaker, c: ct.Permit, setting: Setting) -> str:
    inner = s.of_action(c.action)
    own = settle(inner, conjuncts(c.where))
    made = deed(inner, (c.action,), own.conditions)
    how = _lifted(inner, c)
    main, made = _may(inner, made, how)
    tail = "" if c.by is None else inner.frame("by", what=inner.say(inner.plain(c.by)))
    return compose(
        inner, Setting([*setting.times, *own.times], setting.conditions), main, made.rest, tail
    )


def _lifted(s: Speaker, c: ct.Permit) -> str:
    """The rules that a permit lifts, in words of their own or as `even if …`."""
    ours, plain = [], []
    rules = {rule.name: rule for rule in s.names.actions[c.action].rules}
    waived = [name for name in rules if name in c.waiving]
    for name in reversed(waived):  # who acts comes first among the rules, and last in a sentence
        own = s.lexicon.name("rules", f"{c.action}.{name}")
        if own is None:
            plain.append(s.frame("even if", what=s.flag(s.plain(rules[name].expr), False)))
        elif own != SAID:
            ours.append(f" {own}")
    return s.joined("and", [*ours, *plain])


def _may(s: Speaker, made: Deed, how: str) -> tuple[str, Deed]:
    """`your piece may move so`, without anybody who acts `you may …`; and what it leaves out."""
    do = _infinitive(s, made)
    if not made.subject:
        return s.frame("may.you", do=do, how=how), made
    if made.domain is None and made.one is None:
        who = s.formed("your.the", s.noun(made.kind))
    else:
        who, made = _described(s, made)
    return s.frame("may", who=who, do=do, how=how), made


def _described(s: Speaker, made: Deed) -> tuple[str, Deed]:
    """Who acts, with what is asked of nothing else: `a piece that is free`; and what is left."""
    roles = {role.name for role in s.names.actions[s.action].roles}
    ours = [part for part in made.rest if _named_in(part) & roles == {made.subject}]
    thing = substituted(tuple(ours), {made.subject: named("thing")})
    told = predicates(s, "thing", made.kind, thing) if made.domain is not None else []
    if not told:
        return doer(s, made, "any"), made
    what = s.joined("and", [s.tongue.wish(text) for text in told])
    who = s.frame("who", head=doer(s, made, "any"), what=what)
    return who, replace(made, rest=[part for part in made.rest if part not in ours])


def _infinitive(s: Speaker, made: Deed) -> str:
    return made.verb[INF] if made.verb else s.lack(f"the action {s.action}", None, s.action)


def _forbid(s: Speaker, c: ct.Forbid, setting: Setting) -> str:
    inner = s.of_action(c.action)
    own = settle(inner, conjuncts(c.where))
    guards = [*setting.parts, *conjuncts(c.where)]
    setting = Setting([*setting.times, *own.times], setting.conditions)
    made = deed(inner, (c.action,), own.conditions)
    do = _infinitive(inner, made)
    if made.spared:
        frame = "only" if made.one is None or _is_there(made.one, guards) else "only.some"
        only = inner.frame(frame, who=_forbidden_who(inner, made, "a"))
        return compose(inner, setting, inner.frame("may", who=only, do=do, how=""), made.rest)
    if _denies(made.rest):
        told = inner.flag(t.Logic(c.location, "and", tuple(made.rest)), False)
        form = "a" if made.domain is None else "each"
        who = _forbidden_who(inner, made, form)
        return compose(inner, setting, inner.frame("may only", who=who, do=do, what=told), [])
    if not made.subject or made.one is not None or _names(made.rest, made.subject):
        main = inner.frame("may not", who=_forbidden_who(inner, made, "a"), do=do)
    else:
        main = inner.frame("may", who=_forbidden_who(inner, made, "none"), do=do, how="")
    return compose(inner, setting, main, made.rest)


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


def _forbidden_who(s: Speaker, made: Deed, form: str) -> str:
    if not made.subject:
        return s.frame("nobody in particular")
    return doer(s, made, form)


def _require(s: Speaker, c: ct.Require, setting: Setting) -> str:
    inner = s.of_action(c.action)
    made = deed(inner, (c.action,), conjuncts(c.where))
    do = _infinitive(inner, made)
    who = doer(inner, made, "a") if made.subject else s.frame("nobody in particular")
    tail = "" if c.otherwise is None else inner.frame("otherwise", what=inner.say(c.otherwise))
    tail += inner.frame("counting") if c.counts else ""
    rest = made.rest
    how = "" if not rest else inner.frame("so that", what=inner.both("and", inner.conditions(rest)))
    return compose(inner, setting, inner.frame("must", who=who, do=do, how=how), [], tail)


def _skip(s: Speaker, c: ct.MaySkip | ct.ForbidSkip, setting: Setting) -> str:
    frame = "may skip" if isinstance(c, ct.MaySkip) else "forbid skip"
    if isinstance(c, ct.MaySkip) and _again(s, c.step, setting):
        noun, _ = s.lexicon.act("noun", (s.names.steps[c.step].action,), [])
        what = s.formed("coming", s.lexicon.noun(noun or ""))
        return compose(s, setting, s.frame("may skip.another", step=what), conjuncts(c.where))
    return compose(s, setting, s.frame(frame, step=step(s, c.step, "kind.the")), conjuncts(c.where))


def _again(s: Speaker, name: str, setting: Setting) -> bool:
    """Whether the times say that there was such an event before: the step is for another one."""
    known = s.names.steps.get(name)
    if known is None or s.lexicon.act("noun", (known.action,), [])[0] is None:
        return False
    return any(time in setting.times for time in _told_before(s, (known.action,)))


def step(s: Speaker, name: str, form: str) -> str:
    """What a step is called, in a form: its own words, or those of its action."""
    found = s.lexicon.name("steps", name)
    if found is None and name in s.names.steps:
        found, _ = s.lexicon.act("noun", (s.names.steps[name].action,), [])
    if found is None:
        return s.lack(f"the step {name}", None, name.replace("_", " "))
    return s.formed(form, s.lexicon.noun(found))


# ------------------------------------------------------------------- what happens, and when


def _after(s: Speaker, c: ct.After, setting: Setting) -> str:
    if c.skipped:
        when = s.frame(
            "after skip", step=s.joined("or", [step(s, name, "kind.the") for name in c.actions])
        )
        return _acting(s, c, setting, when, conjuncts(c.where), "")
    inner = s.of_action(*c.actions)
    own = settle(inner, conjuncts(c.where))
    setting = Setting([*setting.times, *own.times], setting.conditions, setting.parts)
    rest = [part for part in own.conditions if part != MINE]
    form = "yours" if len(rest) < len(own.conditions) else "a"
    made = deed(inner, c.actions, rest)
    if made.subject and len(c.actions) == 1 and (made.domain is not None or made.one is not None):
        verb = made.verb[DOES]
        when = inner.frame("when does", who=doer(inner, made, "a"), does=verb)
        return _acting(inner, c, setting, when, made.rest, c.actions[0])
    noun, rest = noun_of(inner, c.actions, rest, form)
    when = inner.frame("after", what=noun)
    if form == "a" and any(time in setting.times for time in _told_before(inner, c.actions)):
        when = ""
    return _acting(inner, c, setting, when, rest, c.actions[0])


def yours(c: ct.After | ct.At, parts: Sequence[t.Expr]) -> bool:
    """Whether only whoever holds a clause is led on by it; `parts` are the conditions around it."""
    if isinstance(c, ct.At) and c.whose.startswith("your"):
        return True
    asked = [*parts, *conjuncts(c.where)]
    return any(part in asked for part in (YOUR_TURN, GRANTED, MINE))


def _told_before(s: Speaker, kinds: tuple[str, ...]) -> list[str]:
    """The times that say already that there was such an event."""
    return [s.frame("time.after", what=noun_of(s, kinds, [], form)[0]) for form in ("a", "first")]


def _acting(
    s: Speaker, c: ct.After | ct.At, setting: Setting, when: str, where: list[t.Expr], action: str
) -> str:
    """`when, if …, this happens`; of a route, which step follows."""
    own = settle(s, where, False)
    times = [time for time in (*setting.times, when, *own.times) if time]
    told = ifs(s, [*setting.conditions, *own.conditions])
    you = yours(c, setting.parts)
    main = _next(s, c.body, action, you) if isinstance(c.body, ct.Next) else block(s, c.body)
    if is_list(told):
        return ", ".join([*times, f"{main} {told}"])
    return ", ".join([*times, *([told] if told else []), main])


def _next(s: Speaker, route: ct.Next, action: str, you: bool) -> str:
    """Which step follows: `another build follows`, or by its verb `you may then …`."""
    known = s.names.steps.get(route.step)
    if route.step == "end" or known is None:
        return s.frame("next.end")
    noun, _ = s.lexicon.act("noun", (action,), []) if action else (None, [])
    if known.action == action and noun is not None:
        again = "next.again.possible" if route.if_possible else "next.again"
        return s.formed("next.again.may" if known.skip else again, s.lexicon.noun(noun))
    verb, _ = s.lexicon.act("verb", (known.action,), [])
    if s.lexicon.name("steps", route.step) is not None or verb is None:
        return s.frame(
            "next.possible" if route.if_possible else "next", step=step(s, route.step, "kind.a")
        )
    if known.chooser == "chance":
        return s.frame("step.does", who=s.frame("step.chance"), does=form_of(verb, DOES))
    way = "may" if known.skip else "try" if route.if_possible else "must"
    person = ".you" if you or known.chooser == "holder" else ""
    return s.frame(f"next.{way}{person}", who=s.frame("person.active"), do=form_of(verb, INF))


def form_of(verb: str, form: int) -> str:
    """A form of a verb that is written with all of them."""
    return [each.strip() for each in verb.split(",")][form]


def _before(s: Speaker, c: ct.Before, setting: Setting) -> str:
    inner = s.of_action(c.action)
    noun, rest = noun_of(inner, (c.action,), conjuncts(c.where), "each of yours")
    when = inner.frame("before", what=noun)
    return compose(
        inner, Setting([*setting.times, when], setting.conditions), block(inner, c.body), rest
    )


def _at(s: Speaker, c: ct.At, setting: Setting) -> str:
    text = s.lexicon.name("moments", c.moment)
    if text is None:
        text = s.lack(f"the moment {c.moment}", c.location, f"{c.moment} {{turn}}")
    when = s.fill(text, True, {"turn": s.frame(f"turn.{c.whose.split()[0]}")})
    return _acting(s, c, setting, when, conjuncts(c.where), "")


def _grant(s: Speaker, c: ct.Grant, setting: Setting) -> str:
    tail = f"; {block(s, c.body)}" if c.body else ""
    return compose(s, setting, s.frame("extra turn"), conjuncts(c.where), tail)


# ------------------------------------------------------------------- what is so


def _treat(s: Speaker, c: ct.Treat, setting: Setting) -> str:
    fact = s.names.facts[c.fact]
    inner = s.with_params(
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
        main = inner.flag(asked, c.value.word == "yes")
    else:
        main = inner.frame("binary.=", a=inner.say(asked), b=inner.say(c.value))
    return compose(inner, setting, main, conjuncts(c.where))


def _hide(s: Speaker, c: ct.Hide, setting: Setting) -> str:
    parts = conjuncts(c.where)
    only = parts[0] if len(parts) == 1 else None
    if isinstance(only, t.Binary) and only.word == "!=" and only.left == named("viewer"):
        who = s.say(only.right)
        return compose(s, setting, s.frame("only sees", who=who, what=s.say(c.domain)), [])
    told, again = member(s, c.domain, "a"), that(s, kind_of(s, c.domain))
    inner = s.with_name(c.name, Mention(told, again, used=True), "")
    return compose(inner, setting, inner.frame("hide", what=told), parts)


def _cancel(s: Speaker, c: ct.Cancel, setting: Setting) -> str:
    inner = s.of_action(*c.actions)
    nouns = inner.joined("or", [noun_of(inner, (kind,), [], "a")[0] for kind in c.actions])
    return compose(inner, setting, inner.frame("cancel", what=nouns), conjuncts(c.where))


def _win(s: Speaker, c: ct.Win, setting: Setting) -> str:
    if c.instead:
        setting = Setting(setting.times, [*setting.conditions, *conjuncts(c.where)])
        return compose(s, setting, s.frame("wins instead", who=s.say(c.who)), [])
    if c.who == named("you"):
        main = s.frame("you win")
    else:
        those = isinstance(c.who, t.SetSearch) and c.who.word == "those"
        many = those or isinstance(c.who, (t.Owned, t.Kind))
        main = s.frame("win all" if many else "wins", who=s.say(c.who))
    return compose(s, setting, main, conjuncts(c.where))


def _veto(s: Speaker, c: ct.Veto, setting: Setting) -> str:
    parts = [*setting.parts, *conjuncts(c.where)]
    return compose(
        s, setting, s.frame("veto.you" if YOUR_TURN in parts else "veto"), conjuncts(c.where)
    )


def _spent(s: Speaker, c: ct.Spent, setting: Setting) -> str:
    return compose(s, setting, s.frame("spent"), conjuncts(c.where))


_TELLERS: dict[type[ct.Clause], Callable[[Speaker, Any, Setting], str]] = {
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
