"""The games whose files are open: for each a desk, and what was last found wrong in its files."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path, PurePath
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.resources import folder as shipped_data
from thesmos.resources import spec_dir
from thesmos.service import Desk, check_scenario, is_scenario
from thesmos.service.desk import MakeSentences
from thesmos.syntax.parts import GAME
from thesmos.syntax.yaml_nodes import MAX_BYTES

Data = dict[str, Any]
FARTHEST = 8  # folders above a file in which its game.yaml is looked for
LONGEST = 1.0  # seconds after which no further choice of the open scenarios is played


class OpenGame:
    """A game, of which files are open.

    wrong: its diagnostics by file. checked: whether the whole game has been checked yet.
    """

    def __init__(self, folder: Path, make_sentences: MakeSentences | None) -> None:
        self.desk = Desk(str(folder), make_sentences=make_sentences)
        self.wrong: dict[str, list[Data]] = {}
        self.checked = False

    def file(self, path: Path) -> str:
        """Return the name of a file below the game's folder."""
        return PurePath(os.path.relpath(path, self.desk.folder)).as_posix()

    def check_scenarios(self, files: Iterable[str]) -> set[str]:
        """Check those files that are open scenarios; return them."""
        end = time.monotonic() + LONGEST
        open_files = map(self.file, self.desk.sources.texts)
        scenarios = {file for file in open_files if is_scenario(file)}.intersection(files)
        for file in scenarios:
            result = check_scenario(self.desk, file, lambda: time.monotonic() < end)
            self.wrong[file] = result["diagnostics"]
        return scenarios

    def check_card(self, file: str) -> set[str]:
        """Check one card, quickly; return the files whose diagnostics may be others now.

        Until the whole game is checked, what was wrong in a file that is no card stays.
        """
        result = self.desk.check_card(file)
        if result["whole"] or result["diagnostics"]:
            self.wrong[file] = [d for d in result["diagnostics"] if d["file"] == file]
        return {file}

    def check(self, check: Callable[[], Data]) -> set[str]:
        """Check the whole game by a method of its desk, and the scenarios that are open.

        Return the files whose diagnostics may be others now. Raises UsageError or SpecError if the
        game can't be read at all.
        """
        result = check()
        self.checked = True
        before = set(self.wrong)
        self.wrong = {}
        for diagnostic in result["diagnostics"]:
            self.wrong.setdefault(diagnostic["file"] or GAME, []).append(diagnostic)
        self.check_scenarios(self.desk.files())
        return before | set(self.wrong)


class Games:
    """The open games, by their folders. make_sentences: as of a `Desk`."""

    def __init__(self, make_sentences: MakeSentences | None) -> None:
        self._make_sentences = make_sentences
        self._games: dict[Path, OpenGame] = {}

    def of(self, path: Path) -> OpenGame | None:
        """Return the game that a file belongs to; None if it belongs to none.

        path: absolute, without `..`.
        """
        shipped = shipped_data("conformance/scenarios")
        if path.is_relative_to(shipped):  # these lie beside their games, in a checkout
            path = spec_dir() / path.relative_to(shipped)
        for folder in list(path.parents)[:FARTHEST]:
            if folder in self._games:
                return self._games[folder]
            if path == folder / GAME or _is_file(folder / GAME):
                game = self._games[folder] = OpenGame(folder, self._make_sentences)
                return game
        return None

    def write(self, path: Path, text: str) -> OpenGame | None:
        """Take over the unsaved text of a file; return its game, if it has one.

        Raises UsageError for a text of more characters than `check` reads bytes.
        """
        if len(text) > MAX_BYTES:
            raise UsageError(f"{path.name} is larger than {MAX_BYTES:,} characters", "split it")
        game = self.of(path)
        if game is not None:
            game.desk.write(game.file(path), text)
        return game

    def close(self, path: Path) -> OpenGame | None:
        """Take back the unsaved text of a file; return its game, if it has one.

        A game with no other file open is forgotten: nothing of it counts as wrong any more.
        """
        game = self.of(path)
        if game is not None:
            game.desk.revert(game.file(path))
            if not game.desk.sources.texts:
                del self._games[game.desk.folder]
        return game

    def __contains__(self, game: OpenGame) -> bool:
        return game.desk.folder in self._games


def _is_file(path: Path) -> bool:
    """Return whether there is such a file; there is none of a name that is too long."""
    try:
        return path.is_file()
    except OSError:
        return False
