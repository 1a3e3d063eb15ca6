"""Random uses of the functions of the core, and of persons."""

from __future__ import annotations

from testing.random_specs.draw import Draw
from testing.random_specs.expressions import Expressions, Maker
from testing.random_specs.scope import ANY_NUMBER, DEEPEST, Made, SpecScope
from thesmos.program.types import PLAYER, POWER, Type


class CoreFunctions:
    """Makes values of the functions of the core."""

    def __init__(self, draw: Draw, values: Expressions) -> None:
        self.draw = draw
        self.values = values

    def makers(self, base: str) -> list[Maker]:
        """What makes values of a type."""
        makers: dict[str, list[Maker]] = {
            "cell": [self._place, self._step, self._beyond],
            "piece": [self._piece_at],
            "zone": [self._zone],
            "direction": [self._direction, self._turned],
            "player": [self._person, self._person, self._next_player, self._first_holder],
            "side": [self._side, self._side],
            "power": [self._self],
        }
        return makers.get(base, [])

    def plainest(self, base: str) -> list[Maker]:
        """What makes values of a type with hardly anything inside."""
        makers: dict[str, list[Maker]] = {
            "side": [self._side], "player": [self._person], "power": [self._self],
        }  # fmt: skip
        return makers.get(base, [])

    def _piece(self, scope: SpecScope, depth: int, board: str | None = None) -> str | None:
        """A piece, of a kind that can be on a board."""
        kinds = [k for k, on in scope.names.on.items() if board is None or on == board]
        return self.values.thing(self.draw.one(kinds), scope, depth) if kinds else None

    def _place(self, wanted: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        piece = None if scope.closed else self._piece(scope, depth, wanted.name)
        return None if piece is None else Made(f"place({piece})", wanted.one().optional())

    def _zone(self, wanted: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        piece = None if scope.closed else self._piece(scope, depth)
        return None if piece is None else Made(f"zone({piece})", wanted.one().optional())

    def _piece_at(self, wanted: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        board = scope.names.on[wanted.name]
        if not board or scope.closed:
            return None
        cell = self._postfix(scope.names.kind(board), scope)
        return Made(f"({wanted.name} at {cell})", wanted.one().optional())

    def _postfix(self, wanted: Type, scope: SpecScope) -> str:
        """A value that needs no parentheses."""
        made = self.values.named(wanted, scope)
        if made is not None:
            return made.text
        name = scope.new_name()
        condition = self.values.condition(scope.with_local(name, wanted), DEEPEST)
        return f"first ({name} in {wanted.name} where {condition})"

    def _step(self, wanted: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        cell, way = (
            self.values.thing(wanted.name, scope, depth),
            self.values.thing("Direction", scope, depth),
        )
        return Made(f"step({cell}, {way})", wanted.one().optional())

    def _beyond(self, wanted: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        cells = [self.values.thing(wanted.name, scope, depth) for _ in range(2)]
        return Made(f"beyond({', '.join(cells)})", wanted.one().optional())

    def _direction(self, wanted: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        if not scope.names.boards:
            return None
        board = self.draw.one(scope.names.boards)
        cells = [self.values.thing(board, scope, depth) for _ in range(2)]
        return Made(f"direction({', '.join(cells)})", wanted.one().optional())

    def _turned(self, wanted: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        one = self.values.value(wanted.one(), scope, depth, present)
        if self.draw.chance(50):
            return Made(f"back({one.text})", one.type)
        eighths = self.values.value(ANY_NUMBER, scope, depth, present)
        none = one.type.none or eighths.type.none
        return Made(f"turned({one.text}, {eighths.text})", one.type.optional(none))

    def _person(self, _w: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        return Made(self.draw.one(scope.persons), PLAYER)

    def _next_player(self, _w: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        player = self.values.value(PLAYER, scope, depth, present)
        return Made(f"next_player({player.text})", PLAYER.optional(player.type.none))

    def _first_holder(self, _w: Type, scope: SpecScope, depth: int, _p: bool) -> Made | None:
        return Made(f"first_holder({self.values.thing('Power', scope, depth)})", PLAYER.optional())

    def _side(self, wanted: Type, scope: SpecScope, depth: int, present: bool) -> Made | None:
        player = self.values.value(PLAYER, scope, depth, present)
        return Made(f"side({player.text})", wanted.one().optional(player.type.none))

    def _self(self, _w: Type, scope: SpecScope, _depth: int, _p: bool) -> Made | None:
        return Made("self", POWER) if scope.card else None
