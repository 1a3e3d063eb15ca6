"""Every clause of every shipped game has a sentence, and a sample of them is in golden files.

After an intended change, run this module as a program to write the files in `golden/` again.
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from thesmos.diagnostics import UsageError
from thesmos.play.game import load
from thesmos.syntax.spec_folder import shipped_games
from thesmos.syntax.words import GAP
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.language import language_codes, load_language

GAMES = [*shipped_games(), "seven-wonders-duel+agora"]  # drafts too
INFLECTED = {"one", "many", "do", "no"}  # a language needs this or that form of a word
FOLDER = Path(__file__).parent / "golden"
LEAST_FACTS = 85  # of Santorini's cards
SHOWN = [
    ("pook", "knight"), ("pook", "mage"), ("pook", "pook"), ("santorini", "adonis"),
    ("santorini", "aphrodite"), ("santorini", "apollo"), ("santorini", "artemis"),
    ("santorini", "athena"), ("santorini", "castor-pollux"), ("santorini", "circe"),
    ("santorini", "dionysus"), ("santorini", "golden-fleece"), ("santorini", "harpies"),
    ("santorini", "hecate"), ("santorini", "medusa"), ("santorini", "minotaur"),
    ("santorini", "santorini"), ("santorini", "zeus"),
]  # fmt: skip


def shown(sentences: GameSentences, card: str) -> str:
    """Return the text of a golden file: the clauses and the declarations of a card."""
    text = next(each for each in sentences.cards if each.slug == card)
    lines = []
    for id, notes in sentences.notes(card).items():
        lines += [f"{id}: {sentences.clause(id)}", *(f"- {note.text}" for note in notes)]
    facts = [fact.name.name for fact in text.facts]
    lines += [f"fact {name}: {sentences.fact(name, card)}" for name in facts]
    for action in text.actions:
        name = action.name.name
        lines.append(f"action {name}: {' '.join(sentences.action(name, card))}")
        rules = [(r.name, sentences.rule(name, r.name, card)) for r in action.rules]
        lines += [f"rule {name}.{rule}: {said}" for rule, said in rules]
    steps = [step.name.name for step in text.steps]
    lines += [f"step {name}: {' '.join(sentences.step(name, card))}" for name in steps]
    return "\n".join(line.rstrip() for line in lines) + "\n"


@functools.cache
def sentences_in(game: str, language: str) -> GameSentences:
    return GameSentences(load(game), language)


@pytest.mark.parametrize("language", language_codes())
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_shipped_game_has_words(game: str, language: str) -> None:
    assert [] == [diagnostic.message for diagnostic in sentences_in(game, language).untranslated()]


@pytest.mark.parametrize("language", language_codes())
@pytest.mark.parametrize("game", GAMES)
def test_every_clause_of_a_shipped_game_has_a_sentence(game: str, language: str) -> None:
    result = sentences_in(game, language)
    clauses = [clause.id for clause in result.checked.base.program.clauses]
    clauses += [c.id for card in result.checked.cards.values() for c in card.program.clauses]
    found = {id: text for card in result.cards for id, text in result.clauses(card.slug).items()}
    assert set(clauses) == set(found)
    assert [] == [id for id, text in found.items() if not text.endswith(".") or len(text) < 10]


@pytest.mark.parametrize("language", language_codes())
@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_contains_template_syntax(game: str, language: str) -> None:
    marks = ("{", "}", "[", "]", "|", "_", "  ", "\x00", " ,", ";;", "..")
    found = sentences_in(game, language).all_sentences()
    assert [] == [(what, text) for what, text in found if any(mark in text for mark in marks)]


def test_cards_read_as_in_their_golden_files() -> None:
    cases = [(game, card, language) for game, card in SHOWN for language in language_codes()]
    expected = {case: (FOLDER / f"{'-'.join(case)}.txt").read_text("utf-8") for case in cases}
    found = {
        (game, card, language): shown(sentences_in(game, language), card)
        for game, card, language in cases
    }
    assert expected == found


def test_the_languages_have_the_same_templates() -> None:
    """A template of one language is in all, apart from genders, with the same gaps."""
    tables = {code: load_language(code) for code in language_codes()}
    for code, table in tables.items():
        for other in tables.values():
            bare = {name for name in table.templates if name[-2:] not in (".f", ".m")}
            assert bare <= set(other.templates), (code, other.code)
            for name in bare:
                gaps = set(GAP.findall(table.templates[name])) - INFLECTED
                assert gaps == set(GAP.findall(other.templates[name])) - INFLECTED, name


@pytest.mark.parametrize("language", language_codes())
def test_no_sentence_is_the_same_in_two_languages(language: str) -> None:
    others = [code for code in language_codes() if code != language]
    mine = {text for _, text in sentences_in("santorini", language).all_sentences() if text}
    for other in others:
        assert set() == mine & {
            text for _, text in sentences_in("santorini", other).all_sentences()
        }


def test_unknown_names_raise_usage_errors() -> None:
    sentences = sentences_in("santorini", "en")
    for ask in (
        lambda: GameSentences(sentences.checked, "xx"),
        lambda: sentences.clause("athena.nowhere.1"),
        lambda: sentences.clauses("nobody"),
        lambda: sentences.rule("move", "nothing"),
        lambda: sentences.fact("nothing"),
        lambda: sentences.step("nothing"),
        lambda: sentences.action("nothing"),
    ):
        with pytest.raises(UsageError):
            ask()


def test_sentences_are_deterministic() -> None:
    game = load("pook")
    first, second = (dict(GameSentences(game, "en").all_sentences()) for _ in range(2))
    assert first == second


def test_base_rules_have_a_sentence_for_each_part() -> None:
    sentences = sentences_in("santorini", "en")
    assert sentences.rule("move", "climb") == (
        "The move goes up by at most one level, that is: the number of levels it moves up is at"
        " most 1."
    )
    assert sentences.fact("seen").startswith(
        "A Worker can be chosen by powers if no Token is on the space of that Worker"
    )
    assert sentences.step("move")[0] == "The player whose turn it is makes a move."
    first, *roles, effect = sentences.action("move")
    assert first == "A move: choose a Worker and a space."
    assert effect == "Then that Worker goes to that space."
    assert "The level reached: the level of that space." in roles
    assert sentences.flow()["turn"][0] == "The turn begins."


def test_a_flow_describes_each_step_and_what_follows() -> None:
    lines = sentences_in("santorini", "en").flow()
    assert lines["turn"][2] == (
        "The player whose turn it is makes a move."
        " Then that player makes a build."
        " Where there is nothing to choose, that player loses if nothing was done yet this turn;"
        " if something was, the turn is at a dead end."
        " Before each move and each build it is determined whether anyone has won."
    )


def test_a_step_that_each_player_repeats_is_finished_before_the_next_player() -> None:
    assert sentences_in("santorini", "en").flow()["setup"][1] == (
        "Each player in turn: placings until there is nothing left to choose;"
        " only then comes the next player."
    )


def test_no_options_is_a_loss_only_if_nothing_may_have_been_done() -> None:
    sentences = sentences_in("santorini", "en")
    assert sentences.action("cut", "hydra")[-1] == (
        "If there is nothing to choose, the turn is at a dead end."
    )
    assert sentences.action("open", "tartarus")[3].startswith(
        "If there is nothing to choose, you lose if nothing was done yet this turn;"
    )


def test_a_step_entered_only_if_possible_does_not_mention_missing_options() -> None:
    assert sentences_in("santorini", "en").action("flow", "proteus")[3:] == ["A build follows."]


def test_a_step_that_may_be_skipped_is_said_to_be_possible() -> None:
    assert sentences_in("santorini", "en").clause("odysseus.start-of-your-turn.2") == (
        "On your turn, after a forcing to a corner, another forcing to a corner may follow."
    )


def test_an_optional_step_that_may_be_taken_only_once_says_so() -> None:
    expected = "Then that player may swap the pig with a card next to it, if that was not done yet"
    assert sentences_in("pook", "en").action("trade", "mage")[-1].startswith(expected)
    assert expected in sentences_in("pook", "en").flow()["turn"][1]


def test_a_veto_on_the_holders_turn_says_you() -> None:
    sentence = sentences_in("santorini", "en").clause("pegasus.your-move.2")
    assert sentence.startswith("On your turn, you do not win if")
    assert "a win does not count" in sentences_in("santorini", "en").clause("hera.opponents-turn.1")


def test_a_step_that_only_its_holder_takes_says_you() -> None:
    sentences = sentences_in("santorini", "en")
    assert sentences.step("trade", "nemesis")[0].startswith("You may swap one of your Workers")
    assert sentences.step("repay", "nemesis")[0] == "You make a second swap."
    assert sentences.step("sprout", "gaea")[0].startswith("You may place")
    assert sentences.step("lead", "golden-fleece")[0].startswith("The player whose turn it is must")
    assert (
        sentences_in("pook", "en")
        .step("trade", "mage")[0]
        .startswith("The player whose turn it is")
    )


def test_a_chance_step_says_what_chance_does() -> None:
    assert sentences_in("pook", "en").step("draw")[0] == "Chance draws a card from the pile."
    assert sentences_in("santorini", "es").step("draw", "chaos")[0] == "El azar descubre una carta."


def test_a_card_says_what_its_steps_lead_to() -> None:
    sentences = sentences_in("santorini", "en")
    assert sentences.action("swap", "nemesis")[-3:] == [
        "The first swap may be skipped.",
        "Once it is made, you make a second swap; this may not be skipped.",
        "If there is nothing to choose, the turn is at a dead end.",
    ]
    assert sentences.action("exile", "odysseus")[-1] == "In the end, a move follows."
    assert sentences.action("drag", "scylla")[-1] == "A build follows."


def test_a_chosen_thing_is_called_that_if_it_is_the_only_one_of_its_kind() -> None:
    sentences = sentences_in("santorini", "es")
    assert sentences.action("storm", "ares")[0] == "Un asalto: elige un trabajador y un espacio."
    assert sentences.action("slay", "theseus")[0] == (
        "Una retirada con este poder: elige un trabajador y otro trabajador."
    )


def test_consecutive_effects_on_one_thing_are_joined() -> None:
    sentence = sentences_in("pook", "en").action("play")[1]
    assert sentence.startswith("Then that card leaves the hand and goes to that cell; ")


def test_a_fact_whose_words_are_its_definition_says_so() -> None:
    assert sentences_in("santorini", "en").fact("left_to_build", "terpsichore") == (
        "One of your Workers has not built yet this turn: this is meant word for word."
    )
    assert sentences_in("santorini", "es").fact("pool", "charybdis") == (
        "Hay un Remolino en un espacio: se entiende al pie de la letra."
    )


def test_a_role_that_follows_from_others_is_said_with_its_value() -> None:
    sentences = sentences_in("santorini", "en").action("move")
    assert "The space the move leaves: the space of that Worker." in sentences
    assert "The level reached: the level of that space." in sentences


def test_a_fact_about_an_action_is_said_in_the_roles_of_that_action() -> None:
    assert sentences_in("santorini", "en").fact("wraps", "urania") == (
        "“move as if the opposite edges of the board touched” means: the space the move enters is"
        " next to the space the move leaves on a board whose opposite edges touch."
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_with_words_says_what_it_is(game: str) -> None:
    """No word of a card stands for something that its page does not say."""
    for language in language_codes():
        sentences = sentences_in(game, language)
        for card in sentences.cards:
            for fact in card.facts:
                assert sentences.full_fact(fact.name.name, card.slug), (card.slug, fact.name)


@pytest.mark.parametrize(
    ("language", "value"),
    [
        ("en", "half of the number of coins of the opponent of the player whose turn it is"),
        ("es", "la mitad del número de monedas del rival del jugador en turno"),
    ],
)
def test_a_local_with_words_is_said_with_its_value(language: str, value: str) -> None:
    sentence = sentences_in("seven-wonders-duel+agora", language).clause("blackmail.conspiracies.2")
    names = {"en": ("the loot is", ", rounded up;"), "es": ("el botín es", ", redondeando hacia")}
    before, after = names[language]
    assert f"{before} {value}{after}" in sentence


@pytest.mark.parametrize("language", language_codes())
def test_each_fact_of_a_santorini_card_has_its_definition(language: str) -> None:
    sentences = sentences_in("santorini", language)
    powers = [card for card in sentences.cards if card.slug in sentences.checked.cards]
    powers = [card for card in powers if card.slug not in sentences.checked.program.modes]
    texts = {
        (card.slug, fact.name.name): sentences.full_fact(fact.name.name, card.slug)
        for card in powers
        for fact in card.facts
    }
    assert len(texts) == sum(len(card.facts) for card in powers) >= LEAST_FACTS
    assert all(len(text) > len("Short for: .") for text in texts.values())


def test_supplies_are_described() -> None:
    english, spanish = sentences_in("santorini", "en"), sentences_in("santorini", "es")
    assert english.supply("clio") == [
        (
            "This card brings three Tokens: each of them is a Coin, can be used only once, keeps"
            " powers from choosing a Worker on its space and at first is on its card."
        )
    ]
    assert spanish.supply("europa-talus") == [
        "Esta carta trae una ficha: es Talos y al principio está en su carta."
    ]
    assert english.supply("apollo") == []


def test_a_supply_that_never_runs_out_has_no_number() -> None:
    assert (
        sentences_in("santorini", "en")
        .supply("hydra")[0]
        .startswith("This card brings as many new Workers as are needed:")
    )


def test_a_waiver_implied_by_the_action_is_not_repeated() -> None:
    sentence = sentences_in("santorini", "en").clause("zeus.your-build.1")
    assert "Your Worker may build a block beneath itself." == sentence


if __name__ == "__main__":
    for game, card in SHOWN:
        for language in language_codes():
            text = shown(sentences_in(game, language), card)
            (FOLDER / f"{game}-{card}-{language}.txt").write_text(text, encoding="utf-8")
