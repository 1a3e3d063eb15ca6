"""The frames of past events, in English."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from thesmos.program import values as p
from thesmos.program.types import FLAG, INT, PLAYER
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.calculations import asked, variable
from thesmos_rulebook.testing.reader.dictionary import NOWHERE, ActWords, Pattern
from thesmos_rulebook.testing.reader.events import Events, RoleOf, Times
from thesmos_rulebook.testing.reader.reading import Reading
from thesmos_rulebook.testing.reader.scope import Scope

Window = tuple[str, t.Tree]
NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
AMOUNTS = {"exactly": "=", "fewer than": "<", "at most": "<=", "more than": ">", "at least": ">="}
NUMBER = rf"({'|'.join(NUMBERS)}|\d+)"
DO, DOES, DID, DONE = range(4)


def number_of(word: str) -> int:
    """Return the number that a word means."""
    return NUMBERS.index(word) if word in NUMBERS else int(word)


def person(word: p.PersonWord) -> t.Tree:
    return asked(p.Person(word, location=NOWHERE, type=PLAYER))


def windows(reader: Reading, text: str, scope: Scope) -> Iterator[tuple[str, Window]]:
    """Yield the text before a window at its end, and the window."""
    if text.endswith(" this turn"):
        yield text.removesuffix(" this turn"), ("this turn", person("active"))
    if text.endswith(" during your last turn"):
        yield text.removesuffix(" during your last turn"), ("last turn", person("you"))
    for found in re.finditer(r" in the game of ", text):
        for owner in reader.thing(text[found.end() :], scope):
            if owner.type.base in ("player", "side"):
                yield text[: found.start()], ("game", owner)


def _conditioned(reader: Reading, text: str, scope: Scope) -> Iterator[tuple[str, str]]:
    """Yield a text without the condition at its end, and the condition."""
    yield text, ""
    for found in re.finditer(r", where ", text):
        yield text[: found.start()], text[found.end() :].removesuffix(",")


def events_of(
    reader: Reading, words: ActWords, gaps: dict[str, str], window: Window, where: str,
    subject: t.Tree | None, scope: Scope,
) -> Iterator[Events]:  # fmt: skip
    """Yield the events of an act's words with a value, a subject and further conditions."""
    action = words.actions[0]
    inner = scope.in_events_of(action)
    roles = {role.name: role for role in reader.dictionary.action(action).roles}
    parts: list[t.Tree] = []
    given: list[tuple[t.Name, t.Tree]] = []
    if words.fact is not None:
        fact = reader.dictionary.fact(words.fact)
        of = tuple(t.Name(each.type, each.name) for each in fact.parameters)
        variables = tuple(variable(n, each.type) for n, each in enumerate(fact.parameters))
        node = p.FactValue(fact.name, variables, location=NOWHERE, type=FLAG)
        parts.append(t.Asked(FLAG, node, of))
    if subject is not None:
        role = roles.get(reader.dictionary.subjects.get(action, ""))
        if role is None or (role.type.base, role.type.name) != (
            subject.type.base, subject.type.name,
        ):  # fmt: skip
            return
        given.append((t.Name(role.type, role.name), subject))
    values: tuple[t.Tree | None, ...] = (None,)
    if "value" in gaps:
        values = reader.thing(gaps["value"], scope)
    wheres = reader.condition(where, inner) if where else (None,)
    for value in values:
        role = roles.get(words.role)
        fitted = None
        if value is not None and role is not None:
            fitted = reader.fitted(value, role.type)
            if fitted is None:
                continue
        known = [*given]
        if fitted is not None and role is not None:
            known.append((t.Name(role.type, role.name), fitted))
        for condition in wheres:
            every = (*parts, *(() if condition is None else (condition,)))
            met = t.All(FLAG, every) if every else None
            yield Events(words.actions, *window, met, tuple(known))


def nouns(reader: Reading, text: str, *, many: bool) -> Iterator[tuple[ActWords, dict[str, str]]]:
    """Yield the acts that a noun without its article can mean."""
    for words in reader.dictionary.act_nouns:
        form = words.forms[min(many, len(words.forms) - 1)]
        for pattern in form[True]:
            first = pattern.parts[0]
            bare = Pattern((first.removeprefix("a "), *pattern.parts[1:]))
            yield from ((words, gaps) for gaps in bare.fits(text))
    if " or " in text and not many:
        parts = re.split(r" or (?:a )?", text)
        several = [next(nouns(reader, part, many=False), None) for part in parts]
        known = [each[0] for each in several if each is not None and not each[1]]
        if len(known) == len(parts):
            yield ActWords((), tuple(action for each in known for action in each.actions)), {}


def happened(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what conditions about past events mean."""
    for body, where in _conditioned(reader, text, scope):
        for said, window in windows(reader, body, scope):
            yield from _there_was(reader, said, window, where, scope)
            yield from _did(reader, said, window, where, scope)


def _there_was(
    reader: Reading, text: str, window: Window, where: str, scope: Scope
) -> Iterator[t.Tree]:
    for at in [m.start() for m in re.finditer(" with ", text)]:
        yield from _with(reader, text[:at], text[at + len(" with ") :], window, where, scope)
    found = re.fullmatch(r"there was (a|no) (.*)", text)
    if found is not None:
        for words, gaps in nouns(reader, found[2], many=False):
            for events in events_of(reader, words, gaps, window, where, None, scope):
                some = t.Compared(FLAG, ">", Times(INT, events), t.number(0))
                yield some if found[1] == "a" else t.Not(FLAG, some)
    found = re.fullmatch(rf"there (?:was|were)( not)? ({'|'.join(AMOUNTS)}) {NUMBER} (.*)", text)
    if found is not None:
        limit = number_of(found[3])
        for words, gaps in nouns(reader, found[4], many=limit != 1):
            for events in events_of(reader, words, gaps, window, where, None, scope):
                times = Times(INT, events)
                compared = t.Compared(FLAG, AMOUNTS[found[2]], times, t.number(limit))
                yield t.Not(FLAG, compared) if found[1] else compared


def _with(
    reader: Reading, text: str, of: str, window: Window, where: str, scope: Scope
) -> Iterator[t.Tree]:
    """Yield that there was an event with something: one of its roles is that."""
    found = re.fullmatch(r"there was (a|no) (.*)", text)
    for words, gaps in nouns(reader, found[2], many=False) if found else ():
        roles = reader.dictionary.action(words.actions[0]).open_roles
        for thing in reader.thing(of, scope):
            alike = [role for role in roles if reader.fitted(thing, role.type) is not None]
            for events in events_of(reader, words, gaps, window, where, None, scope):
                if len(alike) == 1 and found is not None:
                    role = t.Name(alike[0].type, alike[0].name)
                    given = (*events.given, (role, thing))
                    times = Times(INT, replace(events, given=given))
                    some = t.Compared(FLAG, ">", times, t.number(0))
                    yield some if found[1] == "a" else t.Not(FLAG, some)


def _did(reader: Reading, text: str, window: Window, where: str, scope: Scope) -> Iterator[t.Tree]:
    for words in reader.dictionary.verbs:
        for pattern, positive in _past_forms(words):
            for gaps in pattern.fits(text):
                for subject in reader.thing(gaps["who"], scope):
                    for events in events_of(reader, words, gaps, window, where, subject, scope):
                        some = t.Compared(FLAG, ">", Times(INT, events), t.number(0))
                        yield some if positive else t.Not(FLAG, some)


def _past_forms(words: ActWords) -> Iterator[tuple[Pattern, bool]]:
    forms = words.forms
    if len(forms) > DID:
        yield from ((_after_who("", each), True) for each in forms[DID][True])
        yield from ((_after_who("did not ", each), False) for each in forms[DO][True])
    if len(forms) > DONE:
        for positive, ways in forms[DONE].items():
            yield from ((_after_who("", each), positive) for each in ways)


def _after_who(joint: str, pattern: Pattern) -> Pattern:
    return Pattern(("", "who", f" {joint}{pattern.parts[0]}", *pattern.parts[1:]))


def roles(reader: Reading, text: str, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a role of the last or the first event means."""
    for pattern, action, role, form in reader.dictionary.past_roles:
        if pattern.parts == (text,):
            window: Window = (
                ("last turn", person("you")) if form == "last turn"
                else ("this turn", person("active"))
            )  # fmt: skip
            kind = reader.role_type(scope.in_events_of(action), role)
            events = Events((action,), *window, None)
            yield RoleOf(kind, "first" if form == "first" else "last", role, events)
    for body, where in _conditioned(reader, text, scope):
        for said, window in windows(reader, body, scope):
            found = re.fullmatch(r"(.*) in the (last|first) (.*)", said)
            if found is not None:
                yield from _role(reader, found, window, where, scope)


def _role(
    reader: Reading, found: re.Match[str], window: Window, where: str, scope: Scope
) -> Iterator[t.Tree]:
    choices = [(found[3], "")]
    choices += [(found[3][: m.start()], found[3][m.end() :]) for m in re.finditer(" of ", found[3])]
    for noun, of in choices:
        for words, gaps in nouns(reader, noun, many=False):
            subjects = reader.thing(of, scope) if of else (None,)
            inner = scope.in_events_of(words.actions[0])
            for subject in subjects:
                for events in events_of(reader, words, gaps, window, where, subject, scope):
                    for role in reader.thing(found[1], inner):
                        if isinstance(role, t.Name) and not role.name.startswith("@"):
                            yield RoleOf(role.type, found[2], role.name, events)
