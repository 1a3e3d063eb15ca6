"""A thing with a long name is named in full only once in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {es: Reglas}}
boards: {Cell: {grid: 3x3, says: {en: "a cell, cells", es: "una casilla, casillas"}}}
zones: [box]
pieces: {Pawn: {on: Cell, says: {en: "a pawn, pawns", es: "un peón, peones"}}}
state:
  Cell:
    marked: {is: flag, says: {en: "{it} is [|not ]marked", es: "{it} [|no ]está marcada"}}
    n: {is: 0..3, says: {en: "the height of {it}", es: "la altura de {it}"}}
actions:
  walk:
    says:
      verb: {en: "go, goes, went", es: "ir, va, fue"}
      noun: {en: "a walk, walks", es: "una salida, salidas"}
    roles:
      pawn: Pawn
      from: {is: place(pawn), says: {en: the cell it leaves, es: la casilla que deja}}
      to: {is: Cell, says: {en: the cell it goes to, es: la casilla a la que va}}
    text: "{pawn} {to}"
steps: {walk: {action: walk, when empty: ask}}
flow: {turn: [begin turn, {steps: walk}, pass]}
clauses:
  Rules: |
    after walk where marked(to): n(to) += 1
    after walk where marked(to): n(from) := n(to)
"""
SENTENCES = {
    "en": [
        "After a walk, if the cell it goes to is marked, the height of that cell goes up by 1.",
        (
            "After a walk, if the cell it goes to is marked, the height of the cell it leaves "
            "becomes the height of the cell it goes to."
        ),
    ],
    "es": [
        (
            "Tras una salida, si la casilla a la que va está marcada, la altura de esa casilla "
            "aumenta en 1."
        ),
        (
            "Tras una salida, si la casilla a la que va está marcada, la altura de la casilla que "
            "deja pasa a ser la altura de la casilla a la que va."
        ),
    ],
}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_role_is_named_once_unless_another_of_its_kind_is_named(
    language: str, tmp_path: Path
) -> None:
    sentences = GameSentences(tiny(tmp_path, GAME), language)
    assert list(sentences.clauses("tiny").values()) == SENTENCES[language]
