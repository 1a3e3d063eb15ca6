"""Where the data of Thesmos lies: the specs, the grammar, the conformance suite.

In a checkout the folders stand beside the package; in an installed wheel they are inside it.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def spec_dir() -> Path:
    """The folder of the games that are shipped, one folder each."""
    return _folder("spec")


def grammar_dir() -> Path:
    """The folder of the grammars and JSON Schemas."""
    return _folder("grammar")


def docs_dir() -> Path | None:
    """The folder of the hand-written pages; None in a wheel, which has none."""
    beside = _PACKAGE.parent / "docs"
    inside = (_PACKAGE / "data").is_dir()
    return beside if beside.is_dir() and not inside else None


def scenarios_dir() -> Path:
    """The folder of the scenarios, one folder a game."""
    return _folder("conformance") / "scenarios"


def records_dir() -> Path:
    """The folder of the sample of recorded games."""
    return _folder("conformance") / "records"


def protocol_dir() -> Path:
    """The folder of the protocol: its text, the schemas of its messages, conversations."""
    return _folder("conformance") / "protocol"


def skeletons_dir() -> Path:
    """The folder of the skeletons of adapters, one folder a language."""
    return _folder("conformance") / "adapters" / "skeletons"


def strength_dir() -> Path:
    """The folder of what was measured of the suites, one file a game."""
    return _folder("conformance") / "strength"


def marks_file() -> Path:
    """The marks of equivalent mutants."""
    return _folder("conformance") / "equivalent.yaml"


def profiles_file() -> Path:
    """The file with the named parts of the suite."""
    return _folder("conformance") / "profiles.yaml"


def _folder(name: str) -> Path:
    """A data folder: the wheel's own, or, as an editable install has none there, the checkout's.

    The wheel's comes first, so that nothing lying beside an installed package can take its place.
    """
    inside = _PACKAGE / "data" / name
    return inside if inside.is_dir() else _PACKAGE.parent / name
