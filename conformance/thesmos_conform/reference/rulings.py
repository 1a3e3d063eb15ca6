"""The rulings of a game, by clause and scenario: for reports, and for cases of `our ruling`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from thesmos.check.documents.ruled_choices import RuledChoice, ruled_choices
from thesmos.check.documents.rulings import read_rulings
from thesmos.diagnostics import SpecError
from thesmos.play.game import Game
from thesmos.syntax.yaml_nodes import plain

ENGLISH = "en"

Choices = tuple[str, ...]


@dataclass(frozen=True)
class CitedRuling:
    """A ruling in the form that reports cite: its question and what is played.

    quoted: the card whose text it is about; empty if it names no text. cards: the powers, modes or
    the game that it is about besides those of its clauses.
    """

    id: str
    title: str
    played: str
    quoted: str = ""
    cards: tuple[str, ...] = ()

    def concerns(self, cards: Collection[str]) -> bool:
        """Return whether the ruling can matter in a match-up. cards: its powers, mode and game."""
        named = not self.quoted or self.quoted in cards
        return named and (not self.cards or any(card in cards for card in self.cards))


@dataclass(frozen=True)
class RulingBook:
    """The rulings of a game.

    by_clause: by the clauses that implement them.
    by_scenario: by the scenarios that demonstrate them.
    against_original: by scenario, the choices after which our ruling differs from the recorded
    original, with the ruling.
    choices: those after which it does in any game.
    options: those of the game with which an original decides otherwise in any game.
    """

    by_clause: Mapping[str, tuple[CitedRuling, ...]] = field(default_factory=dict)
    by_scenario: Mapping[str, tuple[CitedRuling, ...]] = field(default_factory=dict)
    against_original: Mapping[str, tuple[tuple[Choices, CitedRuling], ...]] = field(
        default_factory=dict
    )
    choices: tuple[tuple[RuledChoice, CitedRuling], ...] = ()
    options: tuple[tuple[Mapping[str, str], CitedRuling], ...] = ()

    def ours(self, scenario: str, choices: Choices) -> CitedRuling | None:
        """Return our ruling that decides after these choices of a scenario, if any."""
        decided = self.against_original.get(scenario, ())
        return next((ruling for after, ruling in decided if choices == after), None)


def not_asked(ours: CitedRuling) -> str:
    """Return why nothing is asked where our ruling decides and the original is followed."""
    return f"ruling {ours.id}, so not asked"


def read_ruling_book(game: Game) -> RulingBook:
    """Return the rulings of a game; none without a file. Raises SpecError for invalid ones."""
    node, diagnostics = read_rulings(game.path, game.version, game.rewrite)
    if errors := [d for d in diagnostics if d.severity == "error"]:
        raise SpecError(errors)
    if node is None:
        return RulingBook()
    described, diagnostics = ruled_choices(node, game.checked)
    if diagnostics:
        raise SpecError(diagnostics)
    by_id: dict[str, CitedRuling] = {}
    by_clause: dict[str, tuple[CitedRuling, ...]] = {}
    by_scenario: dict[str, tuple[CitedRuling, ...]] = {}
    against: dict[str, tuple[tuple[Choices, CitedRuling], ...]] = {}
    options: list[tuple[Mapping[str, str], CitedRuling]] = []
    cards = {game.slug, *game.powers, *game.checked.modes}
    for ruling in plain(node)["rulings"]:
        cited = by_id[ruling["id"]] = CitedRuling(
            ruling["id"],
            _english(ruling["title"]),
            _english(ruling["played"]),
            _card_of(ruling["card"], cards),
            tuple(ruling.get("cards", ())),
        )
        for clause in ruling["clauses"]:
            by_clause[clause] = (*by_clause.get(clause, ()), cited)
        for scenario in ruling["scenarios"]:
            by_scenario[scenario] = (*by_scenario.get(scenario, ()), cited)
        for place in ruling.get("otherwise", ()):
            if "options" in place:
                options.append((place["options"], cited))
            elif "scenario" in place:  # the others are choices, and decisions of recorded games
                earlier = against.get(place["scenario"], ())
                against[place["scenario"]] = (*earlier, (tuple(place["after"]), cited))
    choices = tuple((choice, by_id[choice.ruling]) for choice in described)
    return RulingBook(by_clause, by_scenario, against, choices, tuple(options))


def _card_of(text: Any, cards: Collection[str]) -> str:
    """Return the card in a reference to its text, `card.heading`; empty for a sentence."""
    card = text.partition(".")[0] if isinstance(text, str) else ""
    return card if card in cards else ""


def _english(text: Any) -> str:
    return str(text[ENGLISH] if isinstance(text, dict) else text)
