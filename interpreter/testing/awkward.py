"""The match-ups whose cards interfere most, and what is awkward about each."""

from __future__ import annotations

from typing import NamedTuple


class AwkwardMatchUp(NamedTuple):
    """A match-up of a shipped game. why: what its cards do to each other, or to the turn."""

    game: str
    powers: tuple[str | None, ...]
    why: str
    setup: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, str], ...] = ()


def _santorini(powers: str, why: str) -> AwkwardMatchUp:
    return AwkwardMatchUp("santorini", tuple(powers.split()), why)


AWKWARD = (
    _santorini("tyche hecate", "additional turns by chance that may be taken back; secret workers"),
    _santorini("maenads hecate", "a loss at the end of a turn, unless it was taken back"),
    _santorini("nemesis hecate", "swaps and forces that run into hidden workers"),
    _santorini("gaea castor-pollux", "interrupts between several builds of one turn"),
    _santorini("gaea tyche", "interrupts; a draw after them; an additional turn"),
    _santorini("persephone adonis", "two requirements, one of a card that is spent"),
    _santorini("persephone hermes", "a requirement on moves that are treated as something else"),
    _santorini("medusa proteus", "removals at the end of a turn, unless they are forbidden"),
    _santorini("aphrodite odysseus", "skips refused by what is offered; forces, and a loss"),
    _santorini("circe chaos", "powers are stolen; powers are drawn, and exchanged after a dome"),
    _santorini("nyx hydra", "a power for the night; workers that are placed and removed"),
    _santorini("dionysus circe", "an additional turn of a power that may be lost meanwhile"),
    _santorini("charybdis harpies", "forces after forces: whirlpools, and a slide that goes on"),
    _santorini("clio europa-talus", "two cards that treat one fact; tokens on the board"),
    _santorini("pegasus pan", "a veto against another card's ground for winning"),
    _santorini("gaea hydra chaos", "three players: interrupts by seat, eliminated sides, chance"),
    _santorini("europa-talus eris medusa tyche", "two teams: stages of teammates and opponents"),
    AwkwardMatchUp(
        "santorini", (None, None), "a power that everybody may use by turns",
        setup=(("golden_fleece", "persephone"),),
    ),
    AwkwardMatchUp(
        "santorini/draft", (None, None), "many cards with constants; chance; a match-up results",
        options=(("form", "tournament"), ("golden_fleece", "yes"), ("advanced", "yes")),
    ),
    AwkwardMatchUp(
        "pook", (None,) * 4, "secrets of every player, chance, choosers that are computed"
    ),
)  # fmt: skip
