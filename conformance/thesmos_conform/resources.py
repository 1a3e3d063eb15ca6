"""Where to find the data of the conformance suite (see `thesmos.resources`)."""

from __future__ import annotations

from pathlib import Path

from thesmos.resources import folder


def protocol_dir() -> Path:
    """The folder of the protocol: its description, message schemas and example conversations."""
    return folder("conformance/protocol")


def skeletons_dir() -> Path:
    """The folder of the adapter skeletons, with one folder for each language."""
    return folder("conformance/adapters/skeletons")


def strength_dir() -> Path:
    """The folder of the measured strength of the suites, with one file for each game."""
    return folder("conformance/strength")


def equivalent_mutants_file() -> Path:
    """The file that lists the mutants that are proved equivalent."""
    return folder("conformance/equivalent.yaml")


def profiles_file() -> Path:
    """The file that defines the named parts of the suite."""
    return folder("conformance/profiles.yaml")
