"""Games: loading a spec, and making matches of it."""

from __future__ import annotations

import functools
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from thesmos import resources
from thesmos.check.rulings import check_rulings, read_rulings, written_in
from thesmos.check.spec import CheckedGame, check_game
from thesmos.diagnostics import Diagnostic, SpecError, UsageError
from thesmos.engine.match import Match
from thesmos.link.linker import link
from thesmos.play.match_up_rules import match_up_error
from thesmos.play.protocols import State
from thesmos.resources import SCENARIOS
from thesmos.syntax import documents as d
from thesmos.syntax.spec_folder import DRAFT, Folder, find_game, read_folder
from thesmos.syntax.yaml_nodes import with_lines

UNUSED = "E351"  # a memory that no clause uses
SETUP = ("players", "teams", "powers", "chance")  # what a record's set-up may hold


class Game:
    """A game whose spec is sound: it makes matches."""

    def __init__(self, checked: CheckedGame, path: Path, around: str | None = None) -> None:
        """around: of a draft, the name under which its game can be loaded."""
        self.checked = checked
        self.path = path
        self.around = around
        self._matches: dict[object, Match] = {}

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.checked.written.slug

    def forget(self) -> None:
        """Let go of the matches made so far: for those who play very many match-ups."""
        self._matches.clear()

    @property
    def powers(self) -> dict[str, d.CardDocument]:
        """The powers that players can hold, by slug."""
        others = {*self.checked.written.always, *self.checked.modes}
        return {s: c.written for s, c in self.checked.cards.items() if s not in others}

    @functools.cached_property
    def setup_words(self) -> frozenset[str]:
        """The words of a set-up that are the game's own: each names a card in play."""
        modes = {mode.needs for mode in self.checked.modes.values()}
        cards = {c.reserve.needs for c in self.powers.values() if c.reserve is not None}
        return frozenset(word for word in modes | cards if word)

    def mode(self, name: str | None, players: int, setup: Container[str] = ()) -> d.ModeDocument:
        """A mode by name, or the one for a number of players and a set-up. Raises UsageError."""
        modes = self.checked.modes
        if name is not None:
            if name not in modes:
                raise UsageError(f"there is no mode `{name}`", f"modes: {', '.join(modes)}")
            return modes[name]
        for mode in sorted(modes.values(), key=lambda m: not m.needs):
            if mode.players == players and (not mode.needs or mode.needs in setup):
                return mode
        counts = sorted({m.players for m in modes.values()})
        raise UsageError(f"{self.slug} is not played by {players}", f"numbers of players: {counts}")

    def _seated(self, mode: d.ModeDocument, teams: object) -> d.ModeDocument:
        """The mode with its sides numbered as a record numbers its teams."""
        if teams is None:
            return mode
        if not isinstance(teams, list) or len(teams) != mode.players:
            raise UsageError("teams must name a side for each player", f"as in {list(mode.sides)}")
        renamed = dict(zip(mode.sides, teams, strict=True))
        if sorted(set(teams)) != sorted(renamed) or [renamed[s] for s in mode.sides] != teams:
            raise UsageError(
                f"teams {teams} are not those of {mode.slug}", f"they sit as {list(mode.sides)}"
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
        """A match of these powers, one for each player; the same one for the same question.

        Raises UsageError for what can't be played, and, unless any match-up will do, for what the
        rules never allow: see `match_up_error`.
        """
        words = {word: value for word, value in (setup or {}).items() if value}
        chosen = self._seated(self.mode(mode, len(powers), words), words.get("teams"))
        refused = None if any_match_up else self.match_up_error(powers, chosen, words)
        if refused is not None:
            raise refused
        reserve = tuple(str(slug) for word, slug in words.items() if word not in SETUP)
        chosen_options = tuple(sorted((options or {}).items()))
        key = (tuple(powers), chosen.slug, chosen.sides, chosen_options, reserve)
        if key not in self._matches:
            program = link(self.checked, powers, chosen, options or {}, reserve)
            self._matches[key] = Match(program)
        return self._matches[key]

    def match_up_error(
        self, powers: Sequence[str | None], mode: d.ModeDocument, setup: Mapping[str, object]
    ) -> UsageError | None:
        """Why the rules never allow a match-up; None if they do (see play/match_up_rules.py)."""
        return match_up_error(self.powers, mode, powers, setup)

    # ------------------------------------------------------------------- the draft

    @functools.cached_property
    def drafting(self) -> Game:
        """What is played before: the game in the folder `draft`, whose pieces are the powers.

        Raises UsageError if this game has none, SpecError for one with mistakes.
        """
        path = self.path / DRAFT
        if not (path / "game.yaml").is_file():
            raise UsageError(f"{self.slug} has no draft", "name the powers instead")
        cards = {s: c.written for s, c in self.checked.cards.items() if s not in self.checked.modes}
        around = Folder(self.path, self.checked.written, cards, self.checked.modes)
        return _sound(*_read(path, around), around=self.slug)

    def draft(self, players: int = 2, options: Mapping[str, str] | None = None) -> Match:
        """The match of the draft. Raises UsageError if there is none, or for such options."""
        return self.drafting.match([None] * players, options=options)

    def after(self, drafted: State) -> Match:
        """The match to which a draft led. Raises UsageError if it isn't over, or was given up."""
        found = drafted.match_up
        if found is None:
            raise UsageError("this draft has led to no match-up", "play it to its end")
        return self.match(found.powers, setup=found.setup)


def read(name: str) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """Read and check a game; everything that is wrong with it."""
    return _read(find_game(name), None)


def game_diagnostics(name: str) -> list[Diagnostic]:
    """Everything that is wrong with a game, and, if all that is right, with what lies beside it.

    Beside it: its rulings, and its draft.
    """
    folder, checked, faults = read(name)
    path = folder.path / DRAFT
    if checked is None or any(fault.severity == "error" for fault in faults):
        return faults  # what they make of its cards would be told wrongly
    rulings, wrong = read_rulings(folder.path)
    faults += wrong
    if rulings is not None:
        written = written_in((folder.path / SCENARIOS, resources.scenarios_dir()))
        faults += check_rulings(rulings, checked, written)
    return faults + (_read(path, folder)[2] if (path / "game.yaml").is_file() else [])


def _read(path: Path, around: Folder | None) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """As `read`; around: of a draft, the folder of its game, if that is read already."""
    folder = read_folder(path, around)
    if folder.game is None or folder.diagnostics:
        checked = None
        faults = list(folder.diagnostics)
        if folder.game is not None:
            found = check_game(folder.game, folder.cards, folder.modes).diagnostics
            faults += [f for f in found if f.code != UNUSED]  # what can't be read may use it
        return folder, checked, with_lines(faults)
    checked = check_game(folder.game, folder.cards, folder.modes)
    return folder, checked, with_lines(checked.diagnostics)


def load(name: str) -> Game:
    """Load a shipped game, or one from a folder.

    Raises SpecError with all its mistakes, UsageError if there is no such game.
    """
    folder, checked, faults = read(name)
    outer, _, inner = folder.game.slug.rpartition("/") if folder.game else ("", "", "")
    if outer and name != f"{outer}/{inner}":
        outer = str(folder.path.resolve().parent)
    return _sound(folder, checked, faults, outer or None)


def _sound(
    folder: Folder, checked: CheckedGame | None, faults: list[Diagnostic], around: str | None
) -> Game:
    """A game without mistakes. Raises SpecError for one with some."""
    wrong = [f for f in faults if f.severity == "error"]
    if wrong or checked is None:
        raise SpecError(wrong)
    return Game(checked, folder.path, around)
