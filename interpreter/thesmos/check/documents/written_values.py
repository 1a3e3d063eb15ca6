"""Check values that are written in declarations: first values, of one thing or of several."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thesmos.check.names.hints import FOREIGN_WORDS
from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, Location, Mend, listed, suggest
from thesmos.program.declarations import Attribute
from thesmos.program.types import ANYTHING, DIRECTIONS, Type
from thesmos.syntax import documents as d

OWNER = "owner"  # the attribute that says whose a piece is
NUMBER = re.compile(r"-?[0-9]{1,4}")
INDEXED_BY = ("enum", "player", "side", "cell", "direction")  # what an attribute can be `for`

Diagnostics = Iterator[Diagnostic]


def known_type(typed: d.WrittenType, names: Names) -> Type | None:
    """Return the meaning of a type; None if it is unknown, which is reported elsewhere."""
    bare = typed.name.partition("..")[0]
    if ".." not in typed.name and bare != "flag" and names.kind(bare) is None:
        return None
    return names.type_of(typed)


def written_value(word: str, kind: Type, names: Names, location: Location) -> Diagnostics:
    """Report a written value that is not of its type."""
    valid = _known_values(kind, names)
    if (word == "none" and kind.none) or kind.base == ANYTHING.base:
        return
    if kind.base == "int":
        valid = [f"{kind.low}..{kind.high}"]

    def is_valid(one: str) -> bool:
        if kind.base == "int":
            return bool(NUMBER.fullmatch(one)) and kind.low <= int(one) <= kind.high
        return one in valid

    if not is_valid(word):
        ways = f"one of: {listed(valid)}" if valid else _nothing_to_write(kind, names)
        foreign = FOREIGN_WORDS.get(word)
        meant = foreign if isinstance(foreign, Mend) and foreign.new in valid else None
        hint = meant or suggest(word, valid) or ways
        if len(words := word.split()) > 1 and all(map(is_valid, words)):
            hint = f"for several, declare it as `set of {kind.one()}`"
        yield Diagnostic("E384", f"`{word}` is not {kind.one()}", location, hint, word=word)


_MEMBERS = {  # by the base of a type: all its members, and how there can be some
    "piece": ("every {0}", "supply one there"),
    "enum": ("every word of {0}", "keep one there"),
    "zone": ("every zone", "keep one there"),
}


def why_empty(kind: Type, remedy: str, names: Names) -> str:
    """Return a hint that says why a type has no members; empty if it never had any.

    remedy: what to do if they are to be missing.
    """
    who = names.game.emptied.get(kind.name)
    if who is not None:
        members, keep = _MEMBERS[kind.base]
        return f"{who} takes {members.format(kind.name)} away: {remedy}, or {keep}"
    if any(pieces.name == kind.name and pieces.powers for pieces in names.game.pieces):
        return f"a {kind.name} is a power of the game, which has none: {remedy}, or add a power"
    return ""


def _nothing_to_write(kind: Type, names: Names) -> str:
    """Return the hint about a written value if a type has none that can be written."""
    hint = why_empty(kind, f"let this be {kind.name} or none, and begin with none", names)
    if kind.base == "piece" and not hint:
        return f"a {kind.name} can be written if it has a `name` that no other one has"
    return hint or f"{kind} can't be written in a spec"


def _known_values(kind: Type, names: Names) -> list[str]:
    """Return the words for the values that a type has in every match-up."""
    game = names.game
    if kind.base == "flag":
        return ["yes", "no"]
    if kind.base in ("player", "side"):
        least = game.players[0] if kind.base == "player" else names.fewest_sides
        return [str(n + 1) for n in range(least)]
    if kind.base == "zone":
        return list(game.zones)
    if kind.base == "direction":
        return list(DIRECTIONS)
    if kind.base == "piece":
        named = (k.supply for k in game.pieces if k.name == kind.name)
        return [supply.name for pieces in named for supply in pieces if supply.name]
    if kind.base == "cell":
        return [name for b in game.boards if b.name == kind.name for name in b.cells()]
    return [word for word, _ in game.enums.get(kind.name, ())]


# ------------------------------------------------- attributes with a value for each of something


def check_indexed(
    owner: str, written: d.AttributeDeclaration, names: Names, *, of_pieces: bool = False
) -> Diagnostics:
    """Check `for`, and first values that are given one by one.

    owner: the kind of thing that has the attribute; empty for a memory, `game` for the game.
    of_pieces: whether these are pieces, whose values are written in their supply.
    """
    kind = known_type(written.type, names)
    place = known_type(d.WrittenType(owner, False, False, written.location), names)
    if written.index is not None:
        place = known_type(written.index, names)
        if place is None:
            return
        text = hint = ""
        if owner in ("", "game"):
            text = f"`{written.name}` belongs to the game, so it can't be `for` a kind"
            hint = f"declare it, without `for`, under `state: {written.index.name}:`"
        elif written.type.many or written.name == OWNER:
            text = f"`{written.name}` can't have a value for each {written.index.name}"
            hint = "a set, and the owner of a piece, is one value"
        elif place.base not in INDEXED_BY or place.none or place.many:
            text = f"`{written.name}` can't have a value for each {place}"
            hint = "name an enum, a board, Player, Side or Direction"
        if text:
            yield Diagnostic("E393", text, written.index.location, hint)
            return
    elif written.starts and (of_pieces or owner in ("", "game") or written.type.many):
        text = f"`{written.name}` has one value to begin with"
        hint = "write it after `start:`, or for pieces in their `supply`"
        yield Diagnostic("E393", text, written.location, hint)
        return
    for of, word in written.starts:
        if kind is None or place is None:
            return
        yield from written_value(of, place, names, written.location)
        yield from written_value(word, kind, names, written.location)
    if written.starts and kind is not None and place is not None:
        members, first = len(_known_values(place, names)), {of for of, _ in written.starts}
        if kind.base == "int" and kind.low < 0 and not kind.none and len(first) < members:
            text = f"`{written.name}` begins with {kind.low}, the least, wherever `start` is silent"
            hint = f"give each {place.name} its first value, such as 0"
            yield Diagnostic("W510", text, written.location, hint, "warning")


def check_index(
    attribute: Attribute | None, of: str, names: Names, location: Location
) -> Diagnostics:
    """Check the index of a value that a piece gives.

    of: the index; empty if the value is for the whole attribute.
    """
    if attribute is None:
        return
    name = attribute.name.name
    if attribute.index and of:
        yield from written_value(of, attribute.index[0], names, location)
    elif attribute.index:
        kind = attribute.index[0].name
        text = f"`{name}` has a value for each {kind}"
        yield Diagnostic("E393", text, location, f"write `{name}: {{…: …}}`, with words of {kind}")
    else:
        text = f"`{name}` has one value, not one for `{of}`"
        hint = f"write `{name}: …`, or declare it `for` a kind"
        yield Diagnostic("E393", text, location, hint)
