"""§7.7 Scores, and who comes first according to them."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.values import kept
from thesmos.compile.lower.writer import TextContext, Writer
from thesmos.program.clauses import Criterion


def score_of(w: Writer, name: str, player: int) -> int:
    """Return the function that returns a score of a player."""
    (found,) = (each for each in w.game.scores if each.name == name)
    frame = TextContext(None, player, player, player)  # the active player is read from the state
    return w.function(
        ("score", name, player), 0, lambda _: w.do(ir.Return(kept(found.value, frame, w)))
    )


def scores_of(w: Writer, player: int) -> int:
    """Return the function that returns all scores of a player, in the order of the game."""

    def make(_: tuple[ir.Get, ...]) -> None:
        for each in w.game.scores:
            w.do(ir.Emit(ir.Call(score_of(w, each.name, player), ()), None))
        w.do(ir.Return(ir.Codes()))

    return w.function(("scores", player), 0, make, emits=True)


def first(w: Writer, criteria: Sequence[Criterion]) -> ir.Value:
    """Return the players who come first, with their whole sides, as bits; nobody without criteria.

    A side comes first if nobody else ranks above one of its players.
    """
    if not criteria:
        return ir.Const(w.game.nobody)
    players = range(w.game.players)
    scores = {
        (player, each.score): w.kept(ir.Call(score_of(w, each.score, player), ()))
        for player in players
        for each in criteria
    }
    alive = [w.kept_condition(fold.negated(fold.has(w.out(), ir.Const(p)))) for p in players]

    def better(one: int, other: int, number: int) -> ir.Value:
        """Return whether a player ranks above another, by the criteria from a number on."""
        if number == len(criteria):
            return ir.Const(0)
        each = criteria[number]
        mine, theirs = scores[one, each.score], scores[other, each.score]
        more = fold.test(">" if each.word == "most" else "<", mine, theirs)
        equal = fold.test("=", mine, theirs)
        return fold.either(more, fold.both(equal, better(one, other, number + 1)))

    found: ir.Value = fold.NO
    for player in players:
        beaten = [fold.both(alive[o], better(o, player, 0)) for o in w.opponents(player)]
        unbeaten = fold.both(alive[player], fold.negated(fold.either(*beaten)))
        side = sum(1 << p for p in players if w.game.sides[p] == w.game.sides[player])
        found = w.kept(fold.bits_op("or", found, fold.bits_if(unbeaten, ir.Const(side))))
    return found
