"""What is written on a piece can be read there: in light and dark, for every owner and for none."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from testing.drawn_entries import pieces
from thesmos.render.css import _RULES, DARK, LIGHT
from thesmos.render.drawn_board import DrawnBoard
from thesmos.render.shape_samples import samples
from thesmos.render.svg import svg
from thesmos.render.text_board import Picture

PICTURE = Picture(
    (DrawnBoard("Field", 1, ("A1",)),),
    (pieces("people", "Person", "Field", "{place} {owner}"),),
)
READABLE = 4.5  # the contrast that WCAG 2.2 asks of text, AA
OWNERS = range(14)  # 0: nobody


def rules() -> dict[str, dict[str, str]]:
    """What each selector sets; of several for one selector the last wins."""
    made: dict[str, dict[str, str]] = {}
    for line in _RULES.strip().splitlines():
        selectors, body = line.rstrip("}").split("{")
        settings = dict(part.split(":", 1) for part in body.split(";"))
        for selector in selectors.split(","):
            made.setdefault(selector.removeprefix(".thesmos-board").strip(), {}).update(settings)
    return made


def fill(kinds: str, palette: dict[str, str]) -> str:
    """The colour that something of these classes is filled with."""
    found = [rules().get(f".{kind}", {}).get("fill") for kind in kinds.split()]
    name = next((one for one in reversed(found) if one), "var(--b-ink)")
    return palette[re.fullmatch(r"var\(--b-(.+)\)", name)[1]]  # type: ignore[index]


def light(colour: str) -> float:
    """The relative luminance of a colour `#rrggbb`."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def pawn(owner: int) -> tuple[str, str]:
    """The classes of an owner's pawn and of the text on it."""
    nodes = [*ET.fromstring(svg(PICTURE, {"people": [f"A1 {owner}"]}, edged=False)).iter()]
    kinds = [kind for node in nodes if (kind := node.get("class"))]
    (piece,) = (kind for kind in kinds if kind.startswith("pawn"))
    return piece, kinds[-1]


@pytest.mark.parametrize("palette", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("owner", OWNERS)
def test_the_number_on_a_pawn_can_be_read(owner: int, palette: dict[str, str]) -> None:
    piece, text = pawn(owner)
    assert contrast(fill(piece, palette), fill(text, palette)) >= READABLE


@pytest.mark.parametrize("owner", OWNERS)
def test_every_class_of_a_pawn_and_of_its_text_has_a_rule(owner: int) -> None:
    piece, text = pawn(owner)
    assert set() == {f".{kind}" for kind in f"{piece} {text}".split()} - set(rules())


def test_the_pawn_of_nobody_looks_like_that_of_no_player() -> None:
    assert pawn(0)[0] not in {pawn(owner)[0] for owner in OWNERS[1:]}


def test_the_key_shows_every_possible_player() -> None:
    drawn = samples(["pawn"], 1, {}, players=5)["pawn"]
    assert ["1", "2", "3", "4", "5"] == re.findall(r">(\d)</text>", drawn)
