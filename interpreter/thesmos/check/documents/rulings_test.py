"""Errors in rulings are reported at their location, in any game."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from thesmos.check.documents.rulings import read_rulings, scenarios_in
from thesmos.diagnostics import Diagnostic
from thesmos.play.game_diagnostics import game_diagnostics
from thesmos.syntax.sources import Sources
from thesmos.syntax.versions import Version
from thesmos.syntax.yaml_nodes import plain

BASE = Path(__file__).parents[1] / "samples" / "base"
RULINGS = """\
thesmos: rulings
game: base
rulings:
  - id: how-far
    edition: "1"
    title: {en: How far one flies, es: Hasta dónde se vuela}
    card: {en: Says nothing.}
    played: {en: Twice.}
    evidence: [page 12, facts 1.6, pair-19/108]
    clauses: [wing.your-walk.1]
    scenarios: [far]
  - id: how-high
    edition: "1"
    title: How high
    card: {en: Says nothing.}
    played: As high as one likes.
    evidence: [page 13]
    clauses: []
    scenarios: [area/high]
"""
FAR = "clauses: [walk.near, wing.your-walk.1]\n"
HIGH = "clauses: [wing.your-walk.2]\n"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game with two rulings and their scenarios."""
    folder = tmp_path / "base"
    shutil.copytree(BASE, folder)
    (folder / "scenarios" / "area").mkdir(parents=True)
    (folder / "scenarios" / "far.yaml").write_text(FAR)
    (folder / "scenarios" / "area" / "high.yaml").write_text(HIGH)
    (folder / "rulings.yaml").write_text(RULINGS)
    return folder


def changed(game: Path, old: str, new: str) -> list[Diagnostic]:
    """The diagnostics after a change to the rulings."""
    assert RULINGS.count(old) == 1
    (game / "rulings.yaml").write_text(RULINGS.replace(old, new))
    return game_diagnostics(str(game))


def test_rulings_without_errors_pass(game: Path) -> None:
    assert [] == game_diagnostics(str(game))


FAR_LISTED = "scenarios: [far]"
CELLS = "abcdefgh"
LONG = "".join(f"some ({c} in Cell where " for c in CELLS) + "height(a) = 1" + ")" * len(CELLS)


def with_options(option: str) -> str:
    """The scenarios of a ruling that also names an option of the game."""
    return f"{FAR_LISTED}\n    otherwise: [{{options: {{{option}}}}}]"


def described(part: str) -> str:
    """The scenarios of a ruling that also describes a choice. part: a key of it, and its value."""
    parts = {"card": "wing", "action": "walk", "where": "height(to) = 3"}
    key, _, value = part.partition(": ")
    written = parts | ({key: value} if value else {})
    return (
        f"{FAR_LISTED}\n    otherwise: [{{{', '.join(f'{k}: {v}' for k, v in written.items())}}}]"
    )


WRONG = [
    ("game: base", "game: bose", "E374", 2, "game here is `base`"),
    ("id: how-high", "id: how-far", "E302", 12, "already a ruling `how-far`"),
    ("[wing.your-walk.1]", "[wing.your-walk.9]", "E375", 10, "no clause `wing.your-walk.9`"),
    (
        "scenarios: [far]",
        "scenarios: [far]\n    otherwise: [{record: pair-19/9}]",
        "E377",
        12,
        "`pair-19/9` is not among the evidence of `how-far`",
    ),
    ("scenarios: [far]", "scenarios: [far, fur]", "W376", 11, "no scenario `fur`"),
    ("scenarios: [far]", "scenarios: [far, area/high]", "E377", 11, "`area/high` is not about any"),
    ("[wing.your-walk.1]", "[wing.your-walk.1, base.goal.1]", "E377", 10, "about `base.goal.1`"),
    ("es: Hasta dónde se vuela", "es: How far one flies", "W378", 6, "`es` is the same as in `en`"),
    (FAR_LISTED, described("card: wong"), "E375", 12, "no card `wong`"),
    (FAR_LISTED, described("action: wolk"), "E309", 12, "no action `wolk`"),
    (FAR_LISTED, described("where: height(too) = 1"), "E304", 12, "`too`"),
    (FAR_LISTED, described("where: did(walk)"), "E377", 12, "can't ask about the past"),
    (FAR_LISTED, described(f"where: {LONG}"), "E356", 12, "steps of work"),
    (FAR_LISTED, with_options("sped: fast"), "E307", 12, "no option `sped`"),
    (FAR_LISTED, with_options("speed: fist"), "E307", 12, "has no value `fist`"),
    ("[area/high]", "[area/../../far]", "E125", 19, "has the wrong form"),
    ("[page 13]", "[page]", "E125", 17, "has the wrong form"),
]


def test_a_ruling_may_describe_a_choice_in_the_words_of_a_card(game: Path) -> None:
    assert [] == changed(game, FAR_LISTED, described("where: high = 2 and height(to) = 3"))


def test_a_ruling_may_name_an_option_of_the_game(game: Path) -> None:
    assert [] == changed(game, FAR_LISTED, with_options("speed: fast"))


def test_an_error_is_reported_at_its_location(game: Path) -> None:
    def reported(old: str, new: str, code: str, line: int, says: str) -> bool:
        found = [one for one in changed(game, old, new) if one.code == code]
        return [(str(game / "rulings.yaml"), line, True, True)] == [
            (one.location.file, one.location.line, says in one.message, bool(one.source_line))
            for one in found
            if one.location
        ]

    assert [] == [one for one in WRONG if not reported(*one)]


def test_a_quoted_text_must_exist(game: Path) -> None:
    silent = "title: How high\n    card: {en: Says nothing.}"
    found = changed(game, silent, "title: How high\n    card: wing.nowhere")
    assert [("E124", "no card has a text at `wing.nowhere`")] == [
        (diagnostic.code, diagnostic.message) for diagnostic in found
    ]


def test_a_clause_may_have_a_scenario_that_is_not_found(game: Path) -> None:
    found = changed(game, "scenarios: [far]", "scenarios: [elsewhere]")
    assert ["W376"] == [diagnostic.code for diagnostic in found]


def test_rulings_are_not_checked_while_the_game_has_errors(game: Path) -> None:
    wing = game / "powers" / "wing.yaml"
    wing.write_text(wing.read_text("utf-8").replace("Your Walk: |", "Your Wok: |"))
    assert {"E341"} == {diagnostic.code for diagnostic in game_diagnostics(str(game))}


EDITION = """\
thesmos: edition
slug: old
title: {en: Old}
removes:
  powers: [wing]
"""
MORE = RULINGS.replace("how-far", "how-fast").replace("wing.your-walk.1", "anchor.any-walk.1")


def test_an_edition_has_its_own_rulings_and_none_about_powers_that_it_removes(game: Path) -> None:
    (game / "editions" / "old").mkdir(parents=True)
    (game / "editions" / "old" / "edition.yaml").write_text(EDITION)
    (game / "editions" / "old" / "rulings.yaml").write_text(MORE)
    root, wrong = read_rulings(game, Version("old"))

    assert wrong == []
    assert root is not None
    found = {one["id"]: one["played"] for one in plain(root)["rulings"]}
    assert found == {"how-high": "As high as one likes.", "how-fast": {"en": "Twice."}}


def test_a_scenario_of_the_game_itself_is_found_with_and_without_its_slug() -> None:
    own, others = Path("/nowhere/hex/scenarios"), Path("/nowhere/else")
    texts = {
        own / "base/swap.yaml": "clauses: [a]",
        others / "hex/base/win.yaml": "clauses: [b]",
        others / "chess/base/swap.yaml": "clauses: [c]",
    }
    cites = scenarios_in(own, others, "hex", Sources(texts))
    ids = ("base/swap", "hex/base/swap", "hex/base/win", "chess/base/swap", "base/win")
    assert [("a",), ("a",), ("b",), ("c",), None] == [cites(id) for id in ids]
