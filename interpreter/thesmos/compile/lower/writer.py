"""The writer of functions: statements, locals, and what the state has.

Throughout `lower`, `w` is the writer; `c`, `e`, `fl` and `p` are the clauses, effects, flow and
values of the typed program; `ir` and `fold` make statements and their values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, get_args

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.lower.blocks import ConditionalBlock, LoopBlock, StatementBlock
from thesmos.compile.lower.causes import Causes
from thesmos.link.layout import CoreName, CoreSlot, Entry, FirstHolders, HoldersOf
from thesmos.link.linked import LinkedGame
from thesmos.program.declarations import Action
from thesmos.program.effects import Due, Lose
from thesmos.program.node import Ref, walk
from thesmos.program.values import FactValue, Value


@dataclass(frozen=True)
class ViewFunction:
    """A function that turns a state into what a player sees, and the entries that it concerns.

    viewer: None for chance. The entries are given by their first slots.
    changed: those that the function may change.
    unknown: those with a number that may be unknown, in this view or in somebody else's.
    nones_stay: those in which none stays none, and nothing else becomes none.
    """

    viewer: int | None
    function: int
    changed: frozenset[int]
    unknown: frozenset[int]
    nones_stay: frozenset[int]


class Reads(NamedTuple):
    """The first slots of the entries read, and of those with a test whether one is none."""

    entries: frozenset[int]
    nones: frozenset[int]


NESTED = 40  # cases are not written inside each other any deeper
DEEP = 60  # a value that would be this deep inside others and blocks is a function of its own
DEEP_LOOPS = 8  # so is one inside so many loops
_CORE: dict[str, CoreSlot] = {name: CoreSlot(name) for name in get_args(CoreName)}
Make = Callable[..., None]  # takes a writer, the parameters, and what the function is about


class Writer:
    """The functions written so far, and the one that is being written."""

    def __init__(self, game: LinkedGame, *, counted: bool = False, traced: bool = False) -> None:
        """counted: whether to count how often each clause holds and note the actions taken.

        traced: whether to note what happens (tracing.py).
        """
        self.game = game
        self.counted, self.traced = counted, traced
        self.codes = CodeSpace(game)
        self.causes = Causes(game)
        self.functions: list[ir.Function] = []
        self._written: dict[Hashable, int | None] = {}  # by key; None while it is being written
        self._alike: dict[Hashable, int] = {}  # by what a function is, the first one that is so
        self.statements: list[ir.Statement] = []
        self._next = 0
        self.viewing: ViewFunction | None = None  # the view to read from; None for the true state
        self.views: dict[int | None, ViewFunction] = {}
        self.reads: dict[int, Reads] = {}  # by function
        self.may_be_hidden: dict[Hashable, int] = {}  # by who asks it of which clause
        self._lengths: dict[Ref, int] = {}
        # The values of facts that never change, by what they are about; None for any other fact.
        self.tables: dict[Hashable, tuple[int, ...] | None] = {}
        self.looping = False  # whether the code being written runs for each member of a set
        self.depth = 0  # how many blocks and values the code being written is inside
        self.loops = 0  # how many loops the code being written is inside

    # ------------------------------------------------------------------- functions

    def function(
        self,
        key: Hashable,
        parameters: int,
        make: Callable[[tuple[ir.Get, ...]], None],
        *,
        emits: bool = False,
        marked: bool = False,
        reasons: bool = False,
        view: ViewFunction | None = None,
    ) -> int:
        """Return the number of the function with a key; `make` writes its body the first time.

        emits, marked, reasons: as in ir.Function.
        view: what the function will be called on; by default, the true state.
        """
        key = self.traced, key
        if key in self._written:
            number = self._written[key]
            assert number is not None, "a function would call itself"
            return number
        self._written[key] = None
        outer = self.statements, self._next, self.looping, self.viewing
        around = self.depth, self.loops
        self.statements, self._next, self.looping, self.viewing = [], parameters, False, view
        self.depth = self.loops = 0
        make(tuple(ir.Get(number, True) for number in range(parameters)))
        function = ir.Function(parameters, tuple(self.statements), emits, marked, reasons)
        self.statements, self._next, self.looping, self.viewing = outer
        self.depth, self.loops = around
        number = self._written[key] = self._number_of(function)
        return number

    def _number_of(self, function: ir.Function) -> int:
        """Return the number of a function; of those that are alike, only one is kept."""
        kinds = function.emits, function.marked, function.reasons
        alike = function.body, function.parameters, kinds
        number = self._alike.setdefault(alike, len(self.functions))
        if number == len(self.functions):
            self.functions.append(function)
        return number

    def function_about(
        self,
        make: Make,
        *about: Hashable,
        key: Hashable = None,
        parameters: int = 0,
        emits: bool = False,
        marked: bool = False,
        view: ViewFunction | None = None,
    ) -> int:
        """Return the number of a function, as `function` does.

        make: writes the body; it takes the writer, the parameters and `about`.
        key: of the function beside `make`; by default, `about`.
        """
        return self.function(
            (make, about if key is None else key), parameters,
            lambda arguments: make(self, arguments, *about), emits=emits, marked=marked, view=view,
        )  # fmt: skip

    # ------------------------------------------------------------------ statements

    def do(self, statement: ir.Statement) -> None:
        """Write a statement."""
        self.statements.append(statement)

    def block(self) -> StatementBlock:
        """Return a context in which statements are written to a block of their own."""
        return StatementBlock(self)

    def loop_body(self) -> LoopBlock:
        """Return a context in which the body of a loop is written to a block of its own."""
        return LoopBlock(self)

    def when(self, condition: ir.Value) -> ConditionalBlock:
        """Return a context for statements done if a condition holds; dropped if it can't."""
        return ConditionalBlock(self, condition)

    def local(self, *, none: bool = False, unknown: bool = False) -> ir.Get:
        """Return a new local."""
        self._next += 1
        return ir.Get(self._next - 1, none, unknown)

    def local_for(self, *values: ir.Value) -> ir.Get:
        """Return a new local that can hold any of the values."""
        none = unknown = False
        for value in values:
            none = none or fold.can_be_none(value)
            unknown = unknown or fold.can_be_unknown(value)
        return self.local(none=none, unknown=unknown)

    def kept(self, value: ir.Value) -> ir.Value:
        """Return the value as it is now: saved in a local, unless it can't change."""
        if fold.is_atomic(value):
            return value
        local = self.local_for(value)
        self.do(ir.Set(local.name, value))
        return local

    def kept_condition(self, condition: ir.Value) -> ir.Value:
        """Return a condition as it is now, saved in a local; the result is still a condition."""
        if isinstance(condition, ir.Const):
            return condition
        return fold.test("=", self.kept(fold.number(condition)), fold.YES)

    def by_action(self, names: Iterable[Ref], code: ir.Value) -> Iterator[Action]:
        """Write a branch for each action that has options, done if the code is one of them."""
        for name in self.codes.with_options(names):
            with self.when(self.codes.of[name].has(code)):
                yield self.game.actions[name]

    def lazily(
        self,
        condition: ir.Value,
        then: Callable[[], ir.Value],
        otherwise: Callable[[], ir.Value],
    ) -> ir.Value:
        """Return one of two values; only that one is evaluated, with the statements it needs."""
        if isinstance(condition, ir.Const):
            return then() if condition.value else otherwise()
        return self.first_of([(lambda: condition, then)], otherwise)

    def first_of(
        self,
        cases: Sequence[tuple[Callable[[], ir.Value], Callable[[], ir.Value]]],
        otherwise: Callable[[], ir.Value],
        *,
        holding: bool = True,
    ) -> ir.Value:
        """Return the value of the first case whose condition holds; else of `otherwise`.

        A condition is evaluated only after all before it, a value only if it is the one returned.
        Each case is written inside the one before, but not deeper than NESTED: a text can have any
        number of clauses.

        holding: if false, it is the first case whose condition does not hold.
        """
        inside: list[tuple[ir.Value, ir.Value, list[ir.Statement], list[ir.Statement], int]] = []
        last = otherwise
        for number, (condition, make) in enumerate(cases):
            if self.depth >= NESTED and number:
                last = partial(self._one_by_one, cases[number:], otherwise, holding=holding)
                break
            decided = condition()
            if isinstance(decided, ir.Const):
                if bool(decided.value) is holding:
                    last = make
                    break
                continue
            outer, first = self.statements, self._next
            self.depth += 1
            before: list[ir.Statement] = []
            self.statements = before
            inside.append((decided, make(), before, outer, first))
            self.statements = []
        result = last()
        for decided, value, before, outer, first in reversed(inside):
            case, rest = (value, before), (result, self.statements)
            self.statements = outer
            self.depth -= 1
            result = self._either(decided, *((case, rest) if holding else (rest, case)), first)
        return result

    def _either(
        self,
        condition: ir.Value,
        then: tuple[ir.Value, list[ir.Statement]],
        otherwise: tuple[ir.Value, list[ir.Statement]],
        first: int,
    ) -> ir.Value:
        """Return one of two values, each with the statements it needs.

        first: as in `_local_of`.
        """
        (then_value, before_then), (other_value, before_otherwise) = then, otherwise
        if not before_then and not before_otherwise:
            return fold.choose(condition, then_value, other_value)
        are_conditions = is_condition(then_value) and is_condition(other_value)
        target = self._local_of(then_value, other_value, first)
        for value, before in ((then_value, before_then), (other_value, before_otherwise)):
            local = _local_in(value)
            if local is None or local.name != target.name:
                before.append(ir.Set(target.name, fold.number(value)))
        self.do(ir.If(condition, tuple(before_then), tuple(before_otherwise)))
        return fold.test("=", target, fold.YES) if are_conditions else target

    def _one_by_one(
        self,
        cases: Sequence[tuple[Callable[[], ir.Value], Callable[[], ir.Value]]],
        otherwise: Callable[[], ir.Value],
        *,
        holding: bool,
    ) -> ir.Value:
        """As `first_of`; each case is written after the one before, and done if none has held."""
        result, asking = self.local(), self.local()
        self.do(ir.Set(result.name, fold.NO))
        self.do(ir.Set(asking.name, fold.YES))
        values: list[ir.Value] = []
        for condition, make in (*cases, (lambda: fold.boolean(holding), otherwise)):
            with self.when(fold.test("=", asking, fold.YES)):
                decided = condition()
                with self.when(decided if holding else fold.negated(decided)):
                    values.append(make())
                    self.do(ir.Set(result.name, fold.number(values[-1])))
                    self.do(ir.Set(asking.name, fold.NO))
        if all(map(is_condition, values)):
            return fold.test("=", result, fold.YES)
        none, unknown = any(map(fold.can_be_none, values)), any(map(fold.can_be_unknown, values))
        return ir.Get(result.name, none, unknown)

    def _local_of(self, then: ir.Value, otherwise: ir.Value, first: int) -> ir.Get:
        """Return a local for one of two values: that of one of them, if numbered from `first` on.

        A local that was created for one of the values is read only as that value.
        """
        for value in (otherwise, then):
            local = _local_in(value)
            if local is not None and local.name >= first:
                none = local.none or fold.can_be_none(then) or fold.can_be_none(otherwise)
                unknown = any(map(fold.can_be_unknown, (local, then, otherwise)))
                return ir.Get(local.name, none, unknown)
        return self.local_for(then, otherwise)

    # ------------------------------------------------------------------- the state

    @contextmanager
    def looking_at(self, view: ViewFunction | None) -> Iterator[None]:
        """Write code that reads from a view, in which some numbers may be unknown."""
        outer, self.viewing = self.viewing, view
        try:
            yield
        finally:
            self.viewing = outer

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """Write code about a copy of the state: what happens there is not noted."""
        outer, self.traced = self.traced, False
        try:
            yield
        finally:
            self.traced = outer

    def slot(self, entry: Entry, thing: ir.Value = fold.NO, inner: ir.Value = fold.NO) -> ir.Load:
        """Return a slot of the state, or of the view that is read."""
        unknown = self.viewing is not None and entry.first in self.viewing.unknown
        return ir.Load(entry, thing, inner, unknown)

    def entry(self, name: CoreName) -> Entry:
        """Return the entry of a slot that every game has."""
        return self.game.layout.by_meaning[_CORE[name]]

    def load(self, name: CoreName) -> ir.Value:
        """Return a slot that every game has."""
        return ir.Load(self.entry(name), fold.NO, fold.NO)

    def store(self, name: CoreName, value: ir.Value) -> None:
        """Write a slot that every game has."""
        self.do(ir.Store(self.entry(name), fold.NO, fold.NO, fold.number(value)))

    def length_of(self, fact: Ref) -> int:
        """Return the number of constructs in a fact's text, with the facts it names written out."""
        if fact not in self._lengths:
            length, named = _length(self.game.facts[fact].body)
            self._lengths[fact] = length + sum(map(self.length_of, named))
        return self._lengths[fact]

    # ------------------------------------------------------------ players and cards

    @cached_property
    def several_sides(self) -> bool:
        """Whether there are more than two sides: only then can a player be out."""
        return len(set(self.game.sides)) > 2  # noqa: PLR2004 - if one of two loses, the game ends

    def out(self) -> ir.Value:
        """Return the players who are out."""
        return self.load("out") if self.several_sides else fold.NO

    def players_from(self, player: int) -> tuple[int, ...]:
        """Return a player, then their teammates, then their opponents, by number."""
        return self._in_order[player]

    @cached_property
    def _in_order(self) -> tuple[tuple[int, ...], ...]:
        sides = self.game.sides

        def rank(you: int, other: int) -> tuple[bool, bool, int]:
            return other != you, sides[other] != sides[you], other

        players = range(len(sides))
        return tuple(tuple(sorted(players, key=partial(rank, you))) for you in players)

    def relation(self, you: int, other: int) -> str:
        """Return what another player is to you, as a word of the language."""
        if you == other:
            return "your"
        return "teammate" if self.game.sides[you] == self.game.sides[other] else "opponent"

    def opponents(self, player: int) -> list[int]:
        """Return the players of other sides, by number."""
        return [o for o in self.players_from(player) if self.relation(player, o) == "opponent"]

    def somebody_may_lose(self) -> bool:
        """Return whether an effect in play can make somebody lose."""
        return self.game.has_in_play(Lose) or self.game.has_in_play(Due)

    def holders(self, card: int) -> ir.Value:
        """Return the players who hold a card, also one that nobody holds at the beginning."""
        holders = self.game.layout.by_meaning[HoldersOf(card)]
        if holders.low == holders.high:  # no card can change hands
            return ir.Const(holders.low)
        return ir.Load(holders, fold.NO, fold.NO)

    def first_holders(self) -> Entry:
        """Return the entry that, in a pool, says who received each card at the beginning."""
        return self.game.layout.by_meaning[FirstHolders()]

    def common(self, card: int | None) -> bool:
        """Return whether a text is the game's own, or belongs to a card that always takes part."""
        return card is None or self.game.cards[card].common

    def for_player(self, player: ir.Value, body: Callable[[int], None]) -> None:
        """Write a variant of the code for each player; at run time only `player`'s is done."""
        if isinstance(player, ir.Const):
            body(player.value)
            return
        kept = self.kept(player)
        last = self.game.players - 1

        def from_player(number: int) -> None:
            if number == last:
                body(number)
                return
            with self.block() as then:
                body(number)
            with self.block() as otherwise:
                from_player(number + 1)
            self.do(ir.If(fold.test("=", kept, ir.Const(number)), tuple(then), tuple(otherwise)))

        from_player(0)


@lru_cache(1000)  # texts: match-ups have many in common
def _length(text: Value) -> tuple[int, tuple[Ref, ...]]:
    """Return the number of constructs in a text, and the facts that it names."""
    nodes = [*walk(text)]
    return len(nodes), tuple(node.fact for node in nodes if isinstance(node, FactValue))


def _local_in(value: ir.Value) -> ir.Get | None:
    """Return the local that a value is; for a condition, the local that is 1 if it holds."""
    match value:
        case (ir.Get() as local) | ir.Test("=", ir.Get() as local, fold.YES):
            return local
    return None


def is_condition(value: ir.Value) -> bool:
    """Return whether a value is a condition, including one that is already decided."""
    return fold.is_known(value) or fold.is_condition(value)
