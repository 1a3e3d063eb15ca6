"""Sentences without any words of a game are true word by word.

Made-up clauses are told and read back by a small parser of its own: what it understands has to be
what the clause says, in every state.
"""

from __future__ import annotations

import functools
import operator
import random
import re
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from thesmos.testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences

GAME = """
boards: {Cell: {grid: 3x3}}
zones: [box]
pieces: {Pawn: {on: Cell, attributes: {tired: {is: flag}}}}
state:
  game: {m: 0..3, n: 0..3, hurt: {is: flag}, calm: {is: flag}}
  Cell: {marked: {is: flag}, depth: 0..3}
actions:
  walk: {roles: {pawn: Pawn, from: place(pawn), to: Cell}, do: "m := n", text: "{pawn} {to}"}
steps: {walk: {action: walk}}
flow: {turn: [begin turn, steps: walk, pass]}
headings: {Rules: {es: Reglas}}
"""
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "=": operator.eq, "!=": operator.ne, "<": operator.lt,
    "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
SAID = {  # how the comparisons are told
    "is not": "!=", "is less than": "<", "is at most": "<=", "is more than": ">",
    "is at least": ">=", "is": "=",
}  # fmt: skip
FLAGS = ("hurt", "calm", "marked(to)", "tired(pawn)")
NUMBERS = ("m", "n", "depth(to)", "row(to)", "column(to)")

State = Mapping[str, int]
Test = Callable[[State], bool]


def told(clauses: list[str]) -> list[str]:
    """Return the sentence of each clause of a power without words."""
    with tempfile.TemporaryDirectory() as folder:
        text = "clauses:\n  Rules: |\n" + "".join(
            f"    {line}\n" for clause in clauses for line in clause.splitlines()
        )
        sentences = GameSentences(tiny(Path(folder), GAME, powers={"ace": text}), "en")
    return [sentences.clause(f"ace.rules.{n}") for n in range(1, len(clauses) + 1)]


# ------------------------------------------------------------------ made-up conditions


def made_up(draw: random.Random, depth: int) -> tuple[str, Test]:
    """Return a condition as written, and what it means."""
    kind = draw.choice(["flag", "number", "cells", "same"] + ["not", "and", "or"] * 2 * (depth > 0))
    if kind == "not":
        text, test = made_up(draw, depth - 1)
        return f"not ({text})", lambda s: not test(s)
    if kind in ("and", "or"):
        parts = [made_up(draw, depth - 1) for _ in range(draw.choice([2, 2, 3]))]
        every = all if kind == "and" else any
        text = f" {kind} ".join(f"({text})" for text, _ in parts)
        return text, lambda s: every(test(s) for _, test in parts)
    if kind == "flag":
        flag = draw.choice(FLAGS)
        return flag, lambda s: bool(s[flag])
    if kind == "same":
        one, other = draw.sample(FLAGS, 2)
        word = draw.choice(["=", "!="])
        return f"{one} {word} {other}", lambda s: (s[one] == s[other]) == (word == "=")
    word, number = draw.choice([*COMPARISONS]), draw.randrange(4)
    if kind == "number":
        one = draw.choice(NUMBERS)
        return f"{one} {word} {number}", lambda s: COMPARISONS[word](s[one], number)
    search = draw.choice(["some", "every", "no"])
    inner = [
        ("marked(c)", "not marked(c)", f"depth(c) {word} {number}")[draw.randrange(3)]
        for _ in range(draw.choice([1, 1, 2]))
    ]
    joint = draw.choice([" and ", " or "])
    text = f"{search} (c in Cell where {joint.join(inner)})"

    def holds(s: State, cell: int) -> bool:
        each = [
            COMPARISONS[word](s[f"depth {cell}"], number)
            if "depth" in one
            else bool(s[f"marked {cell}"]) != ("not" in one)
            for one in inner
        ]
        return all(each) if joint == " and " else any(each)

    def searched(s: State) -> bool:
        found = [holds(s, cell) for cell in range(CELLS)]
        return {"some": any(found), "every": all(found), "no": not any(found)}[search]

    return text, searched


CELLS = 3  # as many as are needed to tell the quantifiers apart


def made_up_state(draw: random.Random) -> State:
    return {
        **{flag: draw.randrange(2) for flag in FLAGS},
        **{number: draw.randrange(4) for number in NUMBERS},
        **{f"marked {cell}": draw.randrange(2) for cell in range(CELLS)},
        **{f"depth {cell}": draw.randrange(4) for cell in range(CELLS)},
    }


# ------------------------------------------------------------------------- reading back


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
    if text.startswith("(") and len(pieces(text, ")")) == 2 and text.endswith(")"):
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
        assert len(sides) == 2
        one, other = read(sides[0]), read(sides[1])
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
    """Return parts each with its subject: one that is said only once belongs to all."""
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
        return lambda s: bool(s[found[1]]) == (found[2] == "holds")
    found = re.fullmatch(r"(.*) is (not )?“(marked|tired)”", text)
    if found is not None:
        of, yes = found[1], found[2] is None
        if of in ("a cell", "no cell", "each cell"):
            assert yes or of == "a cell", text
            return lambda s: quantified(of.split()[0], s, lambda t: bool(t["marked(that)"]) == yes)
        name = f"{found[3]}({thing(of)})"
        return lambda s: bool(s[name]) == yes
    found = re.fullmatch(rf"(the .*?) ({'|'.join(SAID)}) (\d)", text)
    assert found is not None, text
    word, number = SAID[found[2]], int(found[3])
    cells = re.fullmatch(r"the “depth” of (a|no|each) cell", found[1])
    if cells is not None:
        assert word != "!=" or cells[1] == "a", text
        compare = COMPARISONS[word]
        return lambda s: quantified(cells[1], s, lambda t: compare(t["depth(that)"], number))
    name = value(found[1])
    return lambda s: COMPARISONS[word](s[name], number)


def thing(text: str) -> str:
    return {"the “to”": "to", "the “pawn”": "pawn", "that cell": "that"}[text]


def value(text: str) -> str:
    """Return a number as it is written."""
    found = re.fullmatch(r"the “?(\w+)”?(?: of (.*))?", text)
    assert found is not None, text
    return found[1] if found[2] is None else f"{found[1]}({thing(found[2])})"


@functools.cache
def conditions() -> list[tuple[str, Test, str]]:
    draw = random.Random(14)
    made = [made_up(draw, draw.randrange(4)) for _ in range(300)]
    sentences = told([f"forbid walk where {text}" for text, _ in made])
    return [(text, test, said) for (text, test), said in zip(made, sentences, strict=True)]


def test_a_condition_without_words_means_what_it_says() -> None:
    draw = random.Random(41)
    states = [made_up_state(draw) for _ in range(40)]
    for text, test, sentence in conditions():
        found = re.fullmatch(
            r"The player may (?:not do “walk” if (.*)|do “walk” only if (.*))\.", sentence
        )
        assert found is not None, sentence
        said = read(found[1] or found[2])
        for state in states:
            assert test(state) == (said(state) == bool(found[1])), (text, sentence)


# ------------------------------------------------------------------------------- effects


def made_up_effects(draw: random.Random) -> list[str]:
    """Return effects that copy numbers and flags about, some of them by way of locals."""
    numbers, flags = ["m", "n"], ["hurt", "calm"]
    result = []
    for name in draw.choice([["x"], ["x", "y"], ["x", "z"], ["z"]]):
        known = flags if name == "z" else numbers
        result.append(f"let {name} = {draw.choice(known)}")
        known.append(name)
        for _ in range(draw.randrange(3)):
            kind = draw.choice([numbers, flags])
            result.append(f"{draw.choice(kind[:2])} := {draw.choice(kind)}")
    for name in (*numbers[2:], *flags[2:]):
        result.append(f"{draw.choice(flags[:2] if name == 'z' else numbers[:2])} := {name}")
    return result


def run(effects: list[str], state: dict[str, int]) -> dict[str, int]:
    """Return the state after effects as written, without their locals."""
    now = dict(state)
    for effect in effects:
        target, source = re.split(" :?= ", effect.removeprefix("let "))
        now[target] = now[source]
    return {name: now[name] for name in state}


def run_said(text: str, state: dict[str, int]) -> dict[str, int]:
    """Return the state after effects as told."""
    now = dict(state)
    for part in (part.removeprefix("then ") for part in text.split("; ")):
        if found := re.fullmatch(r"call (?:the )?“(\w+)” “(\w+)”", part):
            now[found[2]] = now[found[1]]
        else:
            ways = (
                r"the “(\w)” becomes (?:the )?“(\w)”",
                r"“(\w)” holds from here on exactly if “(\w+)” holds",
                r"from (?:now|then) on, “(\w+)” holds exactly if “(\w+)” holds",
            )
            found = next((hit for way in ways if (hit := re.fullmatch(way, part))), None)
            assert found is not None, part
            now[found[1]] = now[found[2]]
    return {name: now[name] for name in state}


def test_effects_without_words_mean_what_they_say() -> None:
    draw = random.Random(15)
    programs = [made_up_effects(draw) for _ in range(120)]
    clauses = ["after walk:\n" + "\n".join(f"  {one}" for one in each) for each in programs]
    for program, sentence in zip(programs, told(clauses), strict=True):
        found = re.fullmatch("After a “walk”, (.*)\\.", sentence)
        assert found is not None, sentence
        start = {"m": 1, "n": 2, "hurt": 3, "calm": 4}
        assert run(program, start) == run_said(found[1], start), (program, sentence)


@pytest.mark.parametrize(
    ("clause", "sentence"),
    [
        ("after walk: hurt := no", "After a “walk”, from now on, “hurt” does not hold."),
        (
            "forbid walk where tired(pawn) and not marked(to)",
            "The player may not do “walk” if the “pawn” is “tired” and the “to” is not “marked”.",
        ),
        (
            "after walk where row(to) > row(from): you loses",
            "After a “walk”, if the row of the “to” is more than the row of the “from”, you lose.",
        ),
        (
            "after walk:\n  let o = m\n  m := n\n  n := o",
            "After a “walk”, call the “m” “o”; the “m” becomes the “n”; then the “n” becomes “o”.",
        ),
        (  # where the pawn was, not where it is
            "forbid skip walk where did(walk where from = A1)",
            (
                "The step “walk” may not be skipped if there was a “walk” this turn, where the "
                "“from” is A1."
            ),
        ),
        (
            "after walk where no (c in Cell where not marked(c)): m += n - 1",
            "After a “walk”, if each cell is “marked”, the “m” goes up by the “n” minus 1.",
        ),
        (
            "after walk where Pawn at to is none: place(pawn) := to",
            "After a “walk”, if there is no pawn on the “to”, the “pawn” goes to the “to”.",
        ),
    ],
)
def test_a_clause_without_words_reads(clause: str, sentence: str) -> None:
    assert [sentence] == told([clause])


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("B2", "This card brings a pawn: it is not “tired” and at first is on B2."),
        (
            "[B2, A1]",
            (
                "This card brings two pawns: each of them is not “tired” and at first is on B2 or"
                " A1."
            ),
        ),
    ],
)
def test_pieces_of_a_card_that_begin_on_cells(place: str, sentence: str, tmp_path: Path) -> None:
    supply = f"supply: [{{kind: Pawn, tired: no, place: {place}}}]"
    game = tiny(tmp_path, GAME, powers={"guard": supply})
    assert GameSentences(game, "en").supply("guard") == [sentence]
