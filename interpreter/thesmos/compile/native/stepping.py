"""Advances many states in machine code: loops around the functions of a program.

States are stored one after the other in memory. The function `masks` takes states, how many they
are, and where to write, for each state, a byte for each code and one for skipping, 0 or 1. The
function `step` takes states, how many they are, and a code for each; it changes the states, and
returns the index of the first one whose code is not offered, or -1. A finished game stays as it is.
"""

from __future__ import annotations

from thesmos.compile.native.llvm_lines import Lines
from thesmos.compile.native.searching import Slots, counted

CONCEDES = -1  # the code of conceding; that of skipping is the number of codes of options
_CALLED = "ptr %v, ptr %o, ptr %p"


def step_loops(bits: int, slots: int, over: int, chooser: int, codes: int) -> str:
    """Return both functions. bits: of a slot; slots: of a state; over, chooser: two of the slots.

    codes: the number of codes of options.
    """
    size = slots * bits // 8
    return "\n".join([_masks(bits, size, over, codes), _step(bits, size, (over, chooser), codes)])


def _masks(bits: int, size: int, over: int, codes: int) -> str:
    lines = Lines()
    get, do = lines.get, lines.do

    def fill(number: str) -> None:
        _load(lines, number, size)
        first = lines.address("%masks", "i8", get(f"mul i64 {number}, {codes + 1}"))
        do(f"call void @llvm.memset.p0.i64(ptr {first}, i8 0, i64 {codes + 1}, i1 false)")
        going, end = lines.name(), lines.name()
        lines.branch(_going(lines, bits, over), going, end)
        lines.block(going)
        skips = get(f"call i64 @may_skip({_CALLED})")
        byte = get(f"trunc i64 {skips} to i8")
        do(f"store i8 {byte}, ptr {lines.address(first, 'i8', str(codes))}")

        def offer(index: str) -> None:
            do(f"store i8 1, ptr {lines.address(first, 'i8', _code(lines, index))}")

        counted(lines, get(f"call i64 @options({_CALLED})"), offer, end)

    counted(lines, "%count", fill)
    lines.leave("ret i64 0")
    return _function("masks", "ptr noalias %masks", lines)


def _step(bits: int, size: int, slots: tuple[int, int], codes: int) -> str:
    lines = Lines()
    get, (over, chooser) = lines.get, slots
    wrong = lines.variable("i64")

    def follow(number: str) -> None:
        _load(lines, number, size)
        lines.do(f"store i64 {number}, ptr {wrong}")
        names = (lines.name() for _ in range(9))
        going, choice, other, skip, concede, skipped, conceded, store, end = names
        lines.branch(_going(lines, bits, over), going, end)
        lines.block(going)
        code = get(f"load i64, ptr {lines.address('%chosen', 'i64', number)}")
        is_code = get(f"icmp ult i64 {code}, {codes}")
        lines.branch(is_code, choice, other)

        lines.block(choice)
        chosen = lines.name()

        def look(index: str) -> None:
            on = lines.name()
            same = get(f"icmp eq i64 {_code(lines, index)}, {code}")
            lines.branch(same, chosen, on)
            lines.block(on)

        counted(lines, get(f"call i64 @options({_CALLED})"), look)
        lines.jump("refused")
        lines.block(chosen)
        get(f"call i64 @choose({_CALLED}, i64 {code})")
        lines.jump(store)

        lines.block(other)
        lines.branch(get(f"icmp eq i64 {code}, {codes}"), skip, concede)
        lines.block(skip)
        skips = get(f"call i64 @may_skip({_CALLED})")
        lines.branch(get(f"icmp ne i64 {skips}, 0"), skipped, "refused")
        lines.block(skipped)
        get(f"call i64 @skip({_CALLED})")
        lines.jump(store)

        lines.block(concede)
        player = get(f"icmp sge i64 {Slots(lines, bits).load(str(chooser))}, 0")
        asked = get(f"icmp eq i64 {code}, {CONCEDES}")
        lines.branch(get(f"and i1 {player}, {asked}"), conceded, "refused")
        lines.block(conceded)
        get(f"call i64 @concede({_CALLED})")
        lines.jump(store)

        lines.block(store)
        _copy(lines, _state(lines, number, size), "%v", size)
        lines.block(end)

    counted(lines, "%count", follow)
    lines.leave("ret i64 -1")
    lines.block("refused")
    lines.leave(f"ret i64 {get(f'load i64, ptr {wrong}')}")
    return _function("step", "ptr noalias %chosen", lines)


def _function(name: str, last: str, lines: Lines) -> str:
    pointers = ", ".join(f"ptr noalias %{one}" for one in ("v", "o", "p", "states"))
    head = f"define i64 @{name}({pointers}, i64 %count, {last}) nounwind {{\nentry:"
    return "\n".join([head, *lines.variables, *lines.lines, "}"])


def _state(lines: Lines, number: str, size: int) -> str:
    return lines.address("%states", "i8", lines.get(f"mul i64 {number}, {size}"))


def _load(lines: Lines, number: str, size: int) -> None:
    _copy(lines, "%v", _state(lines, number, size), size)


def _copy(lines: Lines, to: str, start: str, size: int) -> None:
    given = f"ptr {to}, ptr {start}, i64 {size}, i1 false"
    lines.do(f"call void @llvm.memcpy.p0.p0.i64({given})")


def _going(lines: Lines, bits: int, over: int) -> str:
    return lines.get(f"icmp eq i64 {Slots(lines, bits).load(str(over))}, 0")


def _code(lines: Lines, index: str) -> str:
    """Load a code of the options that were listed last; return its register."""
    code = lines.get(f"load i32, ptr {lines.address('%o', 'i32', index)}")
    return lines.get(f"sext i32 {code} to i64")
