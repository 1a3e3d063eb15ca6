"""The rule book says the same to a player of states that look the same to them."""

from __future__ import annotations

from typing import Any

import pytest

from testing.alike import BESIDE_HIDDEN
from thesmos.dice import Rng
from thesmos.play.game import load
from thesmos.play.state import State
from thesmos.tools import alike_pairs as pairs
from thesmos.tools.alike_pairs import AlikePairs
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples import sentence_surface
from thesmos_rulebook.examples.sentence_surface import SENTENCES


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> AlikePairs:
    """Apollo's turn, beside two workers that only Hecate sees."""
    monkeypatch.setattr(pairs, "TRIED_EVERY", 1)
    monkeypatch.setattr(pairs, "PAIRS", 100)
    dice, noted = Rng(4), AlikePairs(load("santorini").match(["apollo", "hecate"]))
    state = noted.match.load(BESIDE_HIDDEN)
    for _ in range(200):
        noted.follow(state, "a game", dice)
    return noted


def message(noted: AlikePairs) -> str | None:
    return noted.told_apart(load("santorini"), SENTENCES)


def test_what_is_hidden_changes_no_sentence(
    noted: AlikePairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    says = sentence_surface.describe_event
    monkeypatch.setattr(
        sentence_surface, "describe_event", lambda *about: said.append(says(*about)) or said[-1]
    )
    assert message(noted) is None
    assert {"C3 moves to C4", "C3 se mueve a C4"} <= {*said}


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_sentence_of_an_event_that_tells_more_is_found(
    noted: AlikePairs, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one language only, it is told whether a worker is forced away that only Hecate sees."""

    def events_for(state: State, _: int) -> list[dict[str, Any]]:
        return [{"e": "move", "many": str(len(state.events))}]

    monkeypatch.setattr(State, "events_for", events_for)

    def describe_event(localizer: Localizer, event: dict[str, Any], *_: object) -> str:
        return event["many"] if localizer.language == language else ""

    monkeypatch.setattr(sentence_surface, "describe_event", describe_event)
    assert f"can tell from the sentences of events ({language})" in str(message(noted))


def test_a_reason_that_tells_more_is_found(
    noted: AlikePairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What forbids an option is judged with all that is on the board."""
    explain = State.explain

    def explained(state: State, text: str) -> Any:
        return explain(state, text) if "D3" in str(state.position().get("secret")) else ()

    monkeypatch.setattr(State, "explain", explained)
    assert "can tell from the reasons for or against" in str(message(noted))
