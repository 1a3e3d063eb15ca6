"""Counts sequences of decisions in machine code: the loop around the functions of a program."""

from __future__ import annotations

from collections.abc import Set

from thesmos.compile.machine.memory import PADDING
from thesmos.compile.native.llvm_lines import Lines
from thesmos.compile.native.searching import Slots, counted
from thesmos.link.linked import LinkedGame

TOO_DEEP = -1
_DEEPEST = 400  # the most successive decisions
_STACK = 400_000  # bytes: some systems give a thread 512 kB
_COPIES = 2  # copies of the state for each decision
_FRAME = 256  # bytes of the stack for each decision, besides states
STOP = 2  # the index of the number that stops it, after the pending codes and their number


def deepest(bits: int, slots: int) -> int:
    """Return the most successive decisions that are counted. bits: of a slot; slots: of a state."""
    return min(_DEEPEST, _STACK // (_COPIES * _padded(bits, slots) + _FRAME))


def _padded(bits: int, slots: int) -> int:
    """Return the bytes of a state, including the padding that may be read beyond it."""
    return (slots + PADDING) * bits // 8


def count_loop(bits: int, slots: int, game: LinkedGame, steps: Set[int]) -> str:
    """Return the function `count`. bits: of a slot; slots: of a state; steps: see `ending_steps`.

    The options of the last decision of the last turn are only counted, not carried out.

    The function takes a state; work space for `deepest` decisions; a place for pending codes, with
    whether to stop as its third number; the codes of the state's decision and their number; how
    many turns to count; and how many decisions were already made. It returns the number of
    sequences, or TOO_DEEP, also when it was stopped.
    """
    return _CountLoop(bits, slots, game, steps).text()


class _CountLoop:
    """Writes the function."""

    def __init__(self, bits: int, slots: int, game: LinkedGame, steps: Set[int]) -> None:
        self._lines, self._game = Lines(), game
        self._slots, self._bytes = Slots(self._lines, bits), slots * bits // 8
        self._steps = sorted(steps)
        self._deepest = deepest(bits, slots)
        state = f"[{_padded(bits, slots)} x i8]"
        self._after = [self._lines.variable(state) for _ in range(_COPIES)]
        self._total = self._lines.variable("i64")

    def text(self) -> str:
        """Return the text of the function."""
        lines, get = self._lines, self._lines.get
        lines.do(f"store i64 0, ptr {self._total}")
        self._stop_early()
        # Codes stay where they are; called functions write beyond them.
        last = get(f"ptrtoint ptr {lines.address('%codes', 'i32', '%number')} to i64")
        rounded = get(f"and i64 {get(f'add i64 {last}, 7')}, -8")
        self._beyond = get(f"inttoptr i64 {rounded} to ptr")
        last_turn, ending, each, others = (lines.name() for _ in range(4))
        lines.branch(get("icmp eq i64 %turns, 1"), last_turn, others)
        lines.block(last_turn)
        lines.branch(self._ends(), ending, each)
        lines.block(ending)
        lines.leave(f"ret i64 {get(f'add i64 %number, {self._skips()}')}")
        for label, is_last in ((each, True), (others, False)):
            lines.block(label)
            self._follow_each(is_last)
            lines.leave(f"ret i64 {get(f'load i64, ptr {self._total}')}")
        given = "ptr %v, ptr %p, ptr %codes, i64 %number, i64 %turns, i64 %made"
        head = f"define i64 @count({given}) nounwind {{\nentry:"
        return "\n".join([head, *lines.variables, *lines.lines, "}"])

    def _stop_early(self) -> None:
        """Write a return of TOO_DEEP after too many decisions, or when stopped."""
        lines, get = self._lines, self._lines.get
        fail, go_on = lines.name(), lines.name()
        # Another thread may write it at any time.
        stopped = get(f"load volatile i64, ptr {lines.address('%p', 'i64', str(STOP))}, align 8")
        deep = get(f"icmp sge i64 %made, {self._deepest}")
        lines.branch(get(f"or i1 {deep}, {get(f'icmp ne i64 {stopped}, 0')}"), fail, go_on)
        lines.block(fail)
        lines.leave(f"ret i64 {TOO_DEEP}")
        lines.block(go_on)

    def _ends(self) -> str:
        """Write the condition that whatever is chosen next ends a turn."""
        if not self._steps:
            return "false"
        get, core = self._lines.get, self._game.layout.core
        step, interrupted, instruction = (
            self._slots.load(str(core(name))) for name in ("step", "interrupted", "instruction")
        )
        ending = get(f"icmp eq i64 {step}, {self._steps[0]}")
        for other in self._steps[1:]:
            ending = get(f"or i1 {ending}, {get(f'icmp eq i64 {step}, {other}')}")
        begun = get(f"icmp sge i64 {instruction}, {self._game.turn_start}")
        in_turn = get(f"and i1 {begun}, {get(f'icmp slt i64 {interrupted}, 0')}")
        return get(f"and i1 {in_turn}, {ending}")

    def _skips(self) -> str:
        """Write how many ways there are to skip: 1 or 0."""
        state = self._slots.state
        return self._lines.get(f"call i64 @may_skip(ptr {state}, ptr {self._beyond}, ptr %p)")

    def _follow_each(self, in_last: bool) -> None:
        """Add the sequences that begin with each choice. in_last: whether in the last turn."""
        lines, get = self._lines, self._lines.get
        self._copy(self._after[0])

        def choose(index: str) -> None:
            # The state for the next choice is copied in advance: slots that have just been written
            # can be read many at a time only after a delay.
            odd = get(f"icmp ne i64 {get(f'and i64 {index}, 1')}, 0")
            first, second = self._after
            state = get(f"select i1 {odd}, ptr {second}, ptr {first}")
            self._copy(get(f"select i1 {odd}, ptr {first}, ptr {second}"))
            code = get(f"load i32, ptr {lines.address('%codes', 'i32', index)}")
            self._follow("choose", f", i64 {get(f'sext i32 {code} to i64')}", state, in_last)

        counted(lines, "%number", choose)
        skipped, end = lines.name(), lines.name()
        lines.branch(get(f"icmp ne i64 {self._skips()}, 0"), skipped, end)
        lines.block(skipped)
        self._copy(self._after[0])
        self._follow("skip", "", self._after[0], in_last)
        lines.block(end)

    def _copy(self, to: str) -> None:
        """Copy the state."""
        copied = f"ptr {to}, ptr %v, i64 {self._bytes}, i1 false"
        self._lines.do(f"call void @llvm.memcpy.p0.p0.i64({copied})")

    def _follow(self, function: str, more: str, state: str, in_last: bool) -> None:
        """Add the sequences that go on after a decision, which changes a copy of the state.

        In the last turn nothing notes the pending codes.
        """
        lines, get = self._lines, self._lines.get
        around = f"ptr {state}, ptr {self._beyond}, ptr %p"
        found = get(f"call i64 @{function}{'_last' if in_last else ''}({around}{more})")
        self._slots.state = state
        over, going, leaf, inside, end = (lines.name() for _ in range(5))
        won = self._slots.load(str(self._game.layout.core("winners")))
        lines.branch(get(f"icmp ne i64 {won}, 0"), over, going)
        lines.block(over)
        self._add(str(int(in_last)), end)
        lines.block(going)
        begun = get(f"zext i1 {get(f'icmp sgt i64 {found}, 1')} to i64")
        left = get(f"sub i64 %turns, {begun}")
        lines.branch(get(f"icmp eq i64 {left}, 0"), leaf, inside)
        lines.block(leaf)
        self._add("1", end)
        lines.block(inside)
        if in_last:
            self._go_on_in_last(state, around, end)
        else:
            number = get(f"load i64, ptr {lines.address('%p', 'i64', '1')}")
            self._go_on(state, get("load ptr, ptr %p"), number, left, end)
        lines.block(end)
        self._slots.state = "%v"

    def _go_on_in_last(self, state: str, around: str, end: str) -> None:
        """Add the sequences that go on in the last turn."""
        lines, get = self._lines, self._lines.get
        if self._steps:
            enough, more = lines.name(), lines.name()
            lines.branch(self._ends(), enough, more)
            lines.block(enough)
            options = get(f"call i64 @option_count({around})")
            self._add(get(f"add i64 {options}, {self._skips()}"), end)
            lines.block(more)
        number = get(f"call i64 @options({around})")
        self._go_on(state, self._beyond, number, "1", end)

    def _go_on(self, state: str, codes: str, number: str, left: str, end: str) -> None:
        """Add the sequences that go on from a state."""
        lines, get = self._lines, self._lines.get
        given = f"ptr {state}, ptr %p, ptr {codes}, i64 {number}, i64 {left}"
        more = get(f"call i64 @count({given}, i64 {get('add i64 %made, 1')})")
        too_deep, enough = lines.name(), lines.name()
        lines.branch(get(f"icmp slt i64 {more}, 0"), too_deep, enough)
        lines.block(too_deep)
        lines.leave(f"ret i64 {TOO_DEEP}")
        lines.block(enough)
        self._add(more, end)

    def _add(self, number: str, end: str) -> None:
        """Add a number to what has been counted, and go to a label."""
        before = self._lines.get(f"load i64, ptr {self._total}")
        self._lines.do(
            f"store i64 {self._lines.get(f'add i64 {before}, {number}')}, ptr {self._total}"
        )
        self._lines.jump(end)
