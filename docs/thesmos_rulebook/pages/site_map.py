"""Where everything stands in a book: the pages, and the places in them that can be linked to."""

from __future__ import annotations

import posixpath
from functools import cached_property

from thesmos.check.clauses import slug
from thesmos_rulebook.content.book_source import BookSource, Ruling
from thesmos_rulebook.examples.selection import example_anchor, examples_of


class SiteMap:
    """The pages of one game, as paths below the tree of a language.

    front: the page of the game itself, where it is not the first one of a folder of its own.
    """

    def __init__(self, source: BookSource, front: str = "") -> None:
        self.source = source
        self.root = source.slug
        self.front = front or f"{self.root}/index.md"

    def page(self, card: str) -> str:
        """The page of a card: a power, a mode, or the game itself. No two have one slug."""
        if card in self.source.powers:
            return f"{self.root}/powers/{card}.md"
        if card in self.source.modes:
            return f"{self.root}/modes/{card}.md"
        return self.front

    def index(self, name: str) -> str:
        """The page of what is no card: `powers/index`, `rulings`, `draft`."""
        return f"{self.root}/{name}.md"

    @cached_property
    def places(self) -> dict[str, str]:
        """Where each clause, rule, step and action is told, and each drawn scenario shown."""
        result = {}
        for card, written in self.source.cards.items():
            here = self.page(card)
            for action in written.actions:
                called = self.source.called(card, action.name)
                result[called] = f"{here}#{called}"
                for rule in action.rules:
                    result[f"{called}.{rule.name}"] = f"{here}#{called}.{rule.name}"
        for step in self.source.document.base.steps:
            result.setdefault(step.name, f"{self.page(self.root)}#{step.action}")
        for clause, (card, _) in self.source.clauses.items():
            result[clause] = f"{self.page(card)}#{clause}"
        for card in self.source.cards:
            for scenario in examples_of(self.source, card):
                result.setdefault(scenario.id, f"{self.page(card)}#{example_anchor(scenario.id)}")
        return result

    def places_from(self, page: str) -> dict[str, str]:
        """The same, as links from a page."""
        return {name: relative(path, page) for name, path in self.places.items()}

    def to(self, name: str, page: str) -> str:
        """A link to the page of a card."""
        return relative(self.page(name), page)

    def to_index(self, name: str, page: str) -> str:
        """A link to a page that is no card's."""
        return relative(self.index(name), page)

    def ruling(self, ruling: Ruling, page: str) -> str:
        """A link to a ruling among all of them."""
        return relative(f"{self.index('rulings')}#{ruling.id}", page)


def relative(path: str, page: str) -> str:
    """A path below the tree as a link from a page; within the page, just the place."""
    target, mark, place = path.partition("#")
    if target == page:
        return f"{mark}{place}"
    return posixpath.relpath(target, posixpath.dirname(page)) + mark + place


def heading_anchor(card: str, heading: str) -> str:
    """The place of a heading of a card: what its clauses' ids begin with."""
    return f"{card}.{slug(heading)}"
