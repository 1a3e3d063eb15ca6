"""A word is explained by the sentence of the rule book, its form and its values."""

from __future__ import annotations

from typing import Any

import pytest

from thesmos.resources import spec_dir
from thesmos.service import Desk
from thesmos.service.hover import hover

MINOTAUR = "powers/minotaur.yaml"


class FakeSentences:
    """Sentences as a host gives them."""

    def __getattr__(self, name: str) -> Any:
        several = name in ("action", "step")
        return lambda *names: [f"{name} {names[0]}."] if several else f"{name} {names[0]}."


@pytest.fixture(scope="module")
def desk() -> Desk:
    desk = Desk(str(spec_dir() / "santorini"), {}, lambda *_: FakeSentences())
    assert desk.check_game()["sound"]
    return desk


def at(desk: Desk, word: str, after: str = "clauses:") -> dict[str, Any] | None:
    text = desk.text(MINOTAUR)
    offset = text.index(word, text.index(after))
    return hover(
        desk, MINOTAUR, text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
    )


def test_a_clause_has_its_sentence(desk: Desk) -> None:
    result = at(desk, "permit")
    assert result is not None
    assert result["said"] == "clause minotaur.your-move.1."
    assert result["form"].startswith("permit ACTION")


def test_a_rule_has_its_sentence(desk: Desk) -> None:
    result = at(desk, "free")
    assert result is not None
    assert (result["kind"], result["said"]) == ("rule", "rule move.")


def test_a_fact_has_its_parameters_and_its_type(desk: Desk) -> None:
    result = at(desk, "clear")
    assert result is not None
    assert result["form"] == "clear(s in Space): yes or no"
    assert result["said"] == "full_fact clear."


def test_a_role_has_its_type_and_its_words(desk: Desk) -> None:
    result = at(desk, "to)")
    assert result is not None
    assert result["form"] == "to: Space"
    assert result["said"] == "the space the move enters"


def test_a_key_is_explained_by_its_schema(desk: Desk) -> None:
    result = at(desk, "order", "tags")
    assert result is not None
    assert "lowest number" in result["said"]


def test_a_sign_means_nothing(desk: Desk) -> None:
    assert hover(desk, MINOTAUR, 17, 1) is None
