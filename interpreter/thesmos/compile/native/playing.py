"""Random games in machine code: the loop around the functions of a program.

It draws as play/rng.py does. Game number n of a batch draws from the generator whose seed is output
n of the generator with the seed of the batch.
"""

from __future__ import annotations

from thesmos.compile.native.llvm_lines import Lines
from thesmos.compile.native.searching import Slots, counted

_GAMMA, _FIRST, _SECOND = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_CALLED = "ptr %v, ptr %o, ptr %p"


def play_loop(bits: int, slots: int, over: int, reason: int, work: int) -> str:
    """Return the function `play`. bits: of a slot; slots: of a state; over, reason: two slots.

    work: bytes of the work space of a call; there has to be twice as much, because the codes of a
    decision stay in the first half while the function asks whether skipping is possible.

    The function takes a state, which it changes; work space; a place for the pending codes; the
    state to begin with, which has a pending decision; the seed; how many games, and the most
    decisions of each; and where to write, for each game, its winners, its reason and the number of
    its decisions. Winners are as in a state: 0 if the game was not over. It returns how many
    decisions there were.
    """
    lines = Lines()
    get, do = lines.get, lines.do
    slot = Slots(lines, bits)
    master, state = lines.variable("i64"), lines.variable("i64")
    made, total = lines.variable("i64"), lines.variable("i64")
    do(f"store i64 %seed, ptr {master}")
    do(f"store i64 0, ptr {total}")

    def game(number: str) -> None:
        copy = f"ptr %v, ptr %start, i64 {slots * bits // 8}, i1 false"
        do(f"call void @llvm.memcpy.p0.p0.i64({copy})")
        do(f"store i64 {_drawn(lines, master)}, ptr {state}")
        do(f"store i64 0, ptr {made}")
        offered = get(f"call i64 @options({_CALLED})")
        do(f"store i64 {offered}, ptr {lines.address('%p', 'i64', '1')}")
        do("store ptr %o, ptr %p")
        decide, end, go_on = lines.name(), lines.name(), lines.name()
        lines.block(go_on)
        before = get(f"load i64, ptr {made}")
        left = get(f"icmp slt i64 {before}, %limit")
        open_ = get(f"icmp eq i64 {slot.load(str(over))}, 0")
        lines.branch(get(f"and i1 {left}, {open_}"), decide, end)
        lines.block(decide)
        do(f"store i64 {get(f'add i64 {before}, 1')}, ptr {made}")
        _decide(lines, state, work)
        lines.jump(go_on)
        lines.block(end)
        for where, found in (
            ("winners", slot.load(str(over))),
            ("reasons", slot.load(str(reason))),
        ):
            short = get(f"trunc i64 {found} to i32")
            do(f"store i32 {short}, ptr {lines.address(f'%{where}', 'i32', number)}")
        decisions = get(f"load i64, ptr {made}")
        do(f"store i64 {decisions}, ptr {lines.address('%lengths', 'i64', number)}")
        sum_ = get(f"add i64 {get(f'load i64, ptr {total}')}, {decisions}")
        do(f"store i64 {sum_}, ptr {total}")

    counted(lines, "%games", game)
    lines.leave(f"ret i64 {get(f'load i64, ptr {total}')}")
    pointers = ", ".join(f"ptr noalias %{name}" for name in ("v", "o", "p", "start"))
    given = f"{pointers}, i64 %seed, i64 %games, i64 %limit"
    arrays = ", ".join(f"ptr noalias %{name}" for name in ("winners", "reasons", "lengths"))
    head = f"define i64 @play({given}, {arrays}) nounwind {{\nentry:"
    return "\n".join([head, *lines.variables, *lines.lines, "}"])


def _decide(lines: Lines, state: str, work: int) -> None:
    """Choose one of the pending codes or skip, all equally likely; concede if there is neither."""
    get = lines.get
    count = get(f"load i64, ptr {lines.address('%p', 'i64', '1')}")
    other_half = lines.address("%o", "i8", str(work))
    skips = get(f"call i64 @may_skip(ptr %v, ptr {other_half}, ptr %p)")
    number = get(f"add i64 {count}, {skips}")
    choosing, conceding, choice, skipping, end = (lines.name() for _ in range(5))
    lines.branch(get(f"icmp eq i64 {number}, 0"), conceding, choosing)
    lines.block(conceding)
    get(f"call i64 @concede({_CALLED})")
    lines.jump(end)
    lines.block(choosing)
    wide = get(f"zext i64 {_drawn(lines, state)} to i128")
    product = get(f"mul i128 {wide}, {get(f'zext i64 {number} to i128')}")
    index = get(f"trunc i128 {get(f'lshr i128 {product}, 64')} to i64")
    lines.branch(get(f"icmp slt i64 {index}, {count}"), choice, skipping)
    lines.block(choice)
    first = get("load ptr, ptr %p")
    code = get(f"load i32, ptr {lines.address(first, 'i32', index)}")
    get(f"call i64 @choose({_CALLED}, i64 {get(f'sext i32 {code} to i64')})")
    lines.jump(end)
    lines.block(skipping)
    get(f"call i64 @skip({_CALLED})")
    lines.block(end)


def _drawn(lines: Lines, state: str) -> str:
    """Return the next number of a generator, whose state is a variable."""
    get = lines.get
    grown = get(f"add i64 {get(f'load i64, ptr {state}')}, {_GAMMA}")
    lines.do(f"store i64 {grown}, ptr {state}")
    one = get(f"mul i64 {_folded(lines, grown, 30)}, {_FIRST}")
    two = get(f"mul i64 {_folded(lines, one, 27)}, {_SECOND}")
    return _folded(lines, two, 31)


def _folded(lines: Lines, number: str, by: int) -> str:
    """Return a number, its upper bits combined with the lower ones by exclusive or."""
    return lines.get(f"xor i64 {number}, {lines.get(f'lshr i64 {number}, {by}')}")
