"""What `thesmos play` prints to players, in every language of a game, and saves for a seat."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from thesmos.choice_words import BOARD, HISTORY, UNDO, WHY
from thesmos.cli.declared_words import DeclaredWords
from thesmos.cli.output import print_error
from thesmos.cli.terminal_game import TerminalGame
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.choice import Choice
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.play.session import Session, seat_save
from thesmos.play.state import State
from thesmos.record.recorder import setup_of
from thesmos.syntax.yaml_values import ENGLISH
from thesmos.tools.alike_pairs import Pair, Surface, compared


@dataclass(frozen=True)
class PlaySurface(Surface):
    """A `Surface`: the command `play`."""

    name: str = "`thesmos play`"

    def places(self, game: Game, match: Match, pairs: Sequence[Pair]) -> Sequence[str | None]:
        """Return what is printed otherwise in each pair."""
        written = game.checked.written.title
        words = [DeclaredWords(game, match.linked, language) for language in written or [ENGLISH]]

        def shown(state: State, pair: Pair) -> Iterator[tuple[str, Any]]:
            for language in words:
                yield from _shown(match, state, pair, language)

        return [*compared(match, pairs, shown)]


def _shown(
    match: Match, state: State, pair: Pair, words: DeclaredWords
) -> Iterator[tuple[str, Any]]:
    """Yield what a player is told who types commands at a state, by the command.

    `play` tells nothing to a player who does not decide.
    """
    setup = setup_of(match)
    session = Session(match, state, Rng(1))
    yield "what is saved for a seat", json.dumps(seat_save(session, pair.player, "", setup))
    decision = state.decision
    if decision is None or decision.player != pair.player:
        return
    terminal = TerminalGame(session, words.game.slug, setup, words)
    legal = [option.text for option in decision.options[:1]]
    for line in [BOARD, *(f"{WHY} {text}" for text in (*legal, *pair.refused))]:
        yield f"`{line}`", _printed(terminal, line)
    chosen = (option for option in decision.options if option.code == pair.code)
    for option in chosen:
        after = state.take(option.code).decision
        if after is not None and after.player == pair.player:
            session.choose(Choice(option.text, option))
            for line in (BOARD, HISTORY, UNDO):
                yield f"`{line}` after {option.text}", _printed(terminal, line)


def _printed(terminal: TerminalGame, line: str) -> str:
    """Return what is printed when a line is typed."""
    printed = io.StringIO()
    with redirect_stdout(printed), redirect_stderr(printed):
        try:
            terminal.execute(line)
        except UsageError as error:
            print_error(error)
    return printed.getvalue()


PLAY = PlaySurface()
