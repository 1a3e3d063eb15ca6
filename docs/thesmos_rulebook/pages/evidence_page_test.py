"""The page of recorded decisions: every one that a ruling cites is there, and drawn."""

from __future__ import annotations

from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.evidence_page import evidence_page
from thesmos_rulebook.pages.scenario_folders import evidence_anchor
from thesmos_rulebook.pages.site_map import SiteMap


def test_every_recorded_decision_that_a_ruling_cites_opens(larger: BookSource) -> None:
    site_map = SiteMap(larger)
    cited = {e for ruling in larger.rulings for e in ruling.evidence if not e.startswith("facts/")}
    assert {*larger.excerpts} == cited
    page = PageContext(Localizer(larger, "en"), site_map, site_map.index("recorded"), {})
    text = evidence_page(page)
    assert all(f"{{#{evidence_anchor(evidence)}}}" in text for evidence in cited)
    assert len(page.pictures) == 2 * len(cited)
    assert site_map.citation("pair-1250/72", site_map.index("rulings")) == (
        "recorded.md#pair-1250-72"
    )


def test_what_a_decision_shows_is_what_was_recorded(larger: BookSource) -> None:
    excerpt = larger.excerpts["rare-97/97"]
    assert excerpt.decision["choice"] in excerpt.decision["options"]
    assert excerpt.decision["held"] == [["scylla"], ["charybdis"]]
