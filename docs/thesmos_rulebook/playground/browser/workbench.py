"""The workbench: a game that is written, and whose last good version is dealt to the page."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from thesmos import service
from thesmos.diagnostics import UsageError
from thesmos.play.game import Game
from thesmos.resources import SCENARIOS
from thesmos.scenario.reader import LEGEND, read_scenario
from thesmos.scenario.runner import Runner, ScenarioOutcome
from thesmos.service import Desk
from thesmos_rulebook.playground.browser.dealing import (
    findings_in,
    match_of,
    module_of,
    options_of,
    tracing_of,
    words_of,
)
from thesmos_rulebook.playground.browser.reasons import Reasons
from thesmos_rulebook.prose import GameSentences

Json = dict[str, Any]
MOST_LISTED = 40  # options that a scenario lists
WIDTH = 100  # columns of a scenario's lines


class Workbench:
    """A game that is written. What is played and read is its last version without errors.

    before: the version that it began with.
    """

    def __init__(self, folder: Path, texts: Mapping[str, str]) -> None:
        """texts: the files of the game by their paths below the folder.

        Its scenarios are written there; the others stay in memory.
        """
        self.folder = folder
        self.before: Game | None = None
        self._reasons: Reasons | None = None
        self.desk = Desk(
            str(folder),
            {file: text for file, text in texts.items() if not _is_scenario(file)},
            GameSentences,
        )
        for file, text in texts.items():
            if _is_scenario(file):
                self.write(file, text)

    # ------------------------------------------------------------------- texts

    def restore(self, texts: Mapping[str, str]) -> None:
        """Take up all files as they were at first: an image of the memory has none on the disk."""
        scenarios = (self._file(path) for path in (self.folder / SCENARIOS).rglob("*.yaml"))
        for file in {*self.desk.files(), *scenarios} - texts.keys():
            self.write(file, None)
        for file, text in texts.items():
            self.write(file, text)

    def write(self, file: str, text: str | None) -> None:
        """Take over the text of a file; None takes the file away."""
        if not _is_scenario(file):
            self.desk.write(file, text)
            return
        path = self.folder / file
        if text is None:
            path.unlink(missing_ok=True)
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def check_card(self, file: str) -> Json:
        """Check one card against the last version without errors; see `Desk`."""
        return self.desk.check_card(file)

    def check_game(self) -> Json:
        """Check the whole game, and keep it if it has no errors; see `Desk`."""
        result = self.desk.check_game()
        if result["sound"] and self.before is None:
            self.before = self.desk.game
        return result

    def check_all(self) -> Json:
        """Check the game with its rulings, its draft and all versions; see `Desk`."""
        return self.desk.check_all()

    def sentences(self, file: str, language: str) -> list[Json]:
        """Return the sentences of a file; see `Desk`."""
        return self.desk.sentences(file, language)

    def completion(self, file: str, line: int, column: int) -> list[Json]:
        """Return what may be written at a place of a file; see `thesmos.service`."""
        return service.completion(self.desk, file, line, column)

    def hover(self, file: str, line: int, column: int, language: str) -> Json | None:
        """Return what the word at a place of a file means; see `thesmos.service`."""
        return service.hover(self.desk, file, line, column, language)

    def about(self, language: str) -> Json:
        """Return what can be played: modes with their players, powers, options, with titles."""
        game = self.desk.game
        return {
            "modes": [
                {"slug": slug, "players": mode.players, "title": _title(mode.title, language)}
                for slug, mode in game.checked.modes.items()
                if not mode.needs
            ],
            "powers": [
                {"slug": slug, "title": _title(card.title, language)}
                for slug, card in game.powers.items()
            ],
            "options": options_of(game, language),
        }

    # ------------------------------------------------------------------- play

    def dealt(self, seating: Json, language: str) -> Json:
        """Return a match of the last good rules as WebAssembly, with the words for its board.

        It can be played; `tracing` returns what tells events and explains options.

        seating: see `match_of`. Raises UsageError for a match-up that can't be played.
        """
        game = self.desk.game
        match = match_of(game, seating)
        return {"modules": module_of(match), "words": words_of(game, match, language)}

    def tracing(self, seating: Json, rules: str) -> str | None:
        """Return the module that goes with one that was dealt; None if the text has changed since.

        rules: those of the match that was dealt, as its tables name them.
        """
        try:
            match = match_of(self.desk.game, seating)
        except UsageError:
            return None
        return tracing_of(match) if match.rules == rules else None

    def words(self, seating: Json, language: str) -> Json:
        """Return the words of a match in a language; see `words_of`. Raises UsageError."""
        game = self.desk.game
        return words_of(game, match_of(game, seating), language)

    def compiled(self, seating: Json, before: bool) -> Json | None:
        """Return a match for random games; see `module_of`. Raises UsageError.

        before: of the version that the game began with; None if this can't play the match.
        """
        game = self.before if before else self.desk.game
        if game is None:
            return None
        try:
            return module_of(match_of(game, seating))
        except UsageError:
            if before:
                return None
            raise

    def why(self, seating: Json, position: Json, text: str, language: str) -> Json:
        """Return why a choice is offered in a position, or not: rules and clauses in words.

        Raises UsageError if the rules exclude the position, or know no such choice there.
        """
        game = self.desk.game
        if self._reasons is None or self._reasons.checked is not game.checked:
            self._reasons = Reasons(game.checked, self.folder)
        reasons = self._reasons
        legal, findings = findings_in(match_of(game, seating), position, text)
        said = [reasons.of(finding, language) for finding in findings]
        return {"text": text, "legal": legal, "findings": said}

    # ------------------------------------------------------------------- scenarios

    def scenarios(self, slug: str) -> list[Json]:
        """Return the files and titles of the scenarios in which a card plays; all without one."""
        listed = []
        for path in sorted((self.folder / SCENARIOS).rglob("*.yaml")):
            if path.name == LEGEND or (slug and slug not in path.read_text(encoding="utf-8")):
                continue
            scenario, _ = read_scenario(path)
            if scenario is not None and scenario.given.game != self.desk.game.slug:
                continue  # of an edition or of the draft
            title = path.stem if scenario is None else scenario.title
            listed.append({"file": self._file(path), "title": title})
        return listed

    def scenario(self, file: str) -> Json:
        """Run a scenario with the last good rules, and return what came of it."""
        outcome = Runner(lambda _: self.desk.game).run(self.folder / file)
        return self._outcome(file, outcome)

    def _outcome(self, file: str, outcome: ScenarioOutcome) -> Json:
        lines = [line for failure in outcome.failures for line in failure.lines]
        lines += [diagnostic.message for diagnostic in outcome.diagnostics]
        places = [failure.location.line for failure in outcome.failures]
        places += [fault.location.line for fault in outcome.diagnostics if fault.location]
        return {
            "file": file, "title": outcome.title, "status": outcome.status,
            "lines": lines or [outcome.reason], "places": places,
        }  # fmt: skip

    def scenario_here(self, seating: Json, position: Json, slug: str, title: str) -> Json:
        """Make a scenario of a position: its file and its text. Raises UsageError.

        slug: of the card that it is about; empty for the base rules.
        """
        match = match_of(self.desk.game, seating)
        state, linked = match.load(dict(position)), match.linked
        decision = state.decision
        powers = [power or "none" for power in seating["powers"]]
        given: Json = {"game": self.desk.game.slug, "mode": linked.mode.slug}
        if any(card != "none" for card in powers):
            given["powers"] = powers
        if chosen := _chosen(self.desk.game, seating):
            given["options"] = chosen
        position = state.position(whole=True)
        given |= {"to_move": position.pop("to_move", 1), "position": position}
        texts = [] if decision is None else list(decision.texts)[:MOST_LISTED]
        whole = decision is not None and len(decision.texts) <= MOST_LISTED
        legal = {"exactly": texts} if whole else texts
        cards = self.desk.game.checked.cards
        card = cards[slug].program if slug in cards else self.desk.game.program.base
        document: Json = {
            "thesmos": "scenario",
            "title": title,
            "clauses": [clause.id for clause in card.clauses][:1],
            "source": "a position of the playground",
            "given": given,
        }
        if decision is not None:
            document["steps"] = [{"then": {"player": decision.player, "legal": legal}}]
        below = f"{SCENARIOS}/{slug or 'base'}"
        file = next(
            name
            for number in itertools.count(1)
            if not (self.folder / (name := f"{below}/position-{number}.yaml")).exists()
        )
        text = yaml.safe_dump(
            document, sort_keys=False, allow_unicode=True, width=WIDTH, default_flow_style=None
        )
        self.write(file, text)
        return {"file": file, "text": text}

    def _file(self, path: Path) -> str:
        return path.relative_to(self.folder).as_posix()


def _is_scenario(file: str) -> bool:
    return file.startswith(f"{SCENARIOS}/")


def _chosen(game: Game, seating: Json) -> dict[str, str]:
    """Return the options of a seating that are not the defaults."""
    chosen: dict[str, str] = seating.get("options", {})
    return {name: value for name, value in chosen.items() if value != game.default_options[name]}


def _title(title: Mapping[str, str], language: str) -> str:
    """Return a title in a language, else in English, else in the first language given."""
    return title.get(language) or title.get("en") or next(iter(title.values()), "")
