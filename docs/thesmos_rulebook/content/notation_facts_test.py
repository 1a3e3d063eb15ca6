"""What the facts say of the notation is made from the tables of the spec, and up to date."""

from __future__ import annotations

import pytest

from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_rulebook.content.book_source import read_source
from thesmos_rulebook.content.notation_facts import BEGIN, END, NotationFacts, with_notation
from thesmos_rulebook.resources import pages_dir


@pytest.mark.parametrize("slug", shipped_slugs())
def test_the_facts_of_each_game_say_how_it_is_written(slug: str) -> None:
    pages = pages_dir()
    if pages is None:
        pytest.skip("the pages are not here")
    page = (pages / "facts" / f"{slug}.md").read_text(encoding="utf-8")
    current = with_notation(page, NotationFacts(read_source(slug)).lines())

    assert page == current, "run `python -m thesmos_rulebook.content.notation_facts`"


def test_options_positions_and_memory_are_described_in_the_words_of_the_game() -> None:
    text = "\n".join(NotationFacts(read_source("off-the-rails")).lines())

    assert "*Way* is written as `N` for north, `E` for east" in text
    assert "*Tile* is one of `NS`, `EW`" in text
    assert "A zone is one of `supply`, `bag`" in text
    assert "| act | `{at} cart` | put a cart on the surface; *at*: the square (`1,1` …" in text
    assert "| `supply?` | mode solo: an object, `{home}` (*home*: `red` `yellow`" in text
    assert "`{place} {owner}{face}{speed}` (*owner*: the number of a side; *face*: `N`" in text
    assert "| `surface` | a list with a value for each player: the colour of it (`red`" in text
    assert "| `ends` | `last_cart` | When the game is over without carts: as soon as the la" in text
    assert "| `toll` | a number, 0 to 5 | the number of turns until the mines break |" in text


def test_a_section_takes_the_place_of_the_one_before() -> None:
    page = f"# Game\n\n{BEGIN}\n\nold\n\n{END}\n\n## Further\n"

    assert with_notation(page, ["new"]) == f"# Game\n\n{BEGIN}\n\nnew\n\n{END}\n\n## Further\n"
    assert with_notation("# Game\n", ["new"]) == f"# Game\n\n{BEGIN}\n\nnew\n\n{END}\n"
