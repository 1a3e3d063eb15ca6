"""Which scenarios a card's page shows as examples."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from thesmos.scenario.reader import Scenario
from thesmos_rulebook.content.book_source import BookSource

SHOWN = "show"  # the tag of a scenario that the book should show
LEADING = "lead"  # the tag of one that should come first, and is the small picture
APART = "interplay"  # scenarios with this tag involve several cards and come last
MAX_EXAMPLES, MAX_SHOWN = 4, 6  # without and with scenarios tagged to be shown
MAX_FRAMES = 9  # longer scenarios are not for readers


def examples_of(source: BookSource, card: str) -> list[Scenario]:
    """Return the scenarios that are drawn on a card's page."""
    return choose_examples(source.citing(card), card, source.clauses_of(card))


def leading(source: BookSource, card: str) -> list[Scenario]:
    """Return the scenarios that cite a card's clauses and are tagged to come first."""
    return [scenario for scenario in source.citing(card) if LEADING in scenario.tags]


def example_anchor(scenario: str) -> str:
    """Return the anchor of a drawn scenario on its page."""
    return f"example-{picture_name(scenario)}"


def picture_name(scenario: str) -> str:
    """Return the file name of a scenario's pictures, without their numbers.

    Two ids never get the same name, because no id contains `_`.
    """
    return scenario.replace("/", "_")


def choose_examples(
    scenarios: Sequence[Scenario], card: str, clauses: Iterable[str]
) -> list[Scenario]:
    """Choose a few scenarios for a card: those tagged to be shown, if there are any.

    Otherwise: one in which something happens, one that says why something is not allowed, and
    those that cite clauses not cited so far. The simplest come first.
    """
    uncited, chosen = set(clauses), list[Scenario]()
    if wanted := [s for s in scenarios if SHOWN in s.tags]:
        # Scenarios in which something happens come first, then those that cite most clauses.
        order = {
            scenario.id: (
                LEADING not in scenario.tags,
                _frames(scenario) == 1,
                -sum(cited.value in uncited for cited in scenario.clauses),
                *_simplicity(scenario, card),
            )
            for scenario in wanted
        }
        return sorted(wanted, key=lambda scenario: order[scenario.id])[:MAX_SHOWN]
    short = (s for s in scenarios if _frames(s) <= MAX_FRAMES)
    ordered = sorted(short, key=lambda s: (LEADING not in s.tags, *_simplicity(s, card)))
    doing = [s for s in ordered if _frames(s) > 1][:1]
    barring = [s for s in ordered if _bars(s)][:1]
    for scenario in (*doing, *barring, *ordered):
        cites = {cited.value for cited in scenario.clauses}
        first = scenario in (*doing, *barring)
        if scenario not in chosen and (first or cites & uncited):
            chosen.append(scenario)
            uncited -= cites
    return chosen[:MAX_EXAMPLES]


def _simplicity(scenario: Scenario, card: str) -> tuple[object, ...]:
    """Return a sort key: own card alone, few players, few steps, few branches come first."""
    setup = scenario.given
    foreign = sum(not cited.value.startswith(f"{card}.") for cited in scenario.clauses)
    return (
        APART in scenario.tags,
        setup.position is None,
        card not in scenario.id.split("/"),
        sum(power is not None for power in setup.powers),
        len(setup.powers),
        _frames(scenario) + 2 * len(scenario.branches) + 2 * foreign,
        scenario.id,
    )


def _bars(scenario: Scenario) -> bool:
    """Return whether a scenario says why something is not on offer."""
    return any(step.then is not None and step.then.get("illegal") for step in scenario.steps)


def _frames(scenario: Scenario) -> int:
    return 1 + sum(len(step.when) for step in scenario.steps)
