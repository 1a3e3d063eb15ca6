"""An option is found by its text, whatever the text depends on."""

from __future__ import annotations

import random

import pytest

from testing.agreement_tasks import MADE_UP, SHIPPED
from testing.walks import game_from, made_up
from thesmos.notation.explain import ExplainedStep
from thesmos.play.game import load
from thesmos.semantics.state import BoundAction, members_of

DECISIONS, EACH = 15, 4


def drawn(step: ExplainedStep, dice: random.Random) -> BoundAction:
    """Return a random binding of the open roles of one of the step's actions, offered or not."""
    action = step.seen.game.actions[dice.choice(step.step.actions)]
    domains = [members_of(role.type, step.seen.game) for role in action.open_roles]
    return BoundAction(action.name, tuple(dice.choice(values) for values in domains))


@pytest.mark.parametrize("name", [*SHIPPED, *MADE_UP])
def test_the_text_of_any_binding_leads_to_it(name: str) -> None:
    dice, asked = random.Random(1), 0
    match = (made_up(name) if name in MADE_UP else load(name)).match()
    for state in game_from(match.start(), 1, DECISIONS):
        if state.result is None and state.codes:
            step = state._explained_step()
            for option in [drawn(step, dice) for _ in range(EACH)]:
                asked += 1
                assert option in step._bindings_with(step.text(option))
    assert asked
