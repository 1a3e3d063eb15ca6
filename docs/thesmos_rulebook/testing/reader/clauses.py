"""The frames of clauses: when each applies. What it then does is not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from thesmos.program.clauses import (
    After,
    AfterSkip,
    At,
    Before,
    Clause,
    End,
    ExtraTurn,
    Forbid,
    ForbidSkip,
    MaySkip,
    RouteAfter,
    RouteAfterSkip,
    RouteAt,
    Spent,
    Treat,
    Veto,
    Win,
)
from thesmos.program.node import Ref
from thesmos.program.types import FLAG, INT
from thesmos.program.values import Flag
from thesmos_rulebook.testing.reader import trees as t
from thesmos_rulebook.testing.reader.dictionary import Pattern
from thesmos_rulebook.testing.reader.events import Events, Times
from thesmos_rulebook.testing.reader.facts import heads, plain
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
MOMENTS = (AfterSkip, At, RouteAfterSkip, RouteAt)
MOMENT = (
    "(at the (start|end) of (your|a opponent's|every) turn|before the [^,]*|once [^,]*"
    "|between [^,]*|after the [^,]* of every turn|when the .* is skipped or passed over)$"
)
_THEN = r"; then|\. (?:Then|Otherwise|If not)|: "  # what is done; what may be conditioned again
EFFECTS = rf"(?:(?!(?<!exactly) if (?!there is one,)|{_THEN}).)*(?:(?:{_THEN}).*)?"
ROUTE = (
    "(.* follows?( if that is possible)?|.* may follow|.* (may|must)(, if possible,)? .*"
    "|there is a .*|the turn goes straight to its end|chance .*)"
)
FRAMES = (
    (MaySkip, "you may skip the .*"), (ForbidSkip, "the .* may not be skipped"),
    (Win, "((?! if ).)* wins?( instead of whoever would have won)?"),
    (End, "the game is over and .*"),
    (Veto, "a win does not count|you do not win"), (Spent, "this power is used up"),
    (ExtraTurn, f"you have another turn after this one({_THEN}.*)?"),
    ((RouteAfter, RouteAfterSkip, RouteAt), ROUTE), ((After, AfterSkip, At, Before), EFFECTS),
)  # fmt: skip
# No sentence of what is done begins so.
TIMED = re.compile(r"(?i:on|at|if|after|before|when|in|once|between|for (all|opponents))\b")
READ = (Forbid, Treat, *(kind for kind, _ in FRAMES))


def of_clause(reader: Reader, sentence: str, clause: Clause) -> tuple[t.Tree, ...]:
    """Return when a clause applies, as its sentence says: for which roles, if it is about them."""
    found: dict[t.Tree, None] = {}
    for text in plain(sentence):
        bare = re.sub(r"^with [^:]*: ", "", text)
        scope = Scope(sentence=text, action=getattr(clause, "action", None))
        for tree in _timed(reader, bare, clause, scope):
            found[tree] = None
    return tuple(found)


def _timed(reader: Reader, text: str, clause: Clause, scope: Scope) -> Iterator[t.Tree]:
    """Yield what a text says after the times and conditions that precede it."""
    yield from _main(reader, text, clause, scope)
    for joint in re.finditer(r", |: ", text):
        before, rest = text[: joint.start()], text[joint.end() :]
        for first in _times(reader, before, clause, scope):
            for other in _timed(reader, rest, clause, scope):
                yield t.All(FLAG, (first, other))


def _times(reader: Reader, text: str, clause: Clause, scope: Scope) -> Iterator[t.Tree]:
    if text in TIMES:
        yield from reader.condition(TIMES[text], scope)
    elif text == "for all players but you":
        yield t.compared("!=", person("chooser"), person("you"))
    elif text.startswith("if "):
        yield from reader.condition(text.removeprefix("if "), scope)
    elif isinstance(clause, MOMENTS) and re.match(MOMENT, text):
        yield t.YES
    if isinstance(clause, Before | After | RouteAfter):
        yield from _event(reader, text, clause.action, scope)
        return
    found = re.fullmatch(r"after (a|the first) (.*)", text)
    for words, _ in nouns(reader, found[2], many=False) if found else ():
        times = Times(INT, Events(words.actions, *NOW, None))
        word = "=" if found is not None and found[1] == "the first" else ">="
        yield t.Compared(FLAG, word, times, t.number(1))


def _event(reader: Reader, text: str, action: Ref, scope: Scope) -> Iterator[t.Tree]:
    """Yield what is said of the event that a clause follows: `after the first build of a dome`."""
    found = re.fullmatch(r"(?:after|before) (a|the first|each) (.*?)( of yours)?", text)
    for words, gaps in nouns(reader, found[2], many=False) if found else ():
        if found is None or action not in words.actions:
            continue
        for events in events_of(reader, words, gaps, NOW, "", None, scope):
            parts = [t.compared("=", role, tree) for role, tree in events.given]
            parts += () if events.condition is None else (events.condition,)
            if found[3]:
                parts.append(t.compared("=", person("actor"), person("you")))
            if found[1] == "the first":
                times = Times(INT, Events(words.actions, *NOW, None))
                parts.append(t.Compared(FLAG, "=", times, t.number(1)))
            yield t.All(FLAG, tuple(parts))


def _main(reader: Reader, text: str, clause: Clause, scope: Scope) -> Iterator[t.Tree]:
    for main, condition in _conditioned(text):
        if isinstance(clause, Forbid):
            yield from _forbidden(reader, main, condition, clause.action, scope)
        elif isinstance(clause, Treat):
            yield from _treated(reader, main, condition, clause, scope)
        elif not TIMED.match(main) and any(
            isinstance(clause, kind) and re.fullmatch(frame, main) for kind, frame in FRAMES
        ):
            yield from reader.condition(condition, scope) if condition else (t.YES,)


def _treated(
    reader: Reader, text: str, condition: str, clause: Treat, scope: Scope
) -> Iterator[t.Tree]:
    """Yield of what a fact is taken to hold: `a space is occupied if …`."""
    fact = reader.dictionary.fact(clause.fact)
    positive = isinstance(clause.value, Flag) and clause.value.value
    for head in heads(reader, text, scope, fact, positive=positive):
        yield from reader.condition(condition, head.scope) if condition else (t.YES,)


def _conditioned(text: str) -> Iterator[tuple[str, str]]:
    yield text, ""
    for found in re.finditer(r"(?<!exactly) if ", text):
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
