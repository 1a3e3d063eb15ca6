"""A difference between a game and a mutant as a draft of a scenario.

A draft is pending: its expectation comes from the interpreter, which is not a source. To keep it,
derive the expectation from the rules, write a title and the source, and delete `pending`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from thesmos.files import write_files
from thesmos_conform.cases.scenario_given import scenario_given
from thesmos_conform.mutation.divergence import Divergence
from thesmos_conform.mutation.verdict import MutantVerdict

PENDING = "a draft: derive from the rules what must hold, and name the source"
WIDTH = 10_000  # columns, so that no line is broken
ILLEGAL = "/\\:"  # not allowed in file names


def draft_of(game: str, verdict: MutantVerdict) -> str | None:
    """Return the text of the scenario file; None without a difference. game: its slug or folder."""
    divergence = verdict.divergence
    if divergence is None:
        return None
    mutant = verdict.mutant
    document = {
        "thesmos": "scenario",
        "title": f"Distinguishes {mutant.unit} from a mutant",
        "pending": PENDING,
        "source": "to be found",
        "clauses": [mutant.unit.partition(".if")[0]],
        "notes": f"{mutant.id}: {' / '.join(mutant.before)} => {' / '.join(mutant.after)}",
        "given": _given_part(game, divergence),
        "steps": [{"when": list(divergence.moves), "then": _then(divergence)}],
    }
    if not divergence.moves:
        document["steps"] = [{"then": _then(divergence)}]
    return yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=WIDTH)


def _given_part(game: str, divergence: Divergence) -> dict[str, Any]:
    start = divergence.start
    return scenario_given(
        game, start.powers, start.position, mode=start.mode, options=start.options,
        setup=start.setup, any_match_up="yes" if start.any_match_up else "",
    )  # fmt: skip


def _then(divergence: Divergence) -> dict[str, Any]:
    """Return the expectation that the game meets and the mutant does not."""
    expected = divergence.expected
    if divergence.kind == "options":
        return {"legal": {"exactly": expected}}
    if divergence.kind == "decision":
        return dict(expected or {})
    if divergence.kind == "result":
        return {"result": expected or "none"}
    if divergence.kind == "may_skip":
        return {"may_skip": "yes" if expected else "no"}
    if divergence.kind.startswith("view."):
        return {"view": {int(divergence.kind.partition(".")[2]): {"position": expected}}}
    if divergence.kind.startswith("events."):
        return {"view": {int(divergence.kind.partition(".")[2]): {"events": {"exactly": expected}}}}
    return (
        {divergence.kind: expected}
        if divergence.kind in ("position", "held", "weights")
        else {"result": "none"}
    )


def write_drafts(folder: Path, game: str, verdicts: list[MutantVerdict]) -> int:
    """Write a draft for each difference into a folder; return their number.

    All are written, or none. One that is there already is left alone: somebody may have worked on
    it. Raises UsageError.
    """
    drafts: dict[Path, str | bytes] = {}
    for verdict in verdicts:
        text = draft_of(game, verdict)
        if text is not None:
            name = "".join("-" if c in ILLEGAL else c for c in verdict.mutant.id)
            path = folder / f"{name}.yaml"
            if not path.exists():
                drafts[path] = text
    write_files(drafts)
    return len(drafts)
