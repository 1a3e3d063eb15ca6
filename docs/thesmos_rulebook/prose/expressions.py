"""Expressions as text: one function for each construct, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thesmos.syntax import nodes as t
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.verbalizer import HANDLERS, Mention, Verbalizer

MARK = "\x00"  # put for a thing's first mention, to check whether a text begins with it


def _number(v: Verbalizer, e: t.Number) -> str:
    return str(e.value)


def _name(v: Verbalizer, e: t.Name) -> str:
    role = v.role(e.name)
    if v.action and role and any(r.name == e.name for r in v.names.actions[v.action].roles):
        return role
    if v.language.has_template(f"person.{e.name}"):
        return v.render(f"person.{e.name}")
    body = v.body(e)
    return (
        v.say(normal(body))
        if body
        else v.note_missing(e.name, e.location, e.name.replace("_", " "))
    )


def _kind(v: Verbalizer, e: t.Kind) -> str:
    return v.noun_form("kind.all", v.noun(e.name, e.location))


def _owned(v: Verbalizer, e: t.Owned) -> str:
    return v.noun_form(f"{e.whose}.all", v.noun(e.kind, e.location))


def _piece_at(v: Verbalizer, e: t.PieceAt) -> str:
    noun = v.noun(e.kind, e.location)
    return v.render("piece at", noun.gender, one=noun.one, at=lambda: v.say(e.at))


def _literal(v: Verbalizer, e: t.Literal) -> str:
    return v.render(f"literal.{e.word}")


def _call(v: Verbalizer, e: t.FunctionCall) -> str:
    body = v.body(e)
    return v.say(normal(body)) if body else v.note_missing(f"{e.name}(…)", e.location, e.name)


def _set_of(v: Verbalizer, e: t.SetOf) -> str:
    return v.joined("and", [v.say(m) for m in e.members])


# ------------------------------------------------------------------- members of sets


def member(v: Verbalizer, domain: t.Expr, form: str) -> str:
    """Return one member of a set in a form: `a`, `each`, `none`, `any`, `the`, or `all`."""
    if isinstance(domain, t.Owned):
        return v.noun_form(f"{domain.whose}.{form}", v.noun(domain.kind, domain.location))
    if isinstance(domain, t.Kind):
        return v.noun_form(f"kind.{form}", v.noun(domain.name, domain.location))
    if isinstance(domain, t.SetSearch) and domain.word == "those" and form in ("a", "any", "each"):
        return described(v, domain.member, form)
    gender = v.noun(kind_of(v, domain)).gender
    return v.render(f"of.{form}", gender, set=lambda: v.say(domain))


def that(v: Verbalizer, kind: str) -> str:
    """Return how a thing that was mentioned before is called."""
    return v.noun_form("that", v.noun(kind))


def bound(v: Verbalizer, m: t.Member, form: str) -> Verbalizer:
    """Return the verbalizer inside a member expression, with its name bound.

    The name is mentioned in the given form first, and as `that one` afterwards.
    """
    kind = kind_of(v, m.domain)
    later = "that other" if kind in v.kinds.values() else "that"
    first = member(v, m.domain, form)
    return v.with_name(m.name, Mention(first, v.noun_form(later, v.noun(kind))), kind)


def described(v: Verbalizer, m: t.Member, form: str) -> str:
    """Return a member with its conditions: `a space that is free`, or `a space, where …`."""
    if m.condition is None:
        return member(v, m.domain, form)
    text = relative(v, m, form)
    if text is not None:
        return text
    return v.render("such", head=member(v, m.domain, form), what=_plain(v, m, kind_of(v, m.domain)))


def relative(v: Verbalizer, m: t.Member, form: str) -> str | None:
    """Return a member with a relative clause; None if a condition doesn't begin with the member."""
    if m.condition is None:
        return None
    texts = predicates(v, m.name, kind_of(v, m.domain), conjuncts(m.condition))
    if texts is None:
        return None
    if form in ("any", "each"):
        texts = [v.language.subjunctive(text) for text in texts]
    return v.render("who", head=member(v, m.domain, form), what=v.joined("and", texts))


def predicates(v: Verbalizer, name: str, kind: str, parts: Sequence[t.Expr]) -> list[str] | None:
    """Return what holds for a thing without naming it; None if that is not possible."""
    texts = []
    for part in (p for each in parts for p in conjuncts(v.unfolded(each))):
        inner = v.with_name(name, Mention(MARK, that(v, kind)), kind)
        texts.append(inner.say(part))
    if not all(text.startswith(MARK) and MARK not in text[1:] for text in texts):
        return None
    return [text[1:].strip() for text in texts]


def _plain(v: Verbalizer, m: t.Member, kind: str) -> str:
    inner = v.with_name(m.name, Mention(that(v, kind), that(v, kind)), kind)
    return inner.joined_conditions("and", inner.conditions(conjuncts(m.condition)))


def _search(v: Verbalizer, e: t.SetSearch) -> str:
    if e.word in ("first", "those", "count"):
        form = {"first": "the", "those": "all", "count": "all"}[e.word]
        text = described(v, e.member, form)
        return text if e.word != "count" else v.render("count", set=text)
    form = {"some": "a", "no": "none", "every": "each"}[e.word]
    inner = bound(v, e.member, form)
    parts = conjuncts(e.member.condition)
    text = inner.joined_conditions("and", inner.conditions(parts))
    if inner.mentions[e.member.name].used or not parts:
        return text
    return v.render(f"there.{e.word}", member=member(v, e.member.domain, form), what=text)


def _count(v: Verbalizer, e: t.SetSize) -> str:
    return v.render("count", set=lambda: v.say(e.domain))


def _fold(v: Verbalizer, e: t.Fold) -> str:
    inner = bound(v, e.member, "each")
    parts = conjuncts(e.member.condition)
    value = inner.say(e.value)
    if not parts:
        return v.render(f"fold.{e.word}", value=value)
    what = inner.joined_conditions("and", inner.conditions(parts))
    return v.render(f"fold.{e.word}.where", value=value, what=what)


# ------------------------------------------------------------------------ operators


def _unary(v: Verbalizer, e: t.Unary) -> str:
    value = e.value
    if e.word != "not":
        return v.render(f"unary.{e.word}", value=lambda: v.say(value))
    body = v.body(value)
    if body is not None:
        return v.say(normal(body, False))
    if isinstance(value, t.Binary) and value.word == "in":
        return _in(v, value, False)
    if isinstance(value, t.History):
        return HANDLERS[t.History](v, e)
    return v.note_missing(f"not {type(value).__name__.lower()}", e.location, v.say(value))


def _in(v: Verbalizer, e: t.Binary, positive: bool) -> str:
    text = v.language.template("in" if isinstance(e.right, (t.Owned, t.Kind)) else "in set")
    one = lambda: member(v, e.right, "a")  # noqa: E731 - evaluated when the gap is filled
    return v.fill(text, positive, {"a": lambda: v.say(e.left), "set": one})


def _binary(v: Verbalizer, e: t.Binary) -> str:
    if e.word == "in":
        return _in(v, e, True)
    for side, other, word in ((e.left, e.right, e.word), (e.right, e.left, _MIRROR.get(e.word))):
        if isinstance(other, t.Number) and word in _MIRROR:
            counted = _counted(v, side, word, other.value)
            if counted is not None:
                return counted
    left, right = (lambda: v.say(e.left)), (lambda: v.say(e.right))
    return v.render(f"binary.{e.word}", a=left, b=right)


_MIRROR = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _counted(v: Verbalizer, what: t.Expr, word: str | None, number: int) -> str | None:
    """Return a comparison of a count with a number, as `count(S) >= 2`; None if it is not one."""
    if isinstance(what, t.SetSize):
        one, many = member(v, what.domain, "all"), member(v, what.domain, "all")
    elif isinstance(what, t.SetSearch) and what.word == "count":
        one = many = described(v, what.member, "all")
    elif isinstance(what, t.History) and what.word == "times":
        return HANDLERS[t.History](
            v, t.Binary(what.location, str(word), what, t.Number(what.location, number))
        )
    else:
        return None
    if number == 0 and word in ("=", ">", "!="):
        return v.render("number.none" if word == "=" else "number.some", set=many)
    return v.render(f"number.{word}", n=v.language.number(number), set=one if number == 1 else many)


def _logic(v: Verbalizer, e: t.Logic) -> str:
    return (
        v.joined_conditions("and", v.conditions(e.parts)) if e.word == "and" else v.choice(e, False)
    )


def _if_else(v: Verbalizer, e: t.IfElse) -> str:
    return v.render(
        "if else",
        then=lambda: v.say(e.then),
        condition=lambda: v.condition(e.condition),
        otherwise=lambda: v.say(e.otherwise),
    )


# --------------------------------------------------------------------------- helpers


def kind_of(v: Verbalizer, e: t.Node) -> str:
    """Return the kind of a thing, or of the members of a set; empty if it is not known."""
    if isinstance(e, (t.Kind, t.Owned, t.PieceAt)):
        name = e.name if isinstance(e, t.Kind) else e.kind
        return name if v.names.types.get(name) else name.removesuffix("s")
    if isinstance(e, t.SetSearch):
        return kind_of(v, e.member.domain)
    if isinstance(e, t.Binary):
        return kind_of(v, e.left)
    if isinstance(e, t.SetOf):
        return kind_of(v, e.members[0]) if e.members else ""
    if isinstance(e, t.History):
        roles = v.names.actions[e.event.kinds[0]].roles
        return next((_role_kind(v, r) for r in roles if r.name == e.role), "")
    return _named(v, e) if isinstance(e, (t.Name, t.FunctionCall)) else ""


def _named(v: Verbalizer, e: t.Name | t.FunctionCall) -> str:
    name = e.name
    if name in v.kinds:
        return v.kinds[name]
    if name in v.names.memory:
        return v.names.memory[name].type.name
    if name in v.names.facts:
        return kind_of(v, v.names.facts[name].body)
    for action in [v.names.actions[v.action]] if v.action else ():
        for role in action.roles:
            if role.name == name:
                return _role_kind(v, role)
    if isinstance(e, t.FunctionCall) and name in ("adjacent", "wrapped", "step", "beyond", "place"):
        return v.names.game.boards[0].name if v.names.game.boards else ""
    owners = v.names.attrs.get(name)
    return next(iter(owners.values())).type.name if owners else ""


def _role_kind(v: Verbalizer, role: Any) -> str:
    return str(role.type.name) if role.type is not None else kind_of(v, role.expr)


HANDLERS.update(
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
