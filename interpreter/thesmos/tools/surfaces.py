"""Everything that a player is shown of a state: each must follow from what the player knows."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from thesmos.dice import Rng
from thesmos.play.history import known_line
from thesmos.play.state import State
from thesmos.render.text_board import draw, picture_of

EXPLAINED = 3  # options of one decision that are explained


def shown(state: State, viewer: int, dice: Rng) -> Iterator[tuple[str, Any]]:
    """Yield what a player (from 1) is shown, by the name of where it is shown.

    dice: chooses the options that are explained, alike for equal states.
    """
    view = state.view(viewer)
    line = known_line(view)
    yield "the position", line["position"]
    yield "the events", line["events"]
    yield "the choice that is told", line["choice"]
    yield "what is sent", json.dumps(view.to_json(), sort_keys=True)
    yield "what is saved", json.dumps(line, sort_keys=True)
    yield "the picture", draw(picture_of(state.match.linked), view.position())
    yield "the result", view.result
    decision = state.decision
    if decision is not None and decision.player == viewer:
        yield "the options", (decision.options, decision.may_skip, decision.dead_end)
        yield "the options of the view", view.decision
        for _ in range(min(EXPLAINED, len(decision.options))):
            text = decision.texts[dice.below(len(decision.texts))]
            yield f"why {text} is legal", state.explain(text)
