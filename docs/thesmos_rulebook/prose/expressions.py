"""Values as text: one function for each construct, in the order of the grammar."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from thesmos.program.values import (
    AllOf,
    Arithmetic,
    AttributeValue,
    Binder,
    BoardFunction,
    Compare,
    Comparison,
    Exists,
    FactValue,
    Flag,
    Fold,
    Forbidden,
    Granted,
    IfElse,
    IsIn,
    Logic,
    MemoryValue,
    Negative,
    Not,
    Nothing,
    Number,
    Offered,
    OnBoard,
    Owned,
    Past,
    Person,
    PersonWord,
    PieceAt,
    PlaceOf,
    PlayerFunction,
    Rewound,
    Search,
    SetOf,
    SetOperation,
    Setting,
    Size,
    ThisCard,
    Those,
    Value,
    Variable,
    Word,
    ZoneOf,
)
from thesmos_rulebook.prose.normal_form import conjuncts, normal
from thesmos_rulebook.prose.verbalizer import HANDLERS, Mention, Verbalizer, kind_name

MARK = "\x00"  # put for a thing's first mention, to check whether a text begins with it


def _number(v: Verbalizer, e: Number) -> str:
    return str(e.value)


def _flag(v: Verbalizer, e: Flag) -> str:
    return v.render("literal.yes" if e.value else "literal.no")


def _nothing(v: Verbalizer, e: Nothing) -> str:
    return v.render("literal.none")


# ----------------------------------------------------------------------------- names


def _variable(v: Verbalizer, e: Variable) -> str:
    roles = v.game.actions[v.action].roles if v.action else ()
    text = v.role(e.name) if any(role.name == e.name for role in roles) else None
    return text or _without_words(v, e)


def _word(v: Verbalizer, e: Word) -> str:
    if e.word in ("yes", "no"):  # values of an option
        return v.render("literal.yes" if e.word == "yes" else "literal.no")
    return _without_words(v, e)


def _person(v: Verbalizer, e: Person) -> str:
    return v.render(f"person.{e.word}")


def _this_card(v: Verbalizer, e: ThisCard) -> str:
    return v.render("person.self")


def _fact(v: Verbalizer, e: FactValue) -> str:
    body = v.body(e)
    return v.say(normal(body)) if body else _without_words(v, e)


def _without_words(v: Verbalizer, e: Value) -> str:
    """Return the name of something that has only a name, which is recorded as missing."""
    name, called = name_of(e)
    if called:
        return v.note_missing(f"{name}(…)", e.location, name)
    return v.note_missing(name, e.location, name.replace("_", " "))


def name_of(e: Value) -> tuple[str, bool]:
    """Return the name of a value as it is written, and whether arguments follow it."""
    match e:
        case Variable():
            return e.name, False
        case Word():
            return e.word, False
        case MemoryValue():
            return e.memory.name, False
        case AttributeValue():
            return e.attribute.name, bool(e.of)
        case FactValue():
            return e.fact.name, bool(e.arguments)
        case BoardFunction() | PlayerFunction():
            return e.function, True
        case Setting():
            return "option", True
        case PlaceOf():
            return "place", True
        case ZoneOf():
            return "zone", True
        case _:
            return type(e).__name__.lower(), isinstance(e, (Offered, Forbidden))


# ------------------------------------------------------------------------------ sets


def _kind(v: Verbalizer, e: AllOf | OnBoard | Owned) -> str:
    return member(v, e, "all")


def _piece_at(v: Verbalizer, e: PieceAt) -> str:
    noun = v.noun(e.kind, e.location)
    return v.render("piece at", noun.gender, one=noun.one, at=lambda: v.say(e.at))


def _set_of(v: Verbalizer, e: SetOf) -> str:
    return v.joined("and", [v.say(m) for m in e.members])


# ------------------------------------------------------------------- members of sets


Form = Literal["a", "any", "the", "each", "none", "all"]  # of a noun for a member of a set


def member(v: Verbalizer, domain: Value, form: Form) -> str:
    """Return one member of a set in a form; all of them in the form `all`."""
    if isinstance(domain, (AllOf, OnBoard, Owned)):
        return v.noun_form(f"{_whose(domain)}.{form}", v.noun(domain.type.name, domain.location))
    if isinstance(domain, Those) and form in ("a", "any", "each"):
        return described(v, domain.binder, form)
    gender = v.noun(kind_of(domain)).gender
    return v.render(f"of.{form}", gender, set=lambda: v.say(domain))


def _whose(domain: AllOf | OnBoard | Owned) -> str:
    """Return the first part of the name of a noun's form."""
    if isinstance(domain, Owned):
        return domain.whose
    return "all" if isinstance(domain, OnBoard) else "kind"


def that(v: Verbalizer, kind: str) -> str:
    """Return how a thing that was mentioned before is called."""
    return v.noun_form("that", v.noun(kind))


def bound(v: Verbalizer, m: Binder, form: Form) -> Verbalizer:
    """Return the verbalizer inside a member expression, with its name bound.

    The name is mentioned in the given form first, and as `that one` afterwards.
    """
    kind = kind_of(m.domain)
    later = "that other" if kind in v.kinds.values() else "that"
    first = member(v, m.domain, form)
    return v.with_name(m.name, Mention(first, v.noun_form(later, v.noun(kind))), kind)


def described(v: Verbalizer, m: Binder, form: Form) -> str:
    """Return a member with its conditions: `a space that is free`, or `a space, where …`."""
    if m.condition is None:
        return member(v, m.domain, form)
    text = relative(v, m, form)
    if text is not None:
        return text
    what = _conditions_of(v, m, m.condition)
    return v.render("such", head=member(v, m.domain, form), what=what)


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


def predicates(v: Verbalizer, name: str, kind: str, parts: Sequence[Value]) -> list[str] | None:
    """Return what holds for a thing without naming it; None if that is not possible."""
    texts = []
    for part in (p for each in parts for p in conjuncts(v.unfolded(each))):
        inner = v.with_name(name, Mention(MARK, that(v, kind)), kind)
        texts.append(inner.say(part))
    if not all(text.startswith(MARK) and MARK not in text[1:] for text in texts):
        return None
    return [text[1:].strip() for text in texts]


def _conditions_of(v: Verbalizer, m: Binder, condition: Value) -> str:
    kind = kind_of(m.domain)
    inner = v.with_name(m.name, Mention(that(v, kind), that(v, kind)), kind)
    return inner.joined_conditions("and", inner.conditions(conjuncts(condition)))


def _those(v: Verbalizer, e: Those) -> str:
    return described(v, e.binder, "all")


def _search(v: Verbalizer, e: Search) -> str:
    if e.word == "first":
        return described(v, e.binder, "the")
    if e.word == "count":
        return v.render("count", set=described(v, e.binder, "all"))
    forms: dict[str, Form] = {"some": "a", "no": "none", "every": "each"}
    form = forms[e.word]
    inner = bound(v, e.binder, form)
    parts = conjuncts(e.binder.condition)
    text = inner.joined_conditions("and", inner.conditions(parts))
    if inner.mentions[e.binder.name].used or not parts:
        return text
    return v.render(f"there.{e.word}", member=member(v, e.binder.domain, form), what=text)


def _size(v: Verbalizer, e: Size) -> str:
    return v.render("count", set=lambda: v.say(e.of))


def _fold(v: Verbalizer, e: Fold) -> str:
    inner = bound(v, e.binder, "each")
    parts = conjuncts(e.binder.condition)
    value = inner.say(e.value)
    if not parts:
        return v.render(f"fold.{e.word}", value=value)
    what = inner.joined_conditions("and", inner.conditions(parts))
    return v.render(f"fold.{e.word}.where", value=value, what=what)


# ------------------------------------------------------------------------ operators


def _negative(v: Verbalizer, e: Negative) -> str:
    return v.render("unary.-", value=lambda: v.say(e.value))


def _exists(v: Verbalizer, e: Exists) -> str:
    name = "unary.is none" if e.negated else "unary.exists"
    return v.render(name, value=lambda: v.say(e.value))


def _not(v: Verbalizer, e: Not) -> str:
    value = e.value
    body = v.body(value)
    if body is not None:
        return v.say(normal(body, False))
    if isinstance(value, IsIn):
        return _in(v, value, False)
    if isinstance(value, Past):
        return HANDLERS[Past](v, e)
    name, called = name_of(value)
    return v.note_missing(f"not {name}{'(…)' * called}", e.location, v.say(value))


def _is_in(v: Verbalizer, e: IsIn) -> str:
    return _in(v, e, True)


def _in(v: Verbalizer, e: IsIn, positive: bool) -> str:
    text = v.language.template("in" if isinstance(e.of, (Owned, AllOf, OnBoard)) else "in set")
    one = lambda: member(v, e.of, "a")  # noqa: E731 - evaluated when the gap is filled
    return v.fill(text, positive, {"a": lambda: v.say(e.member), "set": one})


def _compare(v: Verbalizer, e: Compare) -> str:
    for side, other, word in ((e.left, e.right, e.word), (e.right, e.left, _MIRROR[e.word])):
        if isinstance(other, Number):
            counted = _counted(v, Compare(word, side, other, location=e.location, type=e.type))
            if counted is not None:
                return counted
    return _binary(v, e)


def _binary(v: Verbalizer, e: Compare | Arithmetic | SetOperation) -> str:
    left, right = (lambda: v.say(e.left)), (lambda: v.say(e.right))
    return v.render(f"binary.{e.word}", a=left, b=right)


_MIRROR: dict[Comparison, Comparison] = {
    "=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=",
}  # fmt: skip


def _counted(v: Verbalizer, e: Compare) -> str | None:
    """Return a comparison of a count with a number, as `count(S) >= 2`; None if it is not one."""
    what, word = e.left, e.word
    number = e.right.value if isinstance(e.right, Number) else 0
    if isinstance(what, Size):
        one, many = member(v, what.of, "all"), member(v, what.of, "all")
    elif isinstance(what, Search) and what.word == "count":
        one = many = described(v, what.binder, "all")
    elif isinstance(what, Past) and what.query.question == "times":
        return HANDLERS[Past](v, e)
    else:
        return None
    if number == 0 and word in ("=", ">", "!="):
        return v.render("number.none" if word == "=" else "number.some", set=many)
    return v.render(f"number.{word}", n=v.language.number(number), set=one if number == 1 else many)


def _logic(v: Verbalizer, e: Logic) -> str:
    return (
        v.joined_conditions("and", v.conditions(e.parts)) if e.word == "and" else v.choice(e, False)
    )


def _if_else(v: Verbalizer, e: IfElse) -> str:
    return v.render(
        "if else",
        then=lambda: v.say(e.then),
        condition=lambda: v.condition(e.condition),
        otherwise=lambda: v.say(e.otherwise),
    )


def is_person(e: Value, word: PersonWord) -> bool:
    """Return whether a value is `you`, `active` or another word for a person."""
    return isinstance(e, Person) and e.word == word


def kind_of(e: Value) -> str:
    """Return the kind of a thing, or of the members of a set; empty if it has none."""
    return kind_name(e.type)


HANDLERS.update(
    {
        Number: _number,
        Flag: _flag,
        Nothing: _nothing,
        Word: _word,
        Variable: _variable,
        Person: _person,
        ThisCard: _this_card,
        Granted: _without_words,
        Rewound: _without_words,
        Setting: _without_words,
        MemoryValue: _without_words,
        AttributeValue: _without_words,
        FactValue: _fact,
        PlaceOf: _without_words,
        ZoneOf: _without_words,
        PieceAt: _piece_at,
        BoardFunction: _without_words,
        PlayerFunction: _without_words,
        AllOf: _kind,
        OnBoard: _kind,
        Owned: _kind,
        SetOf: _set_of,
        Those: _those,
        Search: _search,
        Fold: _fold,
        Size: _size,
        SetOperation: _binary,
        Offered: _without_words,
        Forbidden: _without_words,
        Not: _not,
        Negative: _negative,
        Exists: _exists,
        Compare: _compare,
        IsIn: _is_in,
        Arithmetic: _binary,
        Logic: _logic,
        IfElse: _if_else,
    }
)
