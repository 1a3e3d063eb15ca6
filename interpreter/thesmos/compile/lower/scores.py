"""§7.7 Scores, and who comes first according to them."""

from __future__ import annotations

from collections.abc import Sequence

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import kept
from thesmos.compile.lower.writer import Writer
from thesmos.program.clauses import Criterion


def score_of(w: Writer, name: str, player: int) -> int:
    """Return the function that returns a score of a player."""
    (score,) = (score for score in w.game.scores if score.name == name)
    frame = Frame(None, player, player, player)  # the active player is read from the state
    return w.function(
        ("score", name, player), 0, lambda _: w.do(ir.Return(kept(score.value, frame, w)))
    )


def scores_of(w: Writer, player: int) -> int:
    """Return the function that returns all scores of a player, in the order of the game."""

    def make(_: tuple[ir.Get, ...]) -> None:
        for score in w.game.scores:
            w.do(ir.Emit(ir.Call(score_of(w, score.name, player), ()), None))
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
        (player, criterion.score): w.kept(ir.Call(score_of(w, criterion.score, player), ()))
        for player in players
        for criterion in criteria
    }
    alive = [w.kept_condition(fold.negated(fold.has(w.out(), ir.Const(p)))) for p in players]

    def better(upper: int, lower: int, number: int) -> ir.Value:
        """Return whether a player ranks above another, by the criteria from a number on."""
        if number == len(criteria):
            return ir.Const(0)
        criterion = criteria[number]
        mine, theirs = scores[upper, criterion.score], scores[lower, criterion.score]
        more = fold.test(">" if criterion.word == "most" else "<", mine, theirs)
        equal = fold.test("=", mine, theirs)
        return fold.either(more, fold.both(equal, better(upper, lower, number + 1)))

    leaders: ir.Value = fold.NO
    for player in players:
        beaten = [fold.both(alive[o], better(o, player, 0)) for o in w.opponents(player)]
        unbeaten = fold.both(alive[player], fold.negated(fold.either(*beaten)))
        side = sum(1 << p for p in players if w.game.sides[p] == w.game.sides[player])
        leaders = w.kept(fold.bits_op("or", leaders, fold.bits_if(unbeaten, ir.Const(side))))
    return leaders
