"""Games: load and check a spec, and make matches from it."""

from __future__ import annotations

import functools
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thesmos import resources
from thesmos.check.rulings import check_rulings, read_rulings, scenarios_in
from thesmos.check.spec import CheckedGame, check_game
from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.link.linked import LinkedGame
from thesmos.link.linker import link
from thesmos.play.match_up_rules import match_up_error
from thesmos.play.protocols import State
from thesmos.program.declarations import Game as Program
from thesmos.resources import SCENARIOS
from thesmos.syntax import documents as d
from thesmos.syntax.spec_folder import DRAFT, Folder, find_game, read_folder
from thesmos.syntax.yaml_nodes import with_lines

if TYPE_CHECKING:
    from thesmos.engine.match import Match

UNUSED = "E351"  # a memory that no clause uses
NO_SCENARIO = "W376"  # a ruling names a scenario that is not found
SETUP = ("players", "teams", "powers", "chance")  # keys of a set-up that name no cards


class Game:
    """A game whose spec has no errors. Makes matches."""

    def __init__(self, checked: CheckedGame, path: Path, around: str | None = None) -> None:
        """around: for a draft, the name by which its game can be loaded."""
        self.checked = checked
        self.program = checked.program
        self.path = path
        self.around = around
        self._matches: dict[object, Match] = {}

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.checked.written.slug

    def __getstate__(self) -> dict[str, Any]:
        """What another process needs: it links its own matches, which hold functions."""
        return {**self.__dict__, "_matches": {}}

    def with_program(self, program: Program) -> Game:
        """A game that plays another program, made from this one's, with the same written texts."""
        made = Game(self.checked, self.path, self.around)
        made.program = program
        return made

    def forget(self) -> None:
        """Clear the cache of matches, for tools that play very many match-ups."""
        self._matches.clear()

    @property
    def powers(self) -> dict[str, d.CardDocument]:
        """The powers that players can hold, by slug."""
        others = {*self.checked.written.always, *self.checked.modes}
        return {s: c.written for s, c in self.checked.cards.items() if s not in others}

    @functools.cached_property
    def setup_words(self) -> frozenset[str]:
        """The keys of a set-up that are specific to the game: each names a card in play."""
        modes = {mode.needs for mode in self.checked.modes.values()}
        cards = {c.reserve.needs for c in self.powers.values() if c.reserve is not None}
        return frozenset(word for word in modes | cards if word)

    def mode(self, name: str | None, players: int, setup: Container[str] = ()) -> d.ModeDocument:
        """The mode with a name, or for a number of players and a set-up. Raises UsageError."""
        modes = self.checked.modes
        if name is not None:
            if name not in modes:
                raise UsageError(f"there is no mode `{name}`", f"modes: {', '.join(modes)}")
            return modes[name]
        for mode in sorted(modes.values(), key=lambda m: not m.needs):
            if mode.players == players and (not mode.needs or mode.needs in setup):
                return mode
        counts = sorted({m.players for m in modes.values()})
        numbers = ", ".join(map(str, counts))
        raise UsageError(
            f"{self.slug} can't be played by {players}", f"possible numbers of players: {numbers}"
        )

    def _seated(self, mode: d.ModeDocument, teams: object) -> d.ModeDocument:
        """The mode with its sides numbered as a record numbers its teams."""
        if teams is None:
            return mode
        if not isinstance(teams, list) or len(teams) != mode.players:
            raise UsageError(
                "`teams` must list a side for each player", f"for example {list(mode.sides)}"
            )
        renamed = dict(zip(mode.sides, teams, strict=True))
        if sorted(set(teams)) != sorted(renamed) or [renamed[s] for s in mode.sides] != teams:
            raise UsageError(
                f"teams {teams} are not those of {mode.slug}", f"its teams are {list(mode.sides)}"
            )
        return replace(mode, sides=tuple(teams))

    def match(
        self,
        powers: Sequence[str | None] = (None, None),
        mode: str | None = None,
        options: Mapping[str, str] | None = None,
        setup: Mapping[str, object] | None = None,
        any_match_up: bool = False,
    ) -> Match:
        """A match of these powers, one for each player. Matches are cached.

        setup: further entries of a record's set-up. any_match_up: allow match-ups that the rules
        forbid. Raises UsageError for a match-up that can't be played, or that is forbidden.
        """
        words = {word: value for word, value in (setup or {}).items() if value}
        chosen = self._seated(self.mode(mode, len(powers), words), words.get("teams"))
        error = None if any_match_up else self.match_up_error(powers, chosen, words)
        if error is not None:
            raise error
        reserve = tuple(str(slug) for word, slug in words.items() if word not in SETUP)
        chosen_options = tuple(sorted((options or {}).items()))
        key = (tuple(powers), chosen.slug, chosen.sides, chosen_options, reserve)
        if key not in self._matches:
            self._matches[key] = self._match(self.link(powers, chosen, options or {}, reserve))
        return self._matches[key]

    def link(
        self,
        powers: Sequence[str | None],
        mode: d.ModeDocument,
        options: Mapping[str, str],
        reserve: Sequence[str] = (),
    ) -> LinkedGame:
        """The linked game of a match-up, forbidden or not (see link/linker.py)."""
        seated = replace(self.program.modes[mode.slug], sides=mode.sides)
        return link(self.program, powers, seated, options, reserve)

    def _match(self, linked: LinkedGame) -> Match:
        """A match that 0.1's engine plays."""
        from thesmos.engine.lowering import lower  # not needed to load a game
        from thesmos.engine.match import Match

        cards = self.checked.cards
        written = {each.card.slug: cards[each.card.slug].written for each in linked.cards}
        texts = {slug: {"title": c.title, "text": c.text} for slug, c in written.items()}
        return Match(linked, lower(linked), texts)

    def match_up_error(
        self, powers: Sequence[str | None], mode: d.ModeDocument, setup: Mapping[str, object]
    ) -> UsageError | None:
        """Why the rules forbid a match-up; None if they allow it (see play/match_up_rules.py)."""
        return match_up_error(self.powers, mode, powers, setup)

    # ------------------------------------------------------------------- the draft

    @functools.cached_property
    def drafting(self) -> Game:
        """The draft: the game in the folder `draft`, whose pieces are the powers.

        Raises UsageError if the game has no draft, SpecError if the draft has errors.
        """
        path = self.path / DRAFT
        if not (path / "game.yaml").is_file():
            raise UsageError(f"{self.slug} has no draft", "name the powers instead")
        cards = {s: c.written for s, c in self.checked.cards.items() if s not in self.checked.modes}
        around = Folder(self.path, self.checked.written, cards, self.checked.modes)
        return _game_without_errors(*_read(path, around), around=self.slug)

    def draft(self, players: int = 2, options: Mapping[str, str] | None = None) -> Match:
        """A match of the draft. Raises UsageError if there is none, or for invalid options."""
        return self.drafting.match([None] * players, options=options)

    def after(self, drafted: State) -> Match:
        """The match that a draft leads to. Raises UsageError if it isn't over, or was conceded."""
        found = drafted.match_up
        if found is None:
            raise UsageError("this draft has not led to a match-up", "play it to its end")
        return self.match(found.powers, setup=found.setup)


def read(name: str) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """Read and check a game; return it with everything that is wrong with it."""
    return _read(find_game(name), None)


def game_diagnostics(name: str) -> list[Diagnostic]:
    """Everything that is wrong with a game and, if it has no errors, its rulings and draft."""
    folder, checked, diagnostics = read(name)
    path = folder.path / DRAFT
    if checked is None or any(one.severity == "error" for one in diagnostics):
        return diagnostics  # rulings and draft would be checked against unsound cards
    rulings, found = read_rulings(folder.path)
    diagnostics += found
    if rulings is not None:
        written = scenarios_in((folder.path / SCENARIOS, resources.scenarios_dir()))
        found = list(check_rulings(rulings, checked, written))
        shipped = folder.path.resolve().is_relative_to(resources.spec_dir())
        if shipped and not resources.scenarios_dir().is_dir():  # its scenarios are not installed
            found = [one for one in found if one.code != NO_SCENARIO]
        diagnostics += found
    return diagnostics + (_read(path, folder)[2] if (path / "game.yaml").is_file() else [])


def _read(path: Path, around: Folder | None) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """As `read`. around: for a draft, the folder of its game, if already read."""
    folder = read_folder(path, around)
    if folder.game is None or folder.diagnostics:
        checked = None
        diagnostics = list(folder.diagnostics)
        if folder.game is not None:
            found = check_game(folder.game, folder.cards, folder.modes).diagnostics
            diagnostics += [f for f in found if f.code != UNUSED]  # what can't be read may use it
        return folder, checked, with_lines(diagnostics)
    checked = check_game(folder.game, folder.cards, folder.modes)
    return folder, checked, with_lines(checked.diagnostics)


def load(name: str) -> Game:
    """Load a shipped game by its name, or a game from a folder.

    Raises SpecError with all its errors, UsageError if there is no such game.
    """
    folder, checked, diagnostics = read(name)
    outer, _, inner = folder.game.slug.rpartition("/") if folder.game else ("", "", "")
    if outer and name != f"{outer}/{inner}":
        outer = str(folder.path.resolve().parent)
    return _game_without_errors(folder, checked, diagnostics, outer or None)


def _game_without_errors(
    folder: Folder, checked: CheckedGame | None, diagnostics: list[Diagnostic], around: str | None
) -> Game:
    """The game. Raises SpecError if it has errors."""
    errors = [one for one in diagnostics if one.severity == "error"]
    if errors or checked is None:
        raise SpecError(errors)
    return Game(checked, folder.path, around)
