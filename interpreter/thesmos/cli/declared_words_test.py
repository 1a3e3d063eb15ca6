"""What is shown beside the notation: the words that games declare, in a language."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import write
from thesmos.cli.declared_words import DeclaredWords
from thesmos.diagnostics import UsageError
from thesmos.play.decision import Decision
from thesmos.play.game import load
from thesmos.render.off_board import off_board
from thesmos.render.phrase import named


def told(game: str, language: str) -> tuple[str, list[str]]:
    """The words of the first step, and of its first options, of a game without powers."""
    loaded = load(game)
    match = loaded.match([None, None])
    decision = match.start().decision
    assert decision is not None
    words = DeclaredWords(loaded, match.linked, language)
    return words.step(decision), [words.option(option) for option in decision.options[:3]]


def test_a_step_is_told_by_what_one_does() -> None:
    assert "lay out a progress token" == told("seven-wonders-duel", "en")[0]


def test_a_step_is_not_told_in_the_word_that_it_is_called_by() -> None:
    assert "" == told("santorini", "en")[0]
    assert "" != told("santorini", "es")[0]


def test_named_pieces_are_told_where_the_notation_says_it_otherwise() -> None:
    assert ["Agriculture", "Architecture", "Economy"] == told("seven-wonders-duel", "en")[1]
    spanish = "agriculture (Agricultura)", "architecture (Arquitectura)", "economy (Economía)"
    assert [*spanish] == told("seven-wonders-duel", "es")[1]


def test_a_text_has_names_in_place_of_what_only_looks_otherwise() -> None:
    loaded = load("seven-wonders-duel")
    words = DeclaredWords(loaded, loaded.match([None, None]).linked, "en")
    assert words.text("wonder the_great_library with lumber_yard") == (
        "wonder Great Library with Lumber Yard"
    )
    assert words.text("discard merchants_guild") == "discard Merchants' Guild"


def test_a_name_may_have_the_words_in_another_order() -> None:
    loaded = load("seven-wonders-duel+agora")
    words = DeclaredWords(loaded, loaded.match([None, None]).linked, "en")
    assert words.text("build politician_left_1") == "build Left Politician 1"


def test_what_happens_is_told_in_a_sentence_if_all_that_it_names_is_known() -> None:
    loaded = load("santorini")
    words = DeclaredWords(loaded, loaded.match([None, None]).linked)
    assert "B3 is forced to B4" == words.event({"e": "force", "from": "B3", "to": "B4"})
    assert "" == words.event({"e": "force", "to": "B4"})
    assert "" == words.event({"e": "turn", "player": 1})


def test_of_two_steps_with_one_name_that_of_the_power_is_told() -> None:
    """Adonis and Odysseus both have a step `use`."""
    loaded = load("santorini")
    match = loaded.match(["adonis", "odysseus"])
    words, start = DeclaredWords(loaded, match.linked), match.start().decision
    assert start is not None
    told = {
        power: words.step(Decision(1, "use", power, start.options, may_skip=False))
        for power in ("adonis", "odysseus")
    }
    assert told == {
        "adonis": "bind an opponent's Worker to one of yours",
        "odysseus": "force an opponent's Worker to a corner",
    }


def test_of_two_steps_of_the_game_with_one_name_neither_gives_its_words_to_the_other() -> None:
    """A further capture at draughts is shown as `move`, as a man's first step is."""
    assert told("draughts", "en")[0] == ""


def test_a_piece_without_a_name_is_called_by_its_role() -> None:
    loaded = load("off-the-rails")
    words = DeclaredWords(loaded, loaded.match([None, None]).linked)
    assert words.event({"e": "derail"}) == "the cart derails"


def test_neither_the_choice_itself_nor_what_has_no_name_is_worth_telling() -> None:
    loaded = load("seven-wonders-duel")
    match = loaded.match([None, None])
    words = DeclaredWords(loaded, match.linked)
    arrived = {"e": "arrive", "card": "lumber_yard"}
    events = [{"e": "lay_out", "token": "law"}, {"e": "clear", "slot": "s19"}, arrived]
    assert [arrived] == words.worth_telling(match.start().decision, events)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "player 1 knows a prince"), ("es", "player 1 conoce un príncipe")],
)
def test_who_knows_a_card_is_told_in_a_sentence(language: str, sentence: str) -> None:
    game = load("love-letter")
    linked = game.match().linked
    names = DeclaredWords(game, linked, language).names
    memory = {"known": {"Card 11": "?", "Card 12": ["1"], "Card 13": []}}
    (line,) = off_board(linked).lines({"memory": memory}, None, names)
    assert "".join(span.text for span in line) == f"    memory: {sentence}"


def test_cards_are_told_by_their_titles() -> None:
    drafting = load("santorini/draft")
    match = drafting.match([None, None])
    decision = match.start().decision
    assert decision is not None
    apollo = next(option for option in decision.options if option.text == "apollo")
    said = [
        DeclaredWords(drafting, match.linked, language).option(apollo) for language in ("en", "es")
    ]
    assert ["Apollo", "apollo (Apolo)"] == said


def test_a_language_that_the_game_is_not_told_in_is_refused() -> None:
    game = load("santorini")
    with pytest.raises(UsageError, match="santorini has no texts in `fr`"):
        DeclaredWords(game, game.match([None, None]).linked, "fr")


def test_a_part_of_a_position_may_be_called_like_the_game(tmp_path: Path) -> None:
    write(tmp_path, "forbid walk where no\n", changes={"n: {value: n}": "tiny: {value: n}"})
    loaded = load(tmp_path)
    assert loaded.slug == "tiny"
    names = DeclaredWords(loaded, loaded.match([None, None]).linked).names
    assert named("tiny", names) == "tiny"
