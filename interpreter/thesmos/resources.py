"""Find the data that comes with Thesmos: the specs, the grammar, the conformance suite.

In a wheel it is inside the package, in `thesmos/data/`; in a checkout (so also in an editable
install) it is beside `interpreter/`; if you copy the package elsewhere, put the data
beside the copy. A wheel has the scenarios in one file, since two thousand small ones would take six
times the room (see `conformance/bundle_scenarios.py`): they are unpacked when first used.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from thesmos.cache import folder_of, user_folder

SCENARIOS = "scenarios"  # where a game outside this repository keeps its scenarios

_PACKAGE = Path(__file__).resolve().parent


def folder(name: str) -> Path:
    """Return a data folder such as `spec` or `conformance/scenarios`; it may not exist.

    The root is the first of these that contains a grammar: inside the package, beside it, beside
    its parent. So nothing beside an installed package can replace the package's own data.
    """
    places = (_PACKAGE / "data", _PACKAGE.parent, _PACKAGE.parent.parent)
    root = next((p for p in places if (p / "grammar" / "clause.lark").is_file()), places[0])
    return root / name


def package_dir() -> Path:
    """Return the folder of the package itself."""
    return _PACKAGE


def spec_dir() -> Path:
    """Return the folder of the shipped games, which has one folder for each."""
    return folder("spec")


def grammar_dir() -> Path:
    """Return the folder of the grammar and the JSON Schemas."""
    return folder("grammar")


def scenarios_dir() -> Path:
    """Return the folder of the shipped scenarios, which has one folder for each game."""
    bundle = folder("conformance/scenarios.json")
    return _unpacked(bundle) if bundle.is_file() else folder("conformance/scenarios")


@cache
def _unpacked(bundle: Path) -> Path:
    """Return a folder with the files of a bundle: an object of their texts, by their paths."""
    return folder_of(json.loads(bundle.read_bytes()), SCENARIOS, user_folder())
