"""The frames of conditions that join others or have a quantifier, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from thesmos.program.types import FLAG
from thesmos_rulebook.testing.reader import atoms
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import Pattern, enclosed
from thesmos_rulebook.testing.reader.reading import Reading
from thesmos_rulebook.testing.reader.scope import Scope
from thesmos_rulebook.testing.reading_back import pieces

PAIR = 2
DETERMINERS = re.compile(r"(?<![\w'])(?:a|no|each|any|one of|none of) (?=\S)")
NEGATED = re.compile(r"\b(?:not|cannot|nothing|nobody)\b")


def open_at_end(text: str) -> bool:
    """Return whether a text begins something that reaches to the end: nothing can follow it."""
    bare = re.sub(r"\([^()]*\)", "", re.sub(r"\([^()]*\)", "", text))
    return (
        "this holds: " in bare
        or "; otherwise, " in bare
        or re.search(r"\beither ", bare) is not None
    )


def read(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a text can mean as a condition."""
    if enclosed(text):
        yield from reader.condition(text[1:-1], scope)
    if text.startswith("all of this holds: "):
        parts = pieces(text.removeprefix("all of this holds: "), "; ")
        yield from _every(reader, parts, scope)
        return
    structured = [
        *_quantified(reader, text, scope), *_either(reader, text, scope),
        *_exactly_if(reader, text, scope), *_where_otherwise(reader, text, scope),
        *_joined(reader, text, scope),
    ]  # fmt: skip
    yield from structured
    if not structured:  # a quantifier reaches to the end of its own clause
        yield from _hoisted(reader, text, scope)
    yield from atoms.read(reader, text, scope)


# ---------------------------------------------------------------------------------- joints


def _every(reader: Reading, parts: Sequence[str], scope: Scope) -> Iterator[t.Tree]:
    for found in _each_read(reader, parts, scope):
        yield t.All(FLAG, found)


def _each_read(reader: Reading, parts: Sequence[str], scope: Scope) -> Iterator[tuple[t.Tree, ...]]:
    if not parts:
        yield ()
        return
    for first in reader.condition(parts[0], scope):
        for rest in _each_read(reader, parts[1:], scope):
            yield (first, *rest)


def _either(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    if not text.startswith("either "):
        return
    rest = text.removeprefix("either ")
    if rest.endswith(", but not both"):
        parts = pieces(rest.removesuffix(", but not both"), ", or ")
        if len(parts) == PAIR:
            for one, other in _each_read(reader, parts, scope):
                yield t.Not(FLAG, t.Same(FLAG, one, other))
        return
    parts = pieces(rest, ", or ")
    if len(parts) > 1:
        for found in _each_read(reader, parts, scope):
            yield t.OneOf(FLAG, found)
        return
    yield from _list(reader, rest, " or ", scope)


def _exactly_if(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    parts = pieces(text, " exactly if ")
    if len(parts) == PAIR:
        for one, other in _each_read(reader, parts, scope):
            yield t.Same(FLAG, one, other)


def _where_otherwise(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    pattern = Pattern(("where ", "c", ", ", "a", "; otherwise, ", "b", ""))
    for gaps in pattern.fits(text):
        for found in _each_read(reader, [gaps["c"], gaps["a"], gaps["b"]], scope):
            yield t.If(FLAG, *found)


def _joined(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `a, b and c` and `a, b or c`; what begins with `either` reaches to the end."""
    for joint in (" and ", " or "):
        yield from _list(reader, text, joint, scope)


def _list(reader: Reading, text: str, joint: str, scope: Scope) -> Iterator[t.Tree]:
    parts = pieces(text, joint)
    word = joint.strip()
    for last in range(1, len(parts)):
        before, after = joint.join(parts[:last]), joint.join(parts[last:])
        if open_at_end(before):
            continue
        comma = "; " if "; " in before else ", "
        listings = [[before]]
        if comma in before:
            listings.append(pieces(before, comma))
        for listing in listings:
            yield from _parts(reader, [*listing, after], word, scope)


def _parts(reader: Reading, parts: list[str], word: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield parts joined by a word; a part without a subject has that of the part before."""
    join = t.All if word == "and" else t.OneOf
    if all(reader.condition(part, scope) for part in parts):
        for found in _each_read(reader, parts, scope):
            yield join(FLAG, found)
        return
    first, *others = parts
    own = next((n for n, part in enumerate(others, 1) if reader.condition(part, scope)), 0)
    if own:
        before = parts[:own]
        for head in (
            _parts(reader, before, word, scope) if own > 1 else reader.condition(parts[0], scope)
        ):
            rest = parts[own:]
            tails = (
                _parts(reader, rest, word, scope)
                if len(rest) > 1
                else reader.condition(rest[0], scope)
            )
            for tail in tails:
                yield join(FLAG, (head, tail))
        return
    for end in [m.start() for m in re.finditer(r" ", first)]:
        subject, predicate = first[:end], first[end + 1 :]
        yield from _shared(reader, subject, [predicate, *others], word, scope)


def _shared(
    reader: Reading, subject: str, predicates: list[str], word: str, scope: Scope
) -> Iterator[t.Tree]:
    """Yield what holds for one subject, which is written only once."""
    join = t.All if word == "and" else t.OneOf
    if reader.thing(subject, scope):
        texts = [f"{subject} {predicate}" for predicate in predicates]
        if all(reader.condition(each, scope) for each in texts):
            for found in _each_read(reader, texts, scope):
                yield join(FLAG, found)
    for quantifier, domain in reader.members(subject, scope):
        if quantifier in ("some", "every", "no"):
            name, inner = scope.fresh(), scope.binding(domain.type.one())
            texts = [f"{name} {predicate}" for predicate in predicates]
            for found in _each_read(reader, texts, inner):
                yield t.Quantified(FLAG, name, domain, join(FLAG, found), quantifier)


# ----------------------------------------------------------------------------- quantifiers


def _quantified(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield `there is a space of which this holds: …` and the like: to the end of the text."""
    found = re.fullmatch(r"(there is|of) (.*?)( of which)? this holds: (.*)", text)
    if found is not None:
        head, letter = found[2], ""
        lettered = re.fullmatch(r"(.*) \((\w+ [A-Z])\)", head)
        if lettered is not None:
            head, letter = lettered[1], lettered[2]
        for quantifier, domain in reader.members(head, scope):
            if quantifier in ("some", "every", "no"):
                name, inner = scope.fresh(), scope.binding(domain.type.one(), letter)
                for condition in reader.condition(found[4], inner):
                    yield t.Quantified(FLAG, name, domain, condition, quantifier)
    if text.startswith("there is "):
        for quantifier, domain in reader.members(text.removeprefix("there is "), scope):
            if quantifier in ("some", "no"):
                yield t.Quantified(FLAG, scope.fresh(), domain, t.YES, quantifier)


def _hoisted(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield conditions with a quantifier in them: the first one is about all that follows."""
    for start in [m.start() for m in DETERMINERS.finditer(text)]:
        before = text[:start]
        if before.endswith((" is ", " is not ", "neither ", " nor ", "there is ", "there was ")):
            continue
        if before.count("(") != before.count(")"):
            continue
        ends = [m.start() for m in re.finditer(r"(?<=[\w)'])(?=[ ,;]|$)", text[start:])]
        met = False
        for end in [start + each for each in ends if each]:
            for quantifier, domain in reader.members(text[start:end], scope):
                if quantifier not in ("some", "every", "no"):
                    continue
                name, inner = scope.fresh(), scope.binding(domain.type.one())
                said = f"{before}{name}{text[end:]}"
                for condition in reader.condition(said, inner):
                    met = True
                    yield t.Quantified(FLAG, name, domain, condition, quantifier)
                    if quantifier == "some" and before and NEGATED.search(said):
                        yield t.Quantified(FLAG, name, domain, condition, "every")
        if met:
            return
