"""The names of a game's things, steps and actions."""

from __future__ import annotations

import pytest

from thesmos.play.game import load
from thesmos.play.names import thing_names
from thesmos.syntax.spec_folder import shipped_games
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", shipped_games())
def test_conditions_are_not_listed_as_things(game: str, language: str) -> None:
    written = load(game).checked.written
    names = [name for _, name in thing_names(written.base.words, language)]
    assert names
    assert [] == [name for name in names if "[" in name or "{" in name]


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", shipped_games())
def test_every_action_of_a_card_has_a_name(game: str, language: str) -> None:
    checked = load(game).checked
    cards = [checked.written.base, *(card.written for card in checked.cards.values())]
    acts = [(card, action) for card in cards for action in card.actions if action.rules]
    known = {card.slug: dict(thing_names(card.words, language)) for card in cards}
    assert [] == [(card.slug, a.name) for card, a in acts if a.name not in known[card.slug]]


def test_a_cards_step_is_named_by_its_action(larger: BookSource) -> None:
    english, spanish = Localizer(larger, "en"), Localizer(larger, "es")
    assert (english.action_name("odysseus.exile"), spanish.action_name("odysseus.exile")) == (
        "forcing to a corner",
        "desplazamiento a una esquina",
    )
    assert spanish.action_name("golden-fleece.lead") == "llegada del Carnero"


def test_a_step_is_named_by_its_action_and_a_thing_by_its_noun(source: BookSource) -> None:
    localizer = Localizer(source, "en")
    assert "swap of the pig" == localizer.step_name("pig")
    assert "pig" == localizer.names["pig"]


def test_what_a_thing_has_is_named_without_the_thing(larger: BookSource) -> None:
    names = [Localizer(larger, language).names["level"] for language in ("en", "es")]
    assert ["level", "nivel"] == names


def test_what_is_drawn_is_named_by_its_part_of_the_position() -> None:
    names = [Localizer(read_source("hex"), language).names["stone"] for language in ("en", "es")]
    assert ["stone", "piedra"] == names
