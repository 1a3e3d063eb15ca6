"""Every page of a game has its own path."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from thesmos import check
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.pages.site_map import SiteMap

BASE = Path(check.__file__).parent / "samples" / "base"
INDEXES = ("powers/index", "bans", "glossary", "rulings", "coverage", "draft", "scenarios/index")


def renamed(folder: Path, slug: str) -> BookSource:
    """A small game, one of whose powers has that slug."""
    game = folder / "base"
    shutil.copytree(BASE, game)
    for file in game.rglob("*.yaml"):
        text = file.read_text("utf-8").replace("wing", slug).replace("Wing", slug)
        file.write_text(text, encoding="utf-8")
    (game / "powers" / "wing.yaml").rename(game / "powers" / f"{slug}.yaml")
    return read_source(str(game))


def paths(source: BookSource) -> Iterator[str]:
    """The pages of a game."""
    site_map = SiteMap(source)
    yield from map(site_map.page, [source.slug, *source.powers, *source.modes])
    yield from map(site_map.index, INDEXES)


def test_a_game_without_powers_and_rulings_has_no_pages_of_them() -> None:
    assert SiteMap(read_source("hex")).indexes == (
        "begin", "scenarios/index", "glossary", "coverage", "data",
    )  # fmt: skip


@pytest.mark.parametrize("slug", ["glossary", "rulings", "coverage", "powers"])
def test_a_power_may_be_called_like_an_index(tmp_path: Path, slug: str) -> None:
    source = renamed(tmp_path, slug)
    found = list(paths(source))
    assert sorted(set(found)) == sorted(found)
    assert f"base/powers/{slug}.md" == SiteMap(source).page(slug)
    assert f"base/{slug}.md" == SiteMap(source).index(slug)


def test_evidence_is_a_link_where_it_is_a_page_of_the_book(tmp_path: Path) -> None:
    site_map = SiteMap(renamed(tmp_path, "wind"), handwritten={"facts/pook.md"})
    page = "base/powers/wind.md"
    assert "../../facts/pook.md#knight" == site_map.citation("facts/pook.md#knight", page)
    assert site_map.citation("facts/index.md#order", page) is None
    assert site_map.citation("pair-19/108", page) is None


def test_the_front_page_of_a_draft_is_where_its_game_has_it() -> None:
    before = read_source("santorini").draft
    assert before is not None
    assert "santorini/draft.md" == SiteMap(before, "santorini/draft.md").page(before.slug)


def test_a_scenario_is_linked_to_where_it_is_drawn_or_else_to_its_text(larger: BookSource) -> None:
    places = SiteMap(larger).places
    drawn = "santorini/apollo/swap-with-a-neighbour"
    assert places[drawn].startswith("santorini/powers/apollo.md#example-")
    assert all(scenario.id in places for scenario in larger.scenarios)
    assert "santorini/scenarios/base.md#blocked-loses" == places["santorini/base/blocked-loses"]
