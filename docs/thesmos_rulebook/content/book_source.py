"""What the book of a game is made from: the checked game, its rulings and its scenarios."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thesmos import resources
from thesmos.check.documents.rulings import card_texts, check_rulings, read_rulings
from thesmos.diagnostics import SpecError
from thesmos.link.linked import LinkedGame
from thesmos.play.game import Game, load
from thesmos.play.match import Match
from thesmos.program.clauses import heading_slug
from thesmos.program.declarations import Card
from thesmos.program.declarations import GameProgram as Program
from thesmos.resources import SCENARIOS
from thesmos.scenario.reader import Scenario, read_scenario, scenario_files
from thesmos.syntax import documents as d
from thesmos.syntax.spec_folder import DRAFT, find_game
from thesmos.syntax.versions import Version
from thesmos.syntax.yaml_nodes import plain
from thesmos_rulebook.content.excerpts import Excerpt, read_excerpts
from thesmos_rulebook.content.named_pieces import NamedPieces
from thesmos_rulebook.phrases import book_languages
from thesmos_rulebook.prose.language import ENGLISH
from thesmos_rulebook.resources import strength_dir
from thesmos_rulebook.translations import adding_texts

if TYPE_CHECKING:
    from thesmos.tools.edition_differences import EditionDifferences
    from thesmos_rulebook.content.editions import OtherEdition

MAX_STRENGTH = 16 << 20  # bytes in a report


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """A case where the rules as played add to the cards or differ from them, and the evidence.

    card: the words quoted from a card, or our own words about several cards or none.
    quoted: the quoted card; empty if none is quoted.
    named: cards that the ruling is about in addition to those whose clauses implement it.
    """

    id: str
    edition: str
    title: dict[str, str]
    card: dict[str, str]
    played: dict[str, str]
    evidence: tuple[str, ...]
    clauses: tuple[str, ...]
    scenarios: tuple[str, ...]
    quoted: str = ""
    named: tuple[str, ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that the ruling is about, each once; it is shown on all their pages."""
        implementing = (clause.partition(".")[0] for clause in self.clauses)
        return tuple(dict.fromkeys([*self.named, *implementing]))


@dataclass(frozen=True)
class BookSource:
    """A game with everything that its book shows.

    places: the files and folders of its scenarios.
    strength: what was measured about each clause's tests, by clause id.
    drafts: the scenarios of its draft.
    only: the powers that its boards have, on pages that are made quickly while a card is written,
        and that card first; empty for all.
    """

    game: Game
    rulings: tuple[Ruling, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    places: tuple[Path, ...] = ()
    strength: dict[str, dict[str, Any]] = field(default_factory=dict)
    drafts: tuple[Scenario, ...] = ()
    only: tuple[str, ...] = ()

    @cached_property
    def excerpts(self) -> Mapping[str, Excerpt]:
        """The recorded decisions that its rulings cite, as far as they are shipped."""
        cited = {evidence for ruling in self.rulings for evidence in ruling.evidence}
        found = read_excerpts(self.slug)
        return {name: excerpt for name, excerpt in found.items() if name in cited}

    @property
    def slug(self) -> str:
        """The game's slug."""
        return self.game.slug

    @property
    def folder(self) -> str:
        """The folder of the game's pages; a game with modules has a folder of its own."""
        return f"{self.slug}{Version(modules=self.game.version.modules)}"

    @property
    def document(self) -> d.GameDocument:
        """The game's own document."""
        return self.game.checked.written

    @property
    def program(self) -> Program:
        """The typed program of the game with all its cards."""
        return self.game.checked.program

    def text_of(self, card: str) -> Card:
        """Return the program of a card by its slug; that of the game itself for any other slug."""
        return self.program.cards.get(card, self.program.base)

    @property
    def languages(self) -> tuple[str, ...]:
        """The supported languages of the game's title, English first.

        The book has to be complete in all of them.
        """
        return tuple(language for language in book_languages() if language in self.document.title)

    @cached_property
    def match(self) -> Match:
        """A match of any match-up of the game, for what is the same in all of them."""
        mode = next(iter(self.modes.values()))
        return self.game.match([None] * mode.players, mode.slug, any_match_up=True)

    @property
    def linked(self) -> LinkedGame:
        """The linked game of that match."""
        return self.match.linked

    @cached_property
    def start(self) -> dict[str, Any]:
        """The position in which that match begins."""
        return self.match.start().position()

    @cached_property
    def kinds_with_cards(self) -> tuple[str, ...]:
        """The kinds of pieces that have names of their own and something printed on them.

        Kinds that are places of other pieces are left out: they are drawn where they lie.
        """
        rows = (text for entry in self.document.position for text in entry.rows.values())
        laid = {name for text in rows for name in text.split()}
        return tuple(
            kind.name
            for kind in self.document.pieces
            if not kind.powers
            and not laid & {supply.name for supply in kind.supply}
            and any(supply.name and (supply.values or supply.indexed) for supply in kind.supply)
        )

    @cached_property
    def pieces(self) -> NamedPieces:
        """The named pieces of those kinds."""
        words = (word for card in self.cards.values() for word in card.words)
        keys = (word.key.partition(".") for word in words if word.section == "words")
        called = frozenset((kind, name) for kind, _, name in keys if kind in self.kinds_with_cards)
        kinds = self.kinds_with_cards
        return NamedPieces(self.program, self.linked, kinds, called, self.scenarios)

    @cached_property
    def draft(self) -> BookSource | None:
        """The draft that is played before the game; None if there is none. Raises SpecError."""
        if not (self.game.path / DRAFT / "game.yaml").is_file():
            return None
        return BookSource(self.game.drafting, scenarios=self.drafts)

    @cached_property
    def editions(self) -> tuple[OtherEdition, ...]:
        """The other editions of the game."""
        # Comparing editions is a tool's work, and not at hand in a page.
        from thesmos_rulebook.content.editions import other_editions

        return tuple(other_editions(self.game))

    @cached_property
    def changes(self) -> tuple[EditionDifferences, ...]:
        """What each edition changed in the one before it, the newest first."""
        from thesmos_rulebook.content.editions import edition_changes

        return edition_changes(self.game)

    @property
    def powers(self) -> dict[str, d.CardDocument]:
        """The powers by slug, sorted by title: those that are dealt and those that always apply."""
        cards = self.game.checked.cards
        shared = {name: cards[name].written for name in self.document.always if name in cards}
        both = {**shared, **self.game.powers}
        return dict(sorted(both.items(), key=lambda entry: entry[1].title.get(ENGLISH, entry[0])))

    @property
    def choosable(self) -> list[str]:
        """The powers from which players can have one."""
        return [slug for slug in self.powers if slug not in self.document.always]

    @property
    def to_begin_with(self) -> list[str]:
        """The powers of the game's first tag, which are those to begin with; none without tags."""
        tag = next(iter(self.document.tags), None)
        return [slug for slug, card in self.powers.items() if tag in card.tags]

    @property
    def only_setting(self) -> dict[str, str]:
        """The setting of boards that have only some powers; none if they have all."""
        return {"only": self.only[0]} if self.only and self.choosable else {}

    @property
    def modes(self) -> dict[str, d.ModeDocument]:
        """The modes by slug, sorted by the number of players, plain ones first."""
        modes = self.game.checked.modes
        return dict(
            sorted(modes.items(), key=lambda entry: (entry[1].players, entry[1].needs, entry[0]))
        )

    @cached_property
    def cards(self) -> dict[str, d.CardDocument]:
        """Everything that has clauses, by slug: the game itself, powers, modes."""
        modes = {name: mode.card for name, mode in self.modes.items()}
        return {self.slug: self.document.base, **self.powers, **modes}

    @cached_property
    def clauses(self) -> dict[str, tuple[str, str]]:
        """The card and the heading of every clause, by clause id, in the order of the cards."""
        every = [self.program.base, *self.program.cards.values()]
        return {c.id: (c.card, c.heading) for card in every for c in card.clauses}

    @cached_property
    def rules(self) -> dict[str, tuple[str, str, str]]:
        """The action, the rule's name and the card (empty: the game) of every rule, by rule id."""
        return {
            f"{self.action_id(name, action.name)}.{rule.name}": (
                action.name,
                rule.name,
                "" if name == self.slug else name,
            )
            for name, card in self.cards.items()
            for action in card.actions
            for rule in action.rules
        }

    def action_id(self, card: str, action: str) -> str:
        """Return the id of an action; for a card's own action, the card's slug comes first."""
        return action if card in (self.slug, self.document.base.slug) else f"{card}.{action}"

    def clauses_of(self, card: str, heading: str = "") -> list[str]:
        """Return the ids of a card's clauses, or only those under a heading."""
        wanted = heading_slug(heading)
        return [
            clause
            for clause, (of, under) in self.clauses.items()
            if of == card and (not heading or heading_slug(under) == wanted)
        ]

    @cached_property
    def cited(self) -> dict[str, list[Scenario]]:
        """The scenarios that cite a clause, a rule or a step, by its id."""
        result: dict[str, list[Scenario]] = {}
        for scenario in self.scenarios:
            for cited in scenario.clauses:
                result.setdefault(cited.value, []).append(scenario)
        return result

    def citing(self, card: str) -> list[Scenario]:
        """Return the scenarios that cite a clause of the card, each once, sorted by id.

        For the game itself: those in which nobody holds a power and no other card is cited.
        """
        of = set(self.clauses_of(card))
        if card == self.slug:
            others = set(self.clauses) - of
            without_powers = [
                s for s in self.scenarios if not any(s.given.powers) and not s.given.setup
            ]
            return [s for s in without_powers if not others & {cited.value for cited in s.clauses}]
        return [s for s in self.scenarios if of & {cited.value for cited in s.clauses}]


def read_source(name: str, scenarios: Sequence[Path] = ()) -> BookSource:
    """Read a game by its slug or the path of its folder, with its rulings and scenarios.

    scenarios: additional files or folders of scenarios. Scenarios shipped for a game of that
    slug are included. Raises SpecError with all errors in the spec, its rulings and its
    scenarios; UsageError if there is no such game.
    """
    game = load(name, rewrite=adding_texts(find_game(name), book_languages()))
    in_game = game.path / SCENARIOS
    wanted = [resources.scenarios_dir() / game.slug, in_game, *scenarios]
    places = tuple(place for place in wanted if place.exists())
    all_scenarios = _scenarios(places)
    scenarios_of_game = tuple(
        scenario
        for scenario in all_scenarios
        if scenario.given.is_of(game.slug, game.path, game.version)
    )
    draft = game.path / DRAFT
    before = tuple(
        scenario
        for scenario in all_scenarios
        if scenario.given.is_of(f"{game.slug}/{DRAFT}", draft, game.version)
    )
    rulings = _rulings(game, all_scenarios)
    return BookSource(game, rulings, scenarios_of_game, places, _strength(game), before)


@lru_cache(maxsize=1)
def source_of(path: Path, version: Version) -> BookSource:
    """Return the source of the texts of a game in all languages, without its scenarios.

    path, version: the game's. Raises SpecError for a game with errors.
    """
    return BookSource(load(f"{path}{version}", rewrite=adding_texts(path, book_languages())))


def read_again(before: BookSource, name: str, only: tuple[str, ...]) -> BookSource:
    """Read a game again of which one card was edited, for the page of that card.

    name: as for `read_source`. only: the powers that its boards have, that card first.

    Its scenarios and rulings, and what is said of other editions, are taken over. Raises SpecError.
    """
    game = load(name, rewrite=adding_texts(find_game(name), book_languages()))
    after = replace(before, game=game, only=only)
    kept = ("editions", "changes", "excerpts")
    after.__dict__.update({key: before.__dict__[key] for key in kept if key in before.__dict__})
    return after


def _scenarios(places: Iterable[Path]) -> list[Scenario]:
    """Read the scenarios of several folders, by id; of two with one id the later one is used."""
    result: dict[str, Scenario] = {}
    wrong = []
    for place in places:
        rewrite = adding_texts(place if place.is_dir() else place.parent, book_languages())
        for file in scenario_files(place):
            scenario, diagnostics = read_scenario(file, rewrite)
            wrong += diagnostics
            if scenario is not None and not scenario.pending:
                result[scenario.id] = scenario
    if wrong:
        raise SpecError(wrong)
    return [result[key] for key in sorted(result)]


def _rulings(game: Game, scenarios: Iterable[Scenario]) -> tuple[Ruling, ...]:
    """Read the rulings of a game, if it has any. Raises SpecError for invalid ones."""
    node, diagnostics = read_rulings(game.path, game.version, game.rewrite)
    printed = card_texts(game.checked)
    if node is not None:
        cited = {
            scenario.id: {clause.value for clause in scenario.clauses} for scenario in scenarios
        }
        diagnostics += check_rulings(node, game.checked, cited.get)
    if wrong := [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]:
        raise SpecError(wrong)
    return tuple(_ruling(ruling, printed) for ruling in plain(node)["rulings"]) if node else ()


def _ruling(ruling: dict[str, Any], printed: Mapping[str, dict[str, str]]) -> Ruling:
    """Return a ruling; if it quotes a card, with the words printed there."""
    quote = ruling["card"] if isinstance(ruling["card"], str) else ""
    return Ruling(
        id=ruling["id"],
        edition=ruling["edition"],
        title=_texts(ruling["title"]),
        card=printed.get(quote) or _texts(ruling["card"]),
        played=_texts(ruling["played"]),
        evidence=tuple(ruling["evidence"]),
        clauses=tuple(ruling["clauses"]),
        scenarios=tuple(ruling["scenarios"]),
        quoted=quote.partition(".")[0],
        named=tuple(ruling.get("cards", ())),
    )


def _texts(value: Any) -> dict[str, str]:
    """Return a text by language; a plain string is English."""
    return dict(value) if isinstance(value, dict) else {ENGLISH: str(value)}


def _strength(game: Game) -> dict[str, dict[str, Any]]:
    """Read what was last measured about each clause, by id; empty if nothing was saved.

    From `thesmos coverage --save`: `asserted_by`; from `thesmos mutate --save`: `mutants`,
    `killed`.
    """
    result: dict[str, dict[str, Any]] = {}
    for name, key in ((f"{game.slug}.coverage.json", "covers"), (f"{game.slug}.json", "units")):
        path = strength_dir() / name
        if path.is_file() and path.stat().st_size <= MAX_STRENGTH:
            for measured in json.loads(path.read_text(encoding="utf-8"))[key]:
                result.setdefault(measured["id"], {}).update(measured)
    return result
