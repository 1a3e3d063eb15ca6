"""Each construct has its sentence, in a small game and in both languages."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

import yaml

from testing.tiny import tiny
from thesmos.program.effects import Effect
from thesmos.program.values import Value
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.prose.verbalizer import HANDLERS

GAME = """
enums: {Kind: [high, low]}
boards: {Cell: {grid: 3x3, says: {en: "an area, areas", es: "una casilla, casillas"}}}
zones: [box]
pieces:
  Pawn:
    on: Cell
    says: {en: "a pawn, pawns", es: "un peón, peones"}
    attributes: {owner: {is: Side}}
    supply: [{for each: side, owner: side, zone: box}]
state:
  Cell:
    mark: {is: 0..3, says: {en: "the mark of {it}", es: "la marca de {it}"}}
  game: {hurt: {is: flag}}
facts:
  free(c in Cell):
    is: Pawn at c is none
    says: {en: "{c} is [free|taken]", es: "{c} está [libre|ocupada]"}
  open(c in Cell): free(c) and mark(c) < 2
  up(rise in -3..3):
    is: rise > 0
    says: {walk: {verb: {en: "climb, climbs, climbed", es: "trepar, trepa, trepó"}}}
actions:
  walk:
    says:
      verb: {en: "walk, walks, walked", es: "andar, anda, anduvo"}
      noun: {en: "a walk, walks", es: "una marcha, marchas"}
      event: {en: "{pawn} walks to {to}", es: "{pawn} anda a {to}"}
    roles:
      pawn: Pawn
      from: {is: place(pawn), says: {en: its old area, es: su antigua casilla}}
      to: {is: Cell, says: {en: its new area, es: su nueva casilla}}
      rise: {is: mark(to) - mark(from), says: {en: its rise, es: su subida}}
    rules:
      who: pawn in your Pawns
      free: {is: free(to), says: {en: onto another pawn, es: sobre otro peón}}
      near: to in adjacent(from)
    do: place(pawn) := to
    text: "{to}"
  paint:
    says:
      verb:
        en: "paint an area, paints an area, painted an area"
        es: "pintar una casilla, pinta una casilla, pintó una casilla"
      noun: {en: "a painting, paintings", es: "un pintado, pintados"}
      event: {en: "{at} is painted", es: "se pinta {at}"}
    roles: {at: Cell}
    rules: {free: free(at)}
    do: mark(at) += 1
    text: "{at}"
steps: {walk: {action: walk, filter: yes}, paint: {action: paint, skip: yes}}
moments: {dawn: {says: {en: "at dawn of {turn}", es: "al alba de {turn}"}}}
flow: {turn: [begin turn, moment: dawn, steps: walk, rewind, pass]}
headings: {Rules: {es: Reglas}}
repetition: [active]
"""
POWER = """
memory:
  tired: {is: flag, says: {en: "the pawns are [|not ]tired", es: "los peones [|no ]están cansados"}}
  steps: {is: 0..9, says: {en: the steps taken, es: los pasos dados}}
  bound: {is: set of Pawn, says: {en: the bound pawns, es: los peones atados}}
clauses:
  Rules: |
    """
# So that nothing is unused:
USED = "\nif tired and steps > 0 and count(bound) > 0: forbid paint\n"


@functools.cache
def sentences_of(clause: str) -> dict[str, GameSentences]:
    with tempfile.TemporaryDirectory() as folder:
        power = POWER + (clause + USED).replace("\n", "\n    ")
        game = tiny(Path(folder), GAME, powers={"ace": power})
    return {language: GameSentences(game, language) for language in ("en", "es")}


SAMPLES: list[dict[str, str]] = yaml.safe_load(
    (Path(__file__).parent / "samples" / "clauses.yaml").read_text("utf-8")
)


def test_every_construct_has_its_sentence() -> None:
    cases = [
        (sample["clause"], language, sample[language])
        for sample in SAMPLES
        for language in ("en", "es")
        if language in sample
    ]
    found = [
        (clause, language, sentences_of(clause)[language].clause("ace.rules.1"))
        for clause, language, _ in cases
    ]
    assert cases == found


def test_waived_rules_use_the_words_of_the_game() -> None:
    sentence = sentences_of("permit walk waiving free, near where tired")["en"].clause(
        "ace.rules.1"
    )
    assert "may walk onto another pawn and even if" in sentence


def test_a_member_of_a_set_is_described_by_its_conditions() -> None:
    clause = "after walk:\n  each w in your Pawns where w in bound: do paint(place(w))"
    sentence = sentences_of(clause)["en"].clause("ace.rules.1")
    assert "the area of each of your pawns that is one of the bound pawns is painted" in sentence


def test_several_effects_for_each_member_follow_a_colon() -> None:
    clause = (
        "after walk:\n  each w in your Pawns where w in bound:\n    do paint(place(w))\n    counts"
    )
    sentence = sentences_of(clause)["en"].clause("ace.rules.1")
    assert (
        "for each of your pawns that is one of the bound pawns: the area of that pawn" in sentence
    )


def test_conditions_on_the_actor_alone_describe_the_actor() -> None:
    clause = "permit walk waiving free where pawn in your Pawns and pawn in bound and mark(to) = 1"
    sentence = sentences_of(clause)["en"].clause("ace.rules.1")
    assert (
        "Any of your pawns that is one of the bound pawns may walk onto another pawn if" in sentence
    )


def test_spanish_uses_the_subjunctive_for_conditions_of_each() -> None:
    clause = "after walk:\n  each w in your Pawns where w in bound: do paint(place(w))"
    assert "cada uno de tus peones que sea uno de los" in sentences_of(clause)["es"].clause(
        "ace.rules.1"
    )


def test_a_tail_after_a_list_becomes_its_own_sentence() -> None:
    clause = "permit walk waiving free where tired and steps > 1 and mark(to) = 1 by do paint(to)"
    sentence = sentences_of(clause)["en"].clause("ace.rules.1")
    assert "is 1. Just before, its new area is painted." in sentence


def test_what_has_no_words_is_shown_as_written_and_reported() -> None:
    sentences = sentences_of("may skip walk where steps = 1 and mark(last(paint).at) = 2")
    assert [] == sentences["en"].untranslated()
    bare = sentences_of("permit walk waiving who where not hurt")["en"]
    assert (
        "Your pawn may walk even if the pawn is not yours if “hurt” does not hold."
        == bare.clause("ace.rules.1")
    )
    assert ["there are no words for hurt in `en`"] == [
        diagnostic.message for diagnostic in bare.untranslated()
    ]
    assert ["W405"] == [diagnostic.code for diagnostic in bare.untranslated()]


def test_every_construct_that_can_be_said_has_a_function() -> None:
    effects, values = Effect.__subclasses__(), Value.__subclasses__()
    assert [kind for kind in (*effects, *values) if kind not in HANDLERS] == []
