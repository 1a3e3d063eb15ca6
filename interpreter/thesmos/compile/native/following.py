"""Finds all successors of states, in machine code: a loop around the functions of a program.

States are stored one after the other in memory. The function `follow` takes states and how many
they are; how many may be written; and where to write the successors: the states, for each the
number of the state it follows, and whether a turn or the game ended with it, 1 or 0. It returns how
many it wrote; where pending codes are noted, it leaves how many of the states it has finished.
"""

from __future__ import annotations

from thesmos.compile.native.llvm_lines import Lines
from thesmos.compile.native.searching import Slots, counted


def follow_loop(bits: int, slots: int, over: int) -> str:
    """Return the function `follow`. bits: of a slot; slots: of a state; over: the winners' slot."""
    lines = Lines()
    get, do, size = lines.get, lines.do, slots * bits // 8
    written = lines.variable("i64")
    do(f"store i64 0, ptr {written}")

    def follow(number: str) -> None:
        do(f"store i64 {number}, ptr %p")
        state = lines.address("%states", "i8", get(f"mul i64 {number}, {size}"))
        _copy(lines, "%v", state, size)
        going, room, end = lines.name(), lines.name(), lines.name()
        is_over = get(f"icmp ne i64 {Slots(lines, bits).load(str(over))}, 0")
        lines.branch(is_over, end, going)
        lines.block(going)
        count = get("call i64 @options(ptr %v, ptr %o, ptr %p)")
        do(f"store i64 {number}, ptr %p")
        last = get(f"ptrtoint ptr {lines.address('%o', 'i32', count)} to i64")
        rounded = get(f"and i64 {get(f'add i64 {last}, 7')}, -8")
        beyond = get(f"inttoptr i64 {rounded} to ptr")
        skips = get(f"call i64 @may_skip(ptr %v, ptr {beyond}, ptr %p)")
        before = get(f"load i64, ptr {written}")
        needed = get(f"add i64 {before}, {get(f'add i64 {count}, {skips}')}")
        lines.branch(get(f"icmp sgt i64 {needed}, %room"), "full", room)
        lines.block(room)

        def write(function: str, more: str) -> None:
            at = get(f"load i64, ptr {written}")
            after = lines.address("%after", "i8", get(f"mul i64 {at}, {size}"))
            _copy(lines, after, "%v", size)
            found = get(f"call i64 @{function}(ptr {after}, ptr {beyond}, ptr %p{more})")
            ends = _ends(lines, Slots(lines, bits), after, over, found)
            do(f"store i8 {ends}, ptr {lines.address('%ends', 'i8', at)}")
            short = get(f"trunc i64 {number} to i32")
            do(f"store i32 {short}, ptr {lines.address('%before', 'i32', at)}")
            do(f"store i64 {get(f'add i64 {at}, 1')}, ptr {written}")

        def choose(index: str) -> None:
            code = get(f"load i32, ptr {lines.address('%o', 'i32', index)}")
            write("choose_last", f", i64 {get(f'sext i32 {code} to i64')}")

        counted(lines, count, choose)
        skip = lines.name()
        lines.branch(get(f"icmp ne i64 {skips}, 0"), skip, end)
        lines.block(skip)
        write("skip_last", "")
        lines.block(end)

    counted(lines, "%count", follow)
    do("store i64 %count, ptr %p")
    lines.jump("full")
    lines.block("full")
    lines.leave(f"ret i64 {get(f'load i64, ptr {written}')}")
    pointers = ", ".join(f"ptr noalias %{one}" for one in ("v", "o", "p", "states"))
    found = ", ".join(f"ptr noalias %{one}" for one in ("after", "before", "ends"))
    head = f"define i64 @follow({pointers}, i64 %count, i64 %room, {found}) nounwind {{\nentry:"
    return "\n".join([head, *lines.variables, *lines.lines, "}"])


def _ends(lines: Lines, slots: Slots, state: str, over: int, found: str) -> str:
    """Write whether a turn or the game ended with a decision. found: what its function returned."""
    slots.state = state
    won = lines.get(f"icmp ne i64 {slots.load(str(over))}, 0")
    ends = lines.get(f"or i1 {won}, {lines.get(f'icmp sgt i64 {found}, 1')}")
    return lines.get(f"zext i1 {ends} to i8")


def _copy(lines: Lines, to: str, start: str, size: int) -> None:
    given = f"ptr {to}, ptr {start}, i64 {size}, i1 false"
    lines.do(f"call void @llvm.memcpy.p0.p0.i64({given})")
