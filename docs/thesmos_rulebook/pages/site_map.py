"""Where to find everything in a book: the pages, and the anchors in them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection
from functools import cache, cached_property

from thesmos.link.linked import Piece
from thesmos.program.clauses import heading_slug
from thesmos.scenario.reader import Scenario
from thesmos_rulebook.content.book_source import BookSource, Ruling
from thesmos_rulebook.examples.selection import example_anchor, examples_of
from thesmos_rulebook.pages.pairs import has_pairs
from thesmos_rulebook.pages.scenario_folders import evidence_anchor, folders_of, scenario_anchor


class SiteMap:
    """The pages of one game, as paths below the folder of a language.

    front: the page of the game itself, if it is not the first one of its own folder.
    handwritten: the paths of the hand-written pages in the book.
    """

    def __init__(
        self, source: BookSource, front: str = "", handwritten: Collection[str] = ()
    ) -> None:
        self.source = source
        self.handwritten = handwritten
        self.root = source.folder
        self.front = front or f"{self.root}/index.md"

    def citation(self, evidence: str, page: str) -> str | None:
        """Return a link to a recorded decision, or to a section of a hand-written page; or None."""
        if evidence in self.source.excerpts:
            return f"{self.to_index('recorded', page)}#{evidence_anchor(evidence)}"
        cited = evidence.partition("#")[0] in self.handwritten
        return relative(evidence, page) if cited else None

    def page(self, card: str) -> str:
        """Return the page of a card: a power, a mode, or the game itself. All slugs differ."""
        if card in self.source.powers:
            return f"{self.root}/powers/{card}.md"
        if card in self.source.modes:
            return f"{self.root}/modes/{card}.md"
        return self.front

    def piece(self, piece: Piece) -> str:
        """Return the page of a named piece, or else its place on the page of all pieces."""
        file = self.source.pieces.files.get((piece.kind, str(piece.name)))
        if file is not None:
            return self.index(f"pieces/{file}")
        return f"{self.index('pieces/index')}#{piece_anchor(piece)}"

    def index(self, name: str) -> str:
        """Return a page that is not a card's: `powers/index`, `rulings`, `draft`."""
        return f"{self.root}/{name}.md"

    @cached_property
    def indexes(self) -> tuple[str, ...]:
        """The pages that list things, as far as the game has any: powers, bans, and so on."""
        powers = self.source.powers.values()
        listed = ["begin"]
        listed += ["powers/index"] if powers else []
        listed += ["pieces/index"] if self.source.kinds_with_cards else []
        listed += ["bans"] if any(card.banned for card in powers) else []
        listed += ["rulings"] if self.source.rulings else []
        listed += ["changes"] if self.source.changes else []
        listed += ["recorded"] if self.source.excerpts else []
        listed += ["together"] if has_pairs(self.source) else []
        listed += ["scenarios/index"] if self.source.scenarios else []
        return (*listed, "glossary", "coverage", "data")

    @cached_property
    def places(self) -> dict[str, str]:
        """The page and anchor of every clause, rule, step, action and scenario.

        For a scenario that is drawn, this is where it is drawn.
        """
        result = {}
        for card, document in self.source.cards.items():
            path = self.page(card)
            for action in document.actions:
                action_id = self.source.action_id(card, action.name)
                result[action_id] = f"{path}#{action_id}"
                for rule in action.rules:
                    result[f"{action_id}.{rule.name}"] = f"{path}#{action_id}.{rule.name}"
        for step in self.source.document.base.steps:
            result.setdefault(step.name, f"{self.page(self.source.slug)}#{step.actions[0]}")
        for clause, (card, _) in self.source.clauses.items():
            result[clause] = f"{self.page(card)}#{clause}"
        for card in self.source.cards:
            for scenario in examples_of(self.source, card):
                result.setdefault(scenario.id, f"{self.page(card)}#{example_anchor(scenario.id)}")
        for folder, scenarios in self.scenario_folders.items():
            for scenario in scenarios:
                place = f"{self.index(f'scenarios/{folder}')}#{scenario_anchor(scenario.id)}"
                result.setdefault(scenario.id, place)
        return result

    @cached_property
    def scenario_folders(self) -> dict[str, list[Scenario]]:
        """The folders of the game's scenarios, each of which has a page."""
        return folders_of(self.source)

    def places_from(self, page: str) -> dict[str, str]:
        """Return `places` as links from a page."""
        return {name: relative(path, page) for name, path in self.places.items()}

    def to(self, name: str, page: str) -> str:
        """Return a link to the page of a card."""
        return relative(self.page(name), page)

    def to_index(self, name: str, page: str) -> str:
        """Return a link to a page that is not a card's."""
        return relative(self.index(name), page)

    def scenario(self, name: str, folder: str, page: str) -> str:
        """Return a link to a scenario on the page of its folder, where it is drawn."""
        place = f"{self.index(f'scenarios/{folder}')}#{scenario_anchor(name)}"
        return relative(place, page)

    def ruling(self, ruling: Ruling, page: str) -> str:
        """Return a link to a ruling on the page of all rulings."""
        return relative(f"{self.index('rulings')}#{ruling.id}", page)


def relative(path: str, page: str) -> str:
    """Return a path as a link from a page; within the page only the anchor."""
    target, mark, place = path.partition("#")
    if target == page:
        return f"{mark}{place}"
    return _way(target, posixpath.dirname(page)) + mark + place


@cache
def _way(target: str, folder: str) -> str:
    """Return the path from a folder to a page; cached, since every page links to most pages."""
    return posixpath.relpath(target, folder)


def piece_anchor(piece: Piece) -> str:
    """Return the anchor of a named piece on the page of all.

    A piece may have any name, and an anchor only letters, digits and such.
    """
    return f"{piece.kind}.{re.sub(r'[^A-Za-z0-9_-]+', '-', str(piece.name))}"


def heading_anchor(card: str, heading: str) -> str:
    """Return the anchor of a card's heading, which is also the prefix of its clauses' ids."""
    return f"{card}.{heading_slug(heading)}"
