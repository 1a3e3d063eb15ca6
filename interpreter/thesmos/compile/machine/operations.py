"""The operations of the machine form, a row each, and how both printers write them.

A number is an integer of 64 bits, a condition a bit, an address what the machine has, a float of 64
bits too.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

Kind = Literal["number", "bit", "address", "float"]
NUMBER: Final = "number"
BIT: Final = "bit"
ADDRESS: Final = "address"
FLOAT: Final = "float"


class Operation(NamedTuple):
    """A row.

    llvm: the instructions. {0} and so on are the parts, {number} the number of the expression,
        {last} and {before} what the last two instructions give.
    wasm: the instructions, in hexadecimal digits.
    kind: what the operation gives; None if it changes memory and gives nothing.
    meaning: what Python makes of two constants.
    """

    llvm: str
    wasm: str
    kind: Kind | None = NUMBER
    meaning: Callable[[int, int], int] | None = None


OPERATIONS = {
    "add": Operation("add i64 {0}, {1}", "7C", meaning=operator.add),
    "sub": Operation("sub i64 {0}, {1}", "7D", meaning=operator.sub),
    "mul": Operation("mul i64 {0}, {1}", "7E", meaning=operator.mul),
    "divs": Operation("sdiv i64 {0}, {1}", "7F"),
    "divu": Operation("udiv i64 {0}, {1}", "80"),
    "rems": Operation("srem i64 {0}, {1}", "81"),
    "remu": Operation("urem i64 {0}, {1}", "82"),
    "and": Operation("and i64 {0}, {1}", "83", meaning=operator.and_),
    "or": Operation("or i64 {0}, {1}", "84", meaning=operator.or_),
    "xor": Operation("xor i64 {0}, {1}", "85", meaning=operator.xor),
    # Numbers are shifted by the lowest six bits of another one.
    "shl": Operation("and i64 {1}, 63; shl i64 {0}, {last}", "86"),
    "sar": Operation("and i64 {1}, 63; ashr i64 {0}, {last}", "87"),
    "shr": Operation("and i64 {1}, 63; lshr i64 {0}, {last}", "88"),
    # The lowest bit of a number that is not 0, and how many bits are set.
    "ctz": Operation("call i64 @llvm.cttz.i64(i64 {0}, i1 true)", "7A"),
    "popcnt": Operation("call i64 @llvm.ctpop.i64(i64 {0})", "7B"),
    "select": Operation("select i1 {2}, i64 {0}, i64 {1}", "1B"),
    # Comparisons, with a sign but for the last; then what is made of conditions.
    "eq": Operation("icmp eq i64 {0}, {1}", "51", BIT, operator.eq),
    "ne": Operation("icmp ne i64 {0}, {1}", "52", BIT, operator.ne),
    "lts": Operation("icmp slt i64 {0}, {1}", "53", BIT, operator.lt),
    "gts": Operation("icmp sgt i64 {0}, {1}", "55", BIT, operator.gt),
    "les": Operation("icmp sle i64 {0}, {1}", "57", BIT, operator.le),
    "ges": Operation("icmp sge i64 {0}, {1}", "59", BIT, operator.ge),
    "ltu": Operation("icmp ult i64 {0}, {1}", "54", BIT),
    "not": Operation("xor i1 {0}, true", "45", kind=BIT),
    "both": Operation("and i1 {0}, {1}", "71", kind=BIT),
    "either": Operation("or i1 {0}, {1}", "72", kind=BIT),
    "of bit": Operation("zext i1 {0} to i64", "AD"),
    # Floats.
    "add float": Operation("fadd double {0}, {1}", "A0", kind=FLOAT),
    "sub float": Operation("fsub double {0}, {1}", "A1", kind=FLOAT),
    "mul float": Operation("fmul double {0}, {1}", "A2", kind=FLOAT),
    "div float": Operation("fdiv double {0}, {1}", "A3", kind=FLOAT),
    "eq float": Operation("fcmp oeq double {0}, {1}", "61", kind=BIT),
    "gts float": Operation("fcmp ogt double {0}, {1}", "64", kind=BIT),
    "sqrt": Operation("call double @llvm.sqrt.f64(double {0})", "9F", kind=FLOAT),
    "to float": Operation("sitofp i64 {0} to double", "B9", kind=FLOAT),
    # Addresses: so many bytes after another one, and of an element with so many bytes.
    "index": Operation("getelementptr inbounds i8, ptr {0}, i64 {number}", "6A", kind=ADDRESS),
    "element": Operation(
        "getelementptr inbounds [{number} x i8], ptr {0}, i64 {1}", "6A", kind=ADDRESS
    ),
    "distance": Operation(
        "ptrtoint ptr {1} to i64; ptrtoint ptr {0} to i64; sub i64 {last}, {before}", "6BAD"
    ),
    # An address that a host gave as a number.
    "at": Operation("inttoptr i64 {0} to ptr", "A7", kind=ADDRESS),
    # Memory: numbers of so many bits, with a sign; and addresses. Another thread may change what is
    # watched.
    "load 8": Operation("load i8, ptr {0}; sext i8 {last} to i64", "30"),
    "load 16": Operation("load i16, ptr {0}; sext i16 {last} to i64", "32"),
    "load 32": Operation("load i32, ptr {0}; sext i32 {last} to i64", "34"),
    "load 64": Operation("load i64, ptr {0}", "29"),
    "load watched": Operation("load volatile i64, ptr {0}", "29"),
    "load float": Operation("load double, ptr {0}", "2B", kind=FLOAT),
    "load address": Operation("load ptr, ptr {0}", "28", kind=ADDRESS),
    "write 8": Operation("trunc i64 {1} to i8; store i8 {last}, ptr {0}", "3C", kind=None),
    "write 16": Operation("trunc i64 {1} to i16; store i16 {last}, ptr {0}", "3D", kind=None),
    "write 32": Operation("trunc i64 {1} to i32; store i32 {last}, ptr {0}", "3E", kind=None),
    "write 64": Operation("store i64 {1}, ptr {0}", "37", kind=None),
    "write float": Operation("store double {1}, ptr {0}", "39", kind=None),
    "write address": Operation("store ptr {1}, ptr {0}", "36", kind=None),
    # To an address, from another one, so many bytes; which may overlap if they are moved. The same
    # byte, many times.
    "copy": Operation(
        "call void @llvm.memcpy.p0.p0.i64(ptr {0}, ptr {1}, i64 {2}, i1 false)",
        "FC0A0000", kind=None,
    ),
    "move": Operation(
        "call void @llvm.memmove.p0.p0.i64(ptr {0}, ptr {1}, i64 {2}, i1 false)",
        "FC0A0000", kind=None,
    ),
    "fill": Operation(
        "trunc i64 {1} to i8; call void @llvm.memset.p0.i64(ptr {0}, i8 {last}, i64 {2}, i1 false)",
        "FC0B00", kind=None,
    ),
    # Gives the host a number; the second part is 1 with the last one of a note. Only WebAssembly
    # has traced programs; there the host's function is the first.
    "note": Operation("", "1000", kind=None),
    # Notes that a number is wrong, in a checked program; see ir.Checked. The parts are the number,
    # the place of its word, the first slot, and its range.
    "fail": Operation(
        "call void @failed(i64 {0}, i64 {1}, i64 {2}, i64 {3}, i64 {4})", "00", kind=None
    ),
}  # fmt: skip
