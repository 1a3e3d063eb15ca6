"""`play` prints a player the same in states that look the same to them: pictures and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from thesmos.cli.declared_words import DeclaredWords
from thesmos.cli.output import print_error
from thesmos.cli.terminal_game import TerminalGame
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.choice import Choice
from thesmos.play.game import load
from thesmos.play.match import Match
from thesmos.play.random_play import play
from thesmos.play.session import Session
from thesmos.play.state import State
from thesmos.record.recorder import setup_of
from thesmos.tools import page_leak
from thesmos.tools.page_leak import PageLeaks, Pair

GAMES: list[tuple[str, list[str | None] | None]] = [
    ("german-whist", None), ("love-letter", None), ("santorini", ["apollo", "hecate"]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "powers"), GAMES)
def test_what_is_hidden_from_a_player_changes_nothing_that_they_are_told(
    name: str,
    powers: list[str | None] | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(page_leak, "TRIED_EVERY", 1)
    game = load(name)
    match = game.match(powers)
    words, alike, dice = DeclaredWords(game, match.linked), PageLeaks(match), Rng(4)
    for state, _ in play(match.start(), Rng(3), 120):
        if state.decision is not None and not state.decision.chance:
            alike.follow(state, "", dice)
    decided = [pair for pair in alike.pairs if _decides(match, pair)]
    assert decided

    def told(pair: Pair, vector: Sequence[int]) -> str:
        session = Session(match, State(match, tuple(vector)), Rng(1))
        terminal = TerminalGame(session, name, setup_of(match), words)
        typed = ["board", *(f"why {text}" for text in pair.refused)]
        for line in [*typed, *_chosen(session, pair), "history", "undo"]:
            try:
                terminal._execute(line)
            except UsageError as error:
                print_error(error)
        return "\n".join(capsys.readouterr())

    for pair in decided:
        shown, shown_otherwise = (told(pair, vector) for vector in pair.vectors)
        assert shown == shown_otherwise
        assert "out of sight" in shown or name == "santorini"


def _chosen(session: Session, pair: Pair) -> Iterator[str]:
    """Choose the option of a pair, if the same player decides after it; nothing is typed for it."""
    decision = session.state.decision
    assert decision is not None
    for option in decision.options:
        if option.code == pair.code:
            after = session.state.take(option.code).decision
            if after is not None and after.player == pair.player:
                session.choose(Choice(option.text, option))
                yield "board"


def _decides(match: Match, pair: Pair) -> bool:
    """Return whether the player of a pair decides, so that `play` shows them its states."""
    decision = State(match, tuple(pair.vectors[0])).decision
    return decision is not None and decision.player == pair.player
