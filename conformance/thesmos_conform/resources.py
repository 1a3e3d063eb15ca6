"""Where the data of the conformance suite is found (see `thesmos.resources`)."""

from __future__ import annotations

from pathlib import Path

from thesmos.resources import folder


def protocol_dir() -> Path:
    """The folder of the protocol: its text, the schemas of its messages, example conversations."""
    return folder("conformance/protocol")


def skeletons_dir() -> Path:
    """The folder of the adapter skeletons, one folder for each language."""
    return folder("conformance/adapters/skeletons")


def strength_dir() -> Path:
    """The folder of the measured strength of the suites, one file for each game."""
    return folder("conformance/strength")


def equivalent_mutants_file() -> Path:
    """The file that lists the mutants proved to be equivalent."""
    return folder("conformance/equivalent.yaml")


def profiles_file() -> Path:
    """The file with the named parts of the suite."""
    return folder("conformance/profiles.yaml")
