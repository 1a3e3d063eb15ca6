"""Sums and extremes over sets, chains of operators, and directions that are turned."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.language import load_language

GAME = """
headings: {Rules: {es: Reglas}}
boards: {Cell: {grid: 3x3, says: {en: "a cell, cells", es: "una casilla, casillas"}}}
state:
  Cell:
    n: {is: 0..3, says: {en: "the height of {it}", es: "la altura de {it}"}}
    marked: {is: flag, says: {en: "{it} is [|not ]marked", es: "{it} [|no ]está marcada"}}
  game:
    d: {is: Direction, says: {en: the wind, es: él}}
    m: {is: 0..99, says: {en: the sum of all, es: la suma de todo}}
facts:
  all_of: {is: sum (n(c) for c in Cell), says: {en: x, es: x}}
  some_of: {is: sum (n(c) for c in Cell where marked(c)), says: {en: x, es: x}}
  most: {is: max (n(c) for c in Cell), says: {en: x, es: x}}
  listed: {is: "sum (n(c) for c in {A1, B2})", says: {en: x, es: x}}
  chain: {is: m + m + 2 * m - m, says: {en: x, es: x}}
  either: {is: "some (c in {A1, B2} where marked(c) and high(c))", says: {en: it holds, es: vale}}
  high(c in Cell):
    is: n(c) = 3
    says: {en: "[a|no] cloud is over {c}", es: "[|no ]hay una nube sobre {c}"}
  aside: {is: "step(A1, turned(d, 1))", says: {en: x, es: x}}
  across: {is: "step(A1, turned(d, -2))", says: {en: x, es: x}}
  mixed: {is: n(A1 if marked(A1) else B2), says: {en: x, es: x}}
actions: {pick: {text: pick}}
steps: {pick: {action: pick}}
flow: {turn: [begin turn, {steps: pick}, pass]}
"""
SENTENCES = {
    "all_of": ("the sum of the height of each cell", "la suma de la altura de cada casilla"),
    "some_of": (
        "the sum, for each cell that is marked, of the height of that cell",
        "la suma, para cada casilla que esté marcada, de la altura de esa casilla",
    ),
    "most": (
        "the highest value, for each cell, of the height of that cell",
        "el valor máximo, para cada casilla, de la altura de esa casilla",
    ),
    "listed": (
        "the sum, for each of these (A1, B2), of the height of that cell",
        "la suma, para cada una de estas (A1, B2), de la altura de esa casilla",
    ),
    "chain": (
        "(the sum of all plus the sum of all plus (2 times the sum of all)) minus the sum of all",
        "(la suma de todo más la suma de todo más (2 por la suma de todo)) menos la suma de todo",
    ),
    "aside": (
        "the cell after A1 toward the direction an eighth of a turn clockwise from the wind",
        "la casilla que sigue a A1 hacia la dirección a un octavo de vuelta a la derecha desde él",
    ),
    "across": (
        "the cell after A1 toward the direction a quarter turn counterclockwise from the wind",
        (
            "la casilla que sigue a A1 hacia la dirección a un cuarto de vuelta a la izquierda "
            "desde él"
        ),
    ),
    "mixed": (
        "the height of (A1 if A1 is marked, else B2)",
        "la altura de (A1 si A1 está marcada; si no, B2)",
    ),
}


@pytest.mark.parametrize(("language", "at"), [("en", 0), ("es", 1)])
def test_values_over_sets_say_what_each_is_asked(language: str, at: int, tmp_path: Path) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME), language)
    texts_by_name = {name: sentences.fact(name) for name in SENTENCES}
    assert texts_by_name == {name: f"X: {texts[at]}." for name, texts in SENTENCES.items()}


ONE_OF = [
    ("en", ("It holds if of one of these (A1, B2) this holds: that cell is marked and a cloud is "
     "over that cell.")),
    ("es", ("Vale si para una de estas (A1, B2) se cumple: esa casilla está marcada y hay una nube "
     "sobre esa casilla.")),
]  # fmt: skip


@pytest.mark.parametrize(("language", "sentence"), ONE_OF)
def test_conditions_on_one_of_some_named_things(
    language: str, sentence: str, tmp_path: Path
) -> None:
    assert GameSentences(tiny(tmp_path, GAME), language).fact("either") == sentence


ONE_PLAYER = [
    ("the player whose turn it is wins if the player whose turn it is can move",
     "the player whose turn it is wins if that player can move"),
    ("the next player wins if the player whose turn it is can't see the player whose turn it is",
     "the next player wins if the player whose turn it is can't see the player whose turn it is"),
]  # fmt: skip


@pytest.mark.parametrize(("long", "short"), ONE_PLAYER)
def test_the_player_in_turn_is_that_player_if_there_is_no_other(long: str, short: str) -> None:
    assert load_language("en").tidied(long) == short
