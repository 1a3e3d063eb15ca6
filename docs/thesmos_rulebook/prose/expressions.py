"""Expressions in words, one function a construct, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.verbalizer import SAYERS, Mention, Speaker

MARK = "\x00"  # stands where a thing is mentioned first, to see whether a text begins with it


def _number(s: Speaker, e: t.Number) -> str:
    return str(e.value)


def _name(s: Speaker, e: t.Name) -> str:
    role = s.role(e.name)
    if s.action and role and any(r.name == e.name for r in s.names.actions[s.action].roles):
        return role
    if s.tongue.has(f"person.{e.name}"):
        return s.frame(f"person.{e.name}")
    body = s.body(e)
    return s.say(normal(body)) if body else s.lack(e.name, e.location, e.name.replace("_", " "))


def _kind(s: Speaker, e: t.Kind) -> str:
    return s.formed("kind.all", s.noun(e.name, e.location))


def _owned(s: Speaker, e: t.Owned) -> str:
    return s.formed(f"{e.whose}.all", s.noun(e.kind, e.location))


def _piece_at(s: Speaker, e: t.PieceAt) -> str:
    noun = s.noun(e.kind, e.location)
    return s.frame("piece at", noun.gender, one=noun.one, at=lambda: s.say(e.at))


def _literal(s: Speaker, e: t.Literal) -> str:
    return s.frame(f"literal.{e.word}")


def _call(s: Speaker, e: t.FunctionCall) -> str:
    body = s.body(e)
    return s.say(normal(body)) if body else s.lack(f"{e.name}(…)", e.location, e.name)


def _set_of(s: Speaker, e: t.SetOf) -> str:
    return s.joined("and", [s.say(m) for m in e.members])


# ------------------------------------------------------------------- members of sets


def member(s: Speaker, domain: t.Expr, form: str) -> str:
    """One of a set, in a form: `a`, `each`, `none`, `any`, `the`, or `all`."""
    if isinstance(domain, t.Owned):
        return s.formed(f"{domain.whose}.{form}", s.noun(domain.kind, domain.location))
    if isinstance(domain, t.Kind):
        return s.formed(f"kind.{form}", s.noun(domain.name, domain.location))
    if isinstance(domain, t.SetSearch) and domain.word == "those" and form in ("a", "any", "each"):
        return described(s, domain.member, form)
    gender = s.noun(kind_of(s, domain)).gender
    return s.frame(f"of.{form}", gender, set=lambda: s.say(domain))


def that(s: Speaker, kind: str) -> str:
    """A thing that was mentioned before."""
    return s.formed("that", s.noun(kind))


def bound(s: Speaker, m: t.Member, form: str) -> Speaker:
    """The speaker inside a member: the name is mentioned in a form first, then as `that one`."""
    kind = kind_of(s, m.domain)
    later = "that other" if kind in s.kinds.values() else "that"
    first = member(s, m.domain, form)
    return s.with_name(m.name, Mention(first, s.formed(later, s.noun(kind))), kind)


def described(s: Speaker, m: t.Member, form: str) -> str:
    """A thing and what holds for it: `a space that is free`, or if need be `such that …`."""
    if m.condition is None:
        return member(s, m.domain, form)
    told = relative(s, m, form)
    if told is not None:
        return told
    return s.frame("such", head=member(s, m.domain, form), what=_plain(s, m, kind_of(s, m.domain)))


def relative(s: Speaker, m: t.Member, form: str) -> str | None:
    """A thing with a relative clause, if all that holds for it begins with it."""
    if m.condition is None:
        return None
    told = predicates(s, m.name, kind_of(s, m.domain), conjuncts(m.condition))
    if told is None:
        return None
    if form in ("any", "each"):
        told = [s.tongue.wish(text) for text in told]
    return s.frame("who", head=member(s, m.domain, form), what=s.joined("and", told))


def predicates(s: Speaker, name: str, kind: str, parts: Sequence[t.Expr]) -> list[str] | None:
    """What holds for a thing, without naming it; None if some of it is not said of it first."""
    told = []
    for part in (p for each in parts for p in conjuncts(s.unfolded(each))):
        inner = s.with_name(name, Mention(MARK, that(s, kind)), kind)
        told.append(inner.say(part))
    if not all(text.startswith(MARK) and MARK not in text[1:] for text in told):
        return None
    return [text[1:].strip() for text in told]


def _plain(s: Speaker, m: t.Member, kind: str) -> str:
    inner = s.with_name(m.name, Mention(that(s, kind), that(s, kind)), kind)
    return inner.both("and", inner.conditions(conjuncts(m.condition)))


def _search(s: Speaker, e: t.SetSearch) -> str:
    if e.word in ("first", "those", "count"):
        form = {"first": "the", "those": "all", "count": "all"}[e.word]
        told = described(s, e.member, form)
        return told if e.word != "count" else s.frame("count", set=told)
    form = {"some": "a", "no": "none", "every": "each"}[e.word]
    inner = bound(s, e.member, form)
    parts = conjuncts(e.member.condition)
    told = inner.both("and", inner.conditions(parts))
    if inner.mentions[e.member.name].used or not parts:
        return told
    return s.frame(f"there.{e.word}", member=member(s, e.member.domain, form), what=told)


def _count(s: Speaker, e: t.SetSize) -> str:
    return s.frame("count", set=lambda: s.say(e.domain))


def _fold(s: Speaker, e: t.Fold) -> str:
    inner = bound(s, e.member, "each")
    parts = conjuncts(e.member.condition)
    value = inner.say(e.value)
    if not parts:
        return s.frame(f"fold.{e.word}", value=value)
    what = inner.both("and", inner.conditions(parts))
    return s.frame(f"fold.{e.word}.where", value=value, what=what)


# ------------------------------------------------------------------------ operators


def _unary(s: Speaker, e: t.Unary) -> str:
    value = e.value
    if e.word != "not":
        return s.frame(f"unary.{e.word}", value=lambda: s.say(value))
    body = s.body(value)
    if body is not None:
        return s.say(normal(body, False))
    if isinstance(value, t.Binary) and value.word == "in":
        return _in(s, value, False)
    if isinstance(value, t.History):
        return SAYERS[t.History](s, e)
    return s.lack(f"not {type(value).__name__.lower()}", e.location, s.say(value))


def _in(s: Speaker, e: t.Binary, positive: bool) -> str:
    text = s.tongue.frame("in" if isinstance(e.right, (t.Owned, t.Kind)) else "in set")
    one = lambda: member(s, e.right, "a")  # noqa: E731 - said when its turn comes
    return s.fill(text, positive, {"a": lambda: s.say(e.left), "set": one})


def _binary(s: Speaker, e: t.Binary) -> str:
    if e.word == "in":
        return _in(s, e, True)
    for side, other, word in ((e.left, e.right, e.word), (e.right, e.left, _MIRROR.get(e.word))):
        if isinstance(other, t.Number) and word in _MIRROR:
            counted = _counted(s, side, word, other.value)
            if counted is not None:
                return counted
    left, right = (lambda: s.say(e.left)), (lambda: s.say(e.right))
    return s.frame(f"binary.{e.word}", a=left, b=right)


_MIRROR = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _counted(s: Speaker, what: t.Expr, word: str | None, number: int) -> str | None:
    """`count(S) >= 2`, `times(…) = 1`: how many there are; None for what is no count."""
    if isinstance(what, t.SetSize):
        one, many = member(s, what.domain, "all"), member(s, what.domain, "all")
    elif isinstance(what, t.SetSearch) and what.word == "count":
        one = many = described(s, what.member, "all")
    elif isinstance(what, t.History) and what.word == "times":
        return SAYERS[t.History](
            s, t.Binary(what.location, str(word), what, t.Number(what.location, number))
        )
    else:
        return None
    if number == 0 and word in ("=", ">", "!="):
        return s.frame("number.none" if word == "=" else "number.some", set=many)
    return s.frame(f"number.{word}", n=s.tongue.number(number), set=one if number == 1 else many)


def _logic(s: Speaker, e: t.Logic) -> str:
    return s.both("and", s.conditions(e.parts)) if e.word == "and" else s.choice(e, False)


def _if_else(s: Speaker, e: t.IfElse) -> str:
    return s.frame(
        "if else",
        then=lambda: s.say(e.then),
        condition=lambda: s.flag(e.condition),
        otherwise=lambda: s.say(e.otherwise),
    )


# --------------------------------------------------------------------------- helpers


def kind_of(s: Speaker, e: t.Node) -> str:
    """The kind of the members of a set, or of a thing; empty if that is not plain."""
    if isinstance(e, (t.Kind, t.Owned, t.PieceAt)):
        name = e.name if isinstance(e, t.Kind) else e.kind
        return name if s.names.types.get(name) else name.removesuffix("s")
    if isinstance(e, t.SetSearch):
        return kind_of(s, e.member.domain)
    if isinstance(e, t.Binary):
        return kind_of(s, e.left)
    if isinstance(e, t.SetOf):
        return kind_of(s, e.members[0]) if e.members else ""
    if isinstance(e, t.History):
        roles = s.names.actions[e.event.kinds[0]].roles
        return next((_role_kind(s, r) for r in roles if r.name == e.role), "")
    return _named(s, e) if isinstance(e, (t.Name, t.FunctionCall)) else ""


def _named(s: Speaker, e: t.Name | t.FunctionCall) -> str:
    name = e.name
    if name in s.kinds:
        return s.kinds[name]
    if name in s.names.memory:
        return s.names.memory[name].type.name
    if name in s.names.facts:
        return kind_of(s, s.names.facts[name].body)
    for action in [s.names.actions[s.action]] if s.action else ():
        for role in action.roles:
            if role.name == name:
                return _role_kind(s, role)
    if isinstance(e, t.FunctionCall) and name in ("adjacent", "wrapped", "step", "beyond", "place"):
        return s.names.game.boards[0].name if s.names.game.boards else ""
    owners = s.names.attrs.get(name)
    return next(iter(owners.values())).type.name if owners else ""


def _role_kind(s: Speaker, role: Any) -> str:
    return str(role.type.name) if role.type is not None else kind_of(s, role.expr)


SAYERS.update(
    {
        t.Number: _number,
        t.Name: _name,
        t.Kind: _kind,
        t.Owned: _owned,
        t.PieceAt: _piece_at,
        t.Literal: _literal,
        t.FunctionCall: _call,
        t.SetOf: _set_of,
        t.SetSearch: _search,
        t.SetSize: _count,
        t.Fold: _fold,
        t.Unary: _unary,
        t.Binary: _binary,
        t.Logic: _logic,
        t.IfElse: _if_else,
    }
)
