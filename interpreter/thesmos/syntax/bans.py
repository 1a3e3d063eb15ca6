"""Bans between powers: a ban in the file of either power holds for both, until it is removed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from thesmos.diagnostics import Diagnostic
from thesmos.syntax.documents import CardDocument
from thesmos.syntax.yaml_nodes import YamlText


def with_both_sides(cards: Mapping[str, CardDocument]) -> dict[str, CardDocument]:
    """Return powers by slug, each with the bans of its own file, then those of other files."""
    completed = {}
    for slug, card in cards.items():
        declared = {other for other, _ in card.banned}
        more = tuple(
            (other, location)
            for other, written in cards.items()
            for banned, location in written.banned
            if banned == slug and other not in declared
        )
        completed[slug] = replace(card, banned=card.banned + more) if more else card
    return completed


def without_bans(
    cards: Mapping[str, CardDocument],
    removed: Iterable[tuple[YamlText, YamlText]],
    gone: Collection[str],
) -> tuple[dict[str, CardDocument], list[Diagnostic]]:
    """Return powers without the bans that a version removes, and an error for each unknown ban.

    removed: pairs of powers.
    gone: the powers that the version removes.
    """
    diagnostics: list[Diagnostic] = []
    lifted: set[tuple[str, str]] = set()
    for power, other in removed:
        banned = cards[power.value].banned if power.value in cards else ()
        if other.value not in {slug for slug, _ in banned}:
            text = f"there is no ban of `{power.value}` with `{other.value}` to remove"
            hint = "a ban is a list of two powers"
            diagnostics.append(Diagnostic("E304", text, power.location, hint))
        lifted |= {(power.value, other.value), (other.value, power.value)}
    completed = {}
    for slug, card in cards.items():
        banned = tuple(
            (other, at)
            for other, at in card.banned
            if other not in gone and (slug, other) not in lifted
        )
        completed[slug] = card if banned == card.banned else replace(card, banned=banned)
    return completed, diagnostics
