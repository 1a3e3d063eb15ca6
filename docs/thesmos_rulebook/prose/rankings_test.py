"""The sentences about grounds by which players are ranked."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {es: Reglas}}
state: {game: {n: 0..9}, Player: {seen: 0..9}}
scores:
  points: {is: seen(you), says: {en: "a point, points", es: "un punto, puntos"}}
  stones: {is: n, says: {en: "a stone, stones", es: "una piedra, piedras"}}
position:
  points: {by player: seen, says: {en: "a heap of points", es: "un montón de puntos"}}
facts:
  reached: {is: n = 9, says: {en: "[the|no] end is reached", es: "[|no ]se llega al final"}}
actions:
  pick: {do: n += 1, text: pick}
steps:
  pick: {action: pick}
flow:
  turn: [begin turn, {steps: pick}, judge, pass]
clauses:
  Rules: |
    end sum by most points, fewest stones where reached
"""
EN = """If the end is reached, the game is over and whoever has the most points wins; if several \
do, whoever of them has the fewest stones."""
ES = """Si se llega al final, la partida termina y gana quien tiene más puntos; si son varios, \
quien de ellos tiene menos piedras."""


@pytest.mark.parametrize(("language", "sentence"), [("en", EN), ("es", ES)])
def test_a_ranking_says_what_decides(language: str, sentence: str, tmp_path: Path) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME), language)
    assert list(sentences.clauses("tiny").values()) == [sentence]
