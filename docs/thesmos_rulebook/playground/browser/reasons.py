"""Why an option is offered or not, in the words of the rule book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from thesmos.check.documents.checked_game import CheckedGame
from thesmos.diagnostics import UsageError
from thesmos.notation.explain import Finding
from thesmos_rulebook.prose import GameSentences

Json = dict[str, Any]


class Reasons:
    """The rules and clauses of a checked game, with their sentences and their places."""

    def __init__(self, checked: CheckedGame, folder: Path) -> None:
        """folder: of the game; places are shown below it."""
        self.checked, self.folder = checked, folder
        self._languages: dict[str, GameSentences] = {}
        self._rules = {
            f"{slug}.{action.name.name}.{rule.name}" if slug else f"{action.name.name}.{rule.name}":
            (action.name.name, rule.name, slug)
            for slug, card in {"": checked.base, **checked.cards}.items()
            for action in card.program.actions
            for rule in action.rules
        }  # fmt: skip

    def of(self, finding: Finding, language: str) -> Json:
        """Return a finding as JSON, with its sentence, its file and its line.

        Without a sentence or a place, these are empty and 0. Raises UsageError for an unknown
        language.
        """
        file, line = self._place(finding.place)
        return {
            "id": finding.id, "holds": finding.holds, "values": finding.values,
            "waived": finding.waived_by, "said": self._said(finding.id, language),
            "file": file, "line": line,
        }  # fmt: skip

    def _said(self, id: str, language: str) -> str:
        if language not in self._languages:
            self._languages[language] = GameSentences(self.checked, language)
        sentences = self._languages[language]
        try:
            rule = self._rules.get(id)
            return sentences.clause(id) if rule is None else sentences.rule(*rule)
        except UsageError:  # a step, or what a mode adds
            return ""

    def _place(self, place: str) -> tuple[str, int]:
        file, _, rest = place.partition(".yaml:")
        line = rest.partition(":")[0]
        path = Path(f"{file}.yaml")
        if not line.isdigit() or not path.is_relative_to(self.folder):
            return "", 0
        return path.relative_to(self.folder).as_posix(), int(line)
