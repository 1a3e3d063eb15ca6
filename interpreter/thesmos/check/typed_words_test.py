"""The keys of words mean what they would mean in a clause, with gaps for any value."""

from __future__ import annotations

from pathlib import Path

import pytest

from thesmos.check.spec import CheckedGame
from thesmos.check.typed_words import ActWord, NameWord, PhraseWord, TypedWord
from thesmos.program.effects import Assign
from thesmos.program.node import Ref
from thesmos.program.values import (
    AttributeValue,
    Compare,
    FactValue,
    IsIn,
    MemoryValue,
    Offered,
    Past,
    Search,
    Variable,
    Word,
)
from thesmos.syntax.words import read_words
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml
from thesmos.testing.tiny import ONE_STEP, tiny

GAME = """
enums: {Colour: [red, blue]}
boards: {Cell: {grid: 3x3}}
zones: [box]
pieces:
  Pawn: {on: Cell, attributes: {size: 0..3, likes: {is: set of Colour}}}
state: {game: {n: 0..9}}
facts:
  free(c in Cell): Pawn at c is none
actions:
  pick: {roles: {to: Cell, red: n}, rules: {free: free(to)}, do: n += 1, text: "{to}"}
"""
ACE = """
memory: {tired: {is: flag}}
facts:
  free(c in Cell): n = 3
actions:
  pounce: {roles: {pawn: Pawn, to: Cell}, do: n += 1, text: "{to}"}
steps: {leap: {action: pounce}}
clauses:
  Rules: |
    may skip pick where tired and free(first (c in Cell where corner(c)))
    before pounce:
      let twice = n + n
      n += twice
"""


@pytest.fixture(name="game")
def _game(tmp_path: Path) -> CheckedGame:
    return tiny(tmp_path, GAME + ONE_STEP, powers={"ace": ACE}).checked


def typed(game: CheckedGame, text: str, card: str = "") -> tuple[TypedWord, ...]:
    root, _ = parse_yaml(text, "words.yaml")
    assert isinstance(root, YamlMap)
    words, diagnostics = read_words(root)
    assert not diagnostics
    return game.typed_words(words, card)


def phrases(game: CheckedGame, text: str, card: str = "") -> list[PhraseWord]:
    found = typed(game, f"phrases: {{{text}}}", card)
    return [word for word in found if isinstance(word, PhraseWord)]


def test_a_gap_is_a_variable_wherever_it_stands(game: CheckedGame) -> None:
    for key in ("size(p) = 1", "did(pick where to = p)", "size(p) := 1"):
        (word,) = phrases(game, f'"{key}": "{{p}}"')
        assert word.gaps == {"p"}
    (word,) = phrases(game, 'did(pick where to = p): "{p}"')
    assert isinstance(word.pattern, Past)
    condition = word.pattern.query.events[0].condition
    assert isinstance(condition, Compare)
    assert isinstance(condition.right, Variable)


def test_a_pattern_can_be_an_effect(game: CheckedGame) -> None:
    (word,) = phrases(game, '"likes(p, c) := yes": "{p} {c}"')
    assert isinstance(word.pattern, Assign)
    assert isinstance(word.pattern.target, IsIn)
    assert isinstance(word.pattern.target.of, AttributeValue)


def test_a_name_of_a_role_and_of_the_game_gives_two_readings(game: CheckedGame) -> None:
    role, word = (each.pattern for each in phrases(game, 'c = red: "{c}"'))
    assert isinstance(role, Compare)
    assert isinstance(role.right, Variable)
    assert isinstance(word, Compare)
    assert isinstance(word.right, Word)


def test_the_game_may_mention_the_locals_of_its_cards(game: CheckedGame) -> None:
    (word,) = phrases(game, "twice = 2: it is double")
    assert isinstance(word.pattern, Compare)
    assert word.pattern.left == Variable(
        "twice", False, location=word.pattern.location, type=word.pattern.left.type
    )


def test_a_role_is_offered_by_an_action_that_has_it(game: CheckedGame) -> None:
    (word,) = phrases(game, "some (p in offered(pawn) where size(p) = 1): x", "ace")
    assert isinstance(word.pattern, Search)
    assert isinstance(word.pattern.binder.domain, Offered)


def test_a_name_is_the_cards_own_first(game: CheckedGame) -> None:
    for card in ("", "ace"):
        (word,) = phrases(game, 'free(c): "{c}"', card)
        assert isinstance(word.pattern, FactValue)
        assert word.pattern.fact == Ref(card, "free")
    (word,) = phrases(game, "tired: x", "ace")
    assert isinstance(word.pattern, MemoryValue)
    assert word.pattern.memory == Ref("ace", "tired")


def test_the_condition_of_an_act_may_ask_for_the_present(game: CheckedGame) -> None:
    (word,) = typed(game, "acts: {pick where free(to): {verb: 'take, takes, took'}}")
    assert isinstance(word, ActWord)
    assert word.actions == (Ref("", "pick"),)
    assert isinstance(word.condition, FactValue)


def test_names_mean_roles_rules_and_steps(game: CheckedGame) -> None:
    text = "{roles: {to: a, pick.to: b, pounce.to: c}, rules: {pick.free: d}, steps: {leap: e}}"
    found = typed(game, text, "ace")
    assert {word.key for word in found if isinstance(word, NameWord)} == {
        "to",
        (Ref("", "pick"), "to"),
        (Ref("ace", "pounce"), "to"),
        (Ref("", "pick"), "free"),
        Ref("ace", "leap"),
    }


def test_a_key_that_means_nothing_is_left_out(game: CheckedGame) -> None:
    assert typed(game, "{phrases: {nonsense: x}, acts: {fly: {verb: 'fly, flies, flew'}}}") == ()
    assert [one for one in game.diagnostics if one.severity == "error"] == []
