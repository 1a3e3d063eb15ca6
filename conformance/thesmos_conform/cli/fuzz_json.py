"""A run of `fuzz` as JSON: what `--json` prints, and what `--since` reads again."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos_conform.cases.case import RANDOM
from thesmos_conform.fuzz.fuzzer import FuzzFinding, FuzzRun
from thesmos_conform.fuzz.scenario_draft import scenario_text
from thesmos_conform.judging.result import CaseFailure, CaseResult
from thesmos_conform.protocol.messages import Json, Place
from thesmos_conform.reference.oracle import Oracle

LARGEST = 64 << 20  # bytes of a file that is read


def run_json(
    run: FuzzRun, oracle: Oracle, seed: int, written: Sequence[Path | None]
) -> dict[str, object]:
    """Return a run as data. seed: of its games. written: the scenario of each finding, if any."""
    return {
        "seed": seed,
        "games": run.games,
        "decisions": run.decisions,
        "compared": dict(run.compared),
        "interrupted": run.interrupted,
        "aside": [
            {"adapter": adapter, "status": status, "reason": reason, "games": count}
            for (adapter, status, reason), count in run.aside.items()
        ],
        "disagreements": [
            {**_disagreement(finding, oracle), **({"file": str(path)} if path else {})}
            for finding, path in zip(run.findings, written, strict=True)
        ],
    }


def _disagreement(finding: FuzzFinding, oracle: Oracle) -> dict[str, object]:
    failed = finding.result.failure
    assert failed is not None
    return {
        "adapter": finding.adapter,
        "status": finding.result.status,
        "game": finding.game,
        "place": failed.place.as_json(),
        "differences": [vars(difference) for difference in failed.differences],
        "right": list(finding.right),
        "wrong": list(finding.wrong),
        "scenario": scenario_text(finding.result, oracle, finding.adapter),
    }


def read_run(file: Path, seed: int) -> FuzzRun:
    """Read a run that was interrupted: how far it came, and where adapters disagreed.

    Raises UsageError for a file that `--json` did not print, and for a run with another seed.
    """
    try:
        if file.stat().st_size > LARGEST:
            raise UsageError(f"{file} is larger than {LARGEST >> 20} MB")
        data = json.loads(file.read_text(encoding="utf-8"))
        run, before = _run(data), data["seed"]
    except OSError as error:
        raise UsageError(f"{file} can't be read: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        hint = "`thesmos fuzz … --json > RUN.json` writes such a file"
        raise UsageError(f"{file} is not a run of fuzz", hint) from None
    if before != seed:
        raise UsageError(f"{file} is a run with the seed {before}", f"add --seed {before}")
    return run


def _run(data: Any) -> FuzzRun:
    aside = {(a["adapter"], a["status"], a["reason"]): int(a["games"]) for a in data["aside"]}
    return FuzzRun(
        games=int(data["games"]),
        findings=[_finding(one) for one in data["disagreements"]],
        compared=Counter({str(name): int(count) for name, count in data["compared"].items()}),
        aside=Counter(aside),
    )


def _finding(data: Json) -> FuzzFinding:
    """Return a finding as far as it takes to ask about its place again."""
    place = data["place"]
    choices = tuple(map(str, place.get("choices", ())))
    at = Place(str(place["game"]), dict(place["setup"]), place.get("position"), choices)
    number = int(data["game"])
    result = CaseResult(f"fuzz:{number}", RANDOM, str(data["status"]), failure=CaseFailure(at))
    return FuzzFinding(str(data["adapter"]), result, number, len(choices))
