"""Values as text: one function for each construct, in the order of the grammar."""

from __future__ import annotations

from thesmos.program.types import FLAG, PLAYER, POWER
from thesmos.program.values import (
    Absolute,
    AllOf,
    Along,
    Arithmetic,
    AttributeValue,
    BoardFunction,
    CellOf,
    Compare,
    Comparison,
    Exists,
    FactValue,
    FirstBy,
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
    NumberedPlayer,
    Offered,
    OnBoard,
    Owned,
    Past,
    Person,
    PersonWord,
    PieceAt,
    PlayerFunction,
    Repeats,
    Rewound,
    Search,
    SetOf,
    SetOperation,
    Setting,
    Size,
    Spread,
    ThisCard,
    Those,
    Value,
    Variable,
    Word,
    ZoneOf,
)
from thesmos.syntax.says import VALUE
from thesmos_rulebook.prose.amounts import told_amount
from thesmos_rulebook.prose.core_words import core_membership, core_persons, core_place, core_text
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.literal import literal
from thesmos_rulebook.prose.members import (
    Form,
    bound,
    counted,
    described,
    kind_of,
    member,
    predicates,
    that,
)
from thesmos_rulebook.prose.normal_form import conjuncts, negation_count, normal
from thesmos_rulebook.prose.verbalizer import HANDLERS, Gap, Mention, Verbalizer


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
    return f"{text}{END}" if text else literal(v, e)


def _word(v: Verbalizer, e: Word) -> str:
    if e.type.base == "cell":
        return e.word
    if e.type.base == "direction":
        return v.language.core[e.word]
    if e.word in ("yes", "no"):  # values of an option
        return v.render("literal.yes" if e.word == "yes" else "literal.no")
    return literal(v, e)


def _person(v: Verbalizer, e: Person) -> str:
    return v.render(f"person.{e.word}") + END


def _numbered_player(v: Verbalizer, e: NumberedPlayer) -> str:
    return v.render("player", number=str(e.number))


def _this_card(v: Verbalizer, e: ThisCard) -> str:
    return v.render("person.self")


def _fact(v: Verbalizer, e: FactValue) -> str:
    body = v.body(e)
    return v.say(normal(body)) if body else literal(v, e)


def _core(v: Verbalizer, e: Value) -> str:
    text = core_text(v, e)
    return literal(v, e) if text is None else text


# ------------------------------------------------------------------------------ sets


def _kind(v: Verbalizer, e: AllOf | OnBoard | Owned) -> str:
    if isinstance(e, (AllOf, OnBoard)) and e.type == PLAYER.set():
        return v.language.core["players"]
    return member(v, e, "all")


def _piece_at(v: Verbalizer, e: PieceAt) -> str:
    noun = v.noun(e.kind, e.location)
    return v.render("piece at", noun.gender, one=noun.one, at=lambda: v.closed(e.at))


def _set_of(v: Verbalizer, e: SetOf) -> str:
    return v.joined("and", [v.say(m) for m in e.members]) or v.render("literal.none")


def _those(v: Verbalizer, e: Those) -> str:
    return described(v, e.binder, "all")


def _search(v: Verbalizer, e: Search) -> str:
    if e.word == "first":
        return _first(v, e) or described(v, e.binder, "the")
    if e.word == "count":
        return v.render("count", set=counted(v, e.binder))
    word, binder = e.word, e.binder
    parts = conjuncts(binder.condition)
    if len(parts) == 1 and word in ("every", "no") and negation_count(parts[0]) == 1:
        # `each … is not` can be read in two ways, `none … is` in one.
        opposite = normal(parts[0], False)
        if not negation_count(opposite) and not isinstance(opposite, Logic):
            word, parts = ("no" if word == "every" else "every"), [opposite]
    forms: dict[str, Form] = {"some": "a", "no": "none", "every": "each"}
    form, kind = forms[word], kind_of(binder.domain)
    inner = bound(v, binder, form)
    text = inner.joined_conditions("and", inner.conditions(parts))
    if not parts or (
        len(parts) == 1 and inner.mentions[binder.name].used and not v.is_choice(parts[0])
    ):
        if parts and word == "no" and v.language.negates_twice:
            return _nobody(v, bound(v, binder, form), text, parts[0])
        return text
    clear = kind not in v.kinds.values() or isinstance(binder.domain, Owned)
    clear = clear and (word == "some" or not any(map(negation_count, parts)))
    predicated = predicates(v, binder.name, kind, parts)
    if predicated is not None and clear and not any(map(v.is_choice, parts)):
        return f"{member(v, binder.domain, form)} {v.joined('and', predicated)}"
    if predicated is not None and word == "some" and not any(map(v.is_choice, parts)):
        a = member(v, binder.domain, form)
        return v.render("there.some that", member=a, what=v.joined("and", predicated))
    thing = v.noun_form("that other" if kind in v.kinds.values() else "that", v.noun(kind))
    inner = v.with_name(binder.name, Mention(thing, thing), kind)
    what = inner.joined_conditions("and", inner.conditions(parts))
    gender = v.noun(kind).gender
    listed = word == "some" and isinstance(binder.domain, SetOf)
    frame = "there.some of" if listed else f"there.{word}"
    return v.render(frame, gender, member=member(v, binder.domain, form), what=what)


def _along(v: Verbalizer, e: Along) -> str:
    inner, given, gender = _going(v, e)
    return v.render(
        f"along.{e.word}", gender, **given, condition=lambda: inner.condition(e.condition)
    )


def _spread(v: Verbalizer, e: Spread) -> str:
    inner, given, gender = _going(v, e)
    condition = e.condition
    if condition is None:
        return v.render("spread", gender, **given)
    return v.render("spread.where", gender, **given, condition=lambda: inner.condition(condition))


def _going(v: Verbalizer, e: Along | Spread) -> tuple[Verbalizer, dict[str, Gap], str]:
    """Return the verbalizer that knows the name, what both templates need, and a gender."""
    noun = v.noun(e.type.name, e.location)
    later = v.noun_form("that other" if e.type.name in v.kinds.values() else "that", noun)
    inner = v.with_name(e.name, Mention(later, later), e.type.name)
    start, following = (lambda: v.say(e.start)), (lambda: inner.say(e.next))
    return inner, {"many": noun.many, "start": start, "next": following}, noun.gender


def _nobody(v: Verbalizer, inner: Verbalizer, text: str, part: Value) -> str:
    """Return that a condition holds for nobody, where `nobody` after the verb needs a `not`.

    Nobody stands before the verb if the text, up to there, is the same with the `not`.
    """
    first = inner.mentions[next(reversed(inner.mentions))].first
    negated = inner.say(normal(part, False))
    before, nobody, _ = text.partition(first if isinstance(first, str) else "\x00")
    return text if nobody and negated.startswith(before + nobody) else negated


def _first(v: Verbalizer, e: Search) -> str | None:
    """Return what the first thing is called for which a fact holds, if it has words for that."""
    asked = e.binder.condition
    if not isinstance(asked, FactValue) or not isinstance(e.binder.domain, AllOf):
        return None
    alone = len(asked.arguments) == 1 and isinstance(asked.arguments[0], Variable)
    return v.lexicon.name("facts", asked.fact, "one") if alone else None


def _first_by(v: Verbalizer, e: FirstBy) -> str:
    """Return the thing that comes first, and by what."""
    domain = kind_of(e.binder.domain)
    noun = v.noun(domain, e.location)
    later = v.noun_form("that other" if domain in v.kinds.values() else "that", noun)
    inner = v.with_name(e.binder.name, Mention(later, later), domain)
    orders = []
    for order in e.orders:
        value = inner.say(order.value)
        orders.append(v.render(f"first by.{order.word}", value=value))
    joint = f", {v.language.template('first by.then')} "
    given = {"one": member(v, e.binder.domain, "the"), "orders": joint.join(orders)}
    parts = conjuncts(e.binder.condition)
    if not parts:
        return v.render("first by", noun.gender, **given)
    what = inner.joined_conditions("and", inner.conditions(parts))
    return v.render("first by.where", noun.gender, what=what, **given)


def _size(v: Verbalizer, e: Size) -> str:
    if isinstance(e.of, Those):
        return v.render("count", set=counted(v, e.of.binder))
    if isinstance(e.of, AllOf):
        return v.render("count", set=v.noun(e.of.type.name, e.of.location).many)
    return v.render("count", set=lambda: v.say(e.of))


def _fold(v: Verbalizer, e: Fold) -> str:
    """Return `the sum of the points of each card`, or `the sum, for each one that is so, of …`."""
    binder = e.binder
    if e.word == "sum" and binder.condition is None and not isinstance(binder.domain, SetOf):
        return v.render("fold.sum", value=bound(v, binder, "each").say(e.value))
    later = that(v, kind_of(binder.domain))
    inner = v.with_name(binder.name, Mention(later, later), kind_of(binder.domain))
    each, value = described(v, binder, "each"), inner.closed(e.value)
    return v.render(f"fold.{e.word}.each", each=each, value=value)


# ------------------------------------------------------------------------ operators


def _negative(v: Verbalizer, e: Negative) -> str:
    frame = "negative number" if isinstance(e.value, Number) else "unary.-"
    return v.render(frame, value=lambda: v.say(e.value))


def _absolute(v: Verbalizer, e: Absolute) -> str:
    """Return `the difference between two numbers`, or the absolute value of any other."""
    of = e.value
    if isinstance(of, Arithmetic) and of.word == "-" and v.told(of) is None:
        left, right = (lambda: v.closed(of.left)), (lambda: v.closed(of.right))
        return v.render("difference", a=left, b=right)
    if isinstance(of, Arithmetic) and v.told(of) is None:
        return v.render("unary.abs", value=lambda: v.render("in brackets", value=v.say(of)))
    return v.render("unary.abs", value=lambda: v.closed(of))


def _exists(v: Verbalizer, e: Exists) -> str:
    if isinstance(e.value, PieceAt):
        noun, at = v.noun(e.value.kind, e.value.location), e.value.at
        frame = v.language.template("piece there", noun.gender)
        return v.fill(frame, not e.negated, {"one": noun.one, "at": lambda: v.say(at)})
    if isinstance(e.value, CellOf):
        piece = e.value.piece
        frame = v.language.template("on board")
        return v.fill(frame, not e.negated, {"a": lambda: v.say(piece)})
    if isinstance(e.value, PlayerFunction) and f"{e.value.function}.none" in v.language.core:
        return core_text(v, e.value, e.negated, ".none") or ""
    text = v.say(e.value)
    one, gender = v.language.without_article(text)
    if one and not isinstance(e.value, Search):
        frame = v.language.template("are any", gender)
        return v.fill(frame, not e.negated, {"one": one})
    return v.fill(v.language.template("unary.exists"), not e.negated, {"value": text})


def _not(v: Verbalizer, e: Not) -> str:
    value = e.value
    body = v.body(value)
    if body is not None:
        return v.say(normal(body, False))
    if isinstance(value, IsIn):
        return _in(v, value, False)
    if isinstance(value, (Past, Forbidden)):
        return HANDLERS[type(value)](v, e)
    text = core_text(v, value, False)
    return literal(v, value, False) if text is None else text


def _is_in(v: Verbalizer, e: IsIn) -> str:
    return _in(v, e, True)


def _in(v: Verbalizer, e: IsIn, positive: bool) -> str:
    text = core_membership(v, e, positive)
    if text is not None:
        return text
    if isinstance(e.of, Owned) and e.of.whose == "your" and e.of.type.base == "piece":
        gender = v.noun(e.of.type.name).gender
        yours = v.language.template("in yours", gender)
        return v.fill(yours, positive, {"a": lambda: v.say(e.member)})
    one = lambda: member(v, e.of, "a")  # noqa: E731 - evaluated when the gap is filled
    if isinstance(e.member, (CellOf, ZoneOf)):
        piece, places = e.member.piece, e.of
        if isinstance(places, SetOf):
            one = lambda: v.joined("or", [v.say(each) for each in places.members])  # noqa: E731
        frame = v.language.template("on cell" if isinstance(e.member, CellOf) else "in zone")
        return v.fill(frame, positive, {"a": lambda: v.say(piece), "at": one})
    if isinstance(e.of, SetOf) and e.of.members:
        names = [v.closed(each) for each in e.of.members]
        nor = f" {v.language.template('nor')} "
        of_them = v.joined("or", names) if positive else nor.join(names)
        told = v.told(Compare("=", e.member, e.of.members[0], location=e.location, type=FLAG))
        if told is not None and VALUE in told.given:
            return v.fill(told.text, positive, {**v.deferred(told.given), VALUE: of_them})
        frame = v.language.template("in list" if len(names) > 1 else "in set")
        return v.fill(frame, positive, {"a": lambda: v.say(e.member), "set": of_them})
    text = v.language.template("in" if isinstance(e.of, (Owned, AllOf, OnBoard)) else "in set")
    return v.fill(text, positive, {"a": lambda: v.say(e.member), "set": one})


def _parity(v: Verbalizer, e: Compare) -> str | None:
    """Return `a number is even` for its remainder divided by 2; None for any other comparison."""
    match e:
        case Compare(
            word="=" | "!=",
            left=Arithmetic(word="mod", left=of, right=Number(value=2)),
            right=Number(value=0 | 1 as left),
        ):
            even = (left == 0) == (e.word == "=")
            return v.fill(v.language.template("even"), even, {"a": lambda: v.closed(of)})
        case _:
            return None


def _compare(v: Verbalizer, e: Compare) -> str:
    parity = _parity(v, e)
    if parity is not None:
        return parity
    for side, other, word in ((e.left, e.right, e.word), (e.right, e.left, _MIRROR[e.word])):
        if isinstance(other, Number):
            asked = Compare(word, side, other, location=e.location, type=e.type)
            told = told_amount(v, asked)
            if told is not None:
                return told
    known = core_persons(v, e) or core_place(v, e)
    if known is not None:
        return known
    return _same_flags(v, e) if e.left.type.base == "flag" else _binary(v, e)


def _same_flags(v: Verbalizer, e: Compare) -> str:
    """Return `one holds exactly if the other does`, or `either one or the other, but not both`.

    `a = no` is the opposite of `a`.
    """
    for side, other in ((e.left, e.right), (e.right, e.left)):
        if isinstance(other, Flag):
            return v.condition(side, other.value == (e.word == "="))
    left, right = (lambda: v.condition(e.left)), (lambda: v.condition(e.right))
    return v.render("exactly if" if e.word == "=" else "but not both", a=left, b=right)


def _binary(v: Verbalizer, e: Compare | Arithmetic | SetOperation) -> str:
    left, right = (lambda: _operand(v, e, e.left)), (lambda: _operand(v, e, e.right))
    if isinstance(e, Compare) and kind_of(e.left) == kind_of(e.right):
        right = lambda: _the_one(v, e)  # noqa: E731 - evaluated when the gap is filled
    return v.render(f"binary.{e.word}", a=left, b=right)


def _the_one(v: Verbalizer, e: Compare) -> str:
    """Return a thing that another one of its kind is compared with, as `the one that is free`."""
    text, noun = _operand(v, e, e.right), v.noun(kind_of(e.right))
    head = f"{v.noun_form('kind.the', noun)} {v.language.template('that which')} "
    if not noun.one or not text.startswith(head):
        return text
    return f"{v.render('the one', noun.gender)} {text.removeprefix(head)}"


def _operand(v: Verbalizer, e: Value, operand: Value) -> str:
    """Return one side of an operator; a calculation within another is put in brackets."""
    inside = isinstance(operand, (Arithmetic, SetOperation)) and not isinstance(e, Compare)
    if inside and operand.word == e.word in _ASSOCIATIVE:  # type: ignore[attr-defined]
        return v.say(operand)
    if (inside or isinstance(operand, IfElse)) and v.told(operand) is None:
        return v.render("in brackets", value=lambda: v.say(operand))
    text = v.say(operand)
    closed = isinstance(e, Compare) or ", " not in text
    return text if closed else v.render("in brackets", value=text)


def _set_operation(v: Verbalizer, e: SetOperation) -> str:
    mine = Owned("your", location=e.location, type=POWER.set())
    this = isinstance(e.right, SetOf) and all(isinstance(m, ThisCard) for m in e.right.members)
    if e.word == "except" and e.left == mine and this:
        return v.language.core["other powers"]
    return _binary(v, e)


_ASSOCIATIVE = ("+", "*", "union")  # several of them need no brackets
_MIRROR: dict[Comparison, Comparison] = {
    "=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=",
}  # fmt: skip


def _logic(v: Verbalizer, e: Logic) -> str:
    if e.word == "or":
        return v.choice(e, False)
    return v.joined_conditions("and", v.conditions(e.parts))


def _if_else(v: Verbalizer, e: IfElse) -> str:
    flag = e.type.base == "flag" and not e.type.many
    return v.render(
        "if else.flag" if flag else "if else",
        then=lambda: v.say(e.then),
        condition=lambda: v.condition(e.condition),
        otherwise=lambda: v.say(e.otherwise),
    )


def is_person(e: Value, word: PersonWord) -> bool:
    """Return whether a value is `you`, `active` or another word for a person."""
    return isinstance(e, Person) and e.word == word


HANDLERS.update(
    {
        Number: _number,
        Flag: _flag,
        Nothing: _nothing,
        Word: _word,
        Variable: _variable,
        Person: _person,
        NumberedPlayer: _numbered_player,
        ThisCard: _this_card,
        Granted: _core,
        Repeats: _core,
        Rewound: _core,
        Setting: literal,
        MemoryValue: literal,
        AttributeValue: literal,
        FactValue: _fact,
        CellOf: _core,
        ZoneOf: _core,
        PieceAt: _piece_at,
        BoardFunction: _core,
        PlayerFunction: _core,
        AllOf: _kind,
        OnBoard: _kind,
        Owned: _kind,
        SetOf: _set_of,
        Those: _those,
        Search: _search,
        Fold: _fold,
        FirstBy: _first_by,
        Size: _size,
        Along: _along,
        Spread: _spread,
        SetOperation: _set_operation,
        Offered: _core,
        Not: _not,
        Negative: _negative,
        Absolute: _absolute,
        Exists: _exists,
        Compare: _compare,
        IsIn: _is_in,
        Arithmetic: _binary,
        Logic: _logic,
        IfElse: _if_else,
    }
)
