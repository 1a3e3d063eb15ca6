"""Clauses as sentences: when they apply, under which conditions, and what follows.

Throughout this package `v` is the verbalizer, which turns nodes of the syntax tree into text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from thesmos.check.clauses import Guard
from thesmos.syntax import clause_nodes as ct
from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.expressions import kind_of, member, that
from thesmos_rulebook.prose.history import noun_of
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.permissions import forbid, permit, require, skip
from thesmos_rulebook.prose.preamble import YOUR_TURN, Preamble, compose, name_node, split_preamble
from thesmos_rulebook.prose.triggers import after, at, before, grant
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer


def clause(v: Verbalizer, declaration: ct.Clause, guards: Sequence[Guard]) -> str:
    """Return a clause as a sentence without its full stop.

    guards: the conditions of the `if`s around it.
    """
    parts = [part for expr, positive in guards for part in conjuncts(normal(expr, positive))]
    preamble = split_preamble(v, parts, not isinstance(declaration, ct.At))
    return _HANDLERS[type(declaration)](v, declaration, preamble)


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
    ct.Permit: permit,
    ct.Forbid: forbid,
    ct.Require: require,
    ct.MaySkip: skip,
    ct.ForbidSkip: skip,
    ct.After: after,
    ct.Before: before,
    ct.At: at,
    ct.Grant: grant,
    ct.Treat: _treat,
    ct.Hide: _hide,
    ct.Cancel: _cancel,
    ct.Win: _win,
    ct.Veto: _veto,
    ct.Spent: _spent,
}
