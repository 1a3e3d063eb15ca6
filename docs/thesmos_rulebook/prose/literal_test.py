"""Sentences without any words of a game are true word by word.

Random clauses are put into sentences and read back by a small parser of its own: what it
understands has to be what the clause says, in every state.
"""

from __future__ import annotations

import functools
import random
import re
import tempfile
from pathlib import Path

import pytest

from testing.tiny import tiny
from thesmos_rulebook.prose import GameSentences
from thesmos_rulebook.testing.reading_back import (
    CELLS,
    COMPARISONS,
    Amount,
    State,
    Test,
    read,
)

GAME = """
boards: {Cell: {grid: 3x3}}
zones: [box]
pieces: {Pawn: {on: Cell, attributes: {tired: {is: flag}}}}
repetition: [m]
state:
  game: {m: 0..3, n: 0..3, hurt: {is: flag}, calm: {is: flag}}
  Cell: {marked: {is: flag}, depth: 0..3}
actions:
  walk: {roles: {pawn: Pawn, from: place(pawn), to: Cell}, do: "m := n", text: "{pawn} {to}"}
steps: {walk: {action: walk}}
flow: {turn: [begin turn, steps: walk, pass]}
headings: {Rules: {es: Reglas}}
"""
FLAGS = ("hurt", "calm", "marked(to)", "tired(pawn)")
NUMBERS = ("m", "n", "depth(to)", "row(to)", "column(to)", "repeats")


def sentences_of(clauses: list[str]) -> list[str]:
    """Return the sentence of each clause of a power without words."""
    with tempfile.TemporaryDirectory() as folder:
        text = "clauses:\n  Rules: |\n" + "".join(
            f"    {line}\n" for clause in clauses for line in clause.splitlines()
        )
        sentences = GameSentences(tiny(Path(folder), GAME, powers={"ace": text}), "en")
    return [sentences.clause(f"ace.rules.{n}") for n in range(1, len(clauses) + 1)]


# ------------------------------------------------------------------ random conditions


def random_condition(draw: random.Random, depth: int) -> tuple[str, Test]:
    """Return a condition as written, and what it means."""
    alone = ["flag", "number", "cells", "same", "listed", "worked out"]
    kind = draw.choice(alone + ["not", "and", "or"] * 3 * (depth > 0))
    if kind == "not":
        text, test = random_condition(draw, depth - 1)
        return f"not ({text})", lambda s: not test(s)
    if kind in ("and", "or"):
        parts = [random_condition(draw, depth - 1) for _ in range(draw.choice([2, 2, 3]))]
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
    if kind == "listed":
        one, few = draw.choice(NUMBERS), draw.sample(range(4), draw.choice([2, 3]))
        yes, listing = draw.random() < 0.5, ", ".join(map(str, few))
        return f"{one} {'in' if yes else 'not in'} {{{listing}}}", lambda s: (s[one] in few) == yes
    if kind == "worked out":
        text, result = worked_out(draw)
        return f"{text} {word} {number}", lambda s: COMPARISONS[word](result(s), number)
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


def worked_out(draw: random.Random) -> tuple[str, Amount]:
    """Return a calculation as written, and its result."""
    one, other = draw.sample(NUMBERS, 2)
    match draw.choice(["+", "-", "abs", "/", "min", "max", "if"]):
        case "+":
            return f"{one} + {other}", lambda s: s[one] + s[other]
        case "-":
            return f"{one} - {other}", lambda s: s[one] - s[other]
        case "abs":
            return f"abs({one} - {other})", lambda s: abs(s[one] - s[other])
        case "/":
            return f"({one} + {other}) / 2", lambda s: (s[one] + s[other]) // 2
        case "if":
            flag = draw.choice(FLAGS)
            return f"({one} if {flag} else {other})", lambda s: s[one] if s[flag] else s[other]
        case word:
            pick = min if word == "min" else max
            return f"{word}({one}, {other})", lambda s: pick(s[one], s[other])


def random_state(draw: random.Random) -> State:
    return {
        **{flag: draw.randrange(2) for flag in FLAGS},
        **{number: draw.randrange(4) for number in NUMBERS},
        **{f"marked {cell}": draw.randrange(2) for cell in range(CELLS)},
        **{f"depth {cell}": draw.randrange(4) for cell in range(CELLS)},
    }


@functools.cache
def conditions() -> list[tuple[str, Test, str]]:
    draw = random.Random(14)
    made = [random_condition(draw, draw.randrange(4)) for _ in range(300)]
    sentences = sentences_of([f"forbid walk where {text}" for text, _ in made])
    return [(text, test, said) for (text, test), said in zip(made, sentences, strict=True)]


def test_a_condition_without_words_means_what_it_says() -> None:
    draw = random.Random(41)
    states = [random_state(draw) for _ in range(40)]
    for text, test, sentence in conditions():
        found = re.fullmatch(
            r"The player may (?:not do “walk” if (.*)|do “walk” only if (.*))\.", sentence
        )
        assert found is not None, sentence
        said = read(found[1] or found[2])
        for state in states:
            assert test(state) == (said(state) == bool(found[1])), (text, sentence)


# ------------------------------------------------------------------------------- effects


def random_effects(draw: random.Random) -> list[str]:
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
    """Return the state after effects as their sentences say."""
    now = dict(state)
    for part in (part.removeprefix("then ") for part in text.split("; ")):
        if found := re.fullmatch(r"call (?:the )?“(\w+)” “(\w+)”", part):
            now[found[2]] = now[found[1]]
        else:
            ways = (
                r"the “(\w)” becomes (?:the )?“(\w)”",
                r"“(\w)” holds from here on exactly if “(\w+)” holds",
                r"from (?:now|then) on, “(\w+)” holds exactly if “(\w+)” holds",
                r"from (?:now|then) on, “(\w+)” holds exactly if this was so before: “(\w+)” holds",
            )
            found = next((hit for way in ways if (hit := re.fullmatch(way, part))), None)
            assert found is not None, part
            now[found[1]] = now[found[2]]
    return {name: now[name] for name in state}


def test_effects_without_words_mean_what_they_say() -> None:
    draw = random.Random(15)
    programs = [random_effects(draw) for _ in range(120)]
    clauses = ["after walk:\n" + "\n".join(f"  {one}" for one in each) for each in programs]
    for program, sentence in zip(programs, sentences_of(clauses), strict=True):
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
    assert [sentence] == sentences_of([clause])


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
