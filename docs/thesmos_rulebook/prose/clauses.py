"""Clauses as sentences: when they apply, under which conditions, and what follows.

Throughout this package `v` is the verbalizer, which turns nodes of the typed program into text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from thesmos.program.clauses import (
    AddTo,
    After,
    AfterSkip,
    At,
    Before,
    Cancel,
    Clause,
    Criterion,
    End,
    ExtraTurn,
    Forbid,
    ForbidSkip,
    Hide,
    MaySkip,
    Permit,
    Require,
    RouteAfter,
    RouteAfterSkip,
    RouteAt,
    Spent,
    Treat,
    Veto,
    Win,
)
from thesmos.program.declarations import Parameter
from thesmos.program.values import Compare, Flag, Negative, Those, Value
from thesmos_rulebook.prose.declarations import applied_fact
from thesmos_rulebook.prose.expressions import is_person
from thesmos_rulebook.prose.history import noun_of
from thesmos_rulebook.prose.members import kind_of, member, that
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.permissions import forbid, permit, require, skip
from thesmos_rulebook.prose.preamble import YOUR_TURN, Preamble, compose, split_preamble
from thesmos_rulebook.prose.triggers import after, after_skip, at, before, grant
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer


def clause(v: Verbalizer, clauses: Sequence[Clause]) -> str:
    """Return a clause as a sentence without its full stop.

    clauses: all with one id, since a clause that is written about several actions is one for each.
    """
    first = clauses[0]
    parts = [part for guard in first.guards for part in conjuncts(guard)]
    preamble = split_preamble(v, parts, not isinstance(first, (At, RouteAt)))
    if type(first) in _ABOUT_SEVERAL:
        return _ABOUT_SEVERAL[type(first)](v, clauses, preamble)
    return _HANDLERS[type(first)](v, first, preamble)


def _treat(v: Verbalizer, c: Treat, preamble: Preamble) -> str:
    inner, fact_value = _about_fact(v, c)
    if isinstance(c.value, Flag):
        main = inner.condition(fact_value, c.value.value)
    else:
        main = inner.render("binary.=", a=inner.say(fact_value), b=inner.closed(c.value))
    return compose(inner, preamble, main, conjuncts(c.where))


def _add_to(v: Verbalizer, c: AddTo, preamble: Preamble) -> str:
    inner, fact_value = _about_fact(v, c)
    frame = "add to.less" if isinstance(c.value, Negative) else "add to"
    added = c.value.value if isinstance(c.value, Negative) else c.value
    main = inner.render(frame, a=inner.say(fact_value), b=inner.closed(added))
    return compose(inner, preamble, main, conjuncts(c.where))


def _about_fact(v: Verbalizer, c: Treat | AddTo) -> tuple[Verbalizer, Value]:
    """Return the verbalizer that knows a clause's parameters, and the fact that it is about."""
    fact = v.game.facts[c.fact]
    named = zip(c.parameters, fact.parameters, strict=True)
    parameters = [Parameter(name, parameter.type) for name, parameter in named]
    return v.with_parameters(parameters), applied_fact(fact, parameters)


def _hide(v: Verbalizer, c: Hide, preamble: Preamble) -> str:
    domain, parts = c.binder.domain, conjuncts(c.binder.condition)
    only = parts[0] if len(parts) == 1 else None
    if isinstance(only, Compare) and only.word == "!=" and is_person(only.left, "viewer"):
        who = v.say(only.right)
        return compose(v, preamble, v.render("only sees", who=who, what=v.say(domain)), [])
    text, again = member(v, domain, "a"), that(v, kind_of(domain))
    inner = v.with_name(c.binder.name, Mention(text, again, used=True), "")
    return compose(inner, preamble, inner.render("hide", what=text), parts)


def _cancel(v: Verbalizer, clauses: Sequence[Cancel], preamble: Preamble) -> str:
    actions = [clause.action for clause in clauses]
    inner = v.of_action(*actions)
    nouns = inner.joined("or", [noun_of(inner, (action,), [], "a")[0] for action in actions])
    where = conjuncts(clauses[0].where)
    return compose(inner, preamble, inner.render("cancel", what=nouns), where)


def _win(v: Verbalizer, c: Win, preamble: Preamble) -> str:
    if c.instead:
        preamble = Preamble(preamble.times, [*preamble.conditions, *conjuncts(c.where)])
        return compose(v, preamble, v.render("wins instead", who=v.say(c.who)), [])
    if is_person(c.who, "you"):
        main = v.render("you win")
    else:
        several = c.who.type.many and not isinstance(c.who, Those)  # which says `each player`
        main = v.render("win all" if several else "wins", who=v.say(c.who))
    return compose(v, preamble, main, conjuncts(c.where))


def _end(v: Verbalizer, c: End, preamble: Preamble) -> str:
    preamble = Preamble(preamble.times, [*preamble.conditions, *conjuncts(c.where)])
    if not c.criteria:
        return compose(v, preamble, v.render("end"), [])
    first, *others = (_criterion(v, criterion) for criterion in c.criteria)
    tail = "".join(v.render("end.equal", what=criterion) for criterion in others)
    return compose(v, preamble, v.render("end.by", what=first), [], tail)


def _criterion(v: Verbalizer, criterion: Criterion) -> str:
    """Return `the most points`."""
    words = v.lexicon.name("scores", criterion.score)
    if words is None:
        what = f"the score {criterion.score}"
        words = v.note_missing(what, criterion.location, criterion.score.replace("_", " "))
    return v.render(f"criterion.{criterion.word}", what=v.lexicon.noun(words).plural)


def _veto(v: Verbalizer, c: Veto, preamble: Preamble) -> str:
    parts = [*preamble.parts, *conjuncts(c.where)]
    return compose(
        v, preamble, v.render("veto.you" if YOUR_TURN in parts else "veto"), conjuncts(c.where)
    )


def _spent(v: Verbalizer, c: Spent, preamble: Preamble) -> str:
    return compose(v, preamble, v.render("spent"), conjuncts(c.where))


_HANDLERS: Mapping[type[Clause], Callable[[Verbalizer, Any, Preamble], str]] = {
    Permit: permit,
    Forbid: forbid,
    Require: require,
    MaySkip: skip,
    ForbidSkip: skip,
    Before: before,
    At: at,
    RouteAt: at,
    ExtraTurn: grant,
    Treat: _treat,
    AddTo: _add_to,
    Hide: _hide,
    Win: _win,
    End: _end,
    Veto: _veto,
    Spent: _spent,
}
_ABOUT_SEVERAL: Mapping[type[Clause], Callable[[Verbalizer, Any, Preamble], str]] = {
    After: after,
    RouteAfter: after,
    AfterSkip: after_skip,
    RouteAfterSkip: after_skip,
    Cancel: _cancel,
}
