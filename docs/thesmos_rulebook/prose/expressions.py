"""Values as text: one function for each construct, in the order of the grammar."""

from __future__ import annotations

from thesmos.program.types import PLAYER
from thesmos.program.values import (
    AllOf,
    AttributeValue,
    BoardFunction,
    CellOf,
    FactValue,
    Flag,
    Granted,
    MemoryValue,
    Nothing,
    Number,
    NumberedPlayer,
    Offered,
    OnBoard,
    Owned,
    Person,
    PersonWord,
    PieceAt,
    PlayerFunction,
    Repeats,
    Rewound,
    SetOf,
    Setting,
    ThisCard,
    Value,
    Variable,
    Word,
    ZoneOf,
)
from thesmos_rulebook.prose.core_words import core_text
from thesmos_rulebook.prose.language import END
from thesmos_rulebook.prose.literal import literal
from thesmos_rulebook.prose.members import (
    member,
)
from thesmos_rulebook.prose.normal_form import normal
from thesmos_rulebook.prose.operators import OPERATORS
from thesmos_rulebook.prose.searches import SEARCHES
from thesmos_rulebook.prose.verbalizer import HANDLERS, Verbalizer


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
    return v.render("piece at", noun.gender, one=noun.singular, at=lambda: v.closed(e.at))


def _set_of(v: Verbalizer, e: SetOf) -> str:
    return v.joined("and", [v.say(m) for m in e.members]) or v.render("literal.none")


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
        Offered: _core,
        **SEARCHES,
        **OPERATORS,
    }
)
