"""A type without members in some match-up is never that of a value that can't be none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from testing.drafted import checked
from testing.tiny import MODE
from thesmos.check.reading import read
from thesmos.diagnostics import Diagnostic
from thesmos.play.game_diagnostics import game_diagnostics

PAWNS = "pieces:\n  Pawn:"
GHOSTS = "pieces:\n  Ghost: {on: Cell, attributes: {hue: {is: 0..3}}}\n  Pawn:"
N, HEIGHT, STRENGTH = "n: {is: 0..9}", "height: {is: 0..3}", "strength: {is: 0..3}"
USED = "after walk where g exists: n := 1"
BRINGS = "supply: [{kind: Ghost, zone: hand}]\n"
TWO = MODE.format(players=2, sides=[1, 2])
OTHER = TWO.replace("seats", "haunted")
EDITION = "thesmos: edition\nslug: old\ntitle: Old\n"
MODULE = "thesmos: module\nslug: bare\ntitle: Bare\n"
WITHOUT = "let this be Pawn or none, and begin with none"


def errors(diagnostics: list[Diagnostic]) -> list[tuple[str, str]]:
    """The code and the message of each error."""
    return [(one.code, one.message) for one in diagnostics if one.severity == "error"]


def lacking(name: str, why: str) -> list[tuple[str, str]]:
    return [("E384", f"`{name}` has no value to begin with: {why}")]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (N, f"{N}, g: {{is: Ghost}}"),
        (HEIGHT, f"{HEIGHT}, g: {{is: Ghost}}"),
        (HEIGHT, f"{HEIGHT}, g: {{is: Ghost, for: Colour}}"),
        (HEIGHT, f"{HEIGHT}}}\n  Player: {{g: {{is: Ghost, secret: yes}}"),
        (STRENGTH, f"{STRENGTH}, g: {{is: Ghost}}"),
    ],
)
def test_nothing_is_of_a_kind_that_nobody_supplies(old: str, new: str, tmp_path: Path) -> None:
    _, diagnostics = checked(tmp_path, changes={PAWNS: GHOSTS, old: new})
    assert errors(diagnostics) == lacking("g", "there is no Ghost")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (N, f"{N}, g: {{is: Ghost or none}}, gs: {{is: set of Ghost}}"),
        (HEIGHT, f"{HEIGHT}, g: {{is: Ghost or none, for: Colour}}"),
        ("hue: {is: 0..3}", "pal: {is: Ghost}, pawn: {is: Pawn}"),  # which no Ghost has
    ],
)
def test_what_may_be_none_or_belongs_to_nobody_needs_no_member(
    old: str, new: str, tmp_path: Path
) -> None:
    game = GHOSTS.replace(old, new)
    _, diagnostics = checked(
        tmp_path, changes={PAWNS: game, **({} if game != GHOSTS else {old: new})}
    )
    assert errors(diagnostics) == []


def test_pieces_that_only_a_card_brings_are_missing_without_it(tmp_path: Path) -> None:
    changes = {PAWNS: GHOSTS, N: f"{N}, g: {{is: Ghost}}"}
    _, diagnostics = checked(tmp_path, more=BRINGS, changes=changes)
    assert errors(diagnostics) == lacking("g", "if nobody has a power, there is no Ghost")


def test_a_memory_counts_on_the_pieces_of_its_own_card(tmp_path: Path) -> None:
    more = BRINGS + "memory: {g: {is: Ghost}}\n"
    _, diagnostics = checked(tmp_path, USED, more, {PAWNS: GHOSTS})
    assert errors(diagnostics) == []


def test_a_card_that_declares_a_kind_supplies_it_too_or_does_without(tmp_path: Path) -> None:
    kind = "adds: {pieces: {Ghost: {on: Cell}}}\nmemory: {g: {is: Ghost}, m: {is: set of Ghost}}\n"
    _, diagnostics = checked(tmp_path, "after walk where count(m) = 0 and g exists: n := 1", kind)
    assert errors(diagnostics) == lacking("g", "there is no Ghost")


def test_a_memory_can_t_count_on_the_pieces_of_another_card(tmp_path: Path) -> None:
    other = f"thesmos: power\nslug: other\ntitle: Other\n{BRINGS}"
    _, diagnostics = checked(
        tmp_path, USED, "memory: {g: {is: Ghost}}\n", {PAWNS: GHOSTS},
        {"powers/other.yaml": other},
    )  # fmt: skip
    assert errors(diagnostics) == lacking("g", "if only `own` is in play, there is no Ghost")


def test_a_mode_may_bring_the_pieces_that_another_one_lacks(tmp_path: Path) -> None:
    changes = {PAWNS: GHOSTS, N: f"{N}, g: {{is: Ghost}}"}
    haunted = OTHER + BRINGS
    _, diagnostics = checked(tmp_path, changes=changes, others={"modes/haunted.yaml": haunted})
    where = "in the mode `seats`, if nobody has a power, there is no Ghost"
    assert errors(diagnostics) == lacking("g", where)


def test_pieces_that_every_mode_brings_are_always_there(tmp_path: Path) -> None:
    changes = {PAWNS: GHOSTS, N: f"{N}, g: {{is: Ghost}}"}
    modes = {"modes/haunted.yaml": OTHER + BRINGS, "modes/seats.yaml": TWO + BRINGS}
    _, diagnostics = checked(tmp_path, changes=changes, others=modes)
    assert errors(diagnostics) == []


def test_a_mode_can_t_take_away_the_pieces_that_a_value_is_one_of(tmp_path: Path) -> None:
    empty = OTHER + "replaces: {pieces: {Pawn: {supply: []}}}\n"
    _, diagnostics = checked(
        tmp_path, changes={N: f"{N}, g: {{is: Pawn}}"}, others={"modes/haunted.yaml": empty}
    )
    (error,) = errors(diagnostics)
    assert error[1].startswith("`g` has no value to begin with: ")
    assert error[1].endswith("there is no Pawn (in the mode `haunted`)")


def test_an_edition_can_t_take_away_the_pieces_that_a_value_is_one_of(tmp_path: Path) -> None:
    checked(tmp_path, changes={N: f"{N}, g: {{is: Pawn}}"})
    edition = tmp_path / "editions" / "old" / "edition.yaml"
    edition.parent.mkdir(parents=True)
    edition.write_text(
        "thesmos: edition\nslug: old\ntitle: Old\nreplaces: {pieces: {Pawn: {supply: []}}}\n",
        encoding="utf-8",
    )
    *_, diagnostics = read(f"{tmp_path}@old")
    assert errors(diagnostics) == lacking("g", "there is no Pawn")


EMPTY = "{pieces: {Pawn: {supply: []}}}"
REMOVED = "{pieces: {Pawn: [supply]}}"


@pytest.mark.parametrize(
    ("path", "text", "who"),
    [
        ("modes/haunted.yaml", f"{OTHER}replaces: {EMPTY}\n", "the mode `haunted`"),
        ("editions/old/edition.yaml", f"{EDITION}replaces: {EMPTY}\n", "the edition `old`"),
        ("modules/bare/module.yaml", f"{MODULE}removes: {REMOVED}\n", "the module `bare`"),
    ],
)
@pytest.mark.parametrize(
    ("written", "message", "remedy"),
    [
        (
            "{is: Pawn}", "`g` has no value to begin with: there is no Pawn",
            "declare it as `Pawn or none`",
        ),
        ("{is: Pawn, start: anna}", "`anna` is not Pawn", WITHOUT),
        ("{is: Pawn or none, start: anna}", "`anna` is not Pawn", WITHOUT),
    ],
)  # fmt: skip
def test_the_hint_says_who_takes_all_pieces_away(
    path: str, text: str, who: str, written: str, message: str, remedy: str, tmp_path: Path
) -> None:
    named = {"count: 2, zone: hand}": "zone: hand}\n      - {name: anna, owner: 1, zone: hand}"}
    checked(tmp_path, changes={N: f"{N}, g: {written}", **named})
    (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")
    (error,) = game_diagnostics(str(tmp_path))
    assert (error.code, error.message.split(" (in ")[0]) == ("E384", message)
    assert error.hint == f"{who} takes every Pawn away: {remedy}, or supply one there"


def test_the_hint_says_who_takes_all_words_or_zones_away(tmp_path: Path) -> None:
    checked(
        tmp_path, changes={"b}}\nzones": "b}, Mood: {calm: c}}\nzones", N: f"{N}, m: {{is: Mood}}"}
    )
    bare = tmp_path / "modules" / "bare" / "module.yaml"
    bare.parent.mkdir(parents=True)
    bare.write_text(f"{MODULE}replaces: {{enums: {{Mood: []}}}}\n", encoding="utf-8")
    (error,) = game_diagnostics(str(tmp_path))
    assert error.message.startswith("`m` has no value to begin with: Mood has no words")
    remedy = "declare it as `Mood or none`, or keep one there"
    assert error.hint == f"the module `bare` takes every word of Mood away: {remedy}"


@pytest.mark.parametrize(
    ("written", "remedy"),
    [
        ("{is: Card}", "declare it as `Card or none`"),
        ("{is: Card, start: own}", "let this be Card or none, and begin with none"),
    ],
)
def test_a_draft_of_no_powers_has_no_cards(written: str, remedy: str, tmp_path: Path) -> None:
    draft = (
        "thesmos: game\nslug: draft\ntitle: Draft\nedition: '1'\nplayers: {min: 2, max: 2}\n"
        "zones: [pile, gone]\npieces: {Card: {table: ../powers}}\n"
        f"state: {{game: {{best: {written}, n: {{is: 0..9}}}}}}\n"
        "actions: {tap: {do: n += 1, text: tap}}\nsteps: {tap: {}}\n"
        "flow: {turn: [begin turn, {steps: tap}, judge, pass]}\nheadings: [A]\n"
        "clauses: {A: win x for active where n = 9 and best exists}\nposition: {n: {value: n}}\n"
    )
    checked(tmp_path, others={"draft/game.yaml": draft})
    (tmp_path / "powers" / "own.yaml").unlink()
    (error,) = game_diagnostics(str(tmp_path))
    assert error.code == "E384"
    why = "a Card is a power of the game, which has none"
    assert error.hint == f"{why}: {remedy}, or add a power"


def test_nobody_is_blamed_for_pieces_that_were_never_there(tmp_path: Path) -> None:
    """Only the variant of a mode is checked, as there is no other mode."""
    changes = {PAWNS: GHOSTS, N: f"{N}, g: {{is: Ghost}}"}
    changed = TWO + "replaces: {facts: {plain: 2}}\n"
    _, diagnostics = checked(tmp_path, changes=changes, others={"modes/seats.yaml": changed})
    (error,) = (one for one in diagnostics if one.severity == "error")
    wanted = "or give the game itself a Ghost: `supply` under `pieces`"
    assert error.hint == f"declare it as `Ghost or none`, {wanted}"


def test_a_power_is_none_where_nobody_has_one(tmp_path: Path) -> None:
    _, diagnostics = checked(tmp_path, changes={N: f"{N}, g: {{is: Power}}"})
    assert errors(diagnostics) == lacking("g", "if nobody has a power, there is no Power")
    (error,) = (one for one in diagnostics if one.severity == "error")
    assert error.source_line.strip().startswith("game: {n: {is: 0..9}, g: {is: Power}")
    assert error.hint == "declare it as `Power or none`"


def test_a_power_is_there_where_a_power_always_takes_part(tmp_path: Path) -> None:
    changes = {N: f"{N}, g: {{is: Power}}", "moments:": "always: [own]\nmoments:"}
    _, diagnostics = checked(tmp_path, changes=changes)
    assert errors(diagnostics) == []


def test_a_memory_of_a_power_and_what_powers_have_may_be_a_power(tmp_path: Path) -> None:
    changes = {"  Cell: {height": "  Power: {pal: {is: Power}}\n  Cell: {height"}
    _, diagnostics = checked(tmp_path, USED, "memory: {g: {is: Power}}\n", changes)
    assert errors(diagnostics) == []


def test_an_enum_without_words_has_no_value(tmp_path: Path) -> None:
    void = {"b}}\nzones": "b}, Void: {}}\nzones", N: f"{N}, w: {{is: Void or none}}"}
    _, diagnostics = checked(tmp_path, changes=void)
    assert errors(diagnostics) == []
    _, diagnostics = checked(tmp_path, changes=void | {STRENGTH: f"{STRENGTH}, v: {{is: Void}}"})
    assert errors(diagnostics) == lacking("v", "Void has no words")


def test_a_zone_is_none_where_there_are_no_zones(tmp_path: Path) -> None:
    game = (
        "thesmos: game\nslug: bare\ntitle: Bare\nedition: '1'\nplayers: {min: 2, max: 2}\n"
        "state: {game: {z: {is: Zone}, n: {is: 0..9}}}\n"
        "actions: {tap: {do: n += 1, text: tap}}\nsteps: {tap: {}}\n"
        "flow: {turn: [begin turn, {steps: tap}, judge, pass]}\n"
        "headings: [A]\nclauses: {A: win x for active where n = 9}\nposition: {n: {value: n}}\n"
    )
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    *_, diagnostics = read(str(tmp_path))
    assert errors(diagnostics) == lacking("z", "there is no Zone")


# ------------------------------------------------------------- other ranges made from a count


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (N, f"{N}, of: {{is: Side, start: 2}}"),
        (HEIGHT, f"{HEIGHT}, tax: {{is: 0..3, for: Side, start: {{2: 3}}}}"),
        ("{for each: side, owner: side, count", "{owner: 2, count"),
    ],
)
def test_a_side_that_a_mode_lacks_can_t_be_written(old: str, new: str, tmp_path: Path) -> None:
    together = {"modes/seats.yaml": MODE.format(players=2, sides=[1, 1])}
    _, diagnostics = checked(tmp_path, changes={old: new}, others=together)
    assert errors(diagnostics) == [("E384", "`2` is not Side")]
    shutil.rmtree(tmp_path / "modes")
    _, diagnostics = checked(tmp_path, changes={old: new})
    assert errors(diagnostics) == []


MARK = {"  Cell: {height": "  Power: {mark: {is: Power}}\n  Cell: {height"}


def test_self_is_none_in_the_game_s_own_text(tmp_path: Path) -> None:
    own = {"do: n += k": "do: |\n      each x in Power: mark(x) := self"}
    _, diagnostics = checked(tmp_path, changes=MARK | own)
    assert errors(diagnostics) == [("E322", "this may be none, but it must be Power")]


@pytest.mark.parametrize(
    ("declared", "asked"),
    [
        ({"plain: 1": "plain: self"}, "plain"),
        ({"roles: {k: 0..3}": "roles: {k: 0..3, by: self}"}, "by"),
    ],
)
def test_self_is_none_where_a_card_asks_the_game_for_it(
    declared: dict[str, str], asked: str, tmp_path: Path
) -> None:
    _, diagnostics = checked(tmp_path, f"after pick: mark(self) := {asked}", "", MARK | declared)
    assert errors(diagnostics) == [("E322", "this may be none, but it must be Power")]


def test_a_card_is_never_none_in_its_own_text(tmp_path: Path) -> None:
    _, diagnostics = checked(tmp_path, "after pick: mark(self) := self", "", MARK)
    assert errors(diagnostics) == []


def test_there_is_no_viewer_where_nothing_is_hidden(tmp_path: Path) -> None:
    changes = {N: f"{N}, seer: {{is: Player}}"}
    _, diagnostics = checked(tmp_path, "after pick: seer := viewer", "", changes)
    assert errors(diagnostics) == [("E322", "this may be none, but it must be Player")]
