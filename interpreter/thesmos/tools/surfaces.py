"""Everything that a player is shown of a state: each must follow from what the player knows."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.history import known_line
from thesmos.play.revealing import reveals
from thesmos.play.state import State
from thesmos.play.view import View
from thesmos.render.seen import as_seen
from thesmos.render.text_board import draw

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
    picture = state.match.picture
    seen = as_seen(picture, view.position(), view.unseen, state.position())
    yield "the picture", draw(picture, seen)
    yield "how much is out of sight", view.out_of_sight
    yield "the result", view.result
    decision = state.decision
    if decision is not None and decision.player == viewer:
        yield "the options", (decision.options, decision.may_skip, decision.dead_end)
        yield "the options of the view", view.decision
        for _ in range(min(EXPLAINED, len(decision.options))):
            text = decision.texts[dice.below(len(decision.texts))]
            yield f"why {text} is legal", state.explain(text)
        for text in _refused(view, dice):
            yield f"why {text} is not legal", _why_not(state, text)


def told_apart(one: Iterable[tuple[str, Any]], other: Iterable[tuple[str, Any]]) -> str | None:
    """Return the name of what is first shown otherwise of two states, or None.

    one, other: what `shown` yields of them, or another function like it.
    """
    for (name, here), (named, there) in zip_longest(one, other, fillvalue=("", None)):
        if (name, here) != (named, there):
            return name or named
    return None


def may_be_undone(before: State, code: int, after: State, viewer: int) -> bool:
    """Return whether a player (from 1) who plays alone could go back over an option.

    before, after: the states around the option, which has this code.
    """
    decision = before.decision
    assert decision is not None
    text = next(option.text for option in decision.options if option.code == code)
    return not reveals(before, text, after, viewer)


def _refused(view: View, dice: Rng) -> Iterator[str]:
    """Yield the texts of some options that the pending step could have, but does not."""
    match, vector = view.match, view.vector
    core, codes = match.linked.layout.core, match.backend.codes
    actions = match.linked.steps[vector[core("step")]].actions
    spaces = [codes.of[name] for name in codes.with_options(actions)]
    for space in spaces[:EXPLAINED]:
        code = space.first + dice.below(space.count)
        if code not in view.codes:
            (option,) = match.written_options.of(vector, vector[core("chooser")], [code])
            yield option.text


def _why_not(state: State, text: str) -> Any:
    """Return what `why` shows about an option that is not legal: findings, or an error."""
    try:
        return state.why_not(text)
    except UsageError as error:
        return str(error)
