"""Lowers values: numbers, conditions, lists of codes, calls, and sets with what `sets.py` has."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.kinds import LIST, SETS
from thesmos.compile.ir.ranges import END
from thesmos.compile.machine.code import Switch, Writing
from thesmos.compile.machine.expressions import (
    NO,
    NOTHING,
    ONE,
    WORD,
    YES,
    Expr,
    get,
    load,
    number,
    op,
    opposite,
    select,
)  # fmt: skip
from thesmos.compile.machine.operations import ADDRESS, BIT, NUMBER, Kind
from thesmos.compile.machine.sets import SetLowering
from thesmos.compile.optimize.checked import WORDS
from thesmos.link.layout import NONE

_TESTS = {"=": "eq", "!=": "ne", "<": "lts", "<=": "les", ">": "gts", ">=": "ges"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul"}


class ValueLowering(SetLowering):
    """Lowers the values of one function."""

    def words(self, value: ir.Value, count: int = 1, into: int | None = None) -> list[Expr]:
        """Return a value as words: see Registers."""
        match value:
            case ir.Const(bits):
                return [number(bits >> WORD * place) for place in range(count)]
            case ir.Get(name):
                words = self.read(name)
            case ir.Row(table, index):
                words = self.row(table, index, count)
            case ir.Select():
                words = self._either(value, count, into)
            case ir.Call() | ir.CallOne():
                words = self._call(value, count, into)
            case ir.Codes():
                words = self._listed(0, self.end)
            case ir.Reasons():
                words = self._listed(self.frame.reasons, self.reasons)
            case _ if isinstance(value, SETS):
                words = self.set_words(value, count)
            case _:
                words = [self._single(value)]
        return (words + [NOTHING] * count)[:count]

    def _single(self, value: ir.Value) -> Expr:
        """Return what always is a number, or a condition as a number."""
        match value:
            case ir.Load(entry, thing, inner):
                return load(self.program.bits, self.slot(entry, thing, inner))
            case ir.Arithmetic():
                return self._arithmetic(value)
            case ir.Checked():
                return self._checked(value)
            case ir.Size(bits):
                total = NOTHING
                for word in self.words(bits, self.natural(bits)):
                    total = op("add", op("popcnt", word), total)
                return total
            case ir.Find():
                return self._find(value)
            case ir.HowMany(codes):
                return self.given_as(LIST, codes)[1]
            case ir.FirstCode(codes):
                return load(32, self.given_as(LIST, codes)[0])
        return op("of bit", self.condition(value))

    def _listed(self, start: int, end: int) -> list[Expr]:
        """Return the list that begins somewhere in the frame and ends at the address in a local."""
        first = self.work(start)
        return [first, op("shr", op("distance", get(end), first), number(2))]

    # -------------------------------------------------------------------- numbers

    def _checked(self, value: ir.Checked) -> Expr:
        """Return a number; if it is wrong, that is noted, and the lowest takes its place."""
        code, local = self.code, self.code.assigned(self.number(value.value))
        above = op("ges", get(local), number(value.low))
        right = op("both", above, op("les", get(local), number(value.high)))
        for other in value.others:
            right = op("either", right, op("eq", get(local), number(other)))
        if value.excluded is not None:
            right = op("both", right, op("ne", get(local), number(value.excluded)))
        about = WORDS.index(value.word), value.of, value.low, value.high

        def fail() -> None:
            code.do("fail", get(local), *map(number, about))
            code.set(local, number(value.low))

        code.choose(opposite(right), fail)
        return get(local)

    def _arithmetic(self, value: ir.Arithmetic) -> Expr:
        word, left, right = value.word, self.number(value.left), self.number(value.right)
        if word in _PLAIN:
            return op(_PLAIN[word], left, right)
        low = self.kinds.range(self.function, value.left).low
        divisor = self.kinds.range(self.function, value.right).low
        if word in ("/", "mod") and -END < 0 <= low and divisor > 0:
            return op("divu" if word == "/" else "remu", left, right)
        left, right = self.code.keep(left), self.code.keep(right)
        if word in ("min", "max"):
            return select(op("lts" if word == "min" else "gts", left, right), left, right)
        rest = self.code.keep(op("rems", left, right))  # the machine's has the sign of `left`
        differ = op("lts", op("xor", rest, right), NOTHING)
        wrong = op("both", differ, op("ne", rest, NOTHING))
        if word == "mod":
            return op("add", rest, select(wrong, right, NOTHING))
        return op("sub", op("divs", left, right), op("of bit", wrong))

    def _either(self, value: ir.Select, count: int, into: int | None) -> list[Expr]:
        """Return one of two values as words; the other is evaluated only if that is free."""
        condition, branches = value.condition, (value.then, value.otherwise)
        if count == 1 and all(isinstance(branch, (ir.Const, ir.Get)) for branch in branches):
            then, otherwise = map(self.number, branches)
            if (then, otherwise) == (ONE, NOTHING):
                return [op("of bit", self.condition(condition))]
            return [select(self.condition(condition), then, otherwise)]
        is_list = self.is_list(value)
        kinds: list[Kind] = [ADDRESS, NUMBER] if is_list else [NUMBER] * count
        locals_ = [self.code.local(kind) for kind in kinds]

        def give(branch: ir.Value) -> None:
            words = self.given_as(LIST, branch, into) if is_list else self.words(branch, count)
            for local, word in zip(locals_, words, strict=True):
                self.code.set(local, word)

        self.branch(condition, lambda: give(branches[0]), lambda: give(branches[1]))
        return [get(local) for local in locals_]

    def _find(self, value: ir.Find) -> Expr:
        """Return the first thing whose slot holds a number; none if there is none."""
        target = self.code.keep(self.number(value.value))
        place = number(NONE)
        words = self.kept(self.equal(value.entry, target))
        for start, word in reversed([*enumerate(words)]):
            first = op("add", op("ctz", word), number(start * WORD))
            place = select(op("ne", word, NOTHING), first, place)
        known, edge = self.kinds.range(self.function, value.value), self.program.edge
        if -edge <= known.low and known.low <= known.high and known.high < edge:
            return place
        fits = op("ltu", op("add", target, number(edge)), number(2 * edge))
        return select(fits, place, number(NONE))

    # ----------------------------------------------------------------- conditions

    def condition(self, value: ir.Value) -> Expr:
        """Return a condition."""
        match value:
            case ir.Const(constant):
                return YES if constant else NO
            case ir.Test(word, left, right):
                return self._test(word, left, right)
            case ir.Has(bits, bit):
                return self.has(bits, bit)
            case ir.Logic("not", (part,)):
                return opposite(self.condition(part))
            case ir.Logic(word, (first, *others)) if others:
                return self._logic(word, first, others)
            case ir.Logic(_, (part,)):
                return self.condition(part)
        return op("ne", self.number(value), NOTHING)

    def _test(self, word: str, left: ir.Value, right: ir.Value) -> Expr:
        count = max(self.words_of(self.kind(value)) for value in (left, right))
        if count == 1:
            return op(_TESTS[word], self.number(left), self.number(right))
        differing = NOTHING
        for pair in zip(self.words(left, count), self.words(right, count), strict=True):
            differing = op("or", op("xor", *pair), differing)
        return op(_TESTS[word], differing, NOTHING)

    def _logic(self, word: str, first: ir.Value, others: list[ir.Value]) -> Expr:
        if all(map(_free, others)):
            condition = self.condition(first)
            for other in others:
                condition = op(
                    "both" if word == "and" else "either", condition, self.condition(other)
                )
            return condition
        local = self.code.local(BIT)
        self.branch(
            ir.Logic(word, (first, *others)),  # type: ignore[arg-type]
            lambda: self.code.set(local, YES),
            lambda: self.code.set(local, NO),
        )
        return get(local)

    def branch(self, condition: ir.Value, then: Writing, otherwise: Writing | None = None) -> None:
        """Write one of two bodies; what writes them is called.

        Parts of the condition are evaluated in order, and only as far as needed.
        """
        if isinstance(condition, ir.Logic):
            self.code.branch(
                lambda label: self._jump(condition, label, when=False), then, otherwise
            )
        else:
            self.code.choose(self.condition(condition), then, otherwise)

    def _jump(self, condition: ir.Value, label: int, *, when: bool) -> None:
        """Jump to a label if a condition holds, or if it does not."""
        match condition:
            case ir.Logic("not", (part,)):
                self._jump(part, label, when=not when)
            case ir.Logic(word, (*parts, last)) if not all(map(_free, condition.parts[1:])):
                if (word == "or") is when:  # each part decides
                    for part in condition.parts:
                        self._jump(part, label, when=when)
                    return
                with self.code.block() as end:
                    for part in parts:
                        self._jump(part, end, when=not when)
                    self._jump(last, label, when=when)
            case _:
                holds = self.condition(condition)
                self.code.jump(label, holds if when else opposite(holds))

    # --------------------------------------------------------------------- calls

    def _call(self, value: ir.Call | ir.CallOne, count: int, into: int | None) -> list[Expr]:
        """Return the result of a call. count, into: as in `words`."""
        place = self.frame.size if into is None else into
        first = [self.work(place)] if self.is_list(value) else []
        if isinstance(value, ir.Call):
            return first + self._result(value.function, value.arguments, place)
        cases: dict[int | None, int] = {}
        rows = [cases.setdefault(function, len(cases)) for function in value.functions]
        results = [self.code.local() for _ in range(count - len(first))]
        index = self.code.keep(self.number(value.index))

        def give(function: int | None) -> None:
            words = [] if function is None else self._result(function, value.arguments, place)
            for local, word in zip(results, words + [NOTHING] * count, strict=False):
                self.code.set(local, word)

        bodies = [self.code.part(partial(give, function)) for function in cases]
        self.code.add(Switch(index, tuple(rows), tuple(bodies)))
        return first + [get(local) for local in results]

    def _result(self, called: int, arguments: Iterable[ir.Value], into: int) -> list[Expr]:
        """Return the words that a function returns."""
        kinds = self.types.functions[called].locals
        given = (self.given_as(kinds.get(name), value) for name, value in enumerate(arguments))
        return self.called(called, [word for words in given for word in words], into)


def _free(value: ir.Value) -> bool:
    """Return whether a condition may be evaluated wherever it stands, and takes but a moment."""
    match value:
        case ir.Const() | ir.Get() | ir.Load(_, ir.Const(), ir.Const()):
            return True
        case ir.Test(_, left, right):
            return _free(left) and _free(right)
        case ir.Logic("not", (part,)):
            return _free(part)
    return False
