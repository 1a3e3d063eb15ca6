"""What to do about a mistake of meaning: the name, or the way to a value, that may be meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from thesmos.check.names import CORE, Names, core_type
from thesmos.check.scope import CORE_NAMES, Scope
from thesmos.check.types import FLAG, INT, Type
from thesmos.diagnostics import suggest

MAX_LISTED = 12  # names that a hint lists
MAX_WAYS = 3  # functions that a hint proposes

# Words that mean something elsewhere.
MEANT = {
    "true": "write `yes`",
    "false": "write `no`",
    "null": "write `none`, and test with `is none` or `exists`",
    **dict.fromkeys(
        ("me", "i", "self_player", "player", "holder"),
        "`you` holds the card, `active` is the player in turn",
    ),
    **dict.fromkeys(
        ("opponent", "opponents", "enemy", "teammate"),
        "write `opponent` or `teammate` before a kind, as in `PLAYER in opponent Players`",
    ),
    "turn": "whose turn it is, is asked as `active = you` or `active in opponent Players`",
}

SOME = {  # what there is of a type
    "player": "players are `you`, `active`, `chooser` and `actor`",
    "int": "a number is written out, `count(SET)`, or an attribute that is one",
    "power": "`self` is the power of this card",
}


def meant(word: str, known: Iterable[str]) -> str | None:
    """The nearest of the names that are known; all of them if none is near; None of none."""
    names = list(dict.fromkeys(known))
    return suggest(word, names) or (f"there are: {listed(names)}" if names else None)


def listed(names: list[str]) -> str:
    """Some names in a row; how many more there are."""
    more = len(names) - MAX_LISTED
    return ", ".join(names[:MAX_LISTED]) + (f" and {more} more" if more > 0 else "")


def unknown_name(word: str, scope: Scope) -> str | None:
    """What may be meant by a name that has no meaning at a place."""
    names = scope.names
    if word in MEANT:
        return MEANT[word]
    if asked := _asked_of(word, names):
        return f"it is asked of something: write `{word}({asked})`"
    actions = [a.name for a in names.actions.values() if any(r.name == word for r in a.roles)]
    if actions and not scope.locals:
        last = f"`last(ACTION during this turn).{word}`"
        return f"it is a role of {listed(actions)}: ask {last}, or say it in the `where` of that"
    if word.capitalize() in names.types and not actions:
        return f"kinds begin with a capital letter: `{word.capitalize()}`"
    near = suggest(word, [*scope.known(), *CORE_NAMES])
    if not scope.locals or (near and not actions):
        return near
    others = f"it is a role of {listed(actions)}; " if actions else ""
    return f"{others}known in this place: {listed(list(scope.locals))}"


def unknown_function(word: str, scope: Scope) -> str | None:
    """What may be meant by a name before `(…)` that nothing has."""
    names = scope.names
    if word in scope.locals or word in names.words or word in names.memory:
        return f"write `{word}` alone: it is asked of nothing"
    if word in names.actions:
        return f"an action is done by an effect: `do {word}(…)`"
    near = suggest(word, [*CORE, *names.attrs, *names.facts])
    own = [*(n for n in names.attrs if not names.attr_of(n, "")), *names.facts]
    return near or f"the game has: {listed(own)}; functions stand in the language reference"


def _asked_of(word: str, names: Names) -> str:
    """What a function, an attribute or a fact is asked of, as one writes it; empty for none."""
    if word in CORE:
        return ", ".join(CORE[word].takes)
    if word in names.attrs:
        return " or ".join(owner for owner in names.attrs[word] if owner)
    fact = names.facts.get(word)
    return ", ".join(kind.name for _, kind in fact.params) if fact is not None else ""


def way(kind: Type, wanted: Type, names: Names) -> str | None:
    """How a value of one type leads to one of another; None if nothing is known that does."""
    if kind.base == "nothing":
        return None
    if kind.many and not wanted.many:
        if kind.one().fits(wanted):
            return "ask with `in`, or take one: `first (NAME in SET where CONDITION)`"
        return "ask `count(SET)`, or `some (NAME in SET where CONDITION)`"
    if wanted.many:
        return "sets are `all KIND`, `your KIND`, `those (NAME in SET where CONDITION)`, `{A, B}`"
    if wanted.base == FLAG.base:
        test = "compare it, as in `… = VALUE`"
        return f"test `… exists`, or {test}" if kind.none and kind.base != "int" else test
    if kind.base == "cell" and wanted.base == "piece":
        return f"write `{wanted.name if wanted.name in names.types else 'KIND'} at …`"
    if ways := list(_ways(kind, wanted, names))[:MAX_WAYS]:
        there = INT if wanted.base == INT.base else sure(wanted)
        return f"from {sure(kind)} to {there}: {' or '.join(ways)}"
    words = [word for word, (enum, _) in names.words.items() if enum == sure(wanted)]
    return f"a {wanted.name} is one of: {listed(words)}" if words else SOME.get(wanted.base)


def common(one: Type, other: Type, names: Names) -> str | None:
    """How two things of different types are compared: by what both of them lead to."""
    if any(_ways(other, one, names)):
        return way(other, one, names)
    for kind in (one, *names.types.values()):
        here, there = next(_ways(one, kind, names), None), next(_ways(other, kind, names), None)
        if here and there:
            return f"compare {here} of the one with {there} of the other"
    wanted, kind = (one, other) if one.base == "enum" else (other, one)
    return way(kind, wanted, names) or way(wanted, kind, names)


def sure(kind: Type) -> Type:
    """The type without its none: what one would write."""
    return replace(kind, none=False)


def _ways(kind: Type, wanted: Type, names: Names) -> Iterator[str]:
    """The functions and attributes of a kind that give what is wanted."""
    for attr in names.all_attrs():
        owner = names.types.get(attr.owner)
        if owner is not None and owner.fits(kind) and attr.type.fits(wanted):
            yield f"`{attr.name}(…)`"
    for name, core in CORE.items():
        takes = core.takes[0]
        if len(core.takes) != 1 or takes != kind.base:
            continue
        if core_type(core.gives, names, kind).fits(wanted):
            yield f"`{name}(…)`"
