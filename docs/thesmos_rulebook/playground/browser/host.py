"""What the page calls: one function, with JSON in and out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos_rulebook.playground.browser.table import Table
from thesmos_rulebook.playground.browser.workbench import Workbench

ROOT = Path("/desk")
_benches: dict[str, Workbench] = {}
_current: list[Workbench] = []
BENCH, TABLE = (
    {name for name, method in vars(kind).items() if name[0] != "_" and callable(method)}
    for kind in (Workbench, Table)
)


def call(name: str, words: str) -> str:
    """Call a method of the workbench, or of its table.

    words: its arguments as a JSON array. Returns a JSON object: `value`, or `error` with a hint.
    """
    try:
        value = _called(name, json.loads(words))
    except UsageError as error:
        return json.dumps({"error": error.message, "hint": error.hint})
    except SpecError as error:
        return json.dumps({"error": str(error), "hint": None})
    return json.dumps({"value": value})


def _called(name: str, arguments: list[Any]) -> Any:
    if name == "open":
        slug, texts = arguments
        if slug not in _benches:
            _benches[slug] = Workbench(ROOT / slug, texts)
        _current[:] = [_benches[slug]]
        return None
    bench = _current[0]
    if name in BENCH:
        return getattr(bench, name)(*arguments)
    if name in TABLE and isinstance(bench.table, Table):
        return getattr(bench.table, name)(*arguments)
    raise UsageError(f"the page can't ask for {name}")
