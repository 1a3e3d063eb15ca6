"""Which scenario files a filtered run need not read: reading all of them takes seconds.

A file is judged by its name and its text, without parsing it. It is left out only if the scenario
in it, whatever it says, would be left out by the filters.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from thesmos.play.game import Game
from thesmos.scenario.reader import scenario_id

WORD = r"[A-Za-z0-9-]"


@dataclass(frozen=True)
class Preselection:
    """What a scenario must have to be wanted; None or empty: anything.

    ids: patterns of ids. again: ids. clauses, powers, tags: it must name one of each. known,
    newer_than: with `again`, what is not among these ids, or was written later, is wanted as well.
    """

    ids: Collection[str] = ()
    again: Collection[str] | None = None
    clauses: Collection[str] = ()
    powers: Collection[str] = ()
    tags: Collection[str] = ()
    known: Collection[str] = ()
    newer_than: float | None = None

    @property
    def narrows(self) -> bool:
        """Whether it leaves anything out."""
        parts = (self.ids, self.clauses, self.powers, self.tags)
        return any(parts) or self.again is not None

    def unwanted(self, file: Path, game: Game) -> str:
        """The id of a scenario that need not be read; empty if it must be."""
        id = scenario_id(file)
        if self.ids and not any(fnmatchcase(id, one) for one in self.ids):
            return id
        if not self._is_due(id, file):
            return id
        if not (self.clauses or self.powers or self.tags):
            return ""
        text = file.read_text(encoding="utf-8", errors="replace")
        clauses = not self.clauses or any(one in text for one in self.clauses)
        tags = not self.tags or any(one in text for one in self.tags)
        powers = not self.powers or self._may_play(text, game)
        return "" if clauses and tags and powers else id

    def _may_play(self, text: str, game: Game) -> bool:
        """Whether one of the powers may be in play: named, always, or brought by another card."""
        program = game.checked.program
        always = {
            *program.always,
            *(card for mode in program.modes.values() for card in mode.always),
        }
        if always & {*self.powers}:
            return True
        asking = (slug for slug, card in program.cards.items() if card.reserve is not None)
        return _names(text, {*self.powers, *asking})

    def _is_due(self, id: str, file: Path) -> bool:
        if self.again is None or id in self.again:
            return True
        if self.newer_than is None:
            return False
        return id not in self.known or file.stat().st_mtime > self.newer_than


def is_about(file: Path, game: Game) -> bool:
    """Whether the text of a scenario can name a game, by its slug or its folder."""
    text = file.read_text(encoding="utf-8", errors="replace")
    return game.slug in text or game.path.resolve().name in text


def _names(text: str, words: Collection[str]) -> bool:
    """Whether a text has one of these words."""
    choice = "|".join(map(re.escape, words))
    return re.search(rf"(?<!{WORD})({choice})(?!{WORD})", text) is not None
