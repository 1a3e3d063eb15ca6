"""Type the scores of a game."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.check.names.scope import Scope
from thesmos.check.typing.expressions import type_as
from thesmos.program.declarations import Score
from thesmos.program.types import INT
from thesmos.syntax import documents as d


def type_scores(written: Sequence[d.ScoreDeclaration], scope: Scope) -> tuple[Score, ...]:
    """Return the meaning of the scores. Errors are reported to the scope."""
    return tuple(
        Score(score.name, type_as(score.value, INT, scope.plain(), "a score"),
              location=score.location)
        for score in written
    )  # fmt: skip
