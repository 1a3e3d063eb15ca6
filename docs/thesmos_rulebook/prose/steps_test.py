"""The sentences about steps that offer several actions."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
headings: {Rules: {en: Rules}}
state: {game: {n: 0..9}}
actions:
  build:
    do: n += 1
    text: build
    says:
      verb: {en: "build, builds, built", es: "construir, construye, construyó"}
      noun: {en: "a building, buildings", es: "una obra, obras"}
  raise:
    do: n += 2
    text: raise
    says:
      verb: {en: "raise, raises, raised", es: "elevar, eleva, elevó"}
      noun: {en: "a raise, raises", es: "una subida, subidas"}
steps:
  turn: {actions: [build, raise], SKIP}
  more: {actions: [build, raise], skip: yes}
flow:
  turn: [begin turn, {steps: turn}, pass]
"""
BUILD = "says: {noun: {en: 'a building, buildings', es: 'una obra, obras'}}"
JOB = "says: {en: 'a job, jobs', es: 'un trabajo, trabajos'}"
REST = "says: {en: 'a rest, rests', es: 'un descanso, descansos'}"
NAMED = f"""
headings: {{Rules: {{en: Rules}}}}
state: {{game: {{n: 0..9}}}}
actions:
  build: {{do: n += 1, text: build, {BUILD}}}
steps:
  job: {{actions: [build], skip: yes, then: NEXT, after skip: end, {JOB}}}
  job_two: {{actions: [build], shown: job, skip: yes, then: job_three, after skip: end, {JOB}}}
  job_three: {{actions: [build], shown: job, skip: yes, {JOB}}}
  rest: {{actions: [build], {REST}}}
flow:
  turn: [begin turn, {{steps: job}}, pass]
"""
POWER = """
clauses:
  Rules: |
    after build: next more
"""


@pytest.mark.parametrize(
    ("language", "step", "clause"),
    [
        (
            "en",
            "The player whose turn it is must build or raise.",
            "After a building, the player whose turn it is may build or raise.",
        ),
        (
            "es",
            "El jugador en turno debe construir o elevar.",
            "Tras una obra, el jugador en turno puede construir o elevar.",
        ),
    ],
)
def test_a_step_says_what_each_of_its_actions_does(
    language: str, step: str, clause: str, tmp_path: Path
) -> None:
    """And a route to it does not speak of another one of the same kind."""
    game = tiny(tmp_path, GAME.replace("SKIP", "skip: no"), powers={"again": POWER})
    sentences = GameSentences(game, language)
    assert sentences.step("turn")[0] == step
    assert list(sentences.clauses("again").values()) == [clause]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (
            "en",
            (
                "In itself this does not count as anything that happened: only what happens in it "
                "does."
            ),
        ),
        (
            "es",
            "La acción en sí no cuenta como algo ocurrido: solo cuenta lo que ocurre en ella.",
        ),
    ],
)
def test_a_silent_action_says_that_it_does_not_count(
    language: str, sentence: str, tmp_path: Path
) -> None:
    text = GAME.replace("SKIP", "skip: no").replace("text: raise", "text: raise\n    silent: yes")
    sentences = GameSentences(tiny(tmp_path, text), language)
    assert sentences.action("raise")[-1] == sentence
    assert sentence not in sentences.action("build")


@pytest.mark.parametrize(
    ("language", "word", "sentence"),
    [
        ("en", "public", "Everybody learns of it."),
        ("en", "secret", "Nobody but who does it learns of it."),
        ("es", "public", "Todos se enteran."),
        ("es", "secret", "Nadie se entera salvo quien la realiza."),
    ],
)
def test_a_public_or_secret_action_says_who_learns_of_it(
    language: str, word: str, sentence: str, tmp_path: Path
) -> None:
    text = GAME.replace("SKIP", "skip: no").replace("text: raise", f"text: raise\n    {word}: yes")
    sentences = GameSentences(tiny(tmp_path, text), language)
    assert sentences.action("raise")[-1] == sentence
    assert sentence not in sentences.action("build")


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            (
                "The player whose turn it is makes a job; this may be skipped. "
                "This happens up to 3 times, until it is skipped."
            ),
        ),
        (
            "es",
            (
                "El jugador en turno hace un trabajo; se puede omitir. "
                "Esto ocurre hasta 3 veces, mientras no se omita."
            ),
        ),
    ],
)
def test_optional_steps_of_which_the_same_is_said_are_counted(
    language: str, sentences: str, tmp_path: Path
) -> None:
    game = tiny(tmp_path, NAMED.replace("NEXT", "job_two"))
    assert GameSentences(game, language).flow()["turn"][1] == sentences


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "If it is not skipped, that player makes a rest."),
        ("es", "Si no se omite, ese jugador hace un descanso."),
    ],
)
def test_what_follows_an_optional_step_does_not_follow_where_it_is_skipped(
    language: str, sentence: str, tmp_path: Path
) -> None:
    game = tiny(tmp_path, NAMED.replace("NEXT", "rest"))
    assert sentence in GameSentences(game, language).flow()["turn"][1]
