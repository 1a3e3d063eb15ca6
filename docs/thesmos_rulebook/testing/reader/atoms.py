"""The frames of single conditions, in English: comparisons, places, numbers, declared words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from thesmos.program import values as p
from thesmos.program.types import FLAG, INT, PLAYER, ZONE, Type
from thesmos_rulebook.testing.reader import past
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.calculations import asked, cell, on_board, variable
from thesmos_rulebook.testing.reader.dictionary import NOWHERE, Entry, Pattern, patterns
from thesmos_rulebook.testing.reader.reading import Reading
from thesmos_rulebook.testing.reader.scope import Scope
from thesmos_rulebook.testing.reader.things import counted, of_you

Build = Callable[["Reading", list[t.Tree]], "t.Tree | None"]
COMPARING = {
    " is not less than ": ">=", " is not more than ": "<=", " is less than ": "<",
    " is at most ": "<=", " is more than ": ">", " is at least ": ">=", " is not ": "!=",
    " is ": "=",
}  # fmt: skip


def places(text: str, joint: str) -> list[int]:
    """Return where a joint begins in a text, even if two of them overlap: `whose turn it is is`."""
    return [m.start() for m in re.finditer(f"(?={re.escape(joint)})", text)]


def read(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    for entry in reader.dictionary.conditions:
        for positive, ways in entry.patterns.items():
            for said in (text, *of_you(text)):
                if entry.form == "word":
                    yield from _is_word(reader, entry, ways, said, scope, positive)
                else:
                    yield from reader.by_entry(entry, ways, said, scope, positive)
                    yield from _one_of_several(reader, entry, ways, said, scope, positive)
    yield from _of_roles(reader, text, scope)
    yield from past.happened(reader, text, scope)
    yield from _compared(reader, text, scope)
    yield from _belongs(reader, text, scope)
    for frames in (_placed, _in_zone, _there):
        yield from frames(reader, text, scope)
    yield from _of_core(reader, text, scope)
    yield from _amounts(reader, text, scope)
    yield from _yours(reader, text, scope)
    yield from _existing(reader, text, scope)


def _one_of_several(
    reader: Reading, entry: Entry, ways: list[Pattern], text: str, scope: Scope, positive: bool
) -> Iterator[t.Tree]:
    """Yield that something has one of several values: `it is red, green or blue`."""
    if entry.form != "equals":
        return
    for pattern in ways:
        for gaps in pattern.fits(text):
            for joint in (" or ", " nor "):
                parts = re.split(rf", |{joint}", gaps["value"]) if joint in gaps["value"] else ()
                said = [text.replace(gaps["value"], part, 1) for part in parts]
                each = [next(reader.by_entry(entry, ways, one, scope, True), None) for one in said]
                if each and None not in each:
                    some = t.OneOf(FLAG, tuple(one for one in each if one is not None))
                    yield some if positive else t.Not(FLAG, some)


def _is_word(
    reader: Reading, entry: Entry, ways: list[Pattern], text: str, scope: Scope, positive: bool
) -> Iterator[t.Tree]:
    """Yield that a thing has a word for one of its values, or is in a zone."""
    kind = entry.node.type
    for pattern in ways:
        for gaps in pattern.fits(text):
            for tree in reader.thing(gaps["it"], scope):
                for value in _values_of(reader, tree, kind):
                    same = t.Holds(FLAG, t.compared("=", value, asked(entry.node)), (tree,))
                    yield same if positive else t.Not(FLAG, same)


def _values_of(reader: Reading, tree: t.Tree, kind: Type) -> Iterator[t.Tree]:
    """Yield the values of a type that a thing has: itself, its zone, or one of its attributes."""
    if (tree.type.base, tree.type.name, tree.type.many) == (kind.base, kind.name, False):
        yield tree
    elif kind == ZONE and tree.type.base == "piece":
        node = p.ZoneOf(variable(0, tree.type), tree.type.name, location=NOWHERE, type=ZONE)
        yield asked(node, tree)
    else:
        for attribute in reader.game.attributes:
            same = (attribute.type.base, attribute.type.name) == (kind.base, kind.name)
            if same and attribute.name.owner == tree.type.name and not attribute.index:
                node2 = p.AttributeValue(
                    attribute.name, (variable(0, tree.type),), location=NOWHERE,
                    type=attribute.type,
                )  # fmt: skip
                if not attribute.type.many and not tree.type.many:
                    yield asked(node2, tree)


def _of_roles(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what the words of a role mean: `it was built on level 3`."""
    for action, role, form, ways in reader.dictionary.role_forms:
        if action != scope.action:
            continue
        tree = t.Name(reader.role_type(scope, role), role)
        for positive, fitting in ways.items():
            for gaps in (each for pattern in fitting for each in pattern.fits(text)):
                if form == "holds":
                    yield tree if positive else t.Not(FLAG, tree)
                    continue
                word = {"equals": "=", "above": ">", "below": "<"}[form]
                for value in reader.thing(gaps["value"], scope):
                    fitted = reader.fitted(value, tree.type)
                    if fitted is not None:
                        found = t.compared(word, tree, fitted)
                        yield found if positive else t.Not(FLAG, found)


def _compared(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    for joint, word in COMPARING.items():
        for at in places(text, joint):
            left_text, right_text = text[:at], text[at + len(joint) :]
            for left in reader.thing(left_text, scope):
                yield from _to(reader, left, word, right_text, scope)
    for found in [re.fullmatch(r"(.*) is (even|odd)", text)]:
        for left in reader.thing(found[1], scope) if found else ():
            if left.type.base == "int" and found is not None:
                rest = t.Calculated(INT, "mod", left, t.number(2))
                yield t.Compared(FLAG, "=", rest, t.number(int(found[2] == "odd")))


def _to(reader: Reading, left: t.Tree, word: str, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield a comparison of something with what a text says; `the one` is of its kind."""
    if left.type.many:
        return
    if text.startswith("the one that "):
        nouns = reader.dictionary.nouns.items()
        kinds = {reader.dictionary.kind(key): one for key, (one, _, _) in nouns}
        noun = kinds.get(left.type.one(), "")
        text = f"the {noun} {text.removeprefix('the one ')}"
    for right in reader.thing(text, scope):
        same = (left.type.base, left.type.name) == (right.type.base, right.type.name)
        if left.type.base == right.type.base == "int" or (same and word in ("=", "!=")):
            if not right.type.many:
                yield t.compared(word, left, right)
        elif word in ("=", "!=") and left.type.base == "cell" and right.type.base == "piece":
            at = cell(reader, right)
            if at is not None and at.type.one() == left.type.one():
                yield t.compared(word, left, at)
    if word not in ("=", "!="):
        return
    if word == "=" and (listed := _listed(reader, text, " or ", scope)):
        yield from _in_list(left, listed, True)
    if word == "=" and text.startswith("neither "):
        parts = text.removeprefix("neither ").split(" nor ")
        found = [reader.thing(part, scope) for part in parts]
        if all(found):
            yield from _in_list(left, tuple(each[0] for each in found), False)


def _listed(reader: Reading, text: str, joint: str, scope: Scope) -> tuple[t.Tree, ...]:
    head, found, last = text.rpartition(joint)
    if not found:
        return ()
    choices = [reader.thing(part, scope) for part in [*head.split(", "), last]]
    return tuple(each[0] for each in choices) if all(choices) else ()


def _in_list(left: t.Tree, listed: Sequence[t.Tree], positive: bool) -> Iterator[t.Tree]:
    if any(each.type.base != left.type.base or each.type.many for each in listed):
        return
    found = t.OneOf(FLAG, tuple(t.compared("=", left, each) for each in listed))
    yield found if positive else t.Not(FLAG, found)


def _belongs(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield that something is one of a set: `is one of …`, `is yours`."""
    for joint, positive in ((" is not ", False), (" is ", True)):
        for at in places(text, joint):
            head, rest = text[:at], text[at + len(joint) :]
            for one in reader.thing(head, scope):
                if one.type.many:
                    continue
                if rest == "yours" and reader.dictionary.is_owned(one.type.one()):
                    owned = p.Owned("your", location=NOWHERE, type=one.type.set())
                    found = t.Member(FLAG, one, asked(owned))
                    yield found if positive else t.Not(FLAG, found)
                for quantifier, domain in reader.members(rest, scope):
                    same = (domain.type.base, domain.type.name) == (one.type.base, one.type.name)
                    if quantifier == "some" and same:
                        found = t.Member(FLAG, one, domain)
                        yield found if positive else t.Not(FLAG, found)


def _placed(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield that a piece is on a cell or on the board."""
    for joint, positive in ((" is not on ", False), (" is on ", True)):
        for at in places(text, joint):
            for piece in reader.thing(text[:at], scope):
                place = cell(reader, piece) if piece.type.base == "piece" else None
                if place is not None:
                    for found in _on(reader, place, text[at + len(joint) :], scope):
                        yes = t.Holds(FLAG, found, (piece,))  # what is elsewhere is not there
                        yield yes if positive else t.Not(FLAG, yes)


def _in_zone(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield that a piece is in a zone, or in one of several."""
    for joint, positive in ((" is not in ", False), (" is in ", True)):
        for at in places(text, joint):
            rest = text[at + len(joint) :]
            for piece in reader.thing(text[:at], scope):
                if piece.type.many or piece.type.base != "piece":
                    continue
                zones = _listed(reader, rest, " or ", scope)
                alone = tuple((each,) for each in reader.thing(rest, scope) if each.type == ZONE)
                for chosen in (zones, *alone) if zones else alone:
                    for held in _values_of(reader, piece, ZONE):
                        for found in _in_list(held, chosen, True):
                            yes = t.Holds(FLAG, found, (piece,))  # what is on a board is in none
                            yield yes if positive else t.Not(FLAG, yes)


def _there(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield that there is a piece on a cell, or on the board."""
    for noun, (one, _, _) in reader.dictionary.nouns.items():
        kind = reader.dictionary.kind(noun)
        if kind.base != "piece":
            continue
        for start, positive in ((f"there is a {one} on ", True), (f"there is no {one} on ", False)):
            if text.startswith(start):
                for spot in reader.thing(text.removeprefix(start), scope):
                    at = cell(reader, spot)
                    if at is not None:
                        node = p.PieceAt(noun, variable(0, at.type), location=NOWHERE, type=kind)
                        exists = t.Exists(FLAG, asked(node, at))
                        yield exists if positive else t.Not(FLAG, exists)
        if text in (f"a {one} is on the board", f"no {one} is on the board"):
            board = p.OnBoard(noun, location=NOWHERE, type=kind.set())
            exists = t.Exists(FLAG, asked(board))
            yield exists if text.startswith("a ") else t.Not(FLAG, exists)


def _on(reader: Reading, place: t.Tree, text: str, scope: Scope) -> Iterator[t.Tree]:
    if text == "the board":
        yield t.Exists(FLAG, place)
        return
    for spot in reader.thing(text, scope):
        at = cell(reader, spot) if not spot.type.many else None
        if at is not None and at.type.one() == place.type.one():
            yield t.compared("=", place, at)
    for quantifier, domain in reader.members(text, scope):
        if quantifier == "some" and domain.type.base == "cell":
            yield t.Member(FLAG, place, domain)
    if listed := _listed(reader, text, " or ", scope):
        yield from _in_list(place, listed, True)


def _of_core(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what the core says of places, directions and players."""
    edge = " on a board whose opposite edges touch"
    for joint, positive in ((" is not next to ", False), (" is next to ", True)):
        for at in places(text, joint):
            rest = text[at + len(joint) :]
            function = "wrapped" if rest.endswith(edge) else "adjacent"
            for one in reader.thing(text[:at], scope):
                for other in reader.thing(rest.removesuffix(edge), scope):
                    a, b = cell(reader, one), cell(reader, other)
                    if a is not None and b is not None and a.type.one() == b.type.one():
                        around = on_board(function, a.type.one())(reader, [b])
                        assert around is not None
                        found = t.Member(FLAG, a, around)
                        yield found if positive else t.Not(FLAG, found)
    for said, function, two in (
        ("{a} is [|not ]a corner of the board", "corner", False),
        ("{a} is [|not ]on the edge of the board", "perimeter", False),
        ("{a} and {b} is [|not ]on opposite edges", "opposite", True),
        ("{a} and {b} are [|not ]on opposite edges", "opposite", True),
    ):
        yield from _by_frame(reader, said, text, scope, on_board(function, FLAG, two=two))
    yield from _by_frame(reader, "{a} is [|not ]diagonal", text, scope, _diagonal)
    yield from _by_frame(reader, "{a} is [still in|out of] the game", text, scope, _alive)
    yield from _by_frame(reader, "{a} [has|does not have] {b}", text, scope, _holds)
    first = "{a} belonged to [nobody|somebody] at the beginning"
    yield from _by_frame(reader, first, text, scope, _nobodys)
    yield from _turns(text)


def _by_frame(
    reader: Reading, said: str, text: str, scope: Scope, build: Build
) -> Iterator[t.Tree]:
    for positive, ways in patterns(said).items():
        for pattern in ways:
            for gaps in pattern.fits(text):
                for a in reader.thing(gaps["a"], scope):
                    for b in reader.thing(gaps["b"], scope) if "b" in gaps else (None,):
                        found = build(reader, [a] if b is None else [a, b])
                        if found is not None:
                            yield found if positive else t.Not(FLAG, found)


def _diagonal(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    if found[0].type.base != "direction":
        return None
    of = (variable(0, found[0].type),)
    return asked(p.BoardFunction("diagonal", "", of, location=NOWHERE, type=FLAG), found[0])


def _of_players(function: str, *bases: str) -> Build:
    def build(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
        if any(
            each.type.base != base or each.type.many
            for each, base in zip(found, bases, strict=True)
        ):
            return None
        of = tuple(variable(n, each.type) for n, each in enumerate(found))
        return asked(p.PlayerFunction(function, of, location=NOWHERE, type=FLAG), *found)

    return build


_alive = _of_players("alive", "player")
_holds = _of_players("holds", "player", "power")


def _nobodys(reader: Reading, found: list[t.Tree]) -> t.Tree | None:
    if found[0].type.base != "power":
        return None
    of = (variable(0, found[0].type),)
    node = p.PlayerFunction("first_holder", of, location=NOWHERE, type=PLAYER)
    return t.Not(FLAG, t.Exists(FLAG, asked(node, found[0])))


def _turns(text: str) -> Iterator[t.Tree]:
    def person(word: p.PersonWord) -> t.Tree:
        return asked(p.Person(word, location=NOWHERE, type=PLAYER))

    def side(of: t.Tree) -> t.Tree:
        kind = Type("side", "Side")
        node = p.PlayerFunction("side", (variable(0, PLAYER),), location=NOWHERE, type=kind)
        return asked(node, of)

    opponents = asked(p.Owned("opponent", location=NOWHERE, type=PLAYER.set()))
    known = {
        "it is [|not ]your turn": t.compared("=", person("active"), person("you")),
        "it is [|not ]a opponent's turn": t.Member(FLAG, person("active"), opponents),
        "it is [|not ]your side's turn": t.compared(
            "=", side(person("active")), side(person("you"))
        ),
        "[you do it|a other player does it]": t.compared("=", person("actor"), person("you")),
        "it is [|not ]a opponent who chooses": t.Member(FLAG, person("chooser"), opponents),
        "this is [|not ]a additional turn given by this power": asked(
            p.Granted(location=NOWHERE, type=FLAG)
        ),
        "[a part|no part] of this turn was undone": asked(p.Rewound(location=NOWHERE, type=FLAG)),
    }
    for said, tree in known.items():
        for positive, ways in patterns(said).items():
            if any(pattern.parts == (text,) for pattern in ways):
                yield tree if positive else t.Not(FLAG, tree)


# -------------------------------------------------------------------------- how many there are


def _amounts(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    amount = rf"({'|'.join(past.AMOUNTS)}) {past.NUMBER}"
    found = re.fullmatch(rf"(.*) (?:are|is)( not)? {amount} in number", text)
    if found is not None:
        for of in reader.thing(found[1], scope):
            yield from _so_many(of, found[3], found[4], not found[2])
    found = re.fullmatch(rf"there is( not)? {amount} of (.*)", text)
    if found is not None:
        for of in reader.thing(found[4], scope):
            yield from _so_many(of, found[2], found[3], not found[1])
    found = re.fullmatch(rf"there (?:is|are)( not)? {amount} (.*)", text)
    if found is not None:
        for of in counted(reader, found[4], scope, one=found[3] == "one"):
            yield from _so_many(of, found[2], found[3], not found[1])
    found = re.fullmatch(r"there is (none|at least one) of (.*)", text)
    if found is not None:
        for of in reader.thing(found[2], scope):
            if of.type.many:
                exists = t.Exists(FLAG, of)
                yield exists if found[1] != "none" else t.Not(FLAG, exists)


def _yours(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield how many pieces you have: `you have no Worker`."""
    amount = rf"({'|'.join(past.AMOUNTS)}) {past.NUMBER}"
    for noun, (one, many, _) in reader.dictionary.nouns.items():
        kind = reader.dictionary.kind(noun)
        if not reader.dictionary.is_owned(kind):
            continue
        mine = asked(p.Owned("your", location=NOWHERE, type=kind.set()))
        if text in (f"you has a {one}", f"you has no {one}"):
            exists = t.Exists(FLAG, mine)
            yield exists if " a " in text else t.Not(FLAG, exists)
        found = re.fullmatch(rf"you (has|does not have) {amount} (?:{one}|{many})", text)
        if found is not None:
            yield from _so_many(mine, found[2], found[3], found[1] == "has")


def _so_many(of: t.Tree, amount: str, number: str, positive: bool) -> Iterator[t.Tree]:
    if of.type.many:
        limit = t.number(past.number_of(number))
        found = t.Compared(FLAG, past.AMOUNTS[amount], t.Size(INT, of), limit)
        yield found if positive else t.Not(FLAG, found)


def _existing(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    for ending, positive in ((" does not exist", False), (" exists", True)):
        if text.endswith(ending):
            for tree in reader.thing(text.removesuffix(ending), scope):
                yield t.Exists(FLAG, tree) if positive else t.Not(FLAG, t.Exists(FLAG, tree))
    for start, positive in (("there is a ", True), ("there is no ", False)):
        if text.startswith(start):
            for tree in reader.thing(f"the {text.removeprefix(start)}", scope):
                yield t.Exists(FLAG, tree) if positive else t.Not(FLAG, t.Exists(FLAG, tree))
