"""The frames of things, sets and numbers, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thesmos.program import values as p
from thesmos.program.types import DIRECTION, DIRECTIONS, INT, PLAYER, POWER, SIDE, Type
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.calculations import FRAMES, asked, on_board, place_of, variable
from thesmos_rulebook.testing.reader.dictionary import NOWHERE, Pattern
from thesmos_rulebook.testing.reader.reading import Reading
from thesmos_rulebook.testing.reader.scope import Scope


def persons(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield the player, side or power that a text names."""

    def person(word: p.PersonWord) -> t.Tree:
        return asked(p.Person(word, location=NOWHERE, type=PLAYER))

    def function(name: str, of: t.Tree, gives: Type) -> t.Tree:
        node = p.PlayerFunction(name, (variable(0, PLAYER),), location=NOWHERE, type=gives)
        return asked(node, of)

    words: dict[str, p.PersonWord] = {
        "you": "you", "the player whose turn it is": "active",
        "the player who chooses": "chooser", "the player who did it": "actor",
    }  # fmt: skip
    if text in words:
        yield person(words[text])
    elif text == "that player" and "the player whose turn it is" in scope.sentence:
        if not any(kind.base == "player" for _, kind in scope.bound):
            yield person("active")
    elif text == "the next player":
        yield function("next_player", person("active"), PLAYER)
        yield function("next_player", person("you"), PLAYER)
    elif text == "your side":
        yield function("side", person("you"), SIDE)
    elif text == "this power":
        yield asked(p.ThisCard(location=NOWHERE, type=POWER))
    elif text == "the players":
        yield asked(p.AllOf(location=NOWHERE, type=PLAYER.set()))
    elif text == "all your powers but this one":
        mine = asked(p.Owned("your", location=NOWHERE, type=POWER.set()))
        this = asked(p.ThisCard(location=NOWHERE, type=POWER))
        yield t.United(POWER.set(), (mine, this), True)
    elif found := re.fullmatch(r"player (\d+)", text):
        yield asked(p.NumberedPlayer(int(found[1]), location=NOWHERE, type=PLAYER))


def words(reader: Reading, text: str) -> Iterator[t.Tree]:
    """Yield the number, the cell or the direction that a text names."""
    if text.isdigit():
        yield t.number(int(text))
    if text.startswith("the ") and text[4:] in DIRECTIONS:
        place = DIRECTIONS.index(text[4:])
        yield asked(p.Word(text[4:], place, location=NOWHERE, type=DIRECTION))
    for board in reader.game.boards:
        if text in board.cells:
            kind = Type("cell", board.name)
            yield asked(p.Word(text, board.cells.index(text), location=NOWHERE, type=kind))
    if text == "the number of times that this position is remembered":
        node = reader.repeats()
        if node is not None:
            yield asked(node)


def names(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what was introduced before: `that Worker`, `Worker A`, `it`, a role."""
    if (kind := scope.type_of(text)) is not None:
        yield t.Name(kind, text)
    for said, name in scope.lettered:
        if text == said:
            kind = scope.type_of(name)
            assert kind is not None
            yield t.Name(kind, name)
    yield from _by_kind(reader, text, scope)
    if text == "it" and scope.introduced:
        kind = scope.type_of(scope.introduced) or reader.role_type(scope, scope.introduced)
        yield t.Name(kind, scope.introduced)
    if text == "that number":
        numbers = [(name, kind) for name, kind in scope.bound if kind.base == "int"]
        yield from (t.Name(kind, name) for name, kind in numbers[:1])
    if scope.action is not None:
        for (action, role), said in reader.dictionary.roles.items():
            if action == scope.action and text == said:
                yield t.Name(reader.role_type(scope, role), role)


def _by_kind(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `that Worker`, `that other Worker`, and `the Worker` of an action."""
    for noun, (one, _, _) in reader.dictionary.nouns.items():
        if text in (f"that {one}", f"that other {one}"):
            kind = reader.dictionary.kind(noun)
            letters = {name for _, name in scope.lettered}
            alike = [n for n, each in scope.bound if each == kind and n not in letters]
            place = 1 if text.startswith("that other ") else 0
            if place < len(alike):
                yield t.Name(kind, alike[place])
            elif not alike and place == 0:
                yield from _roles_named_before(reader, scope, kind)
        if text == f"the {one}" and scope.action is not None:
            yield from reader.roles_of_kind(scope, reader.dictionary.kind(noun))


def _alike(one: Type, other: Type) -> bool:
    return (one.base, one.name, one.many) == (other.base, other.name, other.many)


def _roles_named_before(reader: Reading, scope: Scope, kind: Type) -> Iterator[t.Tree]:
    for (action, role), said in reader.dictionary.roles.items():
        own = action == scope.action and _alike(reader.role_type(scope, role), kind)
        if own and (said in scope.sentence.lower() or said in scope.sentence):
            yield t.Name(kind, role)


def entries(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a text means by the declared words of a value."""
    ways = text, *of_you(text)
    for entry in reader.dictionary.things:
        for said in ways:
            yield from reader.by_entry(entry, entry.patterns[True], said, scope, True)


def of_you(text: str) -> Iterator[str]:
    """Yield a text with `your hand`, or `a piece of yours`, written as `the hand of you`."""
    yield from {
        re.sub(r"\byour (\w+)\b", r"the \1 of you", text),
        re.sub(r"\b(a \w+) of yours\b", r"\1 of you", text),
    } - {text}


def located(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `the Worker on that space`, `the space of that Worker`, `the space after it …`."""
    for noun, (one, many, _) in reader.dictionary.nouns.items():
        kind = reader.dictionary.kind(noun)
        boards = [on for each in reader.game.kinds if each.name == noun for on in each.on]
        if boards and text.startswith(f"the {one} on "):
            for at in reader.thing(text.removeprefix(f"the {one} on "), scope):
                if at.type.base == "cell" and not at.type.many:
                    node = p.PieceAt(noun, variable(0, at.type), location=NOWHERE, type=kind)
                    yield asked(node, at)
        if kind.base == "cell":
            yield from _cells(reader, text, scope, kind, one, many)


def _cells(
    reader: Reading, text: str, scope: Scope, kind: Type, one: str, many: str
) -> Iterator[t.Tree]:
    if text.startswith(f"the {one} of "):
        for piece in reader.thing(text.removeprefix(f"the {one} of "), scope):
            place = place_of(reader, piece)
            if place is not None and place.type == kind:
                yield place
    after = Pattern((f"the {one} after ", "a", " toward ", "b", ""))
    for gaps in after.fits(text):
        for a in reader.thing(gaps["a"], scope):
            for b in reader.thing(gaps["b"], scope):
                step = on_board("step", None)(reader, [a, b])
                if step is not None:
                    yield step
    for all_, function in ((f"all {many} next to ", "adjacent"),):
        if text.startswith(all_):
            for a in reader.thing(text.removeprefix(all_), scope):
                found = on_board(function, kind)(reader, [a])
                if found is not None:
                    yield found


def by_frames(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a text means by the frames of calculations and functions."""
    for pattern, build in FRAMES:
        for gaps in pattern.fits(text):
            choices = [reader.thing(gaps[gap], scope) for gap in pattern.gaps]
            for found in _combined(choices):
                tree = build(reader, found)
                if tree is not None:
                    yield tree
    for gaps in Pattern(("", "a", " if ", "c", ", else ", "b", "")).fits(text):
        if " if " in unbracketed(gaps["a"]) or ", else " in unbracketed(gaps["c"]):
            continue  # the first `if` has the first value
        for a in reader.thing(gaps["a"], scope):
            for b in reader.thing(gaps["b"], scope):
                if a.type.base == b.type.base:
                    for c in reader.condition(gaps["c"], scope):
                        yield t.If(a.type.set() if b.type.many else a.type, c, a, b)


def lists(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield the set `a, b and c`."""
    head, found, last = text.rpartition(" and ")
    if found and ", " in head and "(" not in text:
        choices = [reader.thing(part, scope) for part in [*head.split(", "), last]]
        for parts in _combined(choices):
            kinds = {(each.type.base, each.type.name) for each in parts}
            if len(kinds) == 1 and parts[0].type.base != "flag":
                yield t.United(parts[0].type.set(), tuple(parts))


def unbracketed(text: str) -> str:
    """Return a text without what is in brackets."""
    while (bare := re.sub(r"\([^()]*\)", "", text)) != text:
        text = bare
    return text


def _combined(choices: list[tuple[t.Tree, ...]]) -> Iterator[list[t.Tree]]:
    if not choices:
        yield []
        return
    for first in choices[0]:
        for rest in _combined(choices[1:]):
            yield [first, *rest]


def walks(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `the cells on the way from …`, and all that can be reached from something."""
    for noun, (_, many, _) in reader.dictionary.nouns.items():
        kind = reader.dictionary.kind(noun)
        inner = scope.binding(kind)
        way, reached = f"{many} on the way from ", f"the {many} that can be reached from "
        holds = ", where of each of them, the first too, this holds: "
        for first, each, joint, word in (
            (f"the {way}", ", each time to ", ", while ", "while"),
            (f"the {way}", ", each time to ", ", until ", "until"),
            (f"the first of the {way}", ", each time to ", ", where ", "where"),
            (reached, ", each time going to ", holds, "if"),
        ):
            for gaps in Pattern((first, "a", each, "b", joint, "c", "")).fits(text):
                yield from _walk(reader, gaps, scope, inner, kind, word)
        always = Pattern((reached, "a", ", the first too, each time going to ", "b", ""))
        for gaps in always.fits(text):
            yield from _walk(reader, gaps, scope, inner, kind, "if")


def _walk(
    reader: Reading, gaps: dict[str, str], scope: Scope, inner: Scope, kind: Type, word: str
) -> Iterator[t.Tree]:
    name = scope.fresh()
    conditions = reader.condition(gaps["c"], inner) if "c" in gaps else (t.YES,)
    for start in reader.thing(gaps["a"], scope):
        for following in reader.thing(gaps["b"], inner):
            for condition in conditions:
                if following.type.base == start.type.base == kind.base:
                    gives = kind if word == "where" else kind.set()
                    yield t.Reached(gives, word, name, start, following, condition)


def folds(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield sums and extremes over the members of a set."""
    for words_, word in (
        ("the sum, for ", "sum"), ("the lowest value, for ", "min"),
        ("the highest value, for ", "max"),
    ):  # fmt: skip
        for gaps in Pattern((words_, "each", ", of ", "value", "")).fits(text):
            for quantifier, domain in reader.members(gaps["each"], scope):
                if quantifier == "every":
                    inner = scope.binding(domain.type.one())
                    for value in reader.thing(gaps["value"], inner):
                        if value.type.base == "int":
                            name = scope.fresh()
                            yield t.Folded(INT, name, domain, t.YES, word, value)
    yield from _sums(reader, text, scope)


def _sums(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `the sum of the points of each card`."""
    if text.startswith("the sum of "):
        rest = text.removeprefix("the sum of ")
        for start in [m.start() for m in re.finditer(r"\beach\b", rest)]:
            for end in _ends(rest, start):
                for quantifier, domain in reader.members(rest[start:end], scope):
                    if quantifier == "every":
                        inner = scope.binding(domain.type.one())
                        named = rest[:start] + scope.fresh() + rest[end:]
                        for value in reader.thing(named, inner):
                            if value.type.base == "int":
                                yield t.Folded(INT, scope.fresh(), domain, t.YES, "sum", value)


def _ends(text: str, start: int) -> list[int]:
    """Return where a phrase that begins at a place could end."""
    return [m.start() for m in re.finditer(r"(?<=[\w)])(?=[ ,;]|$)", text) if m.start() > start]


def counts(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `the number of spaces (counting each that is free)`."""
    if not text.startswith("the number of "):
        return
    rest = text.removeprefix("the number of ")
    for members in counted(reader, rest, scope):
        yield t.Size(INT, members)


def counted(reader: Reading, text: str, scope: Scope, *, one: bool = False) -> Iterator[t.Tree]:
    """Yield the set that is counted: `spaces`, `spaces (counting each that is free)`."""
    for noun, (single, many, _) in reader.dictionary.nouns.items():
        said = single if one else many
        kind = reader.dictionary.kind(noun)
        everything = asked(p.AllOf(location=NOWHERE, type=kind.set()))
        if text.startswith(f"{said} on the board") and kind.base == "piece":
            everything = asked(p.OnBoard(noun, location=NOWHERE, type=kind.set()))
            said = f"{said} on the board"
        if text == said:
            yield everything
        if one and text.startswith(f"{single} that "):
            for word, domain in reader.members(f"a {text}", scope):
                if word == "some":
                    yield domain
        found = re.fullmatch(re.escape(said) + r" \(counting (each.*)\)", text)
        if found is None:
            continue
        each = found[1]
        for start in ("each that ", "each, where "):
            if each.startswith(start):
                where = said.removeprefix(many).removeprefix(single)
                each = f"each {single}{where}{each.removeprefix('each')}"
        for word, domain in reader.members(each, scope):
            if word == "every":
                yield domain
