"""Steps of chance in which outcomes have weights: in all others, each is as likely as any other."""

from __future__ import annotations

from thesmos.link.linked import LinkedGame


def weighted_steps(game: LinkedGame) -> frozenset[int]:
    """Return the numbers of the steps in which chance draws by weight (10.1)."""
    return frozenset(
        number
        for number, step in enumerate(game.steps)
        if step.chooser == "chance"
        and any(game.actions[name].weight is not None for name in step.actions)
    )
