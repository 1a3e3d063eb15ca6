"""The other parts of a game in words: rules, facts, actions, steps, the flow."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.book.prose.clauses import step
from thesmos.book.prose.effects import block
from thesmos.book.prose.normal import conjuncts, normal
from thesmos.book.prose.past import noun_of
from thesmos.book.prose.speaker import Speaker
from thesmos.load import document as d
from thesmos.load import tree as t


def rule(s: Speaker, written: d.Rule) -> str:
    """A rule: what has to hold."""
    return s.all_of(conjuncts(s.plain(written.expr)))


def fact(s: Speaker, written: d.Fact) -> str:
    """A fact: when it holds, or what it is."""
    inner = s.with_params(written.params)
    names = tuple(t.Name(written.place, name) for name, _ in written.params)
    asked = (
        t.Call(written.place, written.name, names) if names else t.Name(written.place, written.name)
    )
    told = inner.phrase(asked)
    if told is None:
        told = s.lack(f"the fact {written.name}", written.place, written.name)
    body = normal(written.body)
    if isinstance(body, t.Literal) and body.word in ("yes", "no"):
        return inner.frame(f"fact.{body.word}", fact=told)
    kind = "fact" if is_flag(s, written.body) else "fact.value"
    return inner.frame(
        kind, fact=told, body=inner.all_of(conjuncts(body)) if kind == "fact" else inner.say(body)
    )


def is_flag(s: Speaker, body: t.Expr) -> bool:
    """Whether an expression is a condition."""
    if isinstance(body, t.Logic):
        return True
    if isinstance(body, t.Binary):
        return body.word in ("=", "!=", "<", "<=", ">", ">=", "in")
    if isinstance(body, t.Search):
        return body.word in ("some", "no", "every")
    if isinstance(body, t.Unary):
        return body.word != "-"
    if isinstance(body, t.History):
        return body.word == "did"
    if isinstance(body, t.Call):
        owners = s.names.attrs.get(body.name, {})
        return any(a.type.base == "flag" for a in owners.values())
    return False


def action(s: Speaker, written: d.Action) -> Iterator[str]:
    """An action: what is chosen, and what happens."""
    inner = s.of_action(written.name)
    roles = [inner.say(t.Name(r.place, r.name)) for r in written.roles if r.type is not None]
    if roles and written.rules:
        noun, _ = s.lexicon.act("noun", (written.name,), [])
        what = "" if noun is None else s.formed("a", s.lexicon.noun(noun))
        frame = "chosen" if what else "chosen.just"
        yield inner.frame(frame, what=what, roles=inner.joined("and", roles))
    if written.do:
        yield inner.frame("effect", what=block(inner, inner.plain(written.do)))


def step_of(s: Speaker, written: d.Step) -> Iterator[str]:
    """A step: who decides what, what if there is nothing, and what follows."""
    inner = s.of_action(written.action)
    if written.chooser_expr is not None:
        who = inner.say(written.chooser_expr)
    else:
        who = s.frame(f"step.{written.chooser}")
    verb, _ = s.lexicon.act("verb", (written.action,), [])
    noun, _ = s.lexicon.act("noun", (written.action,), [])
    if s.lexicon.name("steps", written.name) is None and verb is not None:
        way = "may" if written.skip else "must"
        yield s.frame(f"step.{way}", who=who, do=verb.split(",")[0])
    else:
        what = noun_of(inner, (written.action,), [], "a")[0] if noun else step(s, written.name, "a")
        yield s.frame("step", who=who, what=what)
        if written.skip:
            yield s.frame("step.skip")
    yield s.frame(f"step.{written.when_empty}")
    end = written.then == "end"
    yield s.frame("step.end") if end else s.frame("step.then", step=named(s, written.then))


def named(s: Speaker, name: str) -> str:
    """What a step is called: its own words, or those of its action."""
    if s.lexicon.name("steps", name) is None:
        noun, _ = s.lexicon.act("noun", (s.names.steps[name].action,), [])
        if noun is not None:
            return s.formed("kind.a", s.lexicon.noun(noun))
    return step(s, name, "kind.a")


def instruction(s: Speaker, word: str, argument: str) -> str:
    """One instruction of a flow."""
    if word in ("each player", "steps"):
        return s.frame(f"flow.{word}", step=step(s, argument, "kind.a"))
    if word in ("moment", "routes"):
        text = s.lexicon.name("moments", argument)
        if text is None:
            text = s.lack(f"the moment {argument}", None, argument)
        turn = {"turn": s.frame("turn.this")}
        return s.frame(f"flow.{word}", moment=s.fill(text, True, dict(turn)))
    if word == "first":
        return s.frame("flow.first", who=s.say(t.Name(s.names.game.place, argument)))
    return s.frame(f"flow.{word}")
