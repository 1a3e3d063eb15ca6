"""Questions about the past, and what acts are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thesmos.syntax import documents as d
from thesmos.syntax import nodes as t
from thesmos.syntax.words import GAP
from thesmos_rulebook.prose.expressions import kind_of, member, that
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import SAYERS, Speaker

INF, DOES, DID = 0, 1, 2


@dataclass(frozen=True)
class Deed:
    """An act in words: by whom (a set, one thing or nobody in particular), and what else holds.

    subject: the role that acts, empty if there is none. domain: the set that it is one of; one: the
    thing that it is; spared: whether it is just not that. rest: the conditions left.
    """

    verb: tuple[str, ...]
    subject: str
    kind: str
    domain: t.Expr | None
    one: t.Expr | None
    spared: bool
    rest: list[t.Expr]


def subject_role(s: Speaker, action: d.ActionDeclaration | None) -> d.RoleDeclaration | None:
    """The role that acts: the open one that the words for the action's event begin with."""
    if action is None:
        return None
    event, _ = s.lexicon.act("event", (action.name,), [])
    found = GAP.match(event or "")
    opened = (role for role in action.roles if role.type is not None)
    return next((role for role in opened if found and role.name == found.group(1)), None)


def deed(s: Speaker, kinds: tuple[str, ...], parts: list[t.Expr]) -> Deed:
    """The words of an act, and who does it: as far as the conditions tell."""
    text, rest = s.lexicon.act("verb", kinds, parts)
    verb = tuple(form.strip() for form in (text or "").split(","))
    role = subject_role(s, s.names.actions.get(kinds[0]))
    kind = role.type.name if role is not None and role.type is not None else ""
    known = s.names.types.get(kind)
    if role is None or known is None or known.base not in ("piece", "player") or text is None:
        return Deed(verb if text else (), "", "", None, None, False, s.plainly(rest))
    domain = one = None
    spared = False
    for part in rest:
        who = _who(s, part, role.name, kind)
        if who is not None:
            domain, one, spared = who
            rest = [other for other in rest if other is not part]
            break
    return Deed(verb, role.name, kind, domain, one, spared, s.plainly(rest))


def _who(
    s: Speaker, part: t.Expr, role: str, kind: str
) -> tuple[t.Expr | None, t.Expr | None, bool] | None:
    """What a condition says about who acts: in a set, or one thing; or neither of these."""
    if isinstance(part, t.FunctionCall) and part.arguments == (t.Name(part.location, role),):
        domain = t.Kind(part.location, kind)
        one = t.SetSearch(part.location, "first", t.Member(role, domain, part))
        return (None, one, False) if s.lexicon.phrase(one) is not None else None
    spared = False
    if isinstance(part, t.Unary) and part.word == "not":
        part, spared = part.value, True
    if not isinstance(part, t.Binary) or part.left != t.Name(part.location, role):
        return None
    if part.word == "in":
        return part.right, None, spared
    return (None, part.right, part.word == "!=") if part.word in ("=", "!=") else None


def doer(s: Speaker, made: Deed, form: str) -> str:
    """Who acts, in a form: `a`, `any`, `none`; the thing itself where it is one."""
    if made.one is not None:
        return s.say(made.one)
    if made.domain is not None:
        return member(s, made.domain, form)
    return s.formed(f"kind.{form}", s.noun(made.kind))


def noun_of(s: Speaker, kinds: tuple[str, ...], parts: list[t.Expr], form: str) -> tuple[str, Any]:
    """What an act is called, in a form, and the conditions that its name leaves out."""
    text, rest = s.lexicon.act("noun", kinds, parts)
    if text is not None:
        return s.formed(form, s.lexicon.noun(text)), rest
    if len(kinds) == 1:
        return s.lack(f"the action {kinds[0]}", None, kinds[0]), rest
    return s.joined("or", [noun_of(s, (kind,), [], form)[0] for kind in kinds]), parts


def window(s: Speaker, event: t.Event) -> str:
    """The stretch of time that a question is about."""
    of = event.window_of
    return s.frame(f"window.{event.window}", of="" if of is None else lambda: s.say(of))


def _history(s: Speaker, e: t.Expr) -> str:
    """`did`, `not did`, `times` compared, or a role of the last or first event."""
    if isinstance(e, t.Unary) and isinstance(e.value, t.History):
        return _did(s, e.value, False)
    if isinstance(e, t.Binary) and isinstance(e.left, t.History):
        assert isinstance(e.right, t.Number)
        return _times(s, e.left, e.word, e.right.value)
    assert isinstance(e, t.History)
    return _did(s, e, True) if e.word == "did" else _role(s, e)


def _did(s: Speaker, e: t.History, positive: bool) -> str:
    event = e.event
    inner = s.of_action(event.kinds[0])
    made = deed(inner, event.kinds, conjuncts(event.condition))
    given = event.with_value if event.with_role == made.subject else None
    if not made.subject or len(event.kinds) > 1:
        return _there_was(s, e, positive)
    if given is not None:
        who, yes = s.say(given), positive
    else:
        who, yes = doer(inner, made, "a" if positive else "none"), True
    text = s.tongue.frame("did")
    during = window(s, event)
    verb = made.verb
    told = s.fill(text, yes, {"who": who, "did": verb[DID], "do": verb[INF], "window": during})
    return _with_rest(inner, told, made.rest)


def _with_rest(s: Speaker, told: str, rest: list[t.Expr]) -> str:
    if not rest:
        return told
    return s.frame("such", head=told, what=s.both("and", s.conditions(rest)))


def _there_was(s: Speaker, e: t.History, positive: bool) -> str:
    event = e.event
    inner = s.of_action(event.kinds[0])
    noun, rest = noun_of(inner, event.kinds, conjuncts(event.condition), "a")
    bare, _ = noun_of(inner, event.kinds, conjuncts(event.condition), "bare")
    told = s.fill(
        s.tongue.frame("there was"), positive, {"a": noun, "no": bare, "window": window(s, event)}
    )
    return _with_rest(inner, told, rest)


def _times(s: Speaker, e: t.History, word: str, number: int) -> str:
    event = e.event
    form = "one" if number == 1 else "bare many"
    noun, rest = noun_of(s, event.kinds, conjuncts(event.condition), form)
    n = "" if number == 1 else s.tongue.number(number)  # `one` is in the noun's form
    count = s.frame("amount.=" if word == "!=" else f"amount.{word}", n=n)
    frame = ("there was one" if number == 1 else "there were") + (".not" if word == "!=" else "")
    told = s.frame(frame, count=count, what=noun, window=window(s, event))
    return _with_rest(s.of_action(event.kinds[0]), told, rest)


def _role(s: Speaker, e: t.History) -> str:
    event = e.event
    kind = event.kinds[0]
    role = s.of_action(*event.kinds).role(str(e.role))
    if role is None:
        role = s.lack(f"the role {kind}.{e.role}", e.location, str(e.role))
    noun, rest = noun_of(s, event.kinds, conjuncts(event.condition), "bare")
    if event.with_value is not None:
        given = event.with_value
        noun = s.frame("of whom", what=noun, who=lambda: s.say(given))
    text, _ = s.lexicon.act("noun", event.kinds, conjuncts(event.condition))
    gender = "" if text is None else s.lexicon.noun(text).gender
    during = window(s, event)
    told = s.frame(f"history.{e.word}", gender, role=role, what=noun, window=during)
    return _with_rest(s.of_action(kind), told, rest)


def again(s: Speaker, e: t.Node) -> str:
    """A thing that was mentioned: `that space`."""
    return that(s, kind_of(s, e))


SAYERS[t.History] = _history
