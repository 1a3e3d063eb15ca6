"""What the page calls: one function, with JSON in and out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from thesmos.diagnostics import SpecError, UsageError
from thesmos_rulebook.playground.browser.workbench import Workbench

ROOT = Path("/desk")
_benches: dict[str, Workbench] = {}
_current: list[Workbench] = []
_NAMES = {name for name, method in vars(Workbench).items() if name[0] != "_" and callable(method)}


def call(name: str, words: str) -> str:
    """Call a method of the workbench.

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
        if slug in _benches:
            _benches[slug].restore(texts)
        else:
            _benches[slug] = Workbench(ROOT / slug, texts)
        _current[:] = [_benches[slug]]
        return None
    if name in _NAMES:
        return getattr(_current[0], name)(*arguments)
    raise UsageError(f"the page can't ask for {name}")
