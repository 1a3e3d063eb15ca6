"""Games: loading a spec, and making matches of it."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from thesmos.check.spec import CheckedGame, check_game
from thesmos.fault import Diagnostic, SpecError, UsageError
from thesmos.link.program import link
from thesmos.load import document as d
from thesmos.load.spec import Folder, find_game, read_folder
from thesmos.run.match import Match

UNUSED = "E351"  # a memory that no clause uses
SETUP = ("players", "teams", "powers", "chance")  # what a record's set-up may hold


class Game:
    """A game whose spec is sound: it makes matches."""

    def __init__(self, checked: CheckedGame, path: Path) -> None:
        self.checked = checked
        self.path = path
        self._matches: dict[object, Match] = {}

    @property
    def slug(self) -> str:
        """The game's name in files and commands."""
        return self.checked.written.slug

    def forget(self) -> None:
        """Let go of the matches made so far: for those who play very many match-ups."""
        self._matches.clear()

    @property
    def powers(self) -> dict[str, d.Card]:
        """The powers that players can hold, by slug."""
        others = {*self.checked.written.always, *self.checked.modes}
        return {s: c.written for s, c in self.checked.cards.items() if s not in others}

    def mode(self, name: str | None, players: int, setup: Container[str] = ()) -> d.Mode:
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

    def _seated(self, mode: d.Mode, teams: object) -> d.Mode:
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
    ) -> Match:
        """A match of these powers, one for each player; the same one for the same question."""
        wanted = {word for word, value in (setup or {}).items() if value}
        chosen = self._seated(self.mode(mode, len(powers), wanted), (setup or {}).get("teams"))
        reserve = tuple(str(s) for w, s in (setup or {}).items() if s and w not in SETUP)
        chosen_options = tuple(sorted((options or {}).items()))
        key = (tuple(powers), chosen.slug, chosen.sides, chosen_options, reserve)
        if key not in self._matches:
            program = link(self.checked, powers, chosen, options or {}, reserve)
            self._matches[key] = Match(program)
        return self._matches[key]


def read(name: str) -> tuple[Folder, CheckedGame | None, list[Diagnostic]]:
    """Read and check a game; everything that is wrong with it."""
    folder = read_folder(find_game(name))
    if folder.game is None or folder.faults:
        checked = None
        faults = list(folder.faults)
        if folder.game is not None:
            found = check_game(folder.game, folder.cards, folder.modes).faults
            faults += [f for f in found if f.code != UNUSED]  # what can't be read may use it
        return folder, checked, folder.lines(faults)
    checked = check_game(folder.game, folder.cards, folder.modes)
    return folder, checked, folder.lines(checked.faults)


def load(name: str) -> Game:
    """Load a shipped game, or one from a folder.

    Raises SpecError with all its mistakes, UsageError if there is no such game.
    """
    folder, checked, faults = read(name)
    wrong = [f for f in faults if f.severity == "error"]
    if wrong or checked is None:
        raise SpecError(wrong)
    return Game(checked, folder.path)
