"""A spec that makes sentences grow without bounds is cut off, and that is reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import ONE_STEP, tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
state: {game: {n: 0..9}}
actions:
  pick: {roles: {to: Cell}, do: n += 1, text: "{to}"}
boards: {Cell: {grid: 3x3}}
"""
ROUNDS = 40
DOUBLING = {
    "arguments that appear twice": "f%d(c in Cell): f%d(beyond(c, c))",
    "facts in a long chain": "f%d(c in Cell): not f%d(c)",
}


@pytest.mark.parametrize("shape", DOUBLING)
def test_facts_that_double_are_cut_off(shape: str, tmp_path: Path) -> None:
    facts = ["facts:", "  f0(c in Cell): perimeter(c)"]
    for n in range(1, ROUNDS):
        numbers = (n, n - 1, n - 1)[: DOUBLING[shape].count("%d")]
        facts.append("  " + DOUBLING[shape] % numbers)
    clauses = f"clauses:\n  Rules: |\n    may skip pick where f{ROUNDS - 1}(first_cell)\n"
    clauses = clauses.replace("first_cell", "first (s in Cell where corner(s))")
    game = tiny(tmp_path, GAME + "\n".join(facts) + ONE_STEP + clauses)
    sentences = GameSentences(game, "en")
    sentence = sentences.clause("tiny.rules.1")
    assert sentence.startswith("You may skip")
    assert len(sentence) < 1_000_000
    assert sentences.untranslated()


def test_a_text_with_a_repeated_gap_is_cut_off(tmp_path: Path) -> None:
    facts = (
        "facts:\n"
        "  past(a in Cell, b in Cell): {is: 'beyond(a, b)', says: {en: '{a}{a}{a}{b}'}}\n"
        "  edge(c in Cell): {is: perimeter(c), says: {en: '{c}'}}\n"
    )
    deep = "first (s in Cell where corner(s))"
    for _ in range(12):
        deep = f"past({deep}, n1)".replace("n1", "first (x in Cell where corner(x))")
    clauses = f"clauses:\n  Rules: |\n    may skip pick where edge({deep})\n"
    game = tiny(tmp_path, GAME + facts + ONE_STEP + clauses)
    assert "…" in GameSentences(game, "en").clause("tiny.rules.1")
