"""The pages of modes: who plays, who begins, and with which powers."""

from __future__ import annotations

import textwrap
from pathlib import Path

from testing.tiny import ONE_STEP, tiny
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.content.localizer import Localizer
from thesmos_rulebook.pages.card_pages import mode_page, power_page
from thesmos_rulebook.pages.context import PageContext
from thesmos_rulebook.pages.site_map import SiteMap


def mode(source: BookSource, slug: str) -> str:
    context = PageContext(
        Localizer(source, "en"), SiteMap(source), f"{source.slug}/modes/{slug}.md", {}
    )
    return mode_page(context, source.modes[slug])


def power(source: BookSource, slug: str) -> str:
    context = PageContext(
        Localizer(source, "en"), SiteMap(source), f"{source.slug}/powers/{slug}.md", {}
    )
    return power_page(context, source.powers[slug])


def test_the_mode_says_who_begins_unless_the_game_decides_it(
    source: BookSource, larger: BookSource
) -> None:
    assert "Player 2 takes the first turn." in mode(larger, "golden-fleece")
    texts = [mode(source, slug) for slug in source.modes]
    assert all("Chance decides who takes the first turn." in text for text in texts)


def test_a_mode_lists_its_sides_and_its_powers(larger: BookSource) -> None:
    text = mode(larger, "four-players")
    assert "- Side 1: players 1, 3.\n- Side 2: players 2, 4." in text
    assert "*[Apollo](../powers/apollo.md)*{.chip}" in text
    assert "](../powers/achilles.md)" not in text  # meant for two


def test_a_mode_named_like_a_tag_lists_the_powers_with_it(larger: BookSource) -> None:
    text = mode(larger, "golden-fleece").partition("{#powers}")[2]
    assert "](../powers/apollo.md)" in text
    assert "](../powers/athena.md)" not in text


def test_a_power_says_whether_its_holder_comes_first_or_last(larger: BookSource) -> None:
    first, never = "is player 1, and so comes first", "is player 2, and so comes last"
    for slug, said in (("bia", first), ("tartarus", first), ("hecate", never)):
        exactly = power(larger, slug).partition("{#exactly}")[2].partition("\n### ")[0]
        assert said in exactly
    assert " and so comes " not in power(larger, "apollo")


def test_a_card_says_that_it_is_in_our_own_words(larger: BookSource) -> None:
    front = (
        power(larger, "apollo")
        .partition('<div class="card" markdown data-pagefind-weight="5">')[2]
        .partition("</div>")[0]
    )
    assert "*Cards are in our own words; a printed card may read differently.*{.note}" in front


def test_what_matters_beside_one_other_card_is_a_note_under_a_sentence(larger: BookSource) -> None:
    lines = [line for line in power(larger, "hera").splitlines() if "opponents-turn." in line]
    assert [line.startswith("    - ") for line in lines if line.lstrip().startswith("- <")] == [
        False,
        True,
    ]


def test_a_mode_says_what_is_otherwise_than_in_the_game(tmp_path: Path) -> None:
    game = """
    facts: {low(n in 0..3): n = 1}
    actions: {pick: {roles: {m: 0..3}, rules: {low: low(m)}, text: "{m}"}}
    """
    tiny(tmp_path, textwrap.dedent(game) + ONE_STEP)
    file = tmp_path / "modes" / "seats.yaml"
    replaces = """
replaces:
  # more of them
  facts: {low(n in 0..3): n > 0}
  flow: {turn: [begin turn, {steps: pick}, {steps: pick}, pass]}
"""
    file.write_text(file.read_text("utf-8").strip() + replaces, encoding="utf-8")

    found = mode(read_source(str(tmp_path)), "seats").partition("{#replaced}")[2]
    assert "more than 0" in found
    assert "1.  " in found.partition("### A turn")[2]
    assert "    # more of them\n    facts: {low(n in 0..3): n > 0}" in found


def test_a_card_says_what_other_editions_have_otherwise(larger: BookSource) -> None:
    def editions(slug: str) -> str:
        return power(larger, slug).partition("## In other editions {#editions}")[2]

    assert "Edition: `2021-09`" in power(larger, "nyx")
    assert "### August 2020 {#edition-2020-08}" in editions("nyx")
    assert "### February 2026 {#edition-2026-02}" in editions("nemesis")
    assert "- This card is not in that edition." in editions("nyx")
    assert "- May also be played with: [Bellerophon](bellerophon.md)." in editions("adonis")
    assert "the faults of the original are left out" in editions("hippolyta")
    assert editions("pan") == ""
