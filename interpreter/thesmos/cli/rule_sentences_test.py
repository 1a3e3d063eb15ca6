"""Sentences are found by the ids of findings."""

from __future__ import annotations

import pytest

from thesmos.cli.rule_sentences import RuleSentences
from thesmos.play.game import load


@pytest.fixture(scope="module")
def sentences() -> RuleSentences:
    return RuleSentences(load("pook"), "en")


def test_each_rule_of_an_action_of_the_game_or_of_a_card_has_a_sentence(
    sentences: RuleSentences,
) -> None:
    assert sentences.game
    checked = sentences.game.checked
    actions = {
        slug: [action for action in card.program.actions if action.rules]
        for slug, card in {"": checked.base, **checked.cards}.items()
    }
    assert actions.pop("")
    of_cards = [action for listed in actions.values() for action in listed]
    assert of_cards
    for action in of_cards:
        assert sentences.of(f"{action.name}.{action.rules[0].name}"), action.name


@pytest.mark.parametrize("id", ["", "nothing", "no.rule", "no.such.rule", "a.b.c.d"])
def test_what_is_unknown_has_none(sentences: RuleSentences, id: str) -> None:
    assert not sentences.of(id)


@pytest.mark.parametrize(
    ("game", "id", "written", "called"),
    [
        ("santorini", "move.climb", "rise", "the number of levels it moves up"),
        ("santorini", "apollo.your-move.1", "to", "the space the move enters"),
        ("chess", "move.reach", "reach(pawn)", ""),  # it is not in there
        ("santorini", "move.nothing", "to", ""),
        ("santorini", "nothing", "to", ""),
    ],
)
def test_a_value_has_the_words_of_the_sentence_that_it_is_in(
    game: str, id: str, written: str, called: str
) -> None:
    assert called == RuleSentences(load(game), "en").value(id, written)


def test_a_language_that_has_no_sentences_has_none() -> None:
    assert not RuleSentences(load("pook"), "tlh").of("knight")


@pytest.mark.parametrize(
    ("game", "id", "said"),
    [
        ("santorini", "step.move", "loses"),  # a step, which has the name of an action
        ("off-the-rails", "act", "may be skipped"),  # a step alone
        ("off-the-rails", "dare", "the chasm"),  # an action without effects, and its step
        ("off-the-rails", "crumble.needed", "carts"),  # a rule of an action of a mode
    ],
)
def test_steps_and_what_a_mode_has_alone_have_sentences(game: str, id: str, said: str) -> None:
    assert said in RuleSentences(load(game), "en").of(id)
