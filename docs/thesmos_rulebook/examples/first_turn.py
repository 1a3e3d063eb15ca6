"""The first turn of a game, by the rules: the position after the set-up, and a few choices."""

from __future__ import annotations

import random

from thesmos.play.protocols import State
from thesmos.program.flow import EachPlayer, Steps
from thesmos_rulebook.content.book_source import BookSource
from thesmos_rulebook.examples.frames import FrameRecorder, Recording, ScenarioFrame

FRAMES = 5  # the position after the set-up, and this many less one choices
MOST_BEFORE = 400  # choices of the set-up
SEED = 2  # of the choices


def first_turn_id(source: BookSource) -> str:
    """Return the name under which the recording of a game's first turn is kept."""
    return f"{source.folder}/first-turn"


def record_first_turn(source: BookSource) -> Recording | None:
    """Play a game from its beginning, and record the first turn; None if it does not come to one.

    Choices are drawn, in the same way each time, and never skip.
    """
    match = source.game.match()
    recorder, chance = FrameRecorder(match, similar=False), random.Random(SEED)
    before = {
        str(getattr(match.linked.game.steps[step], "shown", step.name))
        for instruction in source.program.setup
        if isinstance(instruction, (Steps, EachPlayer))
        for step in [instruction.step]
    }
    turn = {
        step.shown
        for instruction in source.program.turn
        if isinstance(instruction, (Steps, EachPlayer))
        for step in [match.linked.game.steps[instruction.step]]
    }
    state: State = match.start()
    for _ in range(MOST_BEFORE):
        decision = state.decision
        if decision is None:
            return None
        if decision.player and (decision.step in turn or decision.step not in before):
            break
        state, _ = recorder.choose(state, chance.choice(decision.options).text)
    else:
        return None
    recorder.remaining = FRAMES
    frames: list[ScenarioFrame] = [recorder.frame(state, "", None)]
    while recorder.remaining and (decision := state.decision) is not None and decision.options:
        text = chance.choice(decision.options).text
        state, _ = recorder.choose(state, text)
        frames.append(recorder.frame(state, text, None))
    return Recording(first_turn_id(source), {}, (), recorder.picture, (), tuple(frames))
