"""Checks the routes of a card: at most one may hold at a moment (semantics §6.6)."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.check.scope import Scope
from thesmos.program.clauses import Clause
from thesmos.program.routes import clashing_routes, moment_of


def check_routes(clauses: Sequence[Clause], scope: Scope) -> None:
    """Report routes that may apply at the same moment: their conditions must exclude each other."""
    for route, other in clashing_routes(clauses):
        scope.report(
            "E347",
            f"two routes may apply at once {moment_of(route)} (the other is on line "
            f"{other.location.line})",
            route.location,
            "put them into the two branches of one `if … else`",
        )
