"""Values of the language's core as text: functions of the board, players, whose turn it is."""

from __future__ import annotations

from thesmos.program.types import PLAYER, SIDE
from thesmos.program.values import (
    BoardFunction,
    CellOf,
    Compare,
    Granted,
    IsIn,
    Negative,
    Number,
    Offered,
    Owned,
    Person,
    PersonWord,
    PlayerFunction,
    Repeats,
    Rewound,
    Value,
    ZoneOf,
)
from thesmos_rulebook.prose.lexicon import NOWHERE
from thesmos_rulebook.prose.members import cells_of, on_cell
from thesmos_rulebook.prose.verbalizer import Gap, Verbalizer

CELLS = ("adjacent", "wrapped")  # functions that give a set of cells
CELL = ("step",)  # functions that give one cell


def core_text(v: Verbalizer, e: Value, positive: bool = True, form: str = "") -> str | None:
    """Return a value of the core, or the opposite of a condition, as text; None for other values.

    form: a suffix that selects another template, such as `.none`.
    """
    arguments: tuple[Value, ...]
    if isinstance(e, Offered):
        noun = v.noun(e.type.name, e.location)
        return v.fill(v.language.core["offered"], True, {"many": noun.plural})
    if isinstance(e, BoardFunction) and e.function in CELLS:
        return cells_of(v, e, v.noun_form("kind.all", v.noun(e.type.name, e.location)))
    if isinstance(e, CellOf):
        board = v.noun(e.type.name, e.location)
        return v.render("cell of", board.gender, one=board.singular, a=lambda: v.say(e.piece))
    match e:
        case Granted() | Rewound() | Repeats():
            name, arguments = type(e).__name__.lower(), ()
        case ZoneOf():
            name, arguments = "zone", (e.piece,)
        case BoardFunction() | PlayerFunction():
            name, arguments = e.function, tuple(map(on_cell, e.arguments))
        case _:
            return None
    if name == "turned" and (turn := f"turned.{_whole(arguments[1])}") in v.language.core:
        return v.fill(v.language.core[turn], positive, v.deferred({"a": arguments[0]}))
    person = arguments[0] if arguments else None
    person_key = f"{name}.{person.word}" if isinstance(person, Person) else name
    key = person_key if person_key in v.language.core and not form else f"{name}{form}"
    gaps: dict[str, Gap] = dict(v.deferred(dict(zip("ab", arguments, strict=False))))
    if name in CELL:
        noun = v.noun(e.type.name, e.location)
        gaps["cell"] = lambda: v.noun_form("kind.the", noun)
    return v.fill(v.language.core[key], positive, gaps)


def _whole(e: Value) -> int | None:
    """Return a literal number, which may be below 0; None for a calculated one."""
    if isinstance(e, Negative) and isinstance(e.value, Number):
        return -e.value.value
    return e.value if isinstance(e, Number) else None


def core_place(v: Verbalizer, e: Compare) -> str | None:
    """Return that a piece is, or is not, on a cell or in a zone; None for other comparisons."""
    for piece, place in ((e.left, e.right), (e.right, e.left)):
        if isinstance(piece, (CellOf, ZoneOf)) and e.word in ("=", "!="):
            gaps = v.deferred({"a": piece.piece, "at": place})
            frame = "on cell" if isinstance(piece, CellOf) else "in zone"
            return v.fill(v.language.template(frame), e.word == "=", gaps)
    return None


def core_membership(v: Verbalizer, e: IsIn, positive: bool) -> str | None:
    """Return whose turn it is, or that a cell is next to another; None for other memberships."""
    match e:
        case IsIn(member=Person(word="active" | "chooser" as word), of=Owned(whose="opponent")):
            return v.fill(v.language.core[f"{word} is opponent"], positive, {})
        case IsIn(of=BoardFunction(function="adjacent" | "wrapped" as name, arguments=arguments)):
            gaps = v.deferred({"a": on_cell(e.member), "b": on_cell(arguments[0])})
            return v.fill(v.language.core[f"{name}.in"], positive, gaps)
        case _:
            return None


def core_persons(v: Verbalizer, e: Compare) -> str | None:
    """Return whose turn it is, as `it is your turn`; None for any other comparison."""
    positive = e.word == "="
    for name, persons in _PERSONS.items():
        if persons in ((e.left, e.right), (e.right, e.left)) and e.word in ("=", "!="):
            return v.fill(v.language.core[name], positive, {})
    for side, other in ((e.left, e.right), (e.right, e.left)):
        if isinstance(side, Person) and side.word == "you" and e.word in ("=", "!="):
            return v.fill(v.language.template("you are"), positive, v.deferred({"b": other}))
    return None


def _person(word: PersonWord) -> Value:
    return Person(word, location=NOWHERE, type=PLAYER)


def _side(who: Value) -> Value:
    return PlayerFunction("side", (who,), location=NOWHERE, type=SIDE)


_PERSONS: dict[str, tuple[Value, Value]] = {
    "active is you": (_person("active"), _person("you")),
    "actor is you": (_person("actor"), _person("you")),
    "active side": (_side(_person("active")), _side(_person("you"))),
}
