"""Profiles: named parts of a game's suite, and which of them an implementation claims.

They are defined in `conformance/profiles.yaml`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thesmos.diagnostics import SpecError
from thesmos.play.game import Game
from thesmos.scenario.reader import data
from thesmos.syntax.schema import validate
from thesmos.syntax.yaml_nodes import YamlMap, read_yaml
from thesmos_conform.cases.case import CANARIES, Case
from thesmos_conform.protocol.messages import Claim
from thesmos_conform.resources import profiles_file

OWN = "own claim"  # the profile of a claim that covers no named profile
TWO = 2  # players in the mode that is assumed if a claim names none


@dataclass(frozen=True)
class Profile:
    """A named part of a suite: the scenarios in these modes that use only these powers."""

    name: str
    title: str
    powers: frozenset[str]
    modes: frozenset[str]

    def has(self, case: Case) -> bool:
        """Return whether a case belongs to the profile."""
        return case.mode in self.modes and case.powers <= self.powers


def read_profiles(game: Game, file: Path | None = None) -> tuple[Profile, ...]:
    """Return the profiles of a game. Raises SpecError for a file with errors."""
    node, diagnostics = read_yaml(file or profiles_file())
    if isinstance(node, YamlMap) and not diagnostics:
        diagnostics = validate(node, "profiles")
    if diagnostics or not isinstance(node, YamlMap):
        raise SpecError(diagnostics)
    written = data(node)["games"].get(game.slug, {})
    return tuple(_profile(game, name, entry) for name, entry in written.items())


def _profile(game: Game, name: str, entry: Mapping[str, Any]) -> Profile:
    modes, powers = entry["modes"], entry["powers"]
    if modes == "all":
        modes = game.checked.modes
    if powers in ("all", "none"):
        powers = game.powers if powers == "all" else ()
    elif isinstance(powers, Mapping):
        powers = [slug for slug, card in game.powers.items() if powers["tag"] in card.tags]
    return Profile(name, entry["title"], frozenset(powers), frozenset(modes))


def modes_of(game: Game, claim: Claim) -> frozenset[str]:
    """Return the modes of a claim; the game's mode for two players if it names none."""
    return frozenset(claim.modes or [game.mode(None, TWO).slug])


def whole(
    profiles: Iterable[Profile], cases: Iterable[Case], every: Iterable[Case]
) -> tuple[Profile, ...]:
    """Return the profiles all of whose cases are in `cases`: a few of them show nothing.

    every: the cases that profiles are made of.
    """
    ids = {case.id for case in cases}
    lacking = [case for case in every if case.id not in ids]
    return tuple(profile for profile in profiles if not any(map(profile.has, lacking)))


def largest_claimed(
    profiles: Iterable[Profile], cases: Collection[Case], unsupported: Collection[str]
) -> Profile | None:
    """Return the largest profile without an unsupported case; None if there is none.

    unsupported: the ids of the cases that the implementation does not support.
    """
    best, size = None, 0
    for profile in profiles:
        inside = {case.id for case in cases if profile.has(case)}
        if len(inside) > size and inside.isdisjoint(unsupported):
            best, size = profile, len(inside)
    return best


def claimed_beyond(
    profile: Profile, cases: Iterable[Case], unsupported: Collection[str]
) -> tuple[str, ...]:
    """Return the powers, then the modes, that are supported but not part of a profile."""
    powers, modes = set[str](), set[str]()
    for case in cases:
        if case.source != CANARIES and case.id not in unsupported:
            powers |= case.powers - profile.powers
            modes |= {case.mode} - profile.modes
    return (*sorted(powers), *sorted(modes))
