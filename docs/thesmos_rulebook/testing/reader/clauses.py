"""The frames of clauses that forbid, and of what may or may not be skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from thesmos.program.clauses import Clause, Forbid, ForbidSkip, MaySkip
from thesmos.program.node import Ref
from thesmos.program.types import FLAG, INT
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import Pattern
from thesmos_rulebook.testing.reader.events import Events, Times
from thesmos_rulebook.testing.reader.facts import plain
from thesmos_rulebook.testing.reader.past import DO, events_of, nouns, person
from thesmos_rulebook.testing.reader.reader import Reader
from thesmos_rulebook.testing.reader.scope import Scope

TIMES = {
    "on your turn": "it is your turn", "on a opponent's turn": "it is a opponent's turn",
    "on your side's turn": "it is your side's turn",
    "for opponents": "it is a opponent who chooses",
    "in a additional turn given by this power": "this is a additional turn given by this power",
}  # fmt: skip
NOW = ("this turn", person("active"))


def of_clause(reader: Reader, sentence: str, clause: Clause) -> tuple[t.Tree, ...]:
    """Return when a clause applies, as its sentence says: for which roles, if it forbids."""
    found: dict[t.Tree, None] = {}
    for text in plain(sentence):
        bare = re.sub(r"^with [^:]*: ", "", text)
        for tree in _timed(reader, bare, clause, Scope(sentence=text)):
            found[tree] = None
    return tuple(found)


def _timed(reader: Reader, text: str, clause: Clause, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a text says after the times and conditions that precede it."""
    yield from _main(reader, text, clause, scope)
    for comma in re.finditer(", ", text):
        before, rest = text[: comma.start()], text[comma.end() :]
        for first in _times(reader, before, scope):
            for other in _timed(reader, rest, clause, scope):
                yield t.All(FLAG, (first, other))


def _times(reader: Reader, text: str, scope: Scope) -> Iterator[t.Tree]:
    if text in TIMES:
        yield from reader.condition(TIMES[text], scope)
    elif text == "for all players but you":
        yield t.compared("!=", person("chooser"), person("you"))
    elif text.startswith("if "):
        yield from reader.condition(text.removeprefix("if "), scope)
    found = re.fullmatch(r"after (a|the first) (.*)", text)
    for words, _ in nouns(reader, found[2], many=False) if found else ():
        times = Times(INT, Events(words.actions, *NOW, None))
        word = "=" if found is not None and found[1] == "the first" else ">="
        yield t.Compared(FLAG, word, times, t.number(1))


def _main(reader: Reader, text: str, clause: Clause, scope: Scope) -> Iterator[t.Tree]:
    for main, condition in _conditioned(text):
        if isinstance(clause, Forbid):
            yield from _forbidden(reader, main, condition, clause.action, scope)
        elif isinstance(clause, (MaySkip, ForbidSkip)):
            frame = r"you may skip the .*" if isinstance(clause, MaySkip) else (
                r"the .* may not be skipped"
            )  # fmt: skip
            if re.fullmatch(frame, main):
                yield from reader.condition(condition, scope) if condition else (t.YES,)


def _conditioned(text: str) -> Iterator[tuple[str, str]]:
    yield text, ""
    for found in re.finditer(r" if ", text):
        yield text[: found.start()], text[found.end() :]


def _forbidden(
    reader: Reader, text: str, condition: str, action: Ref, scope: Scope
) -> Iterator[t.Tree]:
    """Yield for which options something is forbidden: `no Worker may move up`."""
    inner = replace(scope, action=action)
    subject = reader.dictionary.subjects.get(action, "")
    inner = replace(inner, introduced=subject)
    frames = (
        (r"only (.*?)(?:, if there is one,)? may (.*)", "only"), (r"(.*) may not (.*)", "not"),
        (r"(.*) may (.*) only", "only if"), (r"(.*) may (.*)", "none"),
    )  # fmt: skip
    for frame, kind in frames:
        found = re.fullmatch(frame, text)
        if found is None or (kind == "only if") != text.endswith(" only"):
            continue
        for who in _who(reader, found[1], inner, subject, kind):
            for does in _acts(reader, found[2], action, inner):
                for holds in reader.condition(condition, inner) if condition else (t.YES,):
                    met = t.Not(FLAG, holds) if kind == "only if" else holds
                    yield t.All(FLAG, (who, does, met))


def _who(reader: Reader, text: str, scope: Scope, role: str, kind: str) -> Iterator[t.Tree]:
    """Yield who it is about, as a condition on the role that acts."""
    if text == "the player" and kind != "only":
        yield t.YES
    if not role:
        return
    actor = t.Name(reader.role_type(scope, role), role)
    wanted = {"not": ("some",), "only": ("some",), "only if": ("some", "every"), "none": ("no",)}
    trees: list[t.Tree] = [
        t.Member(FLAG, actor, domain)
        for quantifier, domain in reader.members(text, scope)
        if quantifier in wanted[kind] and domain.type.one() == actor.type.one()
    ]
    if kind in ("not", "only"):
        things = (reader.fitted(each, actor.type) for each in reader.thing(text, scope))
        trees += [t.compared("=", actor, each) for each in things if each is not None]
    for tree in trees:
        yield t.Not(FLAG, tree) if kind == "only" else tree


def _acts(reader: Reader, text: str, action: Ref, scope: Scope) -> Iterator[t.Tree]:
    """Yield what an infinitive says of the roles: `build on the edge of the board`."""
    for words in reader.dictionary.verbs:
        if words.actions != (action,):
            continue
        for pattern in words.forms[DO][True]:
            for gaps in Pattern(pattern.parts).fits(text):
                for events in events_of(reader, words, gaps, NOW, "", None, scope):
                    roles = [t.compared("=", role, tree) for role, tree in events.given]
                    holds = () if events.condition is None else (events.condition,)
                    yield t.All(FLAG, (*roles, *holds))
