"""An entry of a position must fit the game; its meaning has all names resolved."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from testing.programs import program
from thesmos.check.documents.positions import ENTRY_KINDS
from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic
from thesmos.program import positions as p
from thesmos.program.node import AttributeRef

BASE = Path(__file__).parents[1] / "samples" / "base"
ENTRY = "heights: {digits: height"
ROUND = "    round: {is: 0..9, start: 1}\n"
MORE = "  Colour: {worth: {is: 0..3}}\n  Player: {wins: {is: 0..3}}\n"
PAWNS = 'pawns: {pieces: Pawn, text: "{place} {owner}{colour}"'


def diagnostics(tmp_path: Path, shape: str) -> list[str]:
    """The diagnostics of a spec whose heights have that shape."""
    return changed(tmp_path, ENTRY, f"{ENTRY}, shape: {shape}")


def changed(tmp_path: Path, old: str, new: str) -> list[str]:
    """The diagnostics of a spec in which a text is replaced."""
    found = found_after(tmp_path, {old: new})
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in found]


def found_after(tmp_path: Path, changes: dict[str, str]) -> list[Diagnostic]:
    """The diagnostics of a spec in which texts are replaced."""
    game = tmp_path / "base"
    shutil.copytree(BASE, game)
    text = (game / "game.yaml").read_text("utf-8")
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new, 1)
    (game / "game.yaml").write_text(text, encoding="utf-8")
    return read(str(game))[2]


@pytest.mark.parametrize("shape", ["stack", "stack secret", '""', '" "'])
def test_a_fitting_shape_is_accepted(tmp_path: Path, shape: str) -> None:
    assert [] == diagnostics(tmp_path, shape)


@pytest.mark.parametrize("shape", ["pawn", "stack twice", "stack secret secret", "tower"])
def test_an_unfitting_shape_is_an_error(tmp_path: Path, shape: str) -> None:
    assert [f"E395 `digits` can't be drawn as `{shape}`"] == diagnostics(tmp_path, shape)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("pawns: {omit: empty", "E395 this entry does not say what it writes"),
        ("pawns: {pieces: Pawn, digits: height", "E395 this entry does not say what it writes"),
        ("pawns: {pieces: Pawn", "E395 `pieces` needs `text`"),
        ("pawns: {digits: height, zone: box", "E395 `zone` can't be used with `digits`"),
        (
            "pawns: {map: height, shape: pawn",
            "E395 `height` can't be drawn as `pawn`, which shows the number of a player or a side",
        ),
        ("pawns: {digits: hight", "E396 `hight` can't be written here"),
        ("pawns: {counts: Pawn, zone: bx, text: x", "E396 there is no zone `bx`"),
        ('pawns: {pieces: Pawn, text: "{owner}"', "E396 the text of a piece must contain {place}"),
        ('pawns: {pieces: Pawn, text: "{place}{age}"', "E396 {age} can't be written here"),
        ("pawns: {piece: Pawns", "E396 there is no kind of piece `Pawns` on a board"),
        ("pawns: {piece: Pawn, colour: red", "E396 `red` is not how a Colour is written"),
    ],
)
def test_what_the_game_does_not_have_is_an_error(tmp_path: Path, entry: str, message: str) -> None:
    assert [message] == changed(tmp_path, PAWNS, entry)


@pytest.mark.parametrize(
    ("entry", "hint"),
    [
        ("map: worth", "remove the entry: what no entry writes is under `memory`"),
        ("value: height", "write `map: height`"),
        ("map: wins", "write `by player: wins`"),
        ("by player: round", "write `value: round`"),
        ("map: colour", "write it as `{colour}` in the `text` of an entry"),
    ],
)
def test_a_hint_says_how_what_something_else_has_is_written(
    tmp_path: Path, entry: str, hint: str
) -> None:
    changes = {ROUND: ROUND + MORE, ENTRY: f"other: {{{entry}}}\n  {ENTRY}"}
    (error,) = found_after(tmp_path, changes)
    assert ("E396", True) == (error.code, (error.hint or "").startswith(hint)), error


# ------------------------------------------------------------------------ the meaning


def entry(game: str, key: str) -> p.PositionEntry:
    return next(each for each in program(game).position if each.key == key)


def test_an_entry_names_its_attribute_and_a_shape() -> None:
    levels = entry("santorini", "levels")
    assert isinstance(levels, p.Digits)
    assert levels.attribute == AttributeRef("Space", "level")
    assert (levels.shape, levels.omit_empty) == (p.Shape("stack", secret=False), False)


def test_without_a_shape_an_entry_has_the_usual_one_of_its_way_to_write() -> None:
    games = str(BASE), "pook"
    shapes = [entry(game, key).shape for game, key in zip(games, ("pawns", "starter"), strict=True)]
    assert shapes == [p.Shape("pawn", secret=False), p.Shape("figure", secret=False)]
    assert entry("pook", "hands").shape is None  # is not drawn


def test_a_text_is_parts_and_can_be_written_as_it_was() -> None:
    pawns = entry(str(BASE), "pawns")
    owner, colour = (p.AttributeText(AttributeRef("Pawn", name)) for name in ("owner", "colour"))
    assert isinstance(pawns, p.Pieces)
    assert pawns.text == (p.PlaceText(), " ", owner, colour)
    assert p.template(pawns.text) == "{place} {owner}{colour}"
    hands = entry("pook", "hands")
    assert isinstance(hands, p.Members)
    assert p.template(hands.text) == "{name}"


def test_a_key_with_a_dot_is_a_path() -> None:
    abyss = entry("santorini", "secret.abyss")
    assert abyss.path == ("secret", "abyss")
    assert isinstance(abyss, p.OnePiece)
    assert abyss.where == (p.AttributeIs(AttributeRef("Token", "sort"), "abyss"),)
    assert abyss.shape == p.Shape("chip", secret=True)


def test_entries_are_in_the_order_of_the_document_and_may_share_a_path() -> None:
    paths = [each.key for each in program("santorini").position]
    assert paths.count("on_card") == 2
    assert paths.index("levels") < paths.index("on_card") < paths.index("secret.workers")


def test_the_usual_shape_of_a_way_to_write_is_one_that_it_may_have() -> None:
    usual = {how: kind.default for how, kind in ENTRY_KINDS.items() if kind.shapes}
    assert usual == {how: shape for how, shape in usual.items() if shape in ENTRY_KINDS[how].shapes}
