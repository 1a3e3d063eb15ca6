"""The context for writing a page: its localizer, links and pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from thesmos_rulebook.boards.starts import STARTS, starts_script
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.examples.frames import Recording
from thesmos_rulebook.examples.renderer import ExampleRenderer
from thesmos_rulebook.markdown import code, escaped, link
from thesmos_rulebook.pages.site_map import SiteMap


@dataclass
class PageContext:
    """The context for writing a page.

    page: its path.
    pictures: the files it shows, by path.
    """

    localizer: Localizer
    site_map: SiteMap
    page: str
    recordings: Mapping[str, Recording]
    pictures: dict[str, str] = field(default_factory=dict)

    @cached_property
    def links(self) -> dict[str, str]:
        """The links from this page to clauses, rules and drawn scenarios."""
        return self.site_map.places_from(self.page)

    @cached_property
    def renderer(self) -> ExampleRenderer:
        """Draws recordings on this page; `keep_pictures` then adds what it drew to the page."""
        return ExampleRenderer(self.localizer, self.links, self.page.removesuffix(".md"))

    def keep_pictures(self) -> None:
        """Add what the renderer has drawn to the files that the page shows, and its starts."""
        renderer, above = self.renderer, self.page.rpartition("/")[0]
        self.pictures |= {f"{above}/{name}": text for name, text in renderer.pictures.items()}
        if renderer.starts:
            self.pictures[f"{renderer.page}/{STARTS}"] = starts_script(
                renderer.page, renderer.starts
            )

    @cached_property
    def drawn(self) -> dict[str, str]:
        """The links from this page to all scenarios, on the pages of their folders."""
        return {
            scenario.id: self.site_map.scenario(scenario.id, folder, self.page)
            for folder, scenarios in self.site_map.scenario_folders.items()
            for scenario in scenarios
        }

    def clause(self, name: str, of: str = "") -> str:
        """Return the id of a clause, a rule or a scenario, as a link to it.

        of: a prefix of the id that is not shown.
        """
        target = self.links.get(name)
        short = name.removeprefix(of).lstrip("./") if of else name
        return link(code(short), target) if target else code(short)

    def evidence(self, evidence: str) -> str:
        """Return a piece of evidence, as a link if it is a section of a page of the book."""
        target = self.site_map.citation(evidence, self.page)
        return link(code(evidence), target) if target else code(evidence)

    def card(self, slug: str) -> str:
        """Return a card's title, as a link to its page."""
        return link(escaped(self.localizer.title(slug)), self.site_map.to(slug, self.page))
