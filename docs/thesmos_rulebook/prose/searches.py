"""Searches, folds and walks over things as text."""

from __future__ import annotations

import re
from collections.abc import Mapping

from thesmos.program.node import walk
from thesmos.program.values import (
    AllOf,
    Along,
    FactValue,
    FirstBy,
    Fold,
    Logic,
    Owned,
    PlayerFunction,
    Search,
    SetOf,
    Size,
    Spread,
    Those,
    Value,
    Variable,
)
from thesmos_rulebook.prose.members import (
    Form,
    bound,
    counted,
    described,
    has_letter,
    kind_of,
    member,
    predicates,
    that,
)
from thesmos_rulebook.prose.normal_form import (
    conjuncts,
    names_used,
    negation_count,
    normal,
)
from thesmos_rulebook.prose.verbalizer import Gap, Mention, NodeHandler, Verbalizer


def _those(v: Verbalizer, e: Those) -> str:
    return described(v, e.binder, "all")


def _search(v: Verbalizer, e: Search) -> str:
    if e.word == "first":
        return _first(v, e) or described(v, e.binder, "the")
    if e.word == "count":
        return v.render("count", set=counted(v, e.binder))
    word, binder = e.word, e.binder
    # The definition of a fact without words may be several conditions, which all need the frame.
    parts = [part for fact in conjuncts(binder.condition) for part in conjuncts(v.unfolded(fact))]
    if len(parts) == 1 and word in ("every", "no") and negation_count(parts[0]) == 1:
        # `each … is not` can be read in two ways, `none … is` in one.
        opposite = normal(parts[0], False)
        if not negation_count(opposite) and not isinstance(opposite, Logic):
            word, parts = ("no" if word == "every" else "every"), [opposite]
    forms: dict[str, Form] = {"some": "a", "no": "none", "every": "each"}
    form, kind = forms[word], kind_of(binder.domain)
    inner = bound(v, binder, form)
    before = v.mentioned()
    text = inner.joined_conditions("and", inner.conditions(parts))
    alone = len(parts) == 1 and inner.mentions[binder.name].used and not v.is_choice(parts[0])
    if not parts or (alone and _reads_in_place(inner, binder.name, parts[0], text)):
        if parts and word == "no" and v.language.negates_twice:
            return _nobody(bound(v, binder, form), text, parts[0])
        return text
    v.forget_mentions(before)  # that text is not used
    clear = kind not in v.kinds.values() or isinstance(binder.domain, Owned)
    clear = clear and (word == "some" or not any(map(negation_count, parts)))
    predicated = predicates(v, binder.name, kind, parts)
    if predicated is not None and clear and not any(map(v.is_choice, parts)):
        return f"{member(v, binder.domain, form)} {v.joined('and', predicated)}"
    if predicated is not None and word == "some" and not any(map(v.is_choice, parts)):
        a = member(v, binder.domain, form)
        return v.render("there.some that", member=a, what=v.joined("and", predicated))
    v.forget_mentions(before)
    thing = that(v, kind)
    inner = v.with_name(binder.name, Mention(thing, thing), kind)
    what = inner.joined_conditions("and", inner.conditions(parts))
    gender = v.noun(kind).gender
    listed = word == "some" and isinstance(binder.domain, SetOf)
    frame = "there.some of" if listed else f"there.{word}"
    head = member(v, binder.domain, form)
    if has_letter(v, kind):
        head = v.render("with letter", member=head, called=thing)
    return v.render(frame, gender, member=head, what=what)


def _reads_in_place(inner: Verbalizer, name: str, part: Value, text: str) -> bool:
    """Return whether `a`, `no` or `each` is understood where it stands in a condition's text.

    It is not after a negation, nor within what is itself about several things, such as the steps of
    a walk: there it would be another one at each of them.
    """
    several = (node for node in walk(part) if isinstance(node, _ABOUT_SEVERAL))
    if any(name in names_used(node) for node in several):
        return False
    first = inner.mentions[name].first
    before, found, _ = text.partition(first if isinstance(first, str) else "\x00")
    return not found or not re.search(rf"\b(?:{inner.language.negations})\b", before)


_ABOUT_SEVERAL = (Along, FirstBy, Fold, Search, Spread, Those)


def _along(v: Verbalizer, e: Along) -> str:
    inner, gaps, gender = _going(v, e)
    gaps["condition"] = lambda: inner.condition(e.condition)
    match e:
        case Along(word="where", next=PlayerFunction("next_player", (Variable(name=e.name),))):
            return v.render("next player where", start=gaps["start"], condition=gaps["condition"])
        case _:
            return v.render(f"along.{e.word}", gender, **gaps)


def _spread(v: Verbalizer, e: Spread) -> str:
    inner, gaps, gender = _going(v, e)
    condition = e.condition
    if condition is None:
        return v.render("spread", gender, **gaps)
    return v.render("spread.where", gender, **gaps, condition=lambda: inner.condition(condition))


def _going(v: Verbalizer, e: Along | Spread) -> tuple[Verbalizer, dict[str, Gap], str]:
    """Return the verbalizer that knows the name, the gaps of both templates, and a gender."""
    noun = v.noun(e.type.name, e.location)
    later = that(v, e.type.name)
    inner = v.with_name(e.name, Mention(later, later), e.type.name)
    start, following = (lambda: v.say(e.start)), (lambda: inner.say(e.next))
    return inner, {"many": noun.plural, "start": start, "next": following}, noun.gender


def _nobody(inner: Verbalizer, text: str, part: Value) -> str:
    """Return that a condition holds for nobody, where `nobody` after the verb needs a `not`.

    `nobody` comes before the verb if the text up to it is the same with the `not`.
    """
    first = inner.mentions[next(reversed(inner.mentions))].first
    negated = inner.say(normal(part, False))
    before, nobody, _ = text.partition(first if isinstance(first, str) else "\x00")
    return text if nobody and negated.startswith(before + nobody) else negated


def _first(v: Verbalizer, e: Search) -> str | None:
    """Return the first thing for which a fact holds, if the fact has words for that."""
    condition = e.binder.condition
    if not isinstance(condition, FactValue) or not isinstance(e.binder.domain, AllOf):
        return None
    alone = len(condition.arguments) == 1 and isinstance(condition.arguments[0], Variable)
    return v.lexicon.name("facts", condition.fact, "one") if alone else None


def _first_by(v: Verbalizer, e: FirstBy) -> str:
    """Return the thing that comes first, and the order by which it does."""
    domain = kind_of(e.binder.domain)
    noun = v.noun(domain, e.location)
    later = that(v, domain)
    inner = v.with_name(e.binder.name, Mention(later, later), domain)
    orders = []
    for order in e.orders:
        value = inner.say(order.value)
        orders.append(v.render(f"first by.{order.word}", value=value))
    joint = f", {v.language.template('first by.then')} "
    gaps = {"one": member(v, e.binder.domain, "the"), "orders": joint.join(orders)}
    parts = conjuncts(e.binder.condition)
    if not parts:
        return v.render("first by", noun.gender, **gaps)
    what = inner.joined_conditions("and", inner.conditions(parts))
    return v.render("first by.where", noun.gender, what=what, **gaps)


def _size(v: Verbalizer, e: Size) -> str:
    if isinstance(e.of, Those):
        return v.render("count", set=counted(v, e.of.binder))
    if isinstance(e.of, AllOf):
        return v.render("count", set=v.noun(e.of.type.name, e.of.location).plural)
    return v.render("count", set=lambda: v.say(e.of))


def _fold(v: Verbalizer, e: Fold) -> str:
    """Return `the sum of the points of each card`, or `the sum, for each one that is so, of …`."""
    binder = e.binder
    if e.word == "sum" and binder.condition is None and not isinstance(binder.domain, SetOf):
        return v.render("fold.sum", value=bound(v, binder, "each").say(e.value))
    later = that(v, kind_of(binder.domain))
    inner = v.with_name(binder.name, Mention(later, later), kind_of(binder.domain))
    each_text, value = described(v, binder, "each"), inner.closed(e.value)
    return v.render(f"fold.{e.word}.each", each=each_text, value=value)


SEARCHES: Mapping[type, NodeHandler] = {
    Those: _those,
    Search: _search,
    Fold: _fold,
    FirstBy: _first_by,
    Size: _size,
    Along: _along,
    Spread: _spread,
}
