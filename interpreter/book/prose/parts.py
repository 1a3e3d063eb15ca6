"""The other parts of a game in words: rules, facts, actions, steps, the flow."""

from __future__ import annotations

from collections.abc import Iterator

from thesmos.book.prose.clauses import step
from thesmos.book.prose.effects import block
from thesmos.book.prose.normal import conjuncts, normal
from thesmos.book.prose.speaker import Mention, Speaker
from thesmos.load import document as d
from thesmos.load import tree as t


def rule(s: Speaker, written: d.Rule) -> str:
    """A rule: what has to hold."""
    return s.all_of(conjuncts(s.plain(written.expr)))


def fact(s: Speaker, written: d.Fact) -> str:
    """A fact: when it holds, or what it is; empty if its words say it all, or it has none."""
    inner = s.with_params(written.params)
    names = tuple(t.Name(written.place, name) for name, _ in written.params)
    asked = (
        t.Call(written.place, written.name, names) if names else t.Name(written.place, written.name)
    )
    told = inner.phrase(asked)
    if told is None:
        return ""  # it is told by what it is made of, wherever it is asked
    body = normal(written.body)
    if isinstance(body, t.Literal) and body.word in ("yes", "no"):
        return inner.frame(f"fact.{body.word}", fact=told)
    flag = is_flag(s, written.body)
    told_body = inner.all_of(conjuncts(body)) if flag else inner.say(body)
    if s.tongue.mended(told_body) == s.tongue.mended(inner.phrase(asked) or ""):
        return ""  # its words say it already
    return inner.frame("fact" if flag else "fact.value", fact=told, body=told_body)


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


def supply(s: Speaker, kind: str, written: d.Supply) -> str:
    """What a card brings: how many pieces, of which attributes, and where they wait."""
    noun = s.noun(kind)
    one = written.count == 1
    subject = s.frame("brings.it" if one else "brings.each", noun.gender)
    inner = s.with_name("x", Mention(subject, subject), kind)
    values = [*((key, value) for key, value in written.values), ("zone", written.zone)]
    asked = [
        t.Binary(
            written.place, "=",
            t.Call(written.place, key, (t.Name(written.place, "x"),)),
            t.Name(written.place, value),
        )
        for key, value in values
    ]  # fmt: skip
    told = inner.both("and", inner.conditions(asked))
    count = s.formed("kind.a", noun) if one else f"{s.tongue.number(written.count)} {noun.many}"
    return s.frame("brings", count=count, told=told)


def action(s: Speaker, written: d.Action) -> Iterator[str]:
    """An action: what is chosen, and what happens."""
    inner = s.of_action(written.name)
    roles = list(_chosen(inner, written))
    if roles and written.rules:
        noun, _ = s.lexicon.act("noun", (written.name,), [])
        what = "" if noun is None else s.formed("a", s.lexicon.noun(noun))
        frame = "chosen" if what else "chosen.just"
        if any(x.action == written.name and x.chooser == "chance" for x in s.names.steps.values()):
            frame = frame.replace("chosen", "drawn")
        yield inner.frame(frame, what=what, roles=inner.joined("and", roles))
    if written.do:
        yield inner.frame("effect", what=block(inner, inner.plain(written.do)))


def _chosen(s: Speaker, written: d.Action) -> Iterator[str]:
    """The open roles: `a space` where one is of its kind, else by their own words."""
    kinds = [r.type.name for r in written.roles if r.type is not None]
    for role in written.roles:
        if role.type is None:
            continue
        own = s.lexicon.name("roles", f"{written.name}.{role.name}")
        noun = s.lexicon.kind(role.type.name)
        if own is None and noun is not None and kinds.count(role.type.name) == 1:
            yield s.formed("kind.a", noun)
        else:
            yield s.role(role.name) or s.lack(f"the role {role.name}", role.place, role.name)


def step_of(s: Speaker, written: d.Step) -> Iterator[str]:
    """A step: who decides what, what if there is nothing, and what follows."""
    inner = s.of_action(written.action)
    if written.chooser_expr is not None:
        who = inner.say(written.chooser_expr)
    else:
        who = s.frame(f"step.{written.chooser}")
    verb, _ = s.lexicon.act("verb", (written.action,), [])
    if s.lexicon.name("steps", written.name) is None and verb is not None:
        way = "may" if written.skip else "must"
        yield s.frame(f"step.{way}", who=who, do=verb.split(",")[0])
    else:
        yield s.frame("step", who=who, what=step(s, written.name, "a"))
        if written.skip:
            yield s.frame("step.skip")
    yield s.frame(f"step.{written.when_empty}")
    end = written.then == "end"
    yield s.frame("step.end") if end else s.frame("step.then", step=step(s, written.then, "kind.a"))


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
