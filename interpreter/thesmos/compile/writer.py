"""Writes functions: blocks of statements, locals, and frames for the text that is compiled."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, partial
from typing import NamedTuple, get_args

from thesmos.compile import fold, ir
from thesmos.compile.asked_game import AskedGame, Questions
from thesmos.compile.blocks import ConditionalBlock, StatementBlock
from thesmos.compile.causes import Causes
from thesmos.compile.known_functions import KnownFunction, known_functions
from thesmos.link.layout import CoreName, CoreSlot, Entry, FirstHolders, HoldersOf
from thesmos.link.linked import LinkedGame
from thesmos.program.effects import Due, Lose
from thesmos.program.node import Ref, walk
from thesmos.program.values import FactValue, Value


@dataclass(frozen=True)
class AtMoment:
    """A moment whose clauses are being carried out, where these may take powers (3.4).

    acted: a local, the cards and players whose turn in it has come, as bits. sure: those of them
    that are known already.
    """

    name: str
    acted: ir.Get
    sure: int = 0


@dataclass(frozen=True)
class TextContext:
    """For whom, of which card and with which names a text is compiled.

    Persons are numbers of players: a function is written for each player who may be concerned.
    active: None where it is not known before. names: roles, parameters and locals, each a local or
    a constant. offered: the codes of the step that a clause about skipping is about. moment: whose
    clauses are being carried out.
    """

    card: int | None
    you: int
    chooser: int
    actor: int
    active: int | None = None
    names: dict[str, ir.Value] = field(default_factory=dict)
    offered: ir.Value | None = None
    moment: AtMoment | None = None
    viewer: int | None = None

    def of(self, card: int | None, you: int) -> TextContext:
        """Return the same frame for the text of another card and its holder; names are shared."""
        return self._with({"card": card, "you": you})

    def with_names(self, names: dict[str, ir.Value]) -> TextContext:
        """Return the same frame with names of its own."""
        return self._with({"names": names})

    def _with(self, changed: dict[str, object]) -> TextContext:
        """The same frame with other fields: as `replace`, which takes several times as long."""
        made = object.__new__(TextContext)
        made.__dict__.update(self.__dict__, **changed)
        return made


def frame_for(active: int, you: int | None = None, card: int | None = None) -> TextContext:
    """A frame without names for the player whose turn it is; you: someone else whose text it is."""
    return TextContext(card, active if you is None else you, active, active, active)


@dataclass(frozen=True)
class View:
    """What a player sees; the entries that differ from the true state, by their first slots.

    viewer: None for chance. function: makes a state into this view. changed: what it may change.
    unknown: of which a number may be unknown, there or in the view of somebody else. nones_stay: of
    which what is none stays so, and nothing else becomes none.
    """

    viewer: int | None
    function: int
    changed: frozenset[int]
    unknown: frozenset[int]
    nones_stay: frozenset[int]


class Reads(NamedTuple):
    """The first slots of the entries read, and of those of which is asked whether one is none."""

    entries: frozenset[int]
    nones: frozenset[int]


_CORE: dict[str, CoreSlot] = {name: CoreSlot(name) for name in get_args(CoreName)}
Make = Callable[..., None]  # of a writer, the parameters, and what it is about


class _Shared(NamedTuple):
    """What asks for a function that match-ups may share: the arguments of `Writer.shared`."""

    make: Make
    about: tuple[Hashable, ...]
    key: Hashable
    parameters: int
    emits: bool
    marked: bool


class Writer:
    """The functions written so far, and the one that is being written."""

    def __init__(self, game: LinkedGame, *, counted: bool = False) -> None:
        """counted: whether to count how often each clause holds, and to note what is taken."""
        # What can be hidden is asked of everything, and counters have numbers of their own.
        self._known = None if counted or game.can_hide else known_functions(game)
        self.game = AskedGame(game, self._known.questions if self._known else Questions())
        self.counted = counted
        self.codes = self.game.codes
        self.causes = Causes(self.game)
        self.functions: list[ir.Function] = []
        self.calls: list[tuple[int, ...]] = []  # of each function, those that it calls
        self._written: dict[Hashable, int | None] = {}
        self._shared: dict[int, _Shared] = {}  # by function
        self.statements: list[ir.Statement] = []
        self._called: dict[int, int] = {}  # by number, the places of the functions called so far
        self._next = 0
        self.viewing: View | None = None  # what is looked at; None for the true state
        self.views: dict[int | None, View] = {}
        self.reads: dict[int, Reads] = {}  # by function
        self.may_be_hidden: dict[Hashable, int] = {}  # by who asks it of which clause
        self._lengths: dict[Ref, int] = {}
        self.looping = False  # whether this is done for each member of a set

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
        view: View | None = None,
    ) -> int:
        """Return the number of the function of a key; `make` writes its body, once.

        view: what it is called on; by default, the true state.
        """
        if key in self._written:
            found = self._written[key]
            assert found is not None, "a function would call itself"
            return found
        self._written[key] = None
        outer = self.statements, self._next, self._called, self.looping, self.viewing
        self.statements, self._next, self._called = [], parameters, {}
        self.looping, self.viewing = False, view
        make(tuple(ir.Get(number, True) for number in range(parameters)))
        made = ir.Function(parameters, tuple(self.statements), emits, marked, reasons)
        number = self._written[key] = len(self.functions)
        self.functions.append(made)
        self.calls.append(tuple(self._called))
        self.statements, self._next, self._called, self.looping, self.viewing = outer
        return number

    def shared(
        self,
        make: Make,
        *about: Hashable,
        key: Hashable = None,
        parameters: int = 0,
        emits: bool = False,
        marked: bool = False,
        view: View | None = None,
    ) -> int:
        """As `function`; other match-ups may have the same.

        make: writes the body. It is declared outside of all functions, so that it knows nothing but
        the writer, the parameters, and what it is about. key: by default, what it is about.
        """
        assert make.__closure__ is None
        return self._found(_Shared(make, about, key, parameters, emits, marked), view)

    def _found(self, asking: _Shared, view: View | None = None) -> int:
        """The number of the function: it is written already, or another match-up has it, or new."""
        make, about, key, parameters, emits, marked = asking
        written = make, about if key is None else key
        number = self._written.get(written)
        if number is not None:
            return number
        if self._known is not None and written not in self._written:
            known = self._known.find(asking, self.game)
            if known is not None:
                return self._add(written, asking, known)
        noted, self.game.noted = self.game.noted, {} if self._known is not None else None
        before = len(self.functions)
        made = self.function(
            written, parameters, lambda given: make(self, given, *about),
            emits=emits, marked=marked, view=view,
        )  # fmt: skip
        answers, self.game.noted = self.game.noted, noted
        if len(self.functions) > before:
            self._shared[made] = asking
            calls = [self._shared.get(each) for each in self.calls[made]]
            if self._known is not None and answers is not None and None not in calls:
                self._known.add(asking, answers, KnownFunction(self.functions[made], tuple(calls)))
        return made

    def _add(self, key: Hashable, asking: _Shared, known: KnownFunction) -> int:
        """Add a function that another match-up has, after those that it calls."""
        calls = tuple(map(self._again, known.calls))
        number = self._written[key] = len(self.functions)
        self._shared[number] = asking
        self.functions.append(known.function)
        self.calls.append(calls)
        return number

    def _again(self, asking: Hashable) -> int:
        assert isinstance(asking, _Shared)
        return self._found(asking)

    def call(self, function: int, arguments: tuple[ir.Value, ...]) -> ir.Call:
        """Return the result of a function, in the function that is being written."""
        return ir.Call(self._place(function), arguments)

    def call_one(
        self, functions: tuple[int | None, ...], index: ir.Value, arguments: tuple[ir.Value, ...]
    ) -> ir.CallOne:
        """Return the result of one of a row of functions, in the function that is being written."""
        places = tuple(None if one is None else self._place(one) for one in functions)
        return ir.CallOne(places, index, arguments)

    def _place(self, function: int) -> ir.Place:
        return ir.Place(self._called.setdefault(function, len(self._called)))

    @property
    def called(self) -> tuple[int, ...]:
        """The functions that the function calls that is being written, by their places."""
        return tuple(self._called)

    # ------------------------------------------------------------------ statements

    def do(self, statement: ir.Statement) -> None:
        """Write a statement."""
        self.statements.append(statement)

    def block(self) -> StatementBlock:
        """Write into a block of its own."""
        return StatementBlock(self)

    def when(self, condition: ir.Value) -> ConditionalBlock:
        """Write what is done if a condition holds; nothing if it can't."""
        return ConditionalBlock(self, condition)

    def local(self, *, none: bool = False, unknown: bool = False) -> ir.Get:
        """Return a new local."""
        self._next += 1
        return ir.Get(self._next - 1, none, unknown)

    def local_for(self, *values: ir.Value) -> ir.Get:
        """Return a new local that will have one of some values."""
        none = unknown = False
        for one in values:
            none = none or fold.can_be_none(one)
            unknown = unknown or fold.can_be_unknown(one)
        return self.local(none=none, unknown=unknown)

    def kept(self, value: ir.Value) -> ir.Value:
        """Return a value that stays as it is whatever happens: a local, unless it does anyway."""
        if fold.is_atomic(value):
            return value
        made = self.local_for(value)
        self.do(ir.Set(made.name, value))
        return made

    def kept_condition(self, condition: ir.Value) -> ir.Value:
        """Return a condition as it is now, as a condition."""
        if isinstance(condition, ir.Const):
            return condition
        return fold.test("=", self.kept(fold.number(condition)), fold.YES)

    def lazily(
        self,
        condition: ir.Value,
        then: Callable[[], ir.Value],
        otherwise: Callable[[], ir.Value],
    ) -> ir.Value:
        """One of two values; only one of them is evaluated, with what has to be done for it."""
        if isinstance(condition, ir.Const):
            return then() if condition.value else otherwise()
        outer, first = self.statements, self._next
        before_then: list[ir.Statement] = []
        before_otherwise: list[ir.Statement] = []
        self.statements = before_then
        one = then()
        self.statements = before_otherwise
        other = otherwise()
        self.statements = outer
        if not before_then and not before_otherwise:
            return fold.choose(condition, one, other)
        are_conditions = is_condition(one) and is_condition(other)
        made = self._local_of(one, other, first)
        for found, before in ((one, before_then), (other, before_otherwise)):
            local = _local_in(found)
            if local is None or local.name != made.name:
                before.append(ir.Set(made.name, fold.number(found)))
        self.do(ir.If(condition, tuple(before_then), tuple(before_otherwise)))
        return fold.test("=", made, fold.YES) if are_conditions else made

    def _local_of(self, one: ir.Value, other: ir.Value, first: int) -> ir.Get:
        """A local for one of two values: that of one of them, if it was made from `first` on.

        What was made for one of the values is not read any more, unless as that value.
        """
        for value in (other, one):
            local = _local_in(value)
            if local is not None and local.name >= first:
                none = local.none or fold.can_be_none(one) or fold.can_be_none(other)
                unknown = any(map(fold.can_be_unknown, (local, one, other)))
                return ir.Get(local.name, none, unknown)
        return self.local_for(one, other)

    # ------------------------------------------------------------------- the state

    @contextmanager
    def looking_at(self, view: View | None) -> Iterator[None]:
        """Write what is asked on a view, of which some numbers may be unknown."""
        outer, self.viewing = self.viewing, view
        try:
            yield
        finally:
            self.viewing = outer

    def slot(self, entry: Entry, thing: ir.Value = fold.NO, inner: ir.Value = fold.NO) -> ir.Load:
        """Return a slot of the state or of the view that is looked at."""
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
        """How many constructs the text of a fact has, with the facts that it names written out."""
        if fact not in self._lengths:
            own, named = _length(self.game.fact(fact).body)
            self._lengths[fact] = own + sum(map(self.length_of, named))
        return self._lengths[fact]

    # ------------------------------------------------------------ players and cards

    @cached_property
    def several_sides(self) -> bool:
        """Whether there are more than two sides: only then can a player be out."""
        return len(set(self.game.sides)) > 2  # noqa: PLR2004 - of two, one's loss ends the game

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
        """Return what another player is to you."""
        if you == other:
            return "your"
        return "teammate" if self.game.sides[you] == self.game.sides[other] else "opponent"

    def opponents(self, player: int) -> list[int]:
        """Return the players of other sides, by number."""
        return [o for o in self.players_from(player) if self.relation(player, o) == "opponent"]

    def somebody_may_lose(self) -> bool:
        """Return whether an effect in play can make somebody lose."""
        return self.game.in_play(Lose) or self.game.in_play(Due)

    def holders(self, card: int) -> ir.Value:
        """The players who hold a card. A state may say so of one that nobody has at first."""
        holder = self.game.card(card).holder
        if not self.game.cards_move and holder is not None:
            return ir.Const(1 << holder)
        return ir.Load(self.game.layout.by_meaning[HoldersOf(card)], fold.NO, fold.NO)

    def first_holders(self) -> Entry:
        """In a pool, what says who received each card at the beginning."""
        return self.game.layout.by_meaning[FirstHolders()]

    def common(self, card: int | None) -> bool:
        """Return whether text is the game's own, or that of a card that always takes part."""
        return card is None or self.game.card(card).common

    def for_player(self, player: ir.Value, body: Callable[[int], None]) -> None:
        """Write something for each player, of which that of one player will be done."""
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


@lru_cache(1000)  # the latest texts: match-ups have many in common
def _length(text: Value) -> tuple[int, tuple[Ref, ...]]:
    """Return how many constructs a text has, and the facts that it names."""
    nodes = [*walk(text)]
    return len(nodes), tuple(one.fact for one in nodes if isinstance(one, FactValue))


def _local_in(value: ir.Value) -> ir.Get | None:
    """Return the local that a value is; of a condition, the one that is 1 if it holds."""
    match value:
        case (ir.Get() as local) | ir.Test("=", ir.Get() as local, fold.YES):
            return local
    return None


def is_condition(value: ir.Value) -> bool:
    """Return whether a value is a condition, maybe one that is known already."""
    return fold.is_known(value) or fold.is_condition(value)
