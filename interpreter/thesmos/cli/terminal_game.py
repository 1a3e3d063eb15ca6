"""A game played in the terminal, from its arguments to its result."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

import click

from thesmos.choice_words import (
    BOARD,
    HELP,
    HINT,
    HISTORY,
    OPTIONS,
    QUIT,
    RULES,
    SAVE,
    SHORT_HELP,
    UNDO,
    WHAT,
    WHY,
    as_typed,
)
from thesmos.choice_words import RANDOM as RANDOM_CHOICE
from thesmos.cli.arguments import MatchArgs, read_json
from thesmos.cli.declared_words import DeclaredWords
from thesmos.cli.option_lines import COLUMNS
from thesmos.cli.output import print_error, print_lines
from thesmos.cli.rule_sentences import RuleSentences
from thesmos.cli.show import (
    decision_lines,
    event_lines,
    picture,
    result_lines,
    seat_lines,
    verdict_lines,
)
from thesmos.cli.starting_point import StartingPoint, drafted, load_to_play, starting_point
from thesmos.diagnostics import UsageError, clipped, number
from thesmos.dice import Rng
from thesmos.files import write_text
from thesmos.play.choice import Choice
from thesmos.play.players import RANDOM, SearchPlayer
from thesmos.play.protocols import Json, Setup
from thesmos.play.session import (
    PastDecision,
    Session,
    check_save,
    saved_choices,
    saved_dice,
    saved_programs,
    seat_save,
)
from thesmos.play.typed_choice import option_called
from thesmos.record.format import ShapeError, check_setup
from thesmos.record.matches import match_from_setup
from thesmos.record.recorder import setup_of
from thesmos.render.span import Line, Span
from thesmos.syntax.yaml_values import ENGLISH

NARROWEST = 40  # the least columns that are drawn for
BESIDE = 3  # lines beside the board and the options: a blank one, who decides, and the prompt
LEAST = 4  # lines of options, where the board leaves no room
HINT_SECONDS = 1.0
HINTS = 3  # choices that are shown
FOR_A_SEAT = re.compile(r"\s+for\s+([0-9]{1,3})$")  # at the end of `save FILE for PLAYER`
COMMANDS = """\
  an option, or its number    choose it
  skip, concede               skip the step; give up
  random                      choose an option at random
  why OPTION                  explain why it is legal or illegal
  what NAME                   show what is printed on a card or another piece with this name
  hint                        let a program search for a second, and show what it would choose
  undo                        go back to your last decision, if you learned nothing since
  board                       show the board and the options again
  options                     show all options, also if they are too many for the screen
  history                     tell what has happened so far
  rules                       show what is printed in the rules and on the cards in play
  save FILE                   save the game; `thesmos play --resume FILE` continues it
  save FILE for PLAYER        save only what the player with this number knows
  quit                        leave the game"""


@dataclass(frozen=True)
class Opponents:
    """Which players are programs.

    random: the numbers of players who play at random.
    against: the name of the program that plays all others except the player `seat`, or None.
    """

    random: tuple[int, ...] = ()
    against: str | None = None
    seat: int = 1

    def among(self, players: int) -> dict[int, str]:
        """Return program names by player. Raises UsageError if a player does not exist."""
        named = (*self.random, self.seat)
        if max(named) > players:
            raise UsageError(f"there is no player {max(named)}", f"players go from 1 to {players}")
        others = {} if self.against is None else dict.fromkeys(range(1, players + 1), self.against)
        others.pop(self.seat, None)
        return others | dict.fromkeys(self.random, RANDOM)


def game_for(
    wanted: MatchArgs,
    draft: str | None,
    players: int | None,
    opponents: Opponents,
    seed: int | None,
    language: str = ENGLISH,
) -> TerminalGame:
    """Return the game that the arguments describe.

    draft: its form; None to skip the draft. seed: None for one that nobody knows.
    """
    start = starting_point(wanted if draft is None else drafted(wanted, draft, players or 2))
    dice = Rng(new_seed() if seed is None else seed)
    return _game(start, opponents.among(len(start.match.linked.sides)), dice, language)


def resumed(
    path: Path, opponents: Opponents, seed: int | None, language: str = ENGLISH
) -> TerminalGame:
    """Return the game saved in a file.

    opponents: if none are named, those of the saved game. seed: None to go on as the saved game
    would have.
    """
    value = check_save(read_json(path))
    start, programs, dice = _resumed(path, value), saved_programs(value), saved_dice(value)
    if seed is not None or dice is None:
        dice = Rng(new_seed() if seed is None else seed)
    programs = opponents.among(len(start.match.linked.sides)) or programs
    terminal_game = _game(start, programs, dice, language)
    if choices := saved_choices(value):
        terminal_game.session.remember(start.match.from_json(value.get("start")), choices)
    return terminal_game


def new_seed() -> int:
    """Return a seed that nobody can foresee, short enough to be typed."""
    return secrets.randbelow(1 << 32)


def _game(start: StartingPoint, programs: dict[int, str], dice: Rng, language: str) -> TerminalGame:
    session = Session(start.match, start.state, dice, start.turn or 0, programs)
    words = DeclaredWords(start.loaded, start.match.linked, language)
    return TerminalGame(session, start.game, start.setup, words)


def _is_save(path: Path) -> bool:
    """Return whether a file is a saved game, of any version."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(value, dict) and not {"thesmos_save", "thesmos_seat"}.isdisjoint(value)


def _resumed(path: Path, value: Json) -> StartingPoint:
    """Return where a saved game goes on. Raises UsageError if it can't be loaded."""
    try:
        setup = check_setup(value["setup"])
    except ShapeError as error:
        raise UsageError(f"{path} is not a saved game: {error}") from None
    game = load_to_play(value["game"])
    match = match_from_setup(game, setup)
    state = match.from_json(value["state"])
    return StartingPoint(value["game"], game, match, setup, state, value["turn"])


class TerminalGame:
    """A session played in the terminal, shown in the words of its game."""

    def __init__(self, session: Session, game: str, setup: Setup, words: DeclaredWords) -> None:
        self.session = session
        self.game = game
        self.setup = setup
        self.words = words

    def run(self) -> None:
        """Play until the game is over or the user leaves; then tell the seed, if that is no secret.

        It tells what is hidden: so only a finished game, or one in which nothing is, tells it.
        """
        self._play()
        dice, session = self.session.dice, self.session
        if dice.used and (session.state.decision is None or not session.match.linked.can_hide):
            click.echo(f"seed {dice.seed}: --seed {dice.seed} draws the same again")

    def _play(self) -> None:
        self._print_decisions(self.session.advance())
        self._show()
        while self.session.state.decision is not None or self._start_game_after_draft():
            try:
                typed = input("> ").strip()
            except EOFError:
                click.echo()
                return
            if typed in QUIT:
                return
            try:
                self.execute(typed)
            except UsageError as error:
                print_error(error)
        print_lines(result_lines(self.session.state))

    def _start_game_after_draft(self) -> bool:
        """Start the game that a finished draft leads to; return whether it has a decision."""
        match_up = self.session.state.match_up
        around = None if match_up is None else load_to_play(self.game).around
        if match_up is None or around is None:
            return False
        loaded = load_to_play(around)
        match = loaded.after(self.session.state)
        self.words = DeclaredWords(loaded, match.linked, self.words.language)
        self.game, self.setup = around, setup_of(match, None, None, match_up.setup)
        self.session = self.session.continue_in(match, match_up.seats)
        print_lines([(), *seat_lines(match_up)])
        self._print_decisions(self.session.advance())
        self._show()
        return self.session.state.decision is not None

    def execute(self, typed: str) -> None:
        """Execute a line that the user typed. Raises UsageError if it can't be done."""
        word, rest = (*typed.split(maxsplit=1), "", "")[:2]
        typed = as_typed(typed)
        if typed in (HELP, SHORT_HELP):
            click.echo(COMMANDS)
        elif typed == HINT:
            self._hint()
        elif typed == BOARD:
            self._show()
        elif typed == OPTIONS:
            print_lines(self._options())
        elif typed == HISTORY:
            self._history()
        elif typed == RULES:
            self._rules()
        elif typed == UNDO:
            self.session.undo()
            self._show()
        elif word == SAVE:
            self._save(rest)
        elif word == WHY:
            self._why(rest)
        elif word == WHAT:
            self._what(rest)
        elif typed:
            self._choose(typed)

    def _choose(self, typed: str) -> None:
        session = self.session
        choice = session.any_choice() if typed == RANDOM_CHOICE else self._find(typed)
        if choice is None:
            self._why(typed)
            return
        before = len(session.past)
        session.choose(choice)
        session.advance()
        self._print_decisions(session.past[before:])
        self._show()

    def _find(self, typed: str) -> Choice | None:
        """Return the choice typed, in notation or in words; None if it is not offered."""
        choice, decision = self.session.find(typed), self.session.state.decision
        if choice is not None or decision is None:
            return choice
        names = map(self.words.option, decision.options)
        option = option_called(typed, decision.options, names, any_case=True)
        return None if option is None else Choice(option.text, option)

    def _why(self, text: str) -> None:
        """Show why an option is legal or illegal."""
        if not text:
            raise UsageError("`why` needs an option", "write `why` and an option")
        state = self.session.state
        choice = self._find(text)
        legal = choice is not None
        text = choice.text if choice is not None else text
        findings = state.explain(text) if legal else state.why_not(text)
        sentences = RuleSentences(self.words.game, self.words.language)
        print_lines(verdict_lines(self.session.match, text, legal, findings, sentences))

    def _what(self, name: str) -> None:
        """Show what is printed on each card and other piece with this name."""
        texts = [self.words.printed(piece) for piece in self.words.pieces(name)]
        texts += self.words.card_text(name)
        if not name or not texts:
            text = f"there is no card or piece `{clipped(name)}`" if name else "`what` needs a name"
            raise UsageError(text, "write `what` and the name of a card, as options show it")
        print_lines([(Span(line),) for text in texts for line in wrap(text, COLUMNS)])

    def _hint(self) -> None:
        """Show what a search finds best, from what the player to move knows."""
        session, decision = self.session, self.session.state.decision
        assert decision is not None
        if len(decision.options) + decision.may_skip == 1:
            raise UsageError("there is only one choice", "there is nothing to search for")
        program = SearchPlayer("hint", Rng(new_seed()), seconds=HINT_SECONDS)
        past = [earlier.state for earlier in session.past]
        for evaluation in program.evaluations(session.state, past)[:HINTS]:
            choice = self.words.choice(evaluation.choice.text)
            share = f"won {100 * evaluation.value:.0f} % of {number(evaluation.rounds)} trials"
            print_lines([(Span(f"  {choice}", "strong"), Span(f"  {share}"))])

    def _history(self) -> None:
        """Tell what has happened, as far as the player to move knows it."""
        if not self.session.past:
            raise UsageError("nothing has happened yet", "a resumed game begins where it was saved")
        self._print_decisions(self.session.past)

    def _rules(self) -> None:
        """Show what is printed in the rules of the game, and on the cards in play."""
        title = ""
        for card, heading, text in self.words.printed_rules():
            if card != title:
                print_lines([(), (Span(card, "strong"),)])
            title = card
            print_lines([(Span(heading, "label"),)])
            print_lines([(Span(f"  {line}"),) for line in wrap(text, self._wide - 2)])

    def _save(self, rest: str) -> None:
        seat = FOR_A_SEAT.search(rest)
        name = rest if seat is None else rest[: seat.start()]
        if not name:
            raise UsageError("`save` needs a file", "write `save` and the name of a file")
        # Unlike Path.is_file, this is false for a name that no file can have.
        exists = os.path.isfile(name)  # noqa: PTH113
        if exists and not _is_save(Path(name)):
            raise UsageError(f"{name} is another file, not a saved game", "choose another name")
        if seat is not None:
            saved = seat_save(self.session, int(seat[1]), self.game, self.setup)
            write_text(Path(name), json.dumps(saved) + "\n")
            click.echo(f"saved what player {seat[1]} knows: {name}")
            return
        write_text(Path(name), json.dumps(self.session.save(self.game, self.setup)) + "\n")
        click.echo(f"saved: thesmos play --resume {name}")

    def _print_decisions(self, decisions: list[PastDecision]) -> None:
        """Print decisions and their events, as far as the next player knows them.

        Of a decision of another player that they don't know, only that it was made.
        """
        decision = self.session.state.decision
        viewer = decision.player if decision is not None else 0
        followed = [*(past.state for past in decisions), self.session.state][1:]
        for past, after in zip(decisions, followed, strict=True):
            who = f"player {past.player}" if past.player else "chance"
            choice, events = after.choice_for(viewer), after.events_for(viewer)
            if choice is not None:
                print_lines([(Span(f"{who}: {self.words.choice(choice)}", "label"),)])
                events = self.words.worth_telling(past.state.decision, events)
            elif past.player:
                print_lines([(Span(f"{who}: has decided", "label"),)])
            print_lines(event_lines(events, self.words))

    @property
    def _wide(self) -> int:
        """The greatest length of lines."""
        return max(shutil.get_terminal_size((COLUMNS, 0)).columns, NARROWEST)

    def _show(self) -> None:
        print_lines(self._picture())

    def _picture(self) -> list[Line]:
        """Draw the board as the deciding player sees it, and the options that fit."""
        state = self.session.state
        viewer = 0 if state.decision is None else state.decision.player
        board = picture(self.session.match, state, self._wide, self.words.names, viewer)
        if state.decision is None:
            return [(), *board]
        high = shutil.get_terminal_size((0, 0)).lines  # 0 where it is no terminal
        return [(), *board, *self._options(max(high - len(board) - BESIDE, LEAST) if high else 0)]

    def _options(self, room: int = 0) -> list[Line]:
        """Show who decides, and the options, in so many lines at most; 0 for all."""
        state = self.session.state
        return decision_lines(state, numbered=True, wide=self._wide, words=self.words, room=room)
