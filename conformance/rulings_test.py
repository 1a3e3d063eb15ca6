"""The shipped rulings: everything that they refer to exists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from thesmos.check.documents.rulings import FILE, card_texts
from thesmos.play.game import load
from thesmos.play.game_diagnostics import game_diagnostics
from thesmos.resources import scenarios_dir, spec_dir
from thesmos.syntax.yaml_nodes import plain, read_yaml
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_cases
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.ruled_choices import led_to
from thesmos_rulebook.content.book_source import read_source

SILENT = "Says nothing."
GAMES = sorted(path.parent.name for path in spec_dir().glob(f"*/{FILE}"))


def rulings(game: str) -> list[dict[str, Any]]:
    """The rulings of a game, as they are written."""
    node, _ = read_yaml(spec_dir() / game / FILE)
    assert node is not None
    found: list[dict[str, Any]] = plain(node)["rulings"]
    return found


def test_some_games_have_rulings() -> None:
    """Where the card and the implementation differ, or the rules are open."""
    assert ["off-the-rails", "pook", "santorini"] == GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_rulings_of_a_game_have_no_errors(game: str) -> None:
    """Their clauses and scenarios are there and belong together; see `check/documents`."""
    assert [] == [fault.render() for fault in game_diagnostics(game)]


@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_says_something_in_each_language(game: str) -> None:
    """English and Spanish are two texts, not one twice."""
    same = [
        ruling["id"]
        for ruling in rulings(game)
        for key in ("title", "card", "played")
        if not isinstance(ruling[key], str) and ruling[key]["en"] == ruling[key]["es"]
    ]

    assert [] == same


@pytest.mark.parametrize("game", GAMES)
def test_quoted_card_texts_are_those_on_the_card(game: str) -> None:
    """A ruling names the card; there the text exists in each language."""
    quoted = {r["card"] for r in rulings(game) if isinstance(r["card"], str)}
    printed = card_texts(load(game).checked)

    assert [] == [one for one in sorted(quoted) if set(printed.get(one, {})) != {"en", "es"}]


def powers_of(ruling: dict[str, Any]) -> set[str]:
    """The powers that a ruling is about: those of its clauses, and those that it names besides."""
    return {clause.partition(".")[0] for clause in ruling["clauses"]} | {*ruling.get("cards", ())}


def test_where_one_power_decides_its_card_is_quoted() -> None:
    """A paraphrase is used only where a card is silent, or where several are meant."""
    ours = [
        ruling["id"]
        for ruling in rulings("santorini")
        if len(powers_of(ruling)) == 1
        and not isinstance(ruling["card"], str)
        and ruling["card"]["en"] != SILENT
    ]

    assert [] == ours


@pytest.mark.parametrize("game", GAMES)
def test_a_ruling_names_cards_that_exist(game: str) -> None:
    """Powers, modes or the game itself, on whose pages it is shown."""
    source = read_source(game)
    named = {card for ruling in source.rulings for card in ruling.cards}

    assert set() == named - set(source.cards)


@pytest.mark.parametrize("game", GAMES)
def test_every_ruling_is_on_the_page_of_a_card(game: str) -> None:
    """Not only in the list of all rulings, where nobody who plays looks first."""
    assert [] == [ruling.id for ruling in read_source(game).rulings if not ruling.cards]


@pytest.mark.parametrize("game", GAMES)
def test_a_choice_that_a_ruling_describes_is_shown_in_its_scenarios(game: str) -> None:
    """There the recorded original goes on differently, and the choice before is such a choice."""
    oracle = Oracle()
    spec = oracle.use_game(game)
    book = oracle.rulings(spec.slug)
    files = [scenarios_dir() / f"{id}.yaml" for id in book.against_original]
    begins = {
        case.id: case.looks[0].place
        for case in scenario_cases(read_scenarios(files, spec), spec, oracle)
    }
    shown = {
        choice
        for choice, ruling in book.choices
        for id, places in book.against_original.items()
        for choices, cited in places
        if cited == ruling
        and led_to(choice, oracle.path(replace(begins[id], choices=choices)).last)
    }
    assert {choice for choice, _ in book.choices} == shown
