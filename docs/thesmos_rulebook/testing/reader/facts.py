"""The frames of the sentences of facts, rules and conditions of every position."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from thesmos.program.declarations import Action, Fact, Parameter
from thesmos.program.node import Ref
from thesmos.program.types import Type
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import Dictionary, leveled
from thesmos_rulebook.testing.reader.reader import Reader
from thesmos_rulebook.testing.reader.scope import Scope

WORD_FOR_WORD = ": this is meant word for word"
ONLY_CARDS = " if a card says so, and only then"
UNLESS = ", unless a card says otherwise"


@dataclass(frozen=True)
class Head:
    """The words of a fact in a sentence about it, and what was introduced there."""

    text: str
    scope: Scope


def plain(sentence: str) -> Iterator[str]:
    """Yield a sentence without its full stop and, if its first word is no name, its capital."""
    text = leveled(sentence.removesuffix("."))
    yield text[:1].lower() + text[1:]
    yield text


def of_fact(reader: Reader, sentence: str, fact: Fact) -> tuple[t.Tree, ...]:
    """Return what a sentence says a fact is. The parameters are `@0`, `@1` … in their order.

    Parameters that are yes or no are not introduced.
    """
    found: dict[t.Tree, None] = {}
    for text in plain(sentence):
        scope = Scope(sentence=text)
        for tree in _of_fact(reader, text, scope, fact):
            kind = fact.body.type
            if tree.type.many == kind.many and reader.fitted(tree, kind) is not None:
                found[tree] = None
    return tuple(found)


def _of_fact(reader: Reader, text: str, scope: Scope, fact: Fact) -> Iterator[t.Tree]:
    condition = fact.body.type.base == "flag" and not fact.body.type.many
    read = reader.condition if condition else reader.thing
    if text.startswith("short for: "):
        for action in acts_of(reader, fact):
            inner = replace(scope, action=action)
            yield from read(text.removeprefix("short for: "), inner)
        body, inner = _introduced(reader, text.removeprefix("short for: "), scope, fact)
        yield from read(body, inner)
        return
    means = re.fullmatch(r"“(.*?)” means(?:, of ([^:]*))?: (.*)", text)
    if means is not None:
        yield from _means(reader, means, scope, fact)
        return
    for ending in (WORD_FOR_WORD, ONLY_CARDS, UNLESS):
        if text.endswith(ending):
            for head in heads(reader, text.removesuffix(ending), scope, fact):
                if ending == WORD_FOR_WORD:
                    yield from read(head.text, head.scope)
                else:
                    yield t.YES if ending == UNLESS else t.NO
            return
    joint = " if " if condition else ": "
    for found in re.finditer(joint, text):
        for head in heads(reader, text[: found.start()], scope, fact):
            yield from _all_of(reader, text[found.end() :], head.scope, condition)


def _all_of(reader: Reader, text: str, scope: Scope, condition: bool) -> Iterator[t.Tree]:
    yield from (reader.condition if condition else reader.thing)(text, scope)


def _means(reader: Reader, means: re.Match[str], scope: Scope, fact: Fact) -> Iterator[t.Tree]:
    condition = fact.body.type.base == "flag" and not fact.body.type.many
    if means[2] is None:  # about an action's events, or nothing
        actions = acts_of(reader, fact)
        for action in actions:
            yield from _all_of(reader, means[3], replace(scope, action=action), condition)
        if not actions:
            yield from _all_of(reader, means[3], scope, condition)
        return
    things = re.split(r", | and ", means[2])
    parameters = [each for each in fact.parameters if each.type.base != "flag"]
    if len(things) == len(parameters):
        inner = scope
        for said, parameter in zip(things, parameters, strict=True):
            inner = inner.binding(parameter.type.one(), _letter(said))
        yield from _all_of(reader, means[3], inner, condition)


def acts_of(reader: Reader, fact: Fact) -> list[Ref]:
    """Return the actions for whose events a fact has words."""
    words = (*reader.dictionary.verbs, *reader.dictionary.act_nouns)
    return [*dict.fromkeys(each.actions[0] for each in words if each.fact == fact.name)]


def _letter(said: str) -> str:
    found = re.fullmatch(r"(.*) ([A-Z])", said)
    return f"{found[1][:1].lower()}{found[1][1:]} {found[2]}" if found and " a " not in said else ""


def _introduced(reader: Reader, text: str, scope: Scope, fact: Fact) -> tuple[str, Scope]:
    """Return a text with the first mention of each parameter replaced by its name."""
    for parameter in fact.parameters:
        name = scope.fresh()
        first, letter = _first_mention(reader, text, parameter)
        scope = scope.binding(parameter.type.one(), letter)
        if first and not letter:
            text = text.replace(first, name, 1)
    return text, scope


def _first_mention(reader: Reader, text: str, parameter: Parameter) -> tuple[str, str]:
    noun = noun_of(reader.dictionary, parameter.type)
    lettered = re.search(rf"\b{re.escape(noun)} [A-Z]\b", text)
    if lettered is not None:
        return lettered[0], lettered[0]
    return (f"a {noun}", "") if f"a {noun}" in text else ("", "")


def noun_of(dictionary: Dictionary, kind: Type) -> str:
    """Return the noun for things of a type, in the singular."""
    if kind.base == "int":
        return "number"
    name = {"player": "Player", "side": "Side", "power": "Power", "zone": "Zone",
            "direction": "Direction"}.get(kind.base, kind.name)  # fmt: skip
    return dictionary.nouns.get(name, (name.lower(), "", False))[0]


def heads(
    reader: Reader, text: str, scope: Scope, fact: Fact, *, positive: bool = True
) -> Iterator[Head]:
    """Yield what the words of a fact, or of its opposite, introduce: `a Worker`, `space A`."""
    words = reader.dictionary
    entries = [*words.conditions, *words.things, *words.heads]
    for entry in entries:
        if entry.name != fact.name or entry.form:
            continue
        for pattern in entry.patterns[positive]:
            for gaps in pattern.fits(text):
                inner, said = scope, pattern.parts
                names: dict[str, str] = {}
                for parameter in fact.parameters:
                    if parameter.type.base == "flag":
                        continue
                    names[parameter.name] = inner.fresh()
                    letter = _lettered(reader, gaps.get(parameter.name, ""), parameter.type)
                    inner = inner.binding(parameter.type.one(), letter)
                if all(
                    _introduces(reader, gaps[name], next(
                        each.type for each in fact.parameters if each.name == name
                    ))
                    for name in pattern.gaps
                ):  # fmt: skip
                    filled = [
                        names.get(part, part) if n % 2 else part for n, part in enumerate(said)
                    ]
                    yield Head("".join(filled), inner)


def _lettered(reader: Reader, text: str, kind: Type) -> str:
    noun = noun_of(reader.dictionary, kind)
    found = re.fullmatch(rf"{re.escape(noun)} [A-Z]", text, re.IGNORECASE)
    return f"{noun} {text[-1]}" if found else ""


def _introduces(reader: Reader, text: str, kind: Type) -> bool:
    noun = noun_of(reader.dictionary, kind)
    return text.lower() == f"a {noun}".lower() or bool(_lettered(reader, text, kind))


def of_rule(reader: Reader, sentence: str, action: Action) -> tuple[t.Tree, ...]:
    """Return what a sentence says that a rule of an action requires."""
    found: dict[t.Tree, None] = {}
    for text in plain(sentence):
        scope = Scope(action=action.name, sentence=text)
        _, that_is, body = text.partition(", that is: ")
        for tree in reader.condition(body if that_is else text, scope):
            found[tree] = None
    return tuple(found)


__all__ = ["of_fact", "of_rule"]
