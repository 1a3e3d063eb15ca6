"""Comparisons of a count with a number: `you have more than one piece`, `there is no piece`."""

from __future__ import annotations

from dataclasses import replace

from thesmos.program.types import FLAG
from thesmos.program.values import (
    AllOf,
    Binder,
    BoardFunction,
    Compare,
    Comparison,
    Number,
    OnBoard,
    Owned,
    Past,
    Search,
    SearchWord,
    Size,
    Those,
    Value,
)
from thesmos_rulebook.prose.members import cells_of, counted, kind_of, member, noun_of_set
from thesmos_rulebook.prose.verbalizer import HANDLERS, Verbalizer


def declared_amount(v: Verbalizer, e: Compare) -> str | None:
    """Return the text of a comparison like `count(S) >= 2`; None for any other comparison."""
    what, word = e.left, e.word
    number = e.right.value if isinstance(e.right, Number) else 0
    if isinstance(what, Past) and what.query.question == "times":
        return HANDLERS[Past](v, e)
    if isinstance(what, Size) and isinstance(what.of, Those):
        return _counted_among(v, what.of.binder, word, number)
    if isinstance(what, Search) and what.word == "count":
        return _counted_among(v, what.binder, word, number)
    if not isinstance(what, Size):
        return None
    if isinstance(what.of, (AllOf, OnBoard, Owned, BoardFunction)):
        return _number_of(v, what.of, word, number)
    many, gender = member(v, what.of, "all"), v.noun(kind_of(what.of)).gender
    if number == 0 and word in ("=", ">", "!="):
        return v.render("number.none" if word == "=" else "number.some", gender, set=many)
    return _number_among(v, what.of, word, number, many)


def _counted_among(v: Verbalizer, binder: Binder, word: Comparison, number: int) -> str:
    """Return `there are at least two cards, counting each that is free`; for none, `no card is`."""
    if number == 0 and word in ("=", ">", "!="):
        quantifier: SearchWord = "no" if word == "=" else "some"
        return v.say(Search(quantifier, binder, location=binder.domain.location, type=FLAG))
    noun = noun_of_set(v, binder.domain)
    n = v.noun_form("one", noun) if number == 1 else f"{v.language.number(number)} {noun.plural}"
    count = v.render("amount.=" if word == "!=" else f"amount.{word}", n=n)
    frame = "are.one" if number == 1 else "are"
    what = counted(v, binder, count, number == 1)
    return v.fill(v.language.template(frame), word != "!=", {"what": what})


def _number_of(
    v: Verbalizer, of: AllOf | OnBoard | Owned | BoardFunction, word: Comparison, number: int
) -> str:
    """Return `you have more than one piece`, `there are three players`, `there is no piece`."""
    noun = v.noun(of.type.name, of.location)
    if isinstance(of, BoardFunction):
        forms = (cells_of(v, of, cells) for cells in (noun.singular, noun.plural))
        noun = replace(noun, singular=next(forms), plural=next(forms))
    there = noun_of_set(v, of) if isinstance(of, OnBoard) and number else noun
    yours = isinstance(of, Owned) and of.whose == "your"
    if isinstance(of, Owned) and not yours:
        return _number_among(v, of, word, number, member(v, of, "all"))
    if number == 0 and word in ("=", ">", "!="):
        frame = "have any" if yours else "on board any" if isinstance(of, OnBoard) else "are any"
        text = v.language.template(frame, noun.gender)
        return v.fill(text, word != "=", {"one": noun.singular})
    single = number == 1
    n = v.noun_form("one", there) if single else f"{v.language.number(number)} {there.plural}"
    count = v.render("amount.=" if word == "!=" else f"amount.{word}", n=n)
    text = v.language.template("have" if yours else "are.one" if single else "are")
    return v.fill(text, word != "!=", {"what": count})


def _number_among(v: Verbalizer, of: Value, word: Comparison, number: int, many: str) -> str:
    """Return `there are at least two of your opponents' cards`."""
    single = number == 1
    n = v.render("one alone", v.noun(kind_of(of)).gender) if single else v.language.number(number)
    count = v.render("amount.=" if word == "!=" else f"amount.{word}", n=n)
    text = v.language.template("number of one" if single else "number of")
    return v.fill(text, word != "!=", {"n": count, "set": many})
