"""§1 and §2: values of the program as integers, in the order of program/values.py.

`value` compiles any node, `holds` a condition. If an operand can be none, a test for it is written
out: anything applied to none is none, and none is never looked up. Unknown values of a view are
treated alike. Sets are in sets.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import product
from typing import Any, TypeVar

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.writer import DEEP, DEEP_LOOPS, Writer
from thesmos.link.geometry import FUNCTIONS, OF_DIRECTIONS, Grid, geometry, grid_of
from thesmos.link.layout import NONE, AttributeOf, Entry, MemoryOf
from thesmos.link.layout import PlaceOf as PlaceEntry
from thesmos.program import values as p
from thesmos.program.node import AttributeRef, Ref, inside, walk
from thesmos.program.types import DIRECTIONS

N = TypeVar("N", bound=p.Value)
Compile = Callable[[N, Frame, Writer], ir.Value]
_MEANINGS: dict[type[p.Value], Compile[Any]] = {}


def meaning(kind: type[N]) -> Callable[[Compile[N]], Compile[N]]:
    """Register a function that compiles a construct."""

    def register(function: Compile[N]) -> Compile[N]:
        _MEANINGS[kind] = function
        return function

    return register


def value(node: p.Value, frame: Frame, w: Writer) -> ir.Value:
    """Return the value of a node: a number, or bits if it is a set. Flags may be conditions."""
    if (w.depth >= DEEP or w.loops >= DEEP_LOOPS) and _has_parts(node):
        return _apart(node, frame, w)
    w.depth += 1
    result = _MEANINGS[node.__class__](node, frame, w)
    w.depth -= 1
    return result


def _has_parts(node: p.Value) -> bool:
    return any(isinstance(part, (p.Value, p.Binder)) for part in inside(node))


Bound = tuple[str, ir.Const | tuple[bool, bool]]  # a name, and its value or what it can be
Persons = tuple[int | None, int, int, int, int | None, int | None]


def _apart(node: p.Value, frame: Frame, w: Writer) -> ir.Value:
    """Return a call of a function for one value, which is too deep inside others."""
    used = {variable.name for variable in p.variables_in(node)} & frame.names.keys()
    names = {name: frame.names[name] for name in used}
    for part in walk(node):
        if isinstance(part, p.Offered):
            names[offered_name(part.role)] = kept(part, frame, w)
    arguments: list[ir.Value] = []
    bound: list[Bound] = []
    for name, argument in sorted(names.items()):
        if isinstance(argument, ir.Get):
            arguments.append(argument)
            bound.append((name, (argument.none, argument.unknown)))
        else:
            assert isinstance(argument, ir.Const)
            bound.append((name, argument))
    persons = frame.card, frame.you, frame.chooser, frame.actor, frame.active, frame.viewer
    about, view = (node, tuple(bound), persons), w.viewing
    key = *about, view and view.function
    function = w.function_about(_write_apart, *about, key=key, parameters=len(arguments), view=view)
    result = w.local(none=not node.type.many, unknown=not node.type.many and view is not None)
    w.do(ir.Set(result.name, ir.Call(function, tuple(arguments))))
    return result


def _write_apart(
    w: Writer,
    parameters: tuple[ir.Get, ...],
    node: p.Value,
    bound: tuple[Bound, ...],
    persons: Persons,
) -> None:
    """bound: the names that the value uses; those without a constant are parameters, in order."""
    card, you, chooser, actor, active, viewer = persons
    numbers = iter(range(len(parameters)))
    names: dict[str, ir.Value] = {
        name: what if isinstance(what, ir.Const) else ir.Get(next(numbers), *what)
        for name, what in bound
    }
    frame = Frame(card, you, chooser, actor, active, names, viewer=viewer)
    w.do(ir.Return(fold.number(value(node, frame, w))))


def offered_name(role: str) -> str:
    """Return the name of what `offered(role)` is, where it is known; no role has such a name."""
    return f"offered({role})"


def kept(node: p.Value, frame: Frame, w: Writer) -> ir.Value:
    """Return the value of a node as it is now, as a constant or a local."""
    return w.kept(fold.number(value(node, frame, w)))


def holds(condition: p.Value | None, frame: Frame, w: Writer) -> ir.Value:
    """Return a condition of the program, compiled; if it is none, it does not hold (2.3)."""
    if condition is None:
        return fold.YES
    return fold.condition(value(condition, frame, w))


def if_known(arguments: tuple[ir.Value, ...], w: Writer, make: Callable[[], ir.Value]) -> ir.Value:
    """Return a value that depends on atomic arguments; none if one of them is none."""
    return w.lazily(fold.known(*arguments), make, lambda: fold.NOTHING)


# ----------------------------------------------------------------------- constants


@meaning(p.Number)
def _number(node: p.Number, frame: Frame, w: Writer) -> ir.Value:
    return ir.Const(node.value)


@meaning(p.Flag)
def _flag(node: p.Flag, frame: Frame, w: Writer) -> ir.Value:
    return fold.boolean(node.value)


@meaning(p.Word)
def _word(node: p.Word, frame: Frame, w: Writer) -> ir.Value:
    return ir.Const(node.number)


@meaning(p.Nothing)
def _nothing(node: p.Nothing, frame: Frame, w: Writer) -> ir.Value:
    return fold.NO if node.type.many else fold.NOTHING


# --------------------------------------------------------------------------- names


@meaning(p.Variable)
def _variable(node: p.Variable, frame: Frame, w: Writer) -> ir.Value:
    return frame.names.get(node.name, fold.NOTHING)


@meaning(p.Person)
def _person(node: p.Person, frame: Frame, w: Writer) -> ir.Value:
    if node.word == "active":
        return w.load("active") if frame.active is None else ir.Const(frame.active)
    if node.word == "viewer":
        return fold.NOTHING if frame.viewer is None else ir.Const(frame.viewer)
    return ir.Const({"you": frame.you, "chooser": frame.chooser, "actor": frame.actor}[node.word])


@meaning(p.NumberedPlayer)
def _numbered_player(node: p.NumberedPlayer, frame: Frame, w: Writer) -> ir.Value:
    return ir.Const(node.number - 1) if node.number <= w.game.players else fold.NOTHING


@meaning(p.ThisCard)
def _this_card(node: p.ThisCard, frame: Frame, w: Writer) -> ir.Value:
    return fold.NOTHING if frame.card is None else ir.Const(frame.card)


@meaning(p.Granted)
def _granted(node: p.Granted, frame: Frame, w: Writer) -> ir.Value:
    if frame.card is None:
        return fold.NO
    return fold.test("=", w.load("granted"), ir.Const(frame.card))


@meaning(p.Rewound)
def _rewound(node: p.Rewound, frame: Frame, w: Writer) -> ir.Value:
    return fold.test("=", w.load("cancellation"), ir.Const(2))


@meaning(p.Setting)
def _setting(node: p.Setting, frame: Frame, w: Writer) -> ir.Value:
    return ir.Const(w.game.settings[node.option])


def slot(entry: Entry, thing: ir.Value, w: Writer, inner: ir.Value = fold.NO) -> ir.Value:
    """Return what a thing has in the state: a number, or a set as bits, with numbers from 0 only.

    inner: the value of the index, for an attribute that has one.
    """
    if entry.type.many:
        return fold.shift(ir.LoadSet(entry, thing), -w.game.least_of(entry.type))
    return w.slot(entry, thing, inner)


def memory_entry(card: int | None, memory: Ref, w: Writer) -> Entry:
    """Return the entry of a memory of a card."""
    assert card is not None
    return w.game.layout.by_meaning[MemoryOf(card, memory.name)]


@meaning(p.MemoryValue)
def _memory(node: p.MemoryValue, frame: Frame, w: Writer) -> ir.Value:
    return slot(memory_entry(frame.card, node.memory, w), fold.NO, w)


def attribute_entry(attribute: AttributeRef, w: Writer) -> Entry:
    """Return the entry of an attribute that is not a constant."""
    return w.game.layout.by_meaning[AttributeOf(attribute)]


def attribute_place(node: p.AttributeValue, frame: Frame, w: Writer) -> tuple[ir.Value, ir.Value]:
    """Return the thing whose attribute is read, and the value of its index; 0 if there is none."""
    assert len(node.of) <= 2, "an attribute has one index at most"  # noqa: PLR2004
    thing, inner = (*(kept(operand, frame, w) for operand in node.of), fold.NO, fold.NO)[:2]
    return thing, inner


@meaning(p.AttributeValue)
def _attribute(node: p.AttributeValue, frame: Frame, w: Writer) -> ir.Value:
    thing, inner = attribute_place(node, frame, w)

    def look_up() -> ir.Value:
        constants = w.game.fixed.get(node.attribute)
        if constants is None:
            return slot(attribute_entry(node.attribute, w), thing, w, inner)
        if not constants:
            return fold.NO if node.type.many else fold.NOTHING
        place = thing
        for operand in node.of[1:]:
            size = ir.Const(w.game.size_of(operand.type))
            place = fold.arithmetic("+", fold.arithmetic("*", thing, size), inner)
        return fold.row(_numbers(constants, w.game.least_of(node.type)), place)

    if node.type.many:
        return w.lazily(fold.known(thing), look_up, lambda: fold.NO)
    return if_known((thing, inner), w, look_up)


@lru_cache(1000)
def _numbers(constants: tuple[int | tuple[int, ...], ...], least: int) -> tuple[int, ...]:
    """Return constants as numbers: sets as bits."""
    return tuple(c if isinstance(c, int) else sum(1 << m - least for m in c) for c in constants)


# ------------------------------------------------------------- functions of the core


def place_entry(kind: str, w: Writer) -> tuple[Entry, int]:
    """Return the entry for the places of a kind, and the number of cells before the zones."""
    boards = next(declared.on for declared in w.game.game.kinds if declared.name == kind)
    assert len(boards) <= 1, "a kind can't be on several boards yet"
    cells = sum(len(w.game.boards[board].cells) for board in boards)
    return w.game.layout.by_meaning[PlaceEntry(kind)], cells


@meaning(p.CellOf)
def _place(node: p.CellOf, frame: Frame, w: Writer) -> ir.Value:
    piece = kept(node.piece, frame, w)
    entry, cells = place_entry(node.kind, w)

    def look_up() -> ir.Value:
        at = w.kept(w.slot(entry, piece))
        return fold.choose(fold.test("<", at, ir.Const(cells)), at, fold.NOTHING)

    return if_known((piece,), w, look_up) if entry.count else fold.NOTHING


@meaning(p.ZoneOf)
def _zone(node: p.ZoneOf, frame: Frame, w: Writer) -> ir.Value:
    piece = kept(node.piece, frame, w)
    entry, cells = place_entry(node.kind, w)

    def look_up() -> ir.Value:
        at = w.kept(w.slot(entry, piece))
        zone = fold.arithmetic("-", at, ir.Const(cells))
        other: ir.Value = fold.NOTHING
        if fold.can_be_unknown(at):
            other = fold.choose(fold.test("=", at, fold.UNKNOWN), fold.UNKNOWN, fold.NOTHING)
        return fold.choose(fold.test(">=", at, ir.Const(cells)), zone, other)

    return if_known((piece,), w, look_up) if entry.count else fold.NOTHING


@meaning(p.PieceAt)
def _piece_at(node: p.PieceAt, frame: Frame, w: Writer) -> ir.Value:
    cell = kept(node.at, frame, w)
    entry, cells = place_entry(node.kind, w)
    if not entry.count:
        return fold.NOTHING
    return if_known((cell,), w, lambda: ir.Find(entry, cells, cell))


@meaning(p.BoardFunction)
def _board_function(node: p.BoardFunction, frame: Frame, w: Writer) -> ir.Value:
    arguments = tuple(kept(argument, frame, w) for argument in node.arguments)

    def look_up() -> ir.Value:
        if not node.board:
            return _of_directions(node.function, arguments)
        board = w.game.boards[node.board]
        sizes = tuple(
            len(DIRECTIONS) if argument.type.base == "direction" else len(board.cells)
            for argument in node.arguments
        )
        index = arguments[0]
        for size, argument in zip(sizes[1:], arguments[1:], strict=True):
            index = fold.arithmetic("+", fold.arithmetic("*", index, ir.Const(size)), argument)
        number = fold.row(_geometry_table(node.function, grid_of(board), sizes), index)
        return fold.test("=", number, fold.YES) if node.type.base == "flag" else number

    assert node.function in (FUNCTIONS if node.board else OF_DIRECTIONS)
    if node.type.many:
        return w.lazily(fold.known(*arguments), look_up, lambda: fold.NO)
    return if_known(arguments, w, look_up)


def _of_directions(function: str, arguments: tuple[ir.Value, ...]) -> ir.Value:
    """Return the value of a function of directions, which are numbered clockwise."""
    if function == "turned":
        return fold.arithmetic("mod", fold.arithmetic("+", *arguments), ir.Const(len(DIRECTIONS)))
    numbers = tuple(int(OF_DIRECTIONS[function](direction)) for direction in range(len(DIRECTIONS)))
    number = fold.row(numbers, arguments[0])
    return fold.test("=", number, fold.YES) if function == "diagonal" else number


@cache
def _geometry_table(function: str, grid: Grid, sizes: tuple[int, ...]) -> tuple[int, ...]:
    """Return the values of a function of a board for all arguments, indexed in mixed radix."""
    rows = product(*map(range, sizes))
    return tuple(_constant(geometry(function, grid, *places)) for places in rows)


def _constant(answer: int | tuple[int, ...] | bool | None) -> int:
    if isinstance(answer, tuple):
        return sum(1 << member for member in answer)
    return NONE if answer is None else int(answer)


@meaning(p.PlayerFunction)
def _player_function(node: p.PlayerFunction, frame: Frame, w: Writer) -> ir.Value:
    arguments = tuple(kept(argument, frame, w) for argument in node.arguments)
    return if_known(arguments, w, lambda: _OF_PLAYERS[node.function](w, *arguments))


def _holds_card(w: Writer, player: ir.Value, card: ir.Value) -> ir.Value:
    if isinstance(card, ir.Const):
        return fold.has(w.holders(card.value), player)
    return fold.either(
        *(
            fold.both(
                fold.test("=", card, ir.Const(candidate.number)),
                fold.has(w.holders(candidate.number), player),
            )
            for candidate in w.game.cards
        )
    )


def first_holder(w: Writer, card: ir.Value) -> ir.Value:
    """Return the player who receives a card at the beginning; none if nobody does."""
    if w.game.pool:
        holder = w.kept(ir.Load(w.first_holders(), card, fold.NO))
        return fold.choose(fold.test("<", holder, ir.Const(w.game.players)), holder, fold.NOTHING)
    holders = (NONE if candidate.holder is None else candidate.holder for candidate in w.game.cards)
    return fold.row(tuple(holders), card)


def next_player(w: Writer, player: ir.Value) -> ir.Value:
    """Return the next player by number who is still in the game; none if nobody is."""
    players = w.game.players
    if not w.several_sides:
        return fold.row(tuple((p + 1) % players for p in range(players)), player)
    following: ir.Value = fold.NOTHING
    for n in range(players, 0, -1):
        other = fold.row(tuple((p + n) % players for p in range(players)), player)
        following = fold.choose(fold.negated(fold.has(w.out(), other)), other, following)
    return following


_OF_PLAYERS: dict[str, Callable[..., ir.Value]] = {
    "side": lambda w, player: fold.row(w.game.sides, player),
    "holds": _holds_card,
    "first_holder": first_holder,
    "alive": lambda w, player: fold.negated(fold.has(w.out(), player)),
    "next_player": next_player,
}

# ----------------------------------------------------------------------- operators


@meaning(p.Not)
def _not(node: p.Not, frame: Frame, w: Writer) -> ir.Value:
    return fold.negated(holds(node.value, frame, w))


@meaning(p.Negative)
def _negative(node: p.Negative, frame: Frame, w: Writer) -> ir.Value:
    operand = kept(node.value, frame, w)
    return if_known((operand,), w, lambda: fold.arithmetic("-", fold.NO, operand))


@meaning(p.Absolute)
def _absolute(node: p.Absolute, frame: Frame, w: Writer) -> ir.Value:
    operand = kept(node.value, frame, w)
    opposite = fold.arithmetic("-", fold.NO, operand)
    return if_known((operand,), w, lambda: fold.arithmetic("max", operand, opposite))


@meaning(p.Exists)
def _exists(node: p.Exists, frame: Frame, w: Writer) -> ir.Value:
    if node.value.type.many:
        return fold.boolean(not node.negated)
    operand = value(node.value, frame, w)
    exists = fold.test("!=", operand, fold.NOTHING) if fold.can_be_none(operand) else fold.YES
    return fold.negated(exists) if node.negated else exists


@meaning(p.Compare)
def _compare(node: p.Compare, frame: Frame, w: Writer) -> ir.Value:
    left, right = value(node.left, frame, w), value(node.right, frame, w)
    if node.left.type.many or node.right.type.many:
        return fold.test(node.word, left, right)
    if node.word == "=" and fold.is_condition(left) and right is fold.YES:
        return left
    left, right = fold.number(left), fold.number(right)
    if not (fold.is_atomic(left) or not fold.can_be_missing(left)):
        left = w.kept(left)
    if not (fold.is_atomic(right) or not fold.can_be_missing(right)):
        right = w.kept(right)
    return fold.compare(node.word, left, right)


@meaning(p.Arithmetic)
def _arithmetic(node: p.Arithmetic, frame: Frame, w: Writer) -> ir.Value:
    left, right = (kept(node.left, frame, w), kept(node.right, frame, w))
    possible = fold.known(left, right)
    if node.word in ("/", "mod"):
        possible = fold.both(possible, fold.test("!=", right, fold.NO))
    return w.lazily(possible, lambda: fold.arithmetic(node.word, left, right), lambda: fold.NOTHING)


@meaning(p.Logic)
def _logic(node: p.Logic, frame: Frame, w: Writer) -> ir.Value:
    return joined(node.word, [partial(holds, part, frame, w) for part in node.parts], w)


def joined(word: p.LogicWord, parts: Sequence[Callable[[], ir.Value]], w: Writer) -> ir.Value:
    """Return the `and` or `or` of parts; each is evaluated only if those before it don't decide."""
    if not parts:
        return fold.boolean(word == "and")
    *earlier, last = parts
    decisive = fold.boolean(word == "or")
    return w.first_of([(part, lambda: decisive) for part in earlier], last, holding=word == "or")


@meaning(p.IfElse)
def _if_else(node: p.IfElse, frame: Frame, w: Writer) -> ir.Value:
    return w.lazily(
        holds(node.condition, frame, w),
        lambda: value(node.then, frame, w),
        lambda: value(node.otherwise, frame, w),
    )
