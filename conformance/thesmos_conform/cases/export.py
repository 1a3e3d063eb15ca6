"""The suite as plain data, for other runners: one question on each line.

Each line has an expected answer that a runner can compare by plain equality, and what the rules
answer in full. It can be used without any code from here. But an implementation under test that
gets it also gets the answers, which `thesmos conform` never gives away.
"""

from __future__ import annotations

from collections.abc import Iterator

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.protocol.messages import Answer, Json, Place
from thesmos_conform.protocol.wire import answer_json
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import answer

VERSION = 2


def suite_lines(case: Case, oracle: Oracle) -> Iterator[Json]:
    """Yield the questions of a case as lines of `grammar/suite.schema.json`.

    At each place of the case, these ask what is on offer, then for each option that must be
    refused, then for the views of players.
    """
    about = {
        "thesmos_case": VERSION,
        "id": case.id,
        "title": case.title,
        "clauses": list(case.clauses),
        "mode": case.mode,
        "powers": sorted(case.powers),
        "tags": list(case.tags),
    }
    for look in case.looks:
        yield from (about | question for question in _questions(look, oracle))


def _questions(look: Look, oracle: Oracle) -> Iterator[Json]:
    yield _question(look.place, oracle)
    for illegal in look.refuse:
        yield _question(look.place.after(illegal.option), oracle) | {"why": list(illegal.ids)}
    for viewer in look.viewers:
        yield _question(look.place, oracle, viewer)


def _question(place: Place, oracle: Oracle, viewer: int | None = None) -> Json:
    """Return a place with its answer. viewer: the player who asks; None for nobody."""
    question = place.as_json() | {"choices": list(place.choices)}  # included even if empty
    if viewer is not None:
        question["viewer"] = viewer
    path = oracle.path(place)
    if path.refused is not None:
        return question | {"expect": {"refused": path.refused}}
    number = len(place.choices)
    reply = answer(path.last, viewer, began=not number, in_turn=path.in_turn(number))
    return question | {"expect": _expected(reply), "answer": answer_json(reply)}


def _expected(reply: Answer) -> Json:
    """Return the part of an answer that every engine can give, in the only form that it has."""
    if reply.result is not None:
        return {"winners": sorted(reply.result["winners"])}
    expected: Json = {"player": reply.player}
    if reply.options is not None:  # None: a viewer does not see what others may do
        expected |= {"options": sorted(reply.options), "may_skip": reply.may_skip}
    return expected
