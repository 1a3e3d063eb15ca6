"""Editions and modules of a game: what they change is loaded, played and checked."""

from __future__ import annotations

import pickle
import textwrap
from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, texts, tiny
from thesmos.diagnostics import SpecError, UsageError
from thesmos.play.game import Game, load
from thesmos.play.game_diagnostics import game_diagnostics

GAME = """
boards:
  Cell: {grid: 3x1}
facts:
  near(c in Cell): column(c) = 1
actions:
  pick:
    roles: {at: Cell}
    rules: {near: near(at)}
    do: mark(at) := yes
    text: "{at}"
state:
  Cell: {mark: flag}
position:
  marks: {cells: mark}
"""
HERO = "banned: [rest]\nclauses:\n  Rules: |\n    treat near(c) as yes where column(c) = 3\n"
REST = "clauses:\n  Rules: |\n    may skip pick\n"
OLD = """
replaces:
  facts:
    near(c in Cell): column(c) = 2
removes:
  powers: [rest]
"""
FREE = "adds:\n  clauses:\n    Rules: |\n      permit pick waiving near where column(at) = 2\n"
DRAFT = """
thesmos: game
slug: draft
title: {en: Draft}
edition: "1"
players: {min: 2, max: 2}
zones: [box]
pieces: {Card: {table: ../powers}}
actions:
  take: {roles: {card: Card}, text: "{card}"}
steps: {take: {action: take}}
flow: {setup: [], turn: [begin turn, {steps: take}, pass]}
"""


def written(folder: Path, name: str, kind: str, text: str) -> None:
    """Write a file of an edition or a module, below its head."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    slug = path.parent.name if path.stem == kind else path.stem
    heads = {"changes": "thesmos: changes\n"}
    head = heads.get(kind, f"thesmos: {kind}\nslug: {slug}\ntitle: {{en: {slug}}}\n")
    path.write_text(head + textwrap.dedent(text), encoding="utf-8")


def made(folder: Path) -> str:
    """A game with an edition `old` and a module `free`; returns its name."""
    folder.mkdir(exist_ok=True)
    tiny(folder, GAME + ONE_STEP, powers={"hero": HERO, "rest": REST})
    written(folder, "editions/old/edition.yaml", "edition", OLD)
    written(folder, "modules/free/module.yaml", "module", FREE)
    return str(folder)


def first(game: Game, power: str | None = None) -> tuple[str, ...]:
    return texts(game.match([power, None]).start())


@pytest.mark.parametrize(
    ("version", "options"),
    [("", ("A1",)), ("@1", ("A1",)), ("@old", ("B1",)), ("+free", ("A1", "B1")),
     ("@old+free", ("B1",))],
)  # fmt: skip
def test_a_version_is_loaded_by_its_name(
    version: str, options: tuple[str, ...], tmp_path: Path
) -> None:
    assert first(load(f"{made(tmp_path)}{version}")) == options


def test_a_version_is_loaded_by_keywords(tmp_path: Path) -> None:
    name = made(tmp_path)

    assert first(load(name, edition="old")) == ("B1",)
    assert first(load(name, modules=["free"])) == ("A1", "B1")


def test_a_game_says_which_version_it_is(tmp_path: Path) -> None:
    game = load(f"{made(tmp_path)}@old+free")

    assert (game.slug, game.program.edition, game.program.modules) == ("tiny", "old", ("free",))
    assert (game.name or "").endswith("@old+free")


def test_the_edition_of_the_game_itself_is_no_other_version(tmp_path: Path) -> None:
    name = made(tmp_path)

    assert load(f"{name}@1").name == load(name).name


def test_powers_are_removed_with_the_bans_of_others(tmp_path: Path) -> None:
    game = load(f"{made(tmp_path)}@old")

    assert [*game.powers] == ["hero"]
    assert game.powers["hero"].banned == ()
    assert first(game, "hero") == ("B1", "C1")


def test_what_only_a_version_leaves_unused_is_no_warning_about_it(tmp_path: Path) -> None:
    equals = "{en: '{it} is [|not ]red', es: '{it} [|no ]es roja'}"
    red = f"{{mark: r, says: {{en: red, es: roja, equals: {equals}}}}}"
    words = f"enums: {{Colour: {{words: {{red: {red}, blue: b}}}}}}"
    changes = {"mark: flag": "mark: Colour", "cells: mark": "map: mark", ":= yes": ":= red"}
    game = GAME
    for old, new in changes.items():
        game = game.replace(old, new)
    tiny(tmp_path, words + game.replace("near(at)", "near(at) and mark(at) != red") + ONE_STEP)
    pick = "{roles: {at: Cell}, rules: {near: near(at)}, do: mark(at) := blue, text: '{at}'}"
    change = f"replaces: {{actions: {{pick: {pick}}}}}"
    written(tmp_path, "editions/old/edition.yaml", "edition", change)
    assert [*game_diagnostics(str(tmp_path)), *game_diagnostics(f"{tmp_path}@old")] == []


def test_a_ban_is_removed_whichever_of_the_two_declares_it(tmp_path: Path) -> None:
    name = made(tmp_path)
    written(tmp_path, "editions/kind/edition.yaml", "edition", "removes: {bans: [[rest, hero]]}")
    cards = load(f"{name}@kind").powers

    assert (cards["hero"].banned, cards["rest"].banned) == ((), ())


def test_a_card_is_changed_in_a_file_of_its_name(tmp_path: Path) -> None:
    name = made(tmp_path)
    change = "replaces:\n  clauses:\n    Rules: |\n      may skip pick\n"
    written(tmp_path, "modules/free/powers/hero.yaml", "changes", change)

    assert first(load(f"{name}+free"), "hero") == ("A1", "B1")
    assert first(load(name), "hero") == ("A1", "C1")


def test_clauses_that_are_added_below_a_heading_have_the_next_numbers(tmp_path: Path) -> None:
    name = made(tmp_path)
    change = "adds:\n  clauses:\n    +Rules: |\n      may skip pick\n"
    written(tmp_path, "modules/free/powers/hero.yaml", "changes", change)
    card = load(f"{name}+free").program.cards["hero"]

    assert [clause.id for clause in card.clauses] == ["hero.rules.1", "hero.rules.2"]


def test_a_module_brings_cards_modes_and_rows_of_tables(tmp_path: Path) -> None:
    pieces = "pieces: {Card: {table: cards.yaml, attributes: {n: 0..9}}}\nzones: [box]\n"
    tiny(tmp_path, pieces + ONE_STEP + "actions: {pick: {roles: {c: Card}, text: '{c}'}}",
         tables={"cards.yaml": "- {name: one, zone: box, n: 1}\n"})  # fmt: skip
    written(tmp_path, "modules/more/module.yaml", "module", "replaces: {players: {min: 1}}")
    written(tmp_path, "modules/more/powers/new.yaml", "power", REST)
    written(tmp_path, "modules/more/modes/solo.yaml", "mode", "players: 1\nsides: [1]\n")
    (tmp_path / "modules/more/cards.yaml").write_text("- {name: two, zone: box, n: 2}\n", "utf-8")
    game = load(str(tmp_path), modules=["more"])

    assert first(game) == ("one", "two")
    assert ([*game.powers], sorted(game.checked.modes)) == (["new"], ["seats", "solo"])


def test_the_draft_of_a_version_has_its_powers(tmp_path: Path) -> None:
    name = made(tmp_path)
    (tmp_path / "draft" / "modes").mkdir(parents=True)
    mode = (tmp_path / "modes" / "seats.yaml").read_text("utf-8")
    (tmp_path / "draft" / "modes" / "seats.yaml").write_text(mode, "utf-8")
    (tmp_path / "draft" / "game.yaml").write_text(DRAFT, "utf-8")
    drafts = [load(f"{name}@old").drafting, load(f"{name}/draft@old")]

    assert [first(draft) for draft in drafts] == [("hero",), ("hero",)]
    assert [draft.program.edition for draft in drafts] == ["old", "old"]
    assert [load(draft.around or "").name for draft in drafts] == [f"{name}@old"] * 2


def test_a_state_of_a_version_is_loaded_in_another_process_as_one_of_it(tmp_path: Path) -> None:
    state = load(f"{made(tmp_path)}@old").match([None, None]).start()

    assert texts(pickle.loads(pickle.dumps(state))) == ("B1",)


def test_a_save_of_one_version_is_refused_by_another(tmp_path: Path) -> None:
    name = made(tmp_path)
    saved = load(f"{name}+free").match([None, None]).start().to_json()

    with pytest.raises(UsageError):
        load(name).match([None, None]).from_json(saved)


@pytest.mark.parametrize(
    ("version", "message", "hint"),
    [
        ("@odl", "has no edition `odl`", "did you mean 'old'? its editions are old, 1"),
        ("@x", "has no edition `x`", "its editions are old, 1"),
        ("+x", "has no module `x`", "its modules are free"),
    ],
)
def test_an_unknown_version_is_a_usage_error(
    version: str, message: str, hint: str, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=message) as error:
        load(f"{made(tmp_path)}{version}")

    assert error.value.hint == hint


WRONG = {
    "editions/old/powers/hero.yaml": (
        "changes", "replaces: {clauses: {Rulez: x}}", "there is no part `Rulez` to replace"),
    "editions/old/powers/rest.yaml": ("changes", "replaces: {order: 1}", None),
    "editions/old/powers/nobody.yaml": (
        "changes", "replaces: {order: 1}", "there is no powers/nobody.yaml to change"),
    "modules/free/powers/hero.yaml": ("power", "order: 2", "there is already a powers/hero.yaml"),
    "editions/bad/edition.yaml": (
        "edition", "removes: {powers: [hreo]}", "there is no power `hreo` to remove"),
    "editions/ban/edition.yaml": (
        "edition", "removes: {bans: [[hero, hero]]}",
        "there is no ban of `hero` with `hero` to remove"),
    "editions/broken/edition.yaml": (
        "edition", "replaces: {facts: {near(c in Cell): cloumn(c) = 1}}",
        "there is no `cloumn(…)`"),
}  # fmt: skip


@pytest.mark.parametrize("file", [*WRONG])
def test_an_error_is_reported_in_the_file_of_the_version(file: str, tmp_path: Path) -> None:
    name = made(tmp_path)
    kind, text, message = WRONG[file]
    written(tmp_path, file, kind, text)
    found = game_diagnostics(name)

    assert [one.message for one in found] == [message] * (message is not None)
    for one in found:
        assert one.location is not None
        assert one.location.file == str(tmp_path / file)
        assert one.source_line


def test_an_error_that_a_version_causes_elsewhere_says_which(tmp_path: Path) -> None:
    name = made(tmp_path)
    written(tmp_path, "editions/none/edition.yaml", "edition", "removes: {facts: [near]}")
    found = game_diagnostics(name)

    assert found
    assert all(one.message.endswith("@none`)") for one in found)


def test_loading_a_version_with_errors_raises_them(tmp_path: Path) -> None:
    name = made(tmp_path)
    written(tmp_path, "editions/bad/edition.yaml", "edition", "removes: {powers: [hreo]}")

    with pytest.raises(SpecError, match="hreo"):
        load(f"{name}@bad")
    assert first(load(name)) == ("A1",)
