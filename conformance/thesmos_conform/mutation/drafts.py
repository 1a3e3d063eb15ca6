"""A difference between a game and a mutant as the draft of a scenario.

A draft is pending: its expectation is what the interpreter says, and that is no source. Whoever
keeps it reasons out the expectation from the rules, writes a title and the source, and drops the
key `pending`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from thesmos_conform.mutation.divergence import Divergence
from thesmos_conform.mutation.verdict import MutantVerdict

PENDING = "a draft: reason out from the rules what must hold, and say where that stands"
WIDTH = 10_000  # columns: specs have no text that goes on in the next line
ILLEGAL = "/\\:"  # in names of files


def draft_of(game: str, verdict: MutantVerdict) -> str | None:
    """The text of the scenario file, None without a difference."""
    parting = verdict.parting
    if parting is None:
        return None
    mutant = verdict.mutant
    document = {
        "thesmos": "scenario",
        "title": f"Tells {mutant.unit} from a change to it",
        "pending": PENDING,
        "source": "to be found",
        "clauses": [mutant.unit.partition(".if")[0]],
        "notes": f"{mutant.id}: {' / '.join(mutant.before)} => {' / '.join(mutant.after)}",
        "given": _given(game, parting),
        "steps": [{"when": list(parting.moves), "then": _then(parting)}],
    }
    if not parting.moves:
        document["steps"] = [{"then": _then(parting)}]
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=WIDTH)


def _given(game: str, parting: Divergence) -> dict[str, Any]:
    start = parting.start
    given: dict[str, Any] = {"game": game}
    if start.powers:
        given["powers"] = [power or "none" for power in start.powers]
    for name in ("mode", "options", "setup"):
        if getattr(start, name):
            given[name] = getattr(start, name)
    if start.any_match_up:
        given["any_match_up"] = "yes"
    if start.position is None:
        return {**given, "start": "setup"}
    position = dict(start.position)
    for name in ("to_move", "memory", "held"):
        if name in position:
            given[name] = position.pop(name)
    return {**given, "position": position}


def _then(parting: Divergence) -> dict[str, Any]:
    """What the game has where the mutant has something else."""
    expected = parting.expected
    if parting.kind == "options":
        return {"legal": {"exactly": expected}}
    if parting.kind == "decision":
        return dict(expected or {})
    if parting.kind == "result":
        return {"result": expected or "none"}
    if parting.kind == "may_skip":
        return {"may_skip": "yes" if expected else "no"}
    if parting.kind.startswith("view."):
        return {"view": {int(parting.kind.partition(".")[2]): {"position": expected}}}
    return {parting.kind: expected} if parting.kind in ("position", "held") else {"result": "none"}


def write_drafts(folder: Path, game: str, verdicts: list[MutantVerdict]) -> int:
    """Write a draft for each difference into a folder, which is made; how many were written."""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for verdict in verdicts:
        text = draft_of(game, verdict)
        if text is not None:
            name = "".join("-" if c in ILLEGAL else c for c in verdict.mutant.id)
            (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
            written += 1
    return written
