"""The frames of nouns: `a space`, `none of your Workers that are free`, `each space next to it`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from thesmos.program import values as p
from thesmos.program.types import FLAG, Type
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.calculations import asked, on_board
from thesmos_rulebook.testing.reader.dictionary import NOWHERE
from thesmos_rulebook.testing.reader.reading import Reading
from thesmos_rulebook.testing.reader.scope import Scope

Quantifier = str  # some, every, no, the, all
ALL: dict[Quantifier, tuple[str, ...]] = {
    "some": ("a {one}", "any {one}"), "every": ("each {one}",), "no": ("no {one}",),
    "the": ("the {one}",), "all": ("all {many}",),
}  # fmt: skip
OWNED: dict[p.Whose, dict[Quantifier, tuple[str, ...]]] = {
    "your": {
        "some": ("one of your {many}", "any of your {many}", "a {one} of yours"),
        "every": ("each of your {many}",), "no": ("none of your {many}",),
        "the": ("your {one}",), "all": ("your {many}",),
    },
    "opponent": {
        "some": ("a opponent's {one}", "any opponent's {one}"), "every": ("each opponent's {one}",),
        "no": ("no opponent's {one}",), "the": ("the opponent's {one}",),
        "all": ("the opponents' {many}",),
    },
    "teammate": {
        "some": ("a teammate's {one}", "any teammate's {one}"), "every": ("each teammate's {one}",),
        "no": ("no teammate's {one}",), "the": ("the teammate's {one}",),
        "all": ("the teammates' {many}",),
    },
}  # fmt: skip
OF_SET = {
    "one of ": "some", "any of ": "some", "each of ": "every", "none of ": "no",
    "the first of ": "the",
}  # fmt: skip


def read(reader: Reading, text: str, scope: Scope) -> Iterator[tuple[Quantifier, t.Tree]]:
    """Yield each quantifier and set that a text can mean."""
    yield from _bases(reader, text, scope)
    yield from _ones(reader, text)
    for joint in re.finditer(r" that |, where ", text):
        head, rest = text[: joint.start()], text[joint.end() :].removesuffix(",")
        if joint[0] == " that " and head.endswith(("one", "each")):
            continue
        for quantifier, domain in reader.members(head, scope):
            name, inner = scope.fresh(), scope.binding(domain.type.one())
            said = f"{name} {rest}" if joint[0] == " that " else rest
            for condition in reader.condition(said, inner):
                yield quantifier, t.Those(domain.type, name, domain, condition)


def _bases(reader: Reading, text: str, scope: Scope) -> Iterator[tuple[Quantifier, t.Tree]]:
    for noun, (one, many, proper) in reader.dictionary.nouns.items():
        kind = reader.dictionary.kind(noun)
        if kind.base in ("side", "zone"):
            continue
        everything = asked(p.AllOf(location=NOWHERE, type=kind.set()))
        for quantifier in _quantifiers(text, ALL, one, many, proper):
            yield quantifier, everything
        yield from _on_a_board(text, kind, one, many)
        if reader.dictionary.is_owned(kind):
            for whose, forms in OWNED.items():
                for quantifier in _quantifiers(text, forms, one, many, False):
                    yield quantifier, asked(p.Owned(whose, location=NOWHERE, type=kind.set()))
        if kind.base == "cell":
            yield from _neighbours(reader, text, scope, kind, one, many)
    for start, quantifier in OF_SET.items():
        if text.startswith(start):
            rest = text.removeprefix(start)
            if rest.startswith("these (") and rest.endswith(")"):
                yield from _listed(reader, rest[7:-1], scope, quantifier)
            for domain in reader.thing(rest, scope):
                if domain.type.many:
                    yield quantifier, domain


def _on_a_board(text: str, kind: Type, one: str, many: str) -> Iterator[tuple[Quantifier, t.Tree]]:
    bare = text.removesuffix(" on the board")
    if kind.base == "piece" and bare != text:
        there = asked(p.OnBoard(kind.name, location=NOWHERE, type=kind.set()))
        for quantifier in _quantifiers(bare, ALL, one, many, False):
            yield quantifier, there


def _quantifiers(
    text: str, forms: dict[Quantifier, tuple[str, ...]], one: str, many: str, proper: bool
) -> Iterator[Quantifier]:
    for quantifier, ways in forms.items():
        if text in [way.format(one=one, many=many) for way in ways]:
            yield quantifier
    if proper and text == one:
        yield "the"


def _neighbours(
    reader: Reading, text: str, scope: Scope, kind: Type, one: str, many: str
) -> Iterator[tuple[Quantifier, t.Tree]]:
    edge = " on a board whose opposite edges touch"
    for quantifier, ways in ALL.items():
        for way in ways:
            start = f"{way.format(one=one, many=many)} next to "
            if not text.startswith(start):
                continue
            rest = text.removeprefix(start)
            function = "wrapped" if rest.endswith(edge) else "adjacent"
            for a in reader.thing(rest.removesuffix(edge), scope):
                around = on_board(function, kind)(reader, [a])
                if around is not None:
                    yield quantifier, around


def _listed(
    reader: Reading, text: str, scope: Scope, quantifier: Quantifier
) -> Iterator[tuple[Quantifier, t.Tree]]:
    choices = [reader.thing(part, scope) for part in text.split(", ")]
    if all(choices):
        parts = tuple(each[0] for each in choices)
        yield quantifier, t.United(parts[0].type.set(), parts)


def _ones(reader: Reading, text: str) -> Iterator[tuple[Quantifier, t.Tree]]:
    """Yield the things that a fact has a name for: `an opponent's Worker that can be chosen`."""
    for pattern, fact, kind in reader.dictionary.ones:
        if pattern.parts == (text,):
            domain = asked(p.AllOf(location=NOWHERE, type=kind.set()))
            declared = reader.dictionary.fact(fact)
            variable = p.Variable("·0", False, location=NOWHERE, type=kind)
            node = p.FactValue(fact, (variable,), location=NOWHERE, type=declared.body.type)
            name = t.Name(kind, "@one")
            condition = t.Asked(FLAG, node, (name,))
            quantifier = "some" if text.startswith("a ") else "the"
            yield quantifier, t.Those(kind.set(), "@one", domain, condition)


def as_things(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield a set by its members, or the first of them: `your Worker that is female`."""
    for quantifier, domain in reader.members(text, scope):
        if quantifier in ("all", "every"):
            yield domain
        elif quantifier == "the" and scope_allows(reader, text, scope, domain):
            yield t.First(domain.type.one(), "@first", domain, t.YES)


def scope_allows(reader: Reading, text: str, scope: Scope, domain: t.Tree) -> bool:
    """Return whether `the Worker` is not a role."""
    bare = isinstance(domain, t.Asked)
    return not bare or scope.action is None or not text.startswith("the ")
