"""`play` prints a player the same in states that look the same to them: pictures and sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from testing.alike import alike_pairs
from thesmos.cli import play_surface, terminal_game
from thesmos.cli.play_surface import PLAY
from thesmos.cli.show import picture
from thesmos.cli.terminal_game import TerminalGame
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.render.span import Span

GAMES: list[tuple[str, list[str | None] | None]] = [
    ("german-whist", None), ("love-letter", None), ("santorini", ["apollo", "hecate"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "powers"), GAMES)
def test_what_is_hidden_from_a_player_changes_nothing_that_they_are_told(
    name: str, powers: list[str | None] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed: dict[str, str] = {}
    prints = play_surface._printed

    def _printed(terminal: TerminalGame, line: str) -> str:
        text, language = prints(terminal, line), terminal.words.language
        printed[language] = printed.get(language, "") + text
        return text

    monkeypatch.setattr(play_surface, "_printed", _printed)
    assert alike_pairs(name, powers, games=2).told_apart(load(name), PLAY) is None
    assert {*printed} == {"en", "es"}
    for text in printed.values():
        assert " is legal" in text
        assert " is not legal" in text
        assert "out of sight" in text or name == "santorini"


def unveiled(match: Match, state: State, wide: int, names: Mapping[str, str], _: int) -> Any:
    return picture(match, state, wide, names)


def test_a_board_that_tells_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = alike_pairs("german-whist", None)
    monkeypatch.setattr("thesmos.cli.terminal_game.picture", unveiled)
    message = str(noted.told_apart(load("german-whist"), PLAY))
    assert message.startswith("a game: by `thesmos play`, player ")
    assert "can tell from `board` what is hidden" in message


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_sentence_that_tells_more_is_found(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one language only, the reasons against an option depend on another player's cards."""
    noted, legal = alike_pairs("german-whist", None), State.why_not
    asked: list[State] = []
    monkeypatch.setattr(
        State, "why_not", lambda state, text: asked.append(state) or legal(state, text)
    )
    lines = terminal_game.verdict_lines

    def verdict_lines(*about: Any) -> Any:
        hidden = str(asked[-1].position()) if asked and about[-1].language == language else ""
        return [*lines(*about), (Span(hidden),)]

    monkeypatch.setattr(terminal_game, "verdict_lines", verdict_lines)
    assert "can tell from `why " in str(noted.told_apart(load("german-whist"), PLAY))
