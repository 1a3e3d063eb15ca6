"""The suite as plain data, for runners of other people's making.

One line a case: the places to look at, and what the rules answer there. Who uses it needs none of
our code; who hands it to an implementation under test hands out the answers, too, which
`thesmos conform` never does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.protocol.messages import Json
from thesmos_conform.protocol.wire import answer_json
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import answer

VERSION = 1


def copied(cases: Iterable[Case], oracle: Oracle) -> Iterator[Json]:
    """The cases as lines of `grammar/suite.schema.json`, each with its answers."""
    for case in cases:
        yield {
            "thesmos_case": VERSION,
            "id": case.id,
            "title": case.title,
            "clauses": list(case.clauses),
            "mode": case.mode,
            "powers": sorted(case.powers),
            "tags": list(case.tags),
            "looks": [_look(look, oracle) for look in case.looks],
        }


def _look(look: Look, oracle: Oracle) -> Json:
    """A place, the answer there, what is refused there, what players see of it."""
    way = oracle.way(look.place)
    if way.refused is not None:
        return {**look.place.as_json(), "refused": {"choice": way.refused}}
    told = answer(way.last, began=not look.place.choices)
    made: Json = {**look.place.as_json(), "ok": answer_json(told)}
    if look.refuse:
        made["refuse"] = [{"option": one.option, "why": list(one.ids)} for one in look.refuse]
    if look.viewers:
        seen = {str(viewer): answer(way.last, viewer=viewer) for viewer in look.viewers}
        made["views"] = {viewer: answer_json(one) for viewer, one in seen.items()}
    return made
