"""A game that is being written: its files with unsaved texts over them, and what is wrong there.

Two hosts use this: the language server (`thesmos lsp`), and the playground, in a browser. Whatever
goes in and comes out is what JSON can hold. Nothing here starts a thread, writes a file or imports
anything but what reading and checking a game needs.

    desk = Desk("/somewhere/my-game")             # the files there are read when they are needed
    desk = Desk("my-game", {"game.yaml": …})      # or there are none, and every text is given
    desk.write("powers/ladder.yaml", text)        # lay an unsaved text over the file
    desk.check_card("powers/ladder.yaml")         # this card alone, in milliseconds
    desk.check_texts()                            # each text of the game, as it is written
    desk.check_game()                             # all of the game; `go_on` may break it off
    desk.check_all()                              # with rulings, draft, editions and modules too
    desk.sentences("powers/ladder.yaml", "es")    # what the rule book says of each clause

A *file* is always a path below the game's folder, with `/`; only the scenarios that lie beside the
shipped games, in a checkout, have paths that begin with `../`. A *diagnostic* is the object that
`thesmos check --json` prints, its `file` (also of related places) being such a path; null if it is
about no file. Lines and columns count from 1. The result of a check is

    {"diagnostics": […], "sound": whether there are no errors, "whole": …}

`whole` is false if the check could look at a part only: the card can't be judged without the
rest of the game (there has been no game without errors yet, or the card changes what it adds to the
game), or is not a card at all. Then only errors in its form are listed. A host shows the errors of
`check_card` at once and those of `check_game` when the writer pauses; `check_card` never reports
what `check_game` does not.

`desk.game` is the last game without errors (a `thesmos.play.game.Game`, which is not plain data),
for hosts that play it; `desk.checked` is what it was made from.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path, PurePath, PurePosixPath
from typing import Any, Protocol

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.check.names.names import Names, names_of
from thesmos.check.reading import beside_wrong_forms, read_version
from thesmos.check.spec import check_card
from thesmos.diagnostics import Diagnostic, Location, UsageError, printable
from thesmos.kept import Kept
from thesmos.play.game import Game
from thesmos.play.game_diagnostics import diagnostics_of
from thesmos.program.declarations import Card
from thesmos.resources import folder as shipped_data
from thesmos.resources import spec_dir
from thesmos.syntax.clause_parser import parse_clauses
from thesmos.syntax.sources import Sources, with_lines
from thesmos.syntax.spec_files import SpecFiles
from thesmos.syntax.spec_folder import Folder, bounds, card_of, mode_of
from thesmos.syntax.versions import AS_WRITTEN
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, plain

CARD_KINDS = {"powers": "power", "modes": "mode"}  # documents of cards, by their folder
BELOW = "name it by its path there, such as `game.yaml` or `powers/ladder.yaml`"
Data = dict[str, Any]  # what JSON can hold


class Sentences(Protocol):
    """The sentences of a game in a language, such as `thesmos_rulebook.prose.GameSentences`."""

    def clause(self, id: str) -> str:
        """Return the sentence of a clause, by its id."""

    def fact(self, name: str, card: str = "") -> str:
        """Return the sentence of a fact that a card declares; empty if it needs none."""

    def full_fact(self, name: str, card: str = "") -> str:
        """Return the sentence of a fact, or its definition."""

    def rule(self, action: str, rule: str, card: str = "") -> str:
        """Return the sentence of a rule of an action."""

    def action(self, name: str, card: str = "") -> list[str]:
        """Return what is chosen for an action, and what happens."""

    def step(self, name: str, card: str = "") -> list[str]:
        """Return who decides what in a step, and what follows."""


MakeSentences = Callable[[CheckedGame, str], Sentences]  # of a game, in a language


class Desk:
    """A game that is being written. See the module for what its methods take and return."""

    def __init__(
        self,
        folder: str,
        texts: Mapping[str, str | None] = {},
        make_sentences: MakeSentences | None = None,
    ) -> None:
        """Begin with the files in a folder, which need not exist, and texts laid over them.

        texts: by file; None for a file that is to be missing.
        make_sentences: makes the sentences of a game; without it, there are none.
        """
        self.folder = Path(folder)
        self.sources = Sources({self.path(file): text for file, text in texts.items()}, Kept())
        self.checked: CheckedGame | None = None
        self._names: Names | None = None  # of the last check, even with errors
        self._read: Folder | None = None  # the folder that `checked` was made from
        self._game: Game | None = None
        self._make_sentences = make_sentences
        self._sentences: dict[str, Sentences] = {}  # of `checked`, by language

    # ---------------------------------------------------------------------------------- texts

    def files(self) -> list[str]:
        """Return all YAML files of the game, in order."""
        paths = {p for p in self.folder.rglob("*.yaml") if self.sources.is_file(p)}
        paths |= {p for p, text in self.sources.texts.items() if text is not None}
        return sorted(path.relative_to(self.folder).as_posix() for path in paths)

    def scenarios_beside(self) -> list[str]:
        """Return the scenarios of a shipped game, which are not in its folder, in order."""
        beside = self._beside
        paths = [] if beside is None else sorted(beside.rglob("*.yaml"))
        return [PurePath(os.path.relpath(path, self.folder)).as_posix() for path in paths]

    @property
    def _beside(self) -> Path | None:
        """The folder of these scenarios, where they can be edited."""
        shipped = self.folder.parent == spec_dir()
        folder = shipped_data("conformance/scenarios") / self.folder.name
        return folder if shipped and folder.is_dir() else None

    def text(self, file: str) -> str:
        """Return the text of a file. Raises UsageError if there is none."""
        path = self.path(file)
        text = self.sources.texts.get(path)
        if text is None and path in self.sources.texts:
            raise UsageError(f"{file} is not there", f"its files are {', '.join(self.files())}")
        try:
            return path.read_text(encoding="utf-8") if text is None else text
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{file} can't be read: {error}", None) from error

    def path(self, file: str) -> Path:
        """Return where a file is. Raises UsageError if it is not one of the game."""
        below, beside = PurePosixPath(file), self._beside if file.startswith("../") else None
        if beside is not None and Path(os.path.normpath(self.folder / file)).is_relative_to(beside):
            return self.folder / file
        if below.is_absolute() or ".." in below.parts or "\0" in file:
            raise UsageError(f"{printable(file)} is not below the game's folder", BELOW)
        return self.folder / file

    def write(self, file: str, text: str | None) -> None:
        """Lay an unsaved text over a file; None takes the file away."""
        self.sources = Sources({**self.sources.texts, self.path(file): text}, self.sources.kept)

    def revert(self, file: str) -> None:
        """Take back the unsaved text of a file, so that what is on the disk counts again."""
        path = self.path(file)
        texts = {other: text for other, text in self.sources.texts.items() if other != path}
        self.sources = Sources(texts, self.sources.kept)

    # --------------------------------------------------------------------------------- checks

    def check_card(self, file: str) -> Data:
        """Check one card against the last game without errors."""
        below, _, name = file.rpartition("/")
        kind = CARD_KINDS.get(below)
        if kind is None:
            return self.result([], whole=False)
        files = SpecFiles(self.folder, bounds(self.folder), sources=self.sources)
        root = files.named(below, PurePosixPath(name).stem, kind)
        if root is None:
            return self.result(files.diagnostics)
        kept = self.sources.kept
        if kind == "mode":
            mode, in_clauses = kept.of("mode", partial(mode_of, root, kept), root)
            card = mode.card
        else:
            card, in_clauses = kept.of("card", partial(card_of, root, kept), root)
        wrong = [*files.diagnostics, *in_clauses]
        if self.checked is None or not self._judged_alone(file, root):
            return self.result(wrong, whole=False)
        others = check_card(card, self.checked, kept)
        if wrong:
            wrong = with_lines(wrong, self.sources)
            others = beside_wrong_forms(others, wrong, [root])
        return self.result([*wrong, *others])

    def check_texts(self) -> Data:
        """Check each text of the game by itself, without what only all of them together show."""
        return self.check_game(lambda: False)

    def check_game(self, go_on: Callable[[], bool] = lambda: True) -> Data:
        """Check the game as it is written, and keep it if it has no errors.

        go_on: asked before each analysis of the game as a whole. If it returns False, the check
            breaks off with what is known by then; it is not whole.
        """
        whole = True

        def going_on() -> bool:
            nonlocal whole
            whole = whole and go_on()
            return whole

        _load_explanations()
        self.sources.kept.begin()
        read = read_version(self.folder, sources=self.sources, go_on=going_on)
        folder, checked, diagnostics = read
        if checked is not None:
            self._names = checked.names
        elif self._names is None and folder.game is not None:
            self._names = replace(names_of(folder.game), cards=folder.cards)
        if whole and checked is not None and not _has_errors(diagnostics):
            self.checked, self._read = checked, folder
            self._game, self._sentences = None, {}
        return self.result(diagnostics, whole)

    def check_all(self) -> Data:
        """Check the game with its rulings, its draft, and all editions and modules."""
        return self.result(diagnostics_of(self.folder, AS_WRITTEN, self.sources))

    def _judged_alone(self, file: str, root: YamlMap) -> bool:
        """Return whether a card can be checked without the rest of the game being read again."""
        before = self._read.roots.get(file) if self._read is not None else None
        return all(
            _plain(before, key) == _plain(root, key) for key in ("adds", "replaces", "removes")
        )

    # -------------------------------------------------------------------------------- results

    @property
    def game(self) -> Game:
        """The last game without errors. Raises UsageError if there has been none."""
        if self._game is None:
            self._game = Game(self._sound(), self.folder)
            self._game.name = None  # by which its files would be loaded
        return self._game

    @property
    def names(self) -> Names:
        """The names of the game as it was last checked. Raises UsageError if that was not possible.

        Their list of diagnostics is the caller's own.
        """
        if self._names is None:
            raise UsageError("no game has been checked yet", "check the game first")
        return replace(self._names, diagnostics=[])

    def sentences_of_game(self, language: str = "en") -> Sentences | None:
        """Return the sentences of the last game without errors; None if there are none."""
        if self._make_sentences is None or self.checked is None:
            return None
        if language not in self._sentences:
            self._sentences[language] = self._make_sentences(self.checked, language)
        return self._sentences[language]

    def sentences(self, file: str, language: str = "en") -> list[Data]:
        """Return the sentences of the clauses and facts of a file, in the order of its lines.

        Each is `{"id", "text", "line", "column"}`. `id` is that of the clause, or `fact NAME`.
        They are those of the last game without errors. Raises UsageError if there has been none, or
        for an unknown language.
        """
        checked = self._sound()
        sentences = self.sentences_of_game(language)
        if sentences is None:
            return []
        path = str(self.path(file))
        shown = [
            (clause.location, clause.id, partial_text)
            for card in self._cards(checked)
            for clause in {clause.id: clause for clause in card.clauses}.values()
            if clause.location.file == path and (partial_text := sentences.clause(clause.id))
        ]
        shown += [
            (fact.location, f"fact {fact.name.name}", text)
            for card in self._cards(checked)
            for fact in card.facts
            if fact.location.file == path and (text := sentences.fact(fact.name.name, card.slug))
        ]
        return [
            {"id": id, "text": text, "line": location.line, "column": location.column}
            for location, id, text in sorted(shown)
        ]

    @staticmethod
    def _cards(checked: CheckedGame) -> list[Card]:
        return [checked.base.program, *(card.program for card in checked.cards.values())]

    def _sound(self) -> CheckedGame:
        if self.checked is None:
            raise UsageError("there has been no game without errors yet", "check the game first")
        return self.checked

    def _file(self, location: Location) -> Location:
        """Return a location whose file is named below the game's folder, if it is in there."""
        path = Path(location.file)
        if not path.is_relative_to(self.folder):
            return location
        return replace(location, file=path.relative_to(self.folder).as_posix())

    def result(self, diagnostics: Iterable[Diagnostic], whole: bool = True) -> Data:
        """Return the result of a check, as the module says."""
        every = with_lines(dict.fromkeys(diagnostics), self.sources)
        return {
            "diagnostics": [self._shown(diagnostic).as_json() for diagnostic in every],
            "sound": not _has_errors(every),
            "whole": whole,
        }

    def _shown(self, diagnostic: Diagnostic) -> Diagnostic:
        location = diagnostic.location
        return replace(
            diagnostic,
            location=None if location is None else self._file(location),
            related=tuple(
                replace(place, location=self._file(place.location)) for place in diagnostic.related
            ),
        )


@functools.cache
def _load_explanations() -> None:
    """Load what explains errors in clauses, so that the first error is explained at once."""
    parse_clauses(YamlText(Location("", 1, 1), "permit = ="))


def _plain(root: YamlMap | None, key: str) -> object:
    node = None if root is None else root.get(key)
    return None if node is None else plain(node)


def _has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)
