"""Parts of positions that could not be read back are refused, alone or beside other parts."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic

BASE = Path(__file__).parents[1] / "samples" / "base"
FIRST = "  heights: {digits: height}\n"
PAWNS = '  pawns: {pieces: Pawn, text: "{place} {owner}{colour}"}\n'
CARD = "thesmos: power\nslug: zz\ntitle: Zz\nadds:\n  position:\n"


def check_with(
    folder: Path, parts: str = "", changes: dict[str, str] | None = None, card: str = ""
) -> list[Diagnostic]:
    """Check the base with more parts. changes: in the game's text. card: parts that one adds."""
    game = folder / "base"
    shutil.copytree(BASE, game)
    text = (game / "game.yaml").read_text("utf-8")
    for old, new in {FIRST: FIRST + parts, **(changes or {})}.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (game / "game.yaml").write_text(text, encoding="utf-8")
    if card:
        (game / "powers" / "zz.yaml").write_text(CARD + card, encoding="utf-8")
    return read(str(game))[2]


def messages(diagnostics: list[Diagnostic]) -> list[str]:
    return [error.message for error in diagnostics if error.code == "E390"]


@pytest.mark.parametrize(
    ("parts", "inner", "outer", "line"),
    [
        ("  z: {value: round}\n  z.b: {value: round}\n", "z.b", "z", 93),
        ("  z.b: {value: round}\n  z: {value: round}\n", "z.b", "z", 92),
        ("  z: {map: height}\n  z.b: {value: round}\n", "z.b", "z", 93),
        ('  z: {counts: Pawn, zone: hand, text: "{colour}"}\n  z.r: {value: round}\n',
         "z.r", "z", 93),
        ("  heights.x: {value: round}\n", "heights.x", "heights", 92),
    ],
)  # fmt: skip
def test_a_key_inside_what_another_part_writes(
    parts: str, inner: str, outer: str, line: int, tmp_path: Path
) -> None:
    (error,) = check_with(tmp_path, parts)
    assert error.code == "E390"
    assert error.message.startswith(f"`{inner}` would be inside the part `{outer}` (game.yaml:")
    assert error.hint == f"choose another name, such as `{inner.replace('.', '_')}`"
    assert str(error.location).endswith(f"game.yaml:{line}:3")


def test_a_card_adds_a_key_inside_a_part_of_the_game(tmp_path: Path) -> None:
    (error,) = check_with(tmp_path, card="    heights.x: {value: round}\n")
    assert error.message.startswith("`heights.x` would be inside the part `heights` (game.yaml:91)")
    assert str(error.location).endswith("zz.yaml:6:16")


def test_cards_that_ban_each_other_are_compared_too(tmp_path: Path) -> None:
    wing = "banned: [anchor]\nadds: {position: {w: {value: round}}}"
    anchor = "banned: [wing]\nadds: {position: {w.x: {value: round}}}"
    game = tmp_path / "base"
    shutil.copytree(BASE, game)
    for name, old, new in (
        ("wing", "banned: [anchor]", wing),
        ("anchor", "banned: [wing]", anchor),
    ):
        path = game / "powers" / f"{name}.yaml"
        path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    (message,) = messages(read(str(game))[2])
    assert message.startswith("`w.x` would be inside the part `w` (wing.yaml:")


def test_keys_that_only_begin_alike_are_accepted(tmp_path: Path) -> None:
    assert [] == check_with(
        tmp_path, "  a.b: {value: round}\n  a.c: {value: round}\n  ab: {map: height}\n"
    )


@pytest.mark.parametrize(
    "parts",
    [
        "[{digits: height}, {value: round}]",
        '[{pieces: Pawn, text: "{place}"}, {pieces: Pawn, text: "{place}{colour}"}]',
        "[{value: round}, {map: height}]",
    ],
)
def test_only_objects_are_joined(parts: str, tmp_path: Path) -> None:
    (message,) = messages(check_with(tmp_path, f"  z: {parts}\n"))
    assert message.startswith("`z` is also the key of the part `z` (")


@pytest.mark.parametrize(
    ("parts", "both"),
    [
        ('{counts: Pawn, zone: hand, text: "{colour}"}, {counts: Pawn, zone: box, text: r}',
         "r"),
        ('{counts: Pawn, zone: hand, text: "{owner}"}, {counts: Pawn, zone: box, text: "x{owner}"}',
         None),
        ('{counts: Pawn, zone: hand, text: "{colour}"}, {map: height}', None),
        ('{counts: Pawn, zone: hand, text: "A{owner}"}, {map: height}', "A1"),
    ],
)  # fmt: skip
def test_joined_objects_have_different_keys(parts: str, both: str | None, tmp_path: Path) -> None:
    wanted = [] if both is None else [f"two parts of `z` can both write `{both}`"]
    assert wanted == messages(check_with(tmp_path, f"  z: [{parts}]\n"))


@pytest.mark.parametrize(
    ("attributes", "text", "twice"),
    [
        ("low: {is: 0..9}, high: {is: 0..9}", "{place} {low}{high}", None),
        ("low: {is: 0..12}, high: {is: 0..12}", "{place} {low}{high}", "A1 110"),
        ("low: {is: 0..12}, high: {is: 0..12}", "{place} {low}/{high}", None),
        ("low: {is: -5..5}, high: {is: 0..1000000}", "{place}{low}", None),
        ("low: {is: 0..9 or none}, high: {is: 0..9 or none}", "{place} {low}{high}", "A1 0"),
        ("low: {is: Pawn or none}, high: {is: 0..9}", "{low}{place}", None),
        ("low: {is: Pawn or none}, high: {is: 0..9}", "{place}{low}{high}", None),
    ],
)
def test_texts_that_can_be_read_in_two_ways(
    attributes: str, text: str, twice: str | None, tmp_path: Path
) -> None:
    colour, more = "      colour: {is: Colour}\n", attributes.replace("}, high", "}\n      high")
    changes = {colour: f"{colour}      {more}\n", "{place} {owner}{colour}": text}
    errors = messages(check_with(tmp_path, changes=changes))
    wanted = f"the text `{text}` can be read in two ways, such as `{twice}`"
    assert errors == ([] if twice is None else [wanted])


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("z: {value: tint}", "`tint` may be empty: so is a mark of Colour"),
        ("z: {map: paint}", "`paint` may be empty: so is a mark of Colour"),
    ],
)
def test_an_empty_mark_where_an_empty_text_is_nothing(
    part: str, message: str, tmp_path: Path
) -> None:
    changes = {
        "blue: b": 'blue: ""',
        "height: {is: 0..3}": "height: {is: 0..3}\n    paint: {is: Colour}",
        "round: {is": "tint: {is: Colour}\n    round: {is",
    }
    assert [message] == messages(check_with(tmp_path, f"  {part}\n", changes))


def test_an_empty_mark_beside_none_in_a_text(tmp_path: Path) -> None:
    changes = {"blue: b": 'blue: ""', "colour: {is: Colour}": "colour: {is: Colour or none}"}
    wanted = "{colour} in `{place} {owner}{colour}` can be empty for two reasons"
    assert [wanted] == messages(check_with(tmp_path, changes=changes))


def test_an_empty_mark_in_a_text_is_accepted(tmp_path: Path) -> None:
    assert [] == check_with(tmp_path, changes={"blue: b": 'blue: ""'})


def test_parts_that_show_different_constants_of_one_kind(tmp_path: Path) -> None:
    part = '  red: {counts: Pawn, zone: hand, text: "{colour}"}\n'
    changes = {"{place} {owner}{colour}": "{place} {owner}"}
    (message,) = messages(check_with(tmp_path, part, changes))
    assert message == (
        "`pawns` shows `owner` of a Pawn and the part `red` (game.yaml:92) shows `colour`, "
        "so that their pieces can't be told apart"
    )


def test_what_the_game_changes_need_not_be_shown_by_both(tmp_path: Path) -> None:
    part = '  red: {counts: Pawn, zone: hand, text: "{colour}"}\n'
    changes = {
        "{place} {owner}{colour}": "{place} {owner}",
        "      height(to) += 1": "      height(to) += 1\n      colour(pawn) := blue",
    }
    assert [] == check_with(tmp_path, part, changes)


def test_a_piece_is_named_by_values_that_it_can_have(tmp_path: Path) -> None:
    (error,) = check_with(tmp_path, "  z: {piece: Pawn, owner: 7}\n")
    assert (error.code, error.message) == ("E396", "`7` is not how `owner` is written")
