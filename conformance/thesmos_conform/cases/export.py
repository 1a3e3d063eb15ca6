"""The suite as plain data, for other runners.

Each line is a case: the places to look at, and the answers by the rules. It can be used without any
code from here. But an implementation under test that gets it also gets the answers, which
`thesmos conform` never gives away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from thesmos_conform.cases.case import Case, Look
from thesmos_conform.protocol.messages import Json
from thesmos_conform.protocol.wire import answer_json
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.reference import answer

VERSION = 1


def suite_lines(cases: Iterable[Case], oracle: Oracle) -> Iterator[Json]:
    """Yield the cases as lines of `grammar/suite.schema.json`, each with its answers."""
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
    """Return a place, the answer there, the refusals there, and the views of players."""
    path = oracle.path(look.place)
    if path.refused is not None:
        return {**look.place.as_json(), "refused": {"choice": path.refused}}
    reply = answer(path.last, began=not look.place.choices)
    made: Json = {**look.place.as_json(), "ok": answer_json(reply)}
    if look.refuse:
        made["refuse"] = [{"option": one.option, "why": list(one.ids)} for one in look.refuse]
    if look.viewers:
        seen = {str(viewer): answer(path.last, viewer=viewer) for viewer in look.viewers}
        made["views"] = {viewer: answer_json(one) for viewer, one in seen.items()}
    return made
