"""Which scenarios the page of a card shows as examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from thesmos.scenario.reader import Scenario
from thesmos_rulebook.content.book_source import BookSource

SHOWN = "show"  # the tag of a scenario that the book shall show
APART = "interplay"  # one tagged so comes last: more than one card at once
MAX_EXAMPLES, MAX_SHOWN = 4, 6  # where nobody chose, and where somebody did
MAX_FRAMES = 9  # longer walks are for programs


def examples_of(source: BookSource, card: str) -> list[Scenario]:
    """The scenarios that are drawn on the page of a card."""
    return choose_examples(source.citing(card), card, source.clauses_of(card))


def example_anchor(scenario: str) -> str:
    """The place of a drawn scenario on its page."""
    return f"example-{picture_name(scenario)}"


def picture_name(scenario: str) -> str:
    """What the pictures of a scenario are called, without their numbers.

    No two ids become one name: `_` is in none of them.
    """
    return scenario.replace("/", "_")


def choose_examples(
    scenarios: Sequence[Scenario], card: str, clauses: Iterable[str]
) -> list[Scenario]:
    """A few scenarios for a card: those tagged for it, if there are any.

    Else one that does something, one that says why not, and those that cite clauses not yet cited.
    The simplest come first.
    """
    left, chosen = set(clauses), list[Scenario]()
    if wanted := [s for s in scenarios if SHOWN in s.tags]:
        # What does something comes first, then what says most of the card.
        text = {s.id: (_frames(s) == 1, -sum(c.value in left for c in s.clauses)) for s in wanted}
        return sorted(wanted, key=lambda one: (*text[one.id], *_simple(one, card)))[:MAX_SHOWN]
    short = (s for s in scenarios if _frames(s) <= MAX_FRAMES)
    ordered = sorted(short, key=lambda one: _simple(one, card))
    doing = [s for s in ordered if _frames(s) > 1][:1]
    barring = [s for s in ordered if _bars(s)][:1]
    for scenario in (*doing, *barring, *ordered):
        cites = {cited.value for cited in scenario.clauses}
        first = scenario in (*doing, *barring)
        if scenario not in chosen and (first or cites & left):
            chosen.append(scenario)
            left -= cites
    return chosen[:MAX_EXAMPLES]


def _simple(scenario: Scenario, card: str) -> tuple[object, ...]:
    """What makes a scenario simple: its own card alone, two players, few steps, few ways to go."""
    given = scenario.given
    foreign = sum(not cited.value.startswith(f"{card}.") for cited in scenario.clauses)
    return (
        APART in scenario.tags,
        given.position is None,
        card not in scenario.id.split("/"),
        sum(power is not None for power in given.powers),
        len(given.powers),
        _frames(scenario) + 2 * len(scenario.branches) + 2 * foreign,
        scenario.id,
    )


def _bars(scenario: Scenario) -> bool:
    """Whether it says why something is not on offer."""
    return any(step.then is not None and step.then.get("illegal") for step in scenario.steps)


def _frames(scenario: Scenario) -> int:
    return 1 + sum(len(step.when) for step in scenario.steps)
