"""Sentences that would have a second reading if they were put together word by word."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
enums:
  Suit:
    says: {en: "a suit, suits", es: "un palo, palos"}
    words: {clubs: {says: {en: clubs, es: tréboles}}, hearts: {says: {en: hearts, es: corazones}}}
zones: [pack]
pieces:
  Card:
    says: {en: "a card, cards", es: "una carta, cartas"}
    attributes:
      suit: {is: Suit, start: clubs, says: {en: "the suit of {it}", es: "el palo de {it}"}}
      holder:
        is: Player or none
        says: {becomes: {en: "{value} takes {it}", es: "{value} toma {it}"}}
    supply: [{zone: pack, count: 4}]
state:
  game:
    trump: {is: Suit, start: hearts, says: {en: the trump suit, es: el palo de triunfo}}
    night: {is: flag, says: {en: "it is [night|day]", es: "es de [noche|día]"}}
    storm: {is: flag, says: {en: "there is [a|no] storm", es: "[hay|no hay] tormenta"}}
    wet:
      is: set of Card
      says:
        en: the wet cards
        es: las cartas mojadas
        has: {en: "{value} is [|not ]wet", es: "{value} [|no ]está mojada"}
    moves: {is: 0..9, says: {en: the number of moves, es: el número de jugadas}}
facts:
  dry(c in Card): suit(c) = clubs and c not in wet
  fact: {is: FACT, says: {en: "it [holds|does not hold]", es: "[|no ]vale"}}
actions:
  pick:
    says:
      verb: {en: "pick, picks, picked", es: "elegir, elige, eligió"}
      noun: {en: "a pick, picks", es: "una elección, elecciones"}
    roles: {card: {is: Card, says: {en: the card, es: la carta}}}
    rules:
      ok: fact
      later: LATER
    do: |
      DO
    text: "{card}"
steps: {pick: {action: pick, when empty: ask}}
flow: {turn: [begin turn, {steps: pick}, pass]}
position: {}
"""
CONDITIONS = [
    ("no (c in Card where suit(c) = trump)",
     "the suit of no card is the trump suit",
     "el palo de ninguna carta es el palo de triunfo"),
    ("no (c in Card where trump = suit(c))",
     "the trump suit is the suit of no card",
     "el palo de triunfo no es el palo de ninguna carta"),
    ("no (c in Card where dry(c))",
     ("there is no card of which this holds: the suit "
      "of that card is clubs and that card is not wet"),
     ("no hay ninguna carta para la que se cumpla: el palo "
      "de esa carta es tréboles y esa carta no está mojada")),
    ("some (c in Card where not dry(c))",
     ("there is a card of which this holds: the suit "
      "of that card is not clubs or that card is wet"),
     ("hay una carta para la que se cumple: el palo "
      "de esa carta no es tréboles o esa carta está mojada")),
    ("every (c in Card where dry(c) and suit(c) = trump)",
     ("of each card this holds: the suit of that card is clubs, that "
      "card is not wet and the suit of that card is the trump suit"),
     ("para cada carta se cumple: el palo de esa carta es tréboles, esa carta "
      "no está mojada y el palo de esa carta es el palo de triunfo")),
    ("trump in {clubs, hearts}",
     "the trump suit is clubs or hearts",
     "el palo de triunfo es tréboles o corazones"),
    ("trump not in {clubs, hearts}",
     "the trump suit is neither clubs nor hearts",
     "el palo de triunfo no es ni tréboles ni corazones"),
    ("night != storm",
     "either it is night, or there is a storm, but not both",
     "o bien es de noche, o bien hay tormenta, pero no ambas cosas"),
    ("moves / 2 < 3",
     "the quotient of the number of moves and 2 rounded down is less than 3",
     "el cociente del número de jugadas entre 2 redondeado hacia abajo es menor que 3"),
    (
        "moves mod 2 = 1 and moves mod 2 != 0",
        "the number of moves is odd and the number of moves is odd",
        "el número de jugadas es impar y el número de jugadas es impar",
    ),
    ("abs(moves - 4) = 2",
     "the difference between the number of moves and 4 is 2",
     "la diferencia entre el número de jugadas y 4 es 2"),
    ("abs(min(moves, 4)) > -2",
     "the absolute value of (the lesser of the number of moves and 4) is more than minus 2",
     "el valor absoluto de (el menor del número de jugadas y 4) es mayor que −2"),
]  # fmt: skip
EFFECTS = [
    ("""if night:
        if storm: moves := 1
        else: moves := 2
      else: moves := 3
      holder(card) := none""",
     ("Then, if it is night, (if there is a storm, the number of moves becomes 1. If not, the "
     "number of moves becomes 2). If not, the number of moves becomes 3. Then nobody takes that "
     "card."),
     ("Después, si es de noche, (si hay tormenta, el número de jugadas pasa a ser 1. Si no, el "
     "número de jugadas pasa a ser 2). Si no, el número de jugadas pasa a ser 3. Después, nadie "
     "toma esa carta.")),
    ("""if night:
        moves := 1 if storm else 2
        storm := no""",
     ("Then, if it is night: (if there is a storm, the number of moves becomes 1. If not, the "
     "number of moves becomes 2. From then on, there is no storm)."),
     ("Después, si es de noche: (si hay tormenta, el número de jugadas pasa a ser 1. Si no, el "
     "número de jugadas pasa a ser 2. A partir de entonces, no hay tormenta).")),
    ("night := night = storm",
     ("From then on, it is night exactly if this was so before: it is night exactly if there is a "
     "storm."),
     ("A partir de entonces, es de noche si y solo si antes se cumplía esto: es de noche si y solo "
     "si hay tormenta.")),
    ("""wet := wet union {card}
      wet := wet except {card}""",
     "From then on, that card is wet; from then on, that card is not wet.",
     ("A partir de entonces, esa carta está mojada; a partir de entonces, esa carta no está "
     "mojada.")),
]  # fmt: skip
AFTERWARDS = [
    ("after (do pick(card) where night)",
     "Afterwards it is night.",
     "Después es de noche."),
    ("storm or after (do pick(card) where night)",
     "Either there is a storm, or afterwards it is night.",
     "O bien hay tormenta, o bien después es de noche."),
    ("moves = 3 and after (do pick(card) where night or storm)",
     "The number of moves is 3 and (afterwards it is night or there is a storm).",
     "El número de jugadas es 3 y (después es de noche o hay tormenta)."),
    ("some (c in wet where after (do pick(c) where night))",
     "After a pick with one of the wet cards, it is night.",
     "Tras una elección con una de las cartas mojadas, es de noche."),
]  # fmt: skip


def sentences(folder: Path, language: str, fact: str, do: str, later: str = "yes") -> GameSentences:
    """Return the sentences of the game with two conditions and an effect, in a new folder."""
    folder.mkdir()
    text = GAME.replace("FACT", fact).replace("DO", do).replace("LATER", later)
    return GameSentences(tiny(folder, text), language)


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_condition_has_one_reading(language: str, tmp_path: Path) -> None:
    found = [
        sentences(tmp_path / str(at), language, f'"{written}"', "moves := 0").fact("fact")
        for at, (written, *_) in enumerate(CONDITIONS)
    ]
    starts = {"en": "It holds if", "es": "Vale si"}
    which = 1 if language == "en" else 2
    assert found == [f"{starts[language]} {each[which]}." for each in CONDITIONS]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_depends_on_a_condition_ends_where_it_does(language: str, tmp_path: Path) -> None:
    found = [
        sentences(tmp_path / str(at), language, "yes", written).action("pick")[1]
        for at, (written, *_) in enumerate(EFFECTS)
    ]
    assert found == [each[1 if language == "en" else 2] for each in EFFECTS]


@pytest.mark.parametrize("language", ["en", "es"])
def test_what_would_be_afterwards_is_told_apart_from_what_is(language: str, tmp_path: Path) -> None:
    found = [
        sentences(tmp_path / str(at), language, "yes", "night := storm", written).rule(
            "pick", "later"
        )
        for at, (written, *_) in enumerate(AFTERWARDS)
    ]
    assert found == [each[1 if language == "en" else 2] for each in AFTERWARDS]
