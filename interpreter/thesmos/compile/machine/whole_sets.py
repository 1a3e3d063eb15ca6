"""The pass that goes through the rounds of a search set by set, instead of member by member.

In each round of a `spread`, a loop collects what lies beside the members reached last. On a board
that is to shift sets: by one for the cells to the east. What bars the way in one direction does not
depend on the round: the cells that lead on there are a set that is computed before all rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import (
    LOOPS,
    read_beyond,
    sets,
    unused_local,
    used_by,
    uses,
    walk,
    with_blocks,
    with_bodies,
    with_each,
)
from thesmos.compile.machine.known import Known, known_after, substituted
from thesmos.compile.machine.members import MemberLoop
from thesmos.compile.machine.members_at_once import MembersAtOnce, shifted_sets

MOST_WAYS = 16  # different numbers by which members and what lies beside them differ


def with_whole_sets(program: ir.Program) -> ir.Program:
    """Return the same program, in which the rounds of searches treat whole sets at once."""

    def body(function: ir.Function, pure: Set[int]) -> ir.Statements:
        return _WholeSets(function, pure).block(function.body, None, repeated=False)

    return with_bodies(program, body)


class _WholeSets:
    """The pass in one function. pure: the functions that don't change the state."""

    def __init__(self, function: ir.Function, pure: Set[int]) -> None:
        self._pure, self._used = pure, used_by(function)
        self._free = unused_local(function)

    def local(self) -> ir.Get:
        """Return a local that nothing else uses."""
        self._free += 1
        return ir.Get(self._free - 1)

    def block(
        self, statements: ir.Statements, before: list[ir.Set] | None, *, repeated: bool
    ) -> ir.Statements:
        """Return statements after the pass; the same object if nothing has changed.

        before: what is computed before the outermost loop around them that leaves the state as it
        is; None without such a loop. repeated: whether they are in the rounds of a search.
        """

        def change(statement: ir.Statement) -> ir.Statements:
            if (
                before is None
                and isinstance(statement, LOOPS)
                and not uses((statement,)).changes(self._pure)
            ):
                first: list[ir.Set] = []
                changed = self._statement(statement, first, repeated=repeated)
                return (*first, *changed)
            return self._statement(statement, before, repeated=repeated)

        return with_each(statements, change)

    def _statement(
        self, statement: ir.Statement, before: list[ir.Set] | None, *, repeated: bool
    ) -> ir.Statements:
        if isinstance(statement, ir.OnCopy):  # another state
            return (with_blocks(statement, lambda b: self.block(b, None, repeated=False)),)
        if before is not None and repeated and isinstance(statement, ir.ForBits):
            collecting = _Collecting(self, statement, read_beyond(self._used, statement))
            if collecting.possible():
                before += collecting.before
                return collecting.statements
        repeated = repeated or (isinstance(statement, ir.Loop) and statement.limit > 1)
        return (with_blocks(statement, lambda b: self.block(b, before, repeated=repeated)),)


class _NotAtOnceError(Exception):
    """A loop does what can't be done for all members at once."""


class _Collecting:
    """A loop that collects sets, or asks whether there is a member of a kind, for all at once.

    read_beyond: the locals that are read outside of the loop.
    before: what is computed before the outermost loop, from the state alone.
    statements: what takes the place of the loop.
    """

    def __init__(self, owner: _WholeSets, loop: ir.ForBits, read_beyond: set[int]) -> None:
        self._owner, self._loop, self._beyond = owner, loop, read_beyond
        self._about = MemberLoop(loop.name, loop.size, {*sets(loop.body), loop.name}, {})
        self._all = self._members((1 << loop.size) - 1, {loop.name: 0})
        self.before: list[ir.Set] = []
        self._first: list[ir.Statement] = []
        self._updates: list[ir.Statement] = []
        self._beside: dict[int, list[tuple[int, ir.Value]]] = {}

    def possible(self) -> bool:
        """Return whether the loop can be done at once; then the statements are known."""
        loop, members = self._loop, self._owner.local()
        self._first.append(ir.Set(members.name, loop.bits))
        try:
            match loop.body:
                case (*before, ir.If(condition, (ir.Set(_, ir.Const()) as found, ir.Break()), ())):
                    self._ask(tuple(before), condition, found, members)
                case body:
                    self._collect(body, members, {})
        except _NotAtOnceError:
            return False
        collected = [one.name for one in self._updates if isinstance(one, ir.Set)]
        reads = uses(loop.body).reads
        others = {*sets(loop.body), loop.name} - sets(self._updates)
        return others.isdisjoint(self._beyond) and all(
            reads.get(name, 0) == collected.count(name) for name in collected
        )

    @property
    def statements(self) -> ir.Statements:
        """What takes the place of the loop."""
        return (*self._first, *self._updates)

    def _members(self, among: int, names: dict[int, int]) -> MembersAtOnce:
        return MembersAtOnce(self._about, among, names, self._kept)

    def _kept(self, bits: ir.Value) -> ir.Value:
        """Return a set that was computed before: once, if it depends on nothing but the state."""
        if isinstance(bits, (ir.Const, ir.Get)):
            return bits
        known = next((one for one in self.before if one.value == bits), None)
        if known is not None:
            return ir.Get(known.name)
        local, read = self._owner.local(), {n.name for n in walk((bits,)) if isinstance(n, ir.Get)}
        from_state = read <= {one.name for one in self.before}
        (self.before if from_state else self._first).append(ir.Set(local.name, bits))
        return local

    # -------------------------------------------------------------------- statements

    def _ask(
        self, before: ir.Statements, condition: ir.Value, found: ir.Set, members: ir.Value
    ) -> None:
        """Ask whether a condition, which statements may come before, holds for a member."""
        some = self._holding(condition, self._all, known_after(before, {}))
        if found.name in sets(before):
            raise _NotAtOnceError
        test = fold.test("!=", fold.bits_op("and", members, some), fold.NO)
        self._updates.append(ir.If(test, (found,), ()))

    def _collect(self, statements: Iterable[ir.Statement], members: ir.Value, known: Known) -> None:
        """Collect what statements collect for some members."""
        for statement in statements:
            match statement:
                case ir.Set(name, ir.BitsOp("or", ir.Get(same), more)) if (
                    same == name and name in self._beyond
                ):
                    collected = self._collected(_known_value(more, known), members)
                    self._updates.append(ir.Set(name, fold.bits_op("or", ir.Get(name), collected)))
                case ir.Set(name) if name not in self._beyond:
                    if statement.value is fold.NO:
                        self._beside[name] = []
                    known.update(known_after((statement,), known))
                case ir.ForBits():
                    self._look_beside(statement, known)
                case ir.If(condition, then, otherwise):
                    if sets((statement,)).isdisjoint(self._beyond):
                        known.update(known_after((statement,), known))
                        continue
                    held = self._kept(self._holding(condition, self._all, known))
                    self._collect(then, fold.bits_op("and", members, held), {**known})
                    self._collect(otherwise, fold.bits_op("minus", members, held), {**known})
                case _:
                    raise _NotAtOnceError

    def _look_beside(self, loop: ir.ForBits, known: Known) -> None:
        """Note for which members something beside them is collected, by where it lies."""
        match loop.body:
            case (*others, ir.If(condition, (collect,), ())):
                pass
            case (*others, collect):
                condition = fold.YES
            case _:
                raise _NotAtOnceError
        match collect:
            case ir.Set(name, ir.BitsOp("or", ir.Get(same), ir.BitsOf(ir.Get(loop.name)))) if (
                same == name and self._beside.get(name) == [] and name not in sets(others)
            ):
                pass
            case _:
                raise _NotAtOnceError
        inside = known_after(tuple(others), known)
        for by, among in self._ways(_known_value(loop.bits, known)).items():
            members = self._members(among, {self._loop.name: 0, loop.name: by})
            held = self._holding(condition, members, inside)
            self._beside[name].append((by, self._kept(held)))
        del known[name]

    def _ways(self, bits: ir.Value) -> dict[int, int]:
        """Return the members from which something lies in each way, as bits."""
        constants, ways = self._all.constants(bits), dict[int, int]()
        for member, beside in zip(self._all.each(), constants or (), strict=False):
            for other in range(beside.bit_length()):
                if beside >> other & 1:
                    ways[other - member] = ways.get(other - member, 0) | 1 << member
        if constants is None or len(ways) > MOST_WAYS:
            raise _NotAtOnceError
        return ways

    def _holding(self, condition: ir.Value, members: MembersAtOnce, known: Known) -> ir.Value:
        held = members.holding(_known_value(condition, known))
        if held is None:
            raise _NotAtOnceError
        return held

    def _collected(self, value: ir.Value, members: ir.Value) -> ir.Value:
        """Return the union of a set for each of some members."""
        match value:
            case ir.BitsOf(ir.Get(self._loop.name)):
                return members
            case ir.Get(name) if name in self._beside:
                return shifted_sets(
                    (fold.bits_op("and", members, held), by) for by, held in self._beside[name]
                )
            case ir.BitsOp("or", left, right):
                both = self._collected(left, members), self._collected(right, members)
                return fold.bits_op("or", *both)
            case ir.BitsOp("and" | "minus" as word, left, right) if self._about.stays(right):
                return fold.bits_op(word, self._collected(left, members), self._kept(right))
        return shifted_sets(
            (fold.bits_op("and", members, ir.Const(among)), by)
            for by, among in self._ways(value).items()
        )


def _known_value(value: ir.Value, known: Known) -> ir.Value:
    """Return a value in terms of what there is before the loop, and of the member."""
    result = substituted(value, known)
    if result is None:
        raise _NotAtOnceError
    return result
