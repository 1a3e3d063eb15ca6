"""Members of sets as text: `one of your pieces`, `each space that is free`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from thesmos.program.values import (
    AllOf,
    Binder,
    BoardFunction,
    CellOf,
    Number,
    OnBoard,
    Owned,
    SetOf,
    Those,
    Value,
)
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.lexicon import Noun
from thesmos_rulebook.prose.normal_form import conjuncts
from thesmos_rulebook.prose.verbalizer import Mention, Verbalizer, kind_name

MARK = "\x00"  # replaces a thing's first mention, to check whether a text begins with it


def kind_of(e: Value) -> str:
    """Return the kind of a thing, or of the members of a set; empty if it has none."""
    return kind_name(e.type)


Form = Literal["a", "any", "the", "each", "none", "all"]  # of a noun for a member of a set


def member(v: Verbalizer, domain: Value, form: Form) -> str:
    """Return one member of a set in a form; all of them in the form `all`.

    With a condition, all members are described one by one: `each card that is free`.
    """
    if isinstance(domain, (AllOf, OnBoard, Owned)):
        return v.noun_form(f"{_whose(domain)}.{form}", v.noun(domain.type.name, domain.location))
    if isinstance(domain, Those) and form in ("a", "any", "each"):
        return described(v, domain.binder, form)
    noun = v.noun(kind_of(domain))
    if isinstance(domain, BoardFunction) and v.declared_text(domain) is None:
        return cells_of(v, domain, v.noun_form(f"kind.{form}", noun))
    if isinstance(domain, SetOf) and not all(isinstance(m, Number) for m in domain.members):
        names = ", ".join(v.say(value) for value in domain.members)
        return v.render(f"of.{form}", noun.gender, set=v.render("these", noun.gender, list=names))
    return v.render(f"of.{form}", noun.gender, set=lambda: v.closed(domain))


def cells_of(v: Verbalizer, e: BoardFunction, cells: str) -> str:
    """Return cells by where they are: `each space next to that piece`.

    cells: what they are.
    """
    gaps = v.deferred({"a": on_cell(e.arguments[0])})
    return v.fill(v.language.core[e.function], True, {**gaps, "cells": cells})


def on_cell(e: Value) -> Value:
    """Return the piece, if a cell is named by the piece on it: `next to that piece`."""
    return e.piece if isinstance(e, CellOf) else e


def _whose(domain: AllOf | OnBoard | Owned) -> str:
    """Return the first part of the name of a noun's form."""
    if isinstance(domain, Owned):
        return domain.whose
    return "all" if isinstance(domain, OnBoard) else "kind"


def that(v: Verbalizer, kind: str) -> str:
    """Return how to refer to a thing mentioned before, as distinct from others of its kind.

    From the third of a kind on it has a letter, which its first mention has to introduce.
    """
    alike, noun = list(v.kinds.values()).count(kind), v.noun(kind)
    if has_letter(v, kind):
        letter = chr(ord("A") + alike)
        return v.render("lettered", noun.gender, one=noun.singular, letter=letter)
    return v.noun_form("that other" if alike else "that", noun)


def has_letter(v: Verbalizer, kind: str) -> bool:
    """Return whether the next thing of a kind needs a letter: `that other` would be unclear."""
    return list(v.kinds.values()).count(kind) > 1


def bound(v: Verbalizer, m: Binder, form: Form) -> Verbalizer:
    """Return the verbalizer inside a member expression, with its name bound.

    The name is mentioned in the given form first, and as `that one` afterwards.
    """
    kind = kind_of(m.domain)
    return v.with_name(m.name, Mention(member(v, m.domain, form), that(v, kind)), kind)


def described(v: Verbalizer, m: Binder, form: Form) -> str:
    """Return a member with its conditions: `a space that is free`, or `a space, where …`."""
    if form == "all" and m.condition is not None:
        form = "each"
    if m.condition is None:
        return member(v, m.domain, form)
    text = relative(v, m, form)
    if text is not None:
        return text
    what = _conditions_of(v, m, m.condition)
    gender = v.noun(kind_of(m.domain)).gender
    return v.render("such", gender, head=member(v, m.domain, form), what=what)


def relative(v: Verbalizer, m: Binder, form: Form) -> str | None:
    """Return a member with a relative clause; None if a condition doesn't begin with the member."""
    if m.condition is None:
        return None
    texts = predicates(v, m.name, kind_of(m.domain), conjuncts(m.condition))
    if texts is None:
        return None
    if form in ("any", "each"):
        texts = [v.language.subjunctive(text) for text in texts]
    return v.render("who", head=member(v, m.domain, form), what=v.joined("and", texts))


def noun_of_set(v: Verbalizer, domain: Value) -> Noun:
    """Return the noun for the members of a set; of the pieces on a board, with that."""
    noun = v.noun(kind_of(domain))
    if not isinstance(domain, OnBoard):
        return noun
    one = v.render("all.bare", one=noun.singular)
    return replace(noun, singular=one, plural=v.render("all.bare many", many=noun.plural))


def counted(v: Verbalizer, m: Binder, count: str = "", singular: bool = False) -> str:
    """Return the text of counted members: `cards, counting each that is free`.

    count: how many there are, with the noun; empty for the noun alone.
    singular: whether the noun is singular, so that a condition can follow it: `exactly one card
        that is free`.
    """
    noun = noun_of_set(v, m.domain)
    count = count or noun.plural
    parts = conjuncts(m.condition)
    if not isinstance(m.domain, (AllOf, OnBoard)):
        each_text = described(v, m, "each")
        return v.render("those counted", count=count, each=each_text)
    texts = predicates(v, m.name, kind_of(m.domain), parts)
    if not parts:
        return count
    if texts is not None and singular:
        return v.render("who", head=count, what=v.joined("and", texts))
    if texts is None:
        what = _conditions_of(v, m, m.condition)
        each_text = v.render("such", noun.gender, head=v.render("each one", noun.gender), what=what)
    else:
        what = v.joined("and", [v.language.subjunctive(text) for text in texts])
        each_text = v.render("who", head=v.render("each one", noun.gender), what=what)
    return v.render("those counted", count=count, each=each_text)


def predicates(v: Verbalizer, name: str, kind: str, parts: Sequence[Value]) -> list[str] | None:
    """Return what holds for a thing without naming it; None if that is not possible."""
    texts = []
    for part in (part for condition in parts for part in conjuncts(v.unfolded(condition))):
        inner = v.with_name(name, Mention(MARK, that(v, kind)), kind)
        texts.append(inner.say(part))
    if not all(text.startswith(MARK) and MARK not in text[1:] for text in texts):
        return None
    return [text.removeprefix(MARK).removeprefix(END).strip() for text in texts]


def _conditions_of(v: Verbalizer, m: Binder, condition: Value | None) -> str:
    kind = kind_of(m.domain)
    name = that(v, kind)
    inner = v.with_name(m.name, Mention(name, name), kind)
    return inner.joined_conditions("and", inner.conditions(conjuncts(condition)))
