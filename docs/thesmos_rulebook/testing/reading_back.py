"""A parser that reads back the sentences of a small game without words, to check their meaning.

It understands the English frames for conditions on numbers, marks and cells, and refuses a text
that it could read in two ways.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping

State = Mapping[str, int]
Test = Callable[[State], bool]
Amount = Callable[[State], int]

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
WORDINGS = {  # the comparisons by their wording
    "is not": "!=", "is less than": "<", "is at most": "<=", "is more than": ">",
    "is at least": ">=", "is": "=",
}  # fmt: skip
CELLS = 3  # as many as are needed to tell the quantifiers apart


def pieces(text: str, joint: str) -> list[str]:
    """Split a text at a joint, but not within brackets."""
    result, depth, at, start = [], 0, 0, 0
    while at < len(text):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth and text.startswith(joint, at):
            result.append(text[start:at])
            at = start = at + len(joint)
        else:
            at += 1
    return [*result, text[start:]]


def read(text: str) -> Test:
    """Return what a text says. Raises AssertionError if it can be read in two ways, or in none."""
    text = re.sub(
        r"(\d(?:, \d)*) or (?=\d)", lambda found: f"{found[1]}, ".replace(", ", "|"), text
    )
    text = re.sub(rf"({OF_TWO}) ({NAMED}|\([^()]*\)) and ", r"\1 \2 & ", text)
    if text.startswith("(") and pieces(text, ")")[1:] == [""]:
        return read(text[1:-1])
    if text.startswith("all of this holds: "):
        return every_of(pieces(text.removeprefix("all of this holds: "), "; "))
    if text.startswith("either ") and (both := pieces(text, ", but not both"))[1:] == [""]:
        one, other = map(read, pieces(both[0].removeprefix("either "), ", or "))
        return lambda s: one(s) != other(s)
    if text.startswith("either "):
        ways = pieces(text.removeprefix("either "), ", or ")
        return one_of(ways if len(ways) > 1 else pieces(ways[0], " or "))
    found = re.fullmatch(
        r"(of each|there is a|there is no) cell (?:of which )?this holds: (.*)", text
    )
    if found is not None:
        inner = read(found[2])
        return lambda s: quantified(found[1].split()[-1], s, inner)
    predicates = pieces(text, " and is ")
    if re.match(r"(a|no|each) cell is ", text) and len(predicates) > 1:
        which, _, first = predicates[0].partition(" cell is ")
        each = every_of([f"that cell is {part}" for part in (first, *predicates[1:])])
        return lambda s: quantified(which, s, each)
    if len(sides := pieces(text, " exactly if ")) > 1 and not closing(text):
        one, other = map(read, sides)
        return lambda s: one(s) == other(s)
    head, tail = closing(text) or (text, None)
    both, ways = pieces(head, " and "), pieces(head, " or ")
    if tail is not None or len(both) > 1:
        assert len(ways) == 1, f"`and` beside `or`: {text}"
        parts = [one for part in both for one in listed(part)]
        return every_of([*parts, *([tail] if tail else [])])
    if len(ways) > 1:
        return one_of([one for part in ways for one in listed(part)])
    return atom(text)


def closing(text: str) -> tuple[str, str] | None:
    """Return what is before the last `and` of a text, and what is after it, if that is open."""
    for opening in ("either ", "of each cell", "there is a cell of", "there is no cell of"):
        head, *rest = pieces(text, f" and {opening}")
        if rest:
            return head, opening + f" and {opening}".join(rest)
    return None


def listed(text: str) -> list[str]:
    """Return the parts of a list; they are separated by semicolons if one of them has a comma."""
    return pieces(text, "; ") if "; " in text else pieces(text, ", ")


def every_of(parts: list[str]) -> Test:
    tests = [read(part) for part in with_subjects(parts)]
    return lambda s: all(test(s) for test in tests)


def one_of(parts: list[str]) -> Test:
    tests = [read(part) for part in with_subjects(parts)]
    return lambda s: any(test(s) for test in tests)


def with_subjects(parts: list[str]) -> list[str]:
    """Return parts each with its subject: a subject that is written only once belongs to all."""
    subject = parts[0].partition(" is ")[0]
    return [f"{subject} {part}" if part.startswith("is ") else part for part in parts]


def quantified(word: str, s: State, test: Test) -> bool:
    found = [
        test({**s, "marked(that)": s[f"marked {cell}"], "depth(that)": s[f"depth {cell}"]})
        for cell in range(CELLS)
    ]
    return {"a": any(found), "each": all(found), "no": not any(found)}[word]


def atom(text: str) -> Test:
    """Return what a single condition says."""
    found = re.fullmatch(r"“(\w+)” (holds|does not hold)", text)
    if found is not None:
        flag, holds = found[1], found[2] == "holds"
        return lambda s: bool(s[flag]) == holds
    found = re.fullmatch(r"(.*) is (not )?“(marked|tired)”", text)
    if found is not None:
        of, yes = found[1], found[2] is None
        if of in ("a cell", "no cell", "each cell"):
            assert yes or of == "a cell", text
            return lambda s: quantified(of.split()[0], s, lambda t: bool(t["marked(that)"]) == yes)
        name = f"{found[3]}({thing(of)})"
        return lambda s: bool(s[name]) == yes
    found = re.fullmatch(r"(.*) is (neither )?(\d(?:(?:\|| nor )\d)+)", text)
    if found is not None:
        few = [int(one) for one in re.findall(r"\d", found[3])]
        assert ("nor" in found[3]) == (found[2] is not None), text
        listed_one, among = amount(found[1]), found[2] is None
        return lambda s: (listed_one(s) in few) == among
    found = re.fullmatch(rf"((?:the|\().*?) ({'|'.join(WORDINGS)}) (\d)", text)
    assert found is not None, text
    word, number = WORDINGS[found[2]], int(found[3])
    cells = re.fullmatch(r"the “depth” of (a|no|each) cell", found[1])
    if cells is not None:
        assert word != "!=" or cells[1] == "a", text
        compare = COMPARISONS[word]
        return lambda s: quantified(cells[1], s, lambda t: compare(t["depth(that)"], number))
    result = amount(found[1])
    return lambda s: COMPARISONS[word](result(s), number)


OF_TWO = "the (?:difference between|quotient of|lesser of|greater of)"
REPEATS = "the number of times that this position is remembered"
NAMED = rf"(?:{REPEATS}|the “?\w+”?(?: of (?:the “\w+”|that cell))?)"


def amount(text: str) -> Amount:
    """Return the number that a text is about."""
    if text.startswith("(") and text.endswith(")"):
        return amount(text[1:-1])
    if found := re.fullmatch(rf"({OF_TWO}) (.*) & (.*?)( rounded down)?", text):
        kind, one = found[1].split()[1], amount(found[2])
        assert (kind == "quotient") == (found[4] is not None), text
        if kind == "quotient":
            by = int(found[3])
            return lambda s: one(s) // by
        other = amount(found[3])
        if kind == "difference":
            return lambda s: abs(one(s) - other(s))
        pick = min if kind == "lesser" else max
        return lambda s: pick(one(s), other(s))
    if found := re.fullmatch(r"(.*) if (.*), else (.*)", text):
        then, otherwise, test = amount(found[1]), amount(found[3]), read(found[2])
        return lambda s: then(s) if test(s) else otherwise(s)
    if found := re.fullmatch(r"(.*) (plus|minus) (.*)", text):
        first, second, sign = amount(found[1]), amount(found[3]), 1 if found[2] == "plus" else -1
        return lambda s: first(s) + sign * second(s)
    name = "repeats" if text == REPEATS else value(text)
    return lambda s: s[name]


def thing(text: str) -> str:
    return {"the “to”": "to", "the “pawn”": "pawn", "that cell": "that"}[text]


def value(text: str) -> str:
    """Return a number as it is written."""
    found = re.fullmatch(r"the “?(\w+)”?(?: of (.*))?", text)
    assert found is not None, text
    return found[1] if found[2] is None else f"{found[1]}({thing(found[2])})"
