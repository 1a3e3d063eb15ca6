"""What a page is written with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import Recording
from thesmos_rulebook.markdown import code, escaped, link
from thesmos_rulebook.pages.site_map import SiteMap


@dataclass
class PageContext:
    """What a page is written with. page: its path; pictures: those it shows, by path."""

    localizer: Localizer
    site_map: SiteMap
    page: str
    recordings: Mapping[str, Recording]
    pictures: dict[str, str] = field(default_factory=dict)

    @cached_property
    def links(self) -> dict[str, str]:
        """Where clauses and rules are told, as links from this page."""
        return self.site_map.places_from(self.page)

    def clause(self, name: str, of: str = "") -> str:
        """The id of a clause, a rule or a scenario, as a link to where it is told.

        of: whose it is, where that need not be said.
        """
        target = self.links.get(name)
        short = name.removeprefix(of).lstrip("./") if of else name
        return link(code(short), target) if target else code(short)

    def card(self, slug: str) -> str:
        """A card's title, as a link to its page."""
        return link(escaped(self.localizer.title(slug)), self.site_map.to(slug, self.page))
