"""The bans of the 64 powers are the pairs that Board Game Arena had in 2021 and has in 2026."""

from __future__ import annotations

import pytest

from thesmos.play.game import load

# Each pair once, under its first name.
OF_2021 = """
achilles: circe hecate
adonis: artemis atalanta bellerophon castor-pollux charon charybdis circe eris hecate hermes
adonis: hippolyta jason nemesis prometheus proteus terpsichore triton
aphrodite: bia medusa nemesis scylla theseus urania
artemis: persephone
asteria: hades
atalanta: circe hecate persephone
atlas: gaea
bellerophon: circe hecate persephone
bia: nemesis tartarus
castor-pollux: persephone
chaos: hecate nyx
charon: hecate persephone
charybdis: harpies hecate persephone
chronus: nyx
circe: clio eros gaea graeae hecate heracles jason medea nyx odysseus polyphemus proteus
circe: tartarus theseus
clio: nemesis
dionysus: hecate nyx
eris: hecate persephone tartarus
gaea: nemesis selene
graeae: nemesis
hades: pan
harpies: hermes maenads tartarus triton
hecate: heracles hydra iris jason medea nemesis nyx odysseus polyphemus scylla tartarus theseus
hermes: persephone
hippolyta: persephone
hypnus: terpsichore
jason: persephone
limus: terpsichore
medusa: nemesis
nemesis: terpsichore theseus
persephone: prometheus terpsichore triton
tartarus: terpsichore
"""

OF_2026 = """
achilles: circe
adonis: circe hecate
aphrodite: nemesis urania
asteria: hades
atalanta: circe persephone
atlas: gaea
bellerophon: circe
bia: nemesis tartarus
chaos: hecate nyx
charon: hecate
charybdis: hecate
chronus: nyx
circe: clio eros gaea graeae hecate heracles jason medea nyx odysseus polyphemus proteus
circe: tartarus theseus
clio: nemesis
dionysus: hecate nyx
eris: hecate persephone tartarus
gaea: nemesis selene
graeae: nemesis
hades: pan
harpies: hermes maenads triton
hecate: iris medea nemesis nyx odysseus proteus scylla tartarus theseus
hypnus: terpsichore
limus: terpsichore
medusa: nemesis
nemesis: terpsichore theseus
tartarus: terpsichore
"""


@pytest.mark.parametrize(
    ("game", "pairs", "number"),
    [("santorini", OF_2021, 97), ("santorini@2026-02", OF_2026, 59)],
)
def test_the_bans_are_those_of_the_edition(game: str, pairs: str, number: int) -> None:
    """Exactly these pairs."""
    declared = {
        frozenset((slug, other))
        for slug, card in load(game).powers.items()
        for other, _ in card.banned
    }
    wanted = {
        frozenset((first, other))
        for first, others in (line.split(": ") for line in pairs.strip().splitlines())
        for other in others.split()
    }

    assert wanted == declared
    assert number == len(wanted)


def test_there_are_64_powers() -> None:
    """Ten of them simple, ten of them heroes."""
    powers = load("santorini").powers

    assert 64 == len(powers)
    assert (10, 10) == tuple(
        sum(tag in card.tags for card in powers.values()) for tag in ("simple", "hero")
    )
