"""Lowers numbers, conditions, lists of codes and calls, and so completes the lowering of values."""

from __future__ import annotations

from collections.abc import Iterable

from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.ranges import END
from thesmos.compile.machine.code import Switch, Writing
from thesmos.compile.machine.expressions import (
    NO,
    NOTHING,
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
from thesmos.compile.machine.operations import ADDRESS, BIT
from thesmos.compile.machine.registers import CodeList
from thesmos.compile.machine.sets import SetLowering
from thesmos.compile.optimize.checked import WORDS
from thesmos.link.layout import NONE

_TESTS = {"=": "eq", "!=": "ne", "<": "lts", "<=": "les", ">": "gts", ">=": "ges"}
_PLAIN = {"+": "add", "-": "sub", "*": "mul"}
_CONDITIONS = (ir.Test, ir.Logic, ir.Has)


class ValueLowering(SetLowering):
    """Lowers the values of one function."""

    # -------------------------------------------------------------------- numbers

    def number(self, value: ir.Value) -> Expr:
        """Return a number."""
        match value:
            case ir.Const(constant):
                return number(constant)
            case ir.Get(name):
                return self.read(name)
            case ir.Load(entry, thing, inner):
                return load(self.program.bits, self.slot(entry, thing, inner))
            case ir.Arithmetic():
                return self._arithmetic(value)
            case ir.Select():
                return self.either(value, 1)[0]
            case ir.Checked():
                return self._checked(value)
            case ir.Size(bits):
                total = NOTHING
                for word in self.words(bits, self.natural(bits) // WORD):
                    total = op("add", op("popcnt", word), total)
                return total
            case ir.Find():
                return self._find(value)
            case ir.HowMany(codes):
                return self.codes_of(codes).number
            case ir.FirstCode(codes):
                return load(32, self.codes_of(codes).first)
        if isinstance(value, _CONDITIONS):
            return op("of bit", self.condition(value))
        return self.words(value, 1)[0]

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

    def either(self, value: ir.Select, count: int) -> list[Expr]:
        """Return one of two values as words; the other is evaluated only if that is free."""
        condition, branches = value.condition, (value.then, value.otherwise)
        if count == 1 and all(isinstance(each, (ir.Const, ir.Get)) for each in branches):
            then, otherwise = (self._word(each) for each in branches)
            if (then, otherwise) == (number(1), NOTHING):
                return [op("of bit", self.condition(condition))]
            return [select(self.condition(condition), then, otherwise)]
        locals_ = [self.code.local() for _ in range(count)]

        def give(branch: ir.Value) -> None:
            words = [self._word(branch)] if count == 1 else self.words(branch, count)
            for local, word in zip(locals_, words, strict=True):
                self.code.set(local, word)

        self.branch(condition, lambda: give(branches[0]), lambda: give(branches[1]))
        return [get(local) for local in locals_]

    def _word(self, value: ir.Value) -> Expr:
        """Return a number, or a set of one word."""
        return self.words(value, 1)[0] if self.set_size(value) > WORD else self.number(value)

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
        size = max(self.set_size(left), self.set_size(right))
        if size == WORD:
            return op(_TESTS[word], self.number(left), self.number(right))
        differing = NOTHING
        pairs = zip(self.words(left, size // WORD), self.words(right, size // WORD), strict=True)
        for pair in pairs:
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
        code = self.code
        others = condition.parts[1:] if isinstance(condition, ir.Logic) else ()
        if not isinstance(condition, ir.Logic) or (others and all(map(_free, others))):
            code.choose(self.condition(condition), then, otherwise)
            return
        with code.block() as end:
            if otherwise is None:
                self._unless(condition, end)
                then()
                return
            with code.block() as no:
                self._unless(condition, no)
                then()
                code.jump(end)
            otherwise()

    def _if(self, condition: ir.Value, label: int) -> None:
        """Jump to a label if a condition holds."""
        match condition:
            case ir.Logic("not", (part,)):
                self._unless(part, label)
            case ir.Logic("or", parts):
                for part in parts:
                    self._if(part, label)
            case ir.Logic("and", (*parts, last)):
                with self.code.block() as end:
                    for part in parts:
                        self._unless(part, end)
                    self._if(last, label)
            case _:
                self.code.jump(label, self.condition(condition))

    def _unless(self, condition: ir.Value, label: int) -> None:
        """Jump to a label if a condition does not hold."""
        match condition:
            case ir.Logic("not", (part,)):
                self._if(part, label)
            case ir.Logic("and", parts):
                for part in parts:
                    self._unless(part, label)
            case ir.Logic("or", (*parts, last)):
                with self.code.block() as end:
                    for part in parts:
                        self._if(part, end)
                    self._unless(last, label)
            case _:
                self.code.jump(label, opposite(self.condition(condition)))

    # --------------------------------------------------------------------- lists

    def codes_of(self, value: ir.Value, into: int | None = None) -> CodeList:
        """Return a list. into: where in the frame a called function writes it; None: anywhere."""
        code = self.code
        match value:
            case ir.Codes():
                return CodeList(self.work(0), self._numbers(self.end, 0))
            case ir.Reasons():
                start = self.frame.reasons
                return CodeList(self.work(start), self._numbers(self.reasons, start))
            case ir.Get(name):
                return CodeList(self.read(name), self.read(name, 1))
            case ir.Select(condition, then, otherwise):
                first, count = code.local(ADDRESS), code.local()

                def give(branch: ir.Value) -> None:
                    codes = self.codes_of(branch, into)
                    code.set(first, codes.first)
                    code.set(count, codes.number)

                self.branch(condition, lambda: give(then), lambda: give(otherwise))
                return CodeList(get(first), get(count))
        if not isinstance(value, (ir.Call, ir.CallOne)):  # 0 stands for none
            return CodeList(self.work(0), NOTHING)
        place = self.frame.size if into is None else into
        return CodeList(self.work(place), self.call(value, 1, place)[0])

    def _numbers(self, end: int, start: int) -> Expr:
        """Return how many numbers there are from an offset in the frame to an address."""
        return op("shr", op("distance", get(end), self.work(start)), number(2))

    # --------------------------------------------------------------------- calls

    def call(self, value: ir.Call | ir.CallOne, count: int, into: int | None = None) -> list[Expr]:
        """Return the result of a call as `count` words. into: as in `codes_of`."""
        place = self.frame.size if into is None else into
        if isinstance(value, ir.Call):
            return self._call(value.function, value.arguments, place)
        cases: dict[int | None, int] = {}
        rows = [cases.setdefault(function, len(cases)) for function in value.functions]
        results = [self.code.local() for _ in range(count)]
        index = self.code.keep(self.number(value.index))

        def give(function: int | None) -> None:
            words = [] if function is None else self._call(function, value.arguments, place)
            for local, word in zip(results, words + [NOTHING] * count, strict=False):
                self.code.set(local, word)

        bodies = [self.code.part(lambda function=function: give(function)) for function in cases]  # type: ignore[misc]
        self.code.add(Switch(index, tuple(rows), tuple(bodies)))
        return [get(local) for local in results]

    def _call(self, called: int, arguments: Iterable[ir.Value], into: int) -> list[Expr]:
        """Return the words that a function returns."""
        kinds = self.types.functions[called].locals
        words: list[Expr] = []
        for name, argument in enumerate(arguments):
            kind = kinds.get(name)
            is_set = isinstance(kind, ir.Bits)
            words += (
                self.words(argument, self.words_of(kind)) if is_set else [self.number(argument)]
            )
        return self.called(called, words, into)


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
