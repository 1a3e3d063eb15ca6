"""Where the data that comes with Thesmos is found: the specs, the grammar, the conformance suite.

A wheel carries it inside the package, in `thesmos/data/`; a checkout, and so an editable install,
has the same folders beside `interpreter/`; somebody who copies the package out puts them beside it.
"""

from __future__ import annotations

from pathlib import Path

SCENARIOS = "scenarios"  # the folder of scenarios beside a game of one's own

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """The data folder of a name such as `spec` or `conformance/records`; it may not exist.

    Looked for in the one place that holds a grammar, the nearest first: inside the package, beside
    it, beside its parent. So nothing beside an installed package can take the place of its own.
    """
    places = (_PACKAGE / "data", _PACKAGE.parent, _PACKAGE.parent.parent)
    root = next((p for p in places if (p / "grammar" / "clause.lark").is_file()), places[0])
    return root / name


def spec_dir() -> Path:
    """The folder of the shipped games, one folder each."""
    return folder("spec")


def grammar_dir() -> Path:
    """The folder of the grammar and the JSON Schemas."""
    return folder("grammar")


def scenarios_dir() -> Path:
    """The folder of the shipped scenarios, one folder for each game."""
    return folder("conformance/scenarios")


def records_dir() -> Path:
    """The folder of the sample of recorded games."""
    return folder("conformance/records")
