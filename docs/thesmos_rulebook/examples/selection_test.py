"""Which examples are chosen, and their anchors and pictures."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from thesmos.scenario.reader import PART
from thesmos_rulebook.content.book_source import BookSource, read_source
from thesmos_rulebook.examples.selection import (
    MAX_EXAMPLES,
    choose_examples,
    example_anchor,
    examples_of,
    leading,
    picture_name,
)

IDS = st.lists(st.from_regex(PART, fullmatch=True), min_size=1, max_size=4).map("/".join)


@given(IDS, IDS)
def test_two_scenarios_never_share_pictures(one: str, other: str) -> None:
    assert (one == other) == (picture_name(one) == picture_name(other))


@given(IDS)
def test_an_example_anchor_is_a_single_word(id: str) -> None:
    assert re.fullmatch(r"example-[a-z0-9][a-z0-9._-]*", example_anchor(id))


def test_scenarios_in_two_folders_have_different_anchors() -> None:
    assert "example-orc_bb" == example_anchor("orc/bb")
    assert "example-zz_bb" == example_anchor("zz/bb")
    assert "example-x" == example_anchor("x")


def test_few_examples_are_chosen_and_one_of_them_has_a_move(source: BookSource) -> None:
    chosen = choose_examples(source.citing("orc"), "orc", source.clauses_of("orc"))
    assert 1 <= len(chosen) <= MAX_EXAMPLES
    assert any(step.when for scenario in chosen for step in scenario.steps)


def test_the_scenario_with_the_tag_lead_comes_first() -> None:
    source = read_source("santorini")
    titles = [scenario.title for scenario in examples_of(source, "pan")]
    assert titles[0] == "Pan also wins by moving down two or more levels"
    assert len(titles) == 2


def test_the_scenario_with_the_tag_lead_comes_first_where_none_must_be_shown() -> None:
    source = read_source("go")
    last = source.citing("go")[-1].id
    scenarios = [replace(s, tags=("lead",) if s.id == last else ()) for s in source.citing("go")]
    assert choose_examples(scenarios, "go", ())[0].id == last
    assert leading(source, "go") == [s for s in source.citing("go") if "lead" in s.tags] != []
