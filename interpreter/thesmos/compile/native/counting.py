"""Counts sequences of decisions in machine code: the loop around the functions of a program."""

from __future__ import annotations

from thesmos.compile.machine.memory import PADDING
from thesmos.compile.native.llvm_lines import Lines
from thesmos.compile.native.searching import Slots, counted
from thesmos.link.ending_steps import ending_steps
from thesmos.link.linked import LinkedGame

DEEPEST = 400  # decisions after each other
TOO_DEEP = -1
STOP = 2  # the place of the number that stops it, after the pending codes and how many they are


def count_loop(bits: int, slots: int, game: LinkedGame) -> str:
    """The function `count`. bits: of a slot; slots: of a state.

    What the last decision of the last turn leads to is not tried out: each option is a sequence.

    It takes a state, work space for DEEPEST decisions, a place for pending codes and, as its third
    number, whether to stop; the codes of the decision of the state and how many they are; how many
    turns are to be counted, and how many decisions were made already. It returns the number of
    sequences, or TOO_DEEP, also when it was stopped.
    """
    lines = Lines()
    size, over = slots * bits // 8, game.layout.core("winners")
    after, total = lines.variable(f"[{size + PADDING * bits // 8} x i8]"), lines.variable("i64")
    lines.do(f"store i64 0, ptr {total}")
    fail, go_on = lines.name(), lines.name()
    # Another thread may write it at any time.
    stopped = lines.get(f"load volatile i64, ptr {lines.address('%p', 'i64', str(STOP))}, align 8")
    deep = lines.get(f"icmp sge i64 %made, {DEEPEST}")
    lines.branch(lines.get(f"or i1 {deep}, {lines.get(f'icmp ne i64 {stopped}, 0')}"), fail, go_on)
    lines.block(fail)
    lines.leave(f"ret i64 {TOO_DEEP}")
    lines.block(go_on)
    # Codes stay where they are; what is called writes beyond them.
    last = lines.get(f"ptrtoint ptr {lines.address('%codes', 'i32', '%number')} to i64")
    rounded = lines.get(f"and i64 {lines.get(f'add i64 {last}, 7')}, -8")
    beyond = lines.get(f"inttoptr i64 {rounded} to ptr")
    around = f"ptr {after}, ptr {beyond}, ptr %p"
    _last(lines, game, bits, beyond)

    def follow(function: str, more: str, in_last: bool) -> None:
        copy = f"ptr {after}, ptr %v, i64 {size}, i1 false"
        lines.do(f"call void @llvm.memcpy.p0.p0.i64({copy})")
        found = lines.get(f"call i64 @{function}{'_last' if in_last else ''}({around}{more})")
        _add(lines, found, around, total, (bits, over), in_last)

    def follow_each(in_last: bool) -> None:
        def choose(index: str) -> None:
            code = lines.get(f"load i32, ptr {lines.address('%codes', 'i32', index)}")
            follow("choose", f", i64 {lines.get(f'sext i32 {code} to i64')}", in_last)

        counted(lines, "%number", choose)
        skipped, end = lines.name(), lines.name()
        skips = lines.get(f"call i64 @may_skip(ptr %v, ptr {beyond}, ptr %p)")
        lines.branch(lines.get(f"icmp ne i64 {skips}, 0"), skipped, end)
        lines.block(skipped)
        follow("skip", "", in_last)
        lines.jump(end)
        lines.block(end)

    last_turn, others, all_done = lines.name(), lines.name(), lines.name()
    lines.branch(lines.get("icmp eq i64 %turns, 1"), last_turn, others)
    for label, is_last in ((last_turn, True), (others, False)):
        lines.block(label)
        follow_each(is_last)
        lines.jump(all_done)
    lines.block(all_done)
    lines.leave(f"ret i64 {lines.get(f'load i64, ptr {total}')}")
    given = "ptr %v, ptr %p, ptr %codes, i64 %number, i64 %turns, i64 %made"
    head = f"define i64 @count({given}) nounwind {{\nentry:"
    return "\n".join([head, *lines.variables, *lines.lines, "}"])


def _last(lines: Lines, game: LinkedGame, bits: int, beyond: str) -> None:
    """Return how many choices there are, if each of them ends the last turn."""
    steps = sorted(ending_steps(game))
    if not steps:
        return
    slots, get, core = Slots(lines, bits), lines.get, game.layout.core
    pending = slots.load(str(core("step")))
    nothing = get(f"icmp slt i64 {slots.load(str(core('interrupted')))}, 0")
    begun = get(f"icmp sge i64 {slots.load(str(core('instruction')))}, {game.turn_start}")
    last = get(f"and i1 {nothing}, {begun}")
    last = get(f"and i1 {last}, {get('icmp eq i64 %turns, 1')}")
    ending = "false"
    for step in steps:
        ending = get(f"or i1 {ending}, {get(f'icmp eq i64 {pending}, {step}')}")
    all_, go_on = lines.name(), lines.name()
    lines.branch(get(f"and i1 {last}, {ending}"), all_, go_on)
    lines.block(all_)
    skips = get(f"call i64 @may_skip(ptr %v, ptr {beyond}, ptr %p)")
    lines.leave(f"ret i64 {get(f'add i64 %number, {skips}')}")
    lines.block(go_on)


def _add(
    lines: Lines, found: str, around: str, total: str, slot: tuple[int, int], last: bool
) -> None:
    """Add the sequences that go on after a decision. found: what the function returned.

    around: what functions are given. last: whether no pending codes were noted.
    """
    get, (bits, over) = lines.get, slot
    slots = Slots(lines, bits)
    after, beyond, _ = (one.removeprefix("ptr ") for one in around.split(", "))
    slots.state = after
    going, ended, inside, leaf, enough, end = (lines.name() for _ in range(6))
    won = get(f"icmp ne i64 {slots.load(str(over))}, 0")
    before = get(f"load i64, ptr {total}")
    lines.branch(won, ended, going)
    lines.block(ended)
    lines.do(f"store i64 {get(f'add i64 {before}, {int(last)}')}, ptr {total}")
    lines.jump(end)
    lines.block(going)
    begun = get(f"zext i1 {get(f'icmp sgt i64 {found}, 1')} to i64")
    left = get(f"sub i64 %turns, {begun}")
    lines.branch(get(f"icmp eq i64 {left}, 0"), leaf, inside)
    lines.block(leaf)
    lines.do(f"store i64 {get(f'add i64 {before}, 1')}, ptr {total}")
    lines.jump(end)
    lines.block(inside)
    if last:
        pending, number = beyond, get(f"call i64 @options({around})")
    else:
        pending = get("load ptr, ptr %p")
        number = get(f"load i64, ptr {lines.address('%p', 'i64', '1')}")
    given = f"ptr {after}, ptr %p, ptr {pending}, i64 {number}, i64 {left}"
    more = get(f"call i64 @count({given}, i64 {get('add i64 %made, 1')})")
    too_deep = lines.name()
    lines.branch(get(f"icmp slt i64 {more}, 0"), too_deep, enough)
    lines.block(too_deep)
    lines.leave(f"ret i64 {TOO_DEEP}")
    lines.block(enough)
    lines.do(f"store i64 {get(f'add i64 {before}, {more}')}, ptr {total}")
    lines.block(end)
