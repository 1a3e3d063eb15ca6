"""The parser's tables are those of the grammar, and the parser reads texts as Lark does."""

from __future__ import annotations

import functools
import json
import random
import re
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from lark import Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from thesmos import resources
from thesmos.constructs import walk
from thesmos.diagnostics import Location
from thesmos.syntax import clause_parser, grammar
from thesmos.syntax.clause_parser_test import ALL
from thesmos.syntax.clause_tables import lark_parser, make_tables
from thesmos.syntax.grammar_files import grammar_text, tables_file
from thesmos.syntax.lalr import Parser, RejectedError, checksum_of, read_tables
from thesmos.syntax.tree_builder import Builder
from thesmos.syntax.yaml_nodes import YamlMap, YamlText, read_yaml

REJECTED = ("rejected",)
WORD = re.compile(r"\w+|\s+|.", re.DOTALL)


def location(offset: int, _: int) -> Location:
    return Location("f", 1, offset + 1)


def described(made: Any) -> tuple[Any, ...]:
    """What a parser made, with the locations of all nodes, which are not compared otherwise."""
    return made, [(type(n), getattr(n, "location", None)) for n in walk(made)]


def with_lark(text: str, start: str) -> tuple[Any, ...]:
    """What Lark makes of a text, bottom-up."""
    try:
        parsed = lark_parser().parse(text, start=start)
    except (UnexpectedInput, DedentError):
        return REJECTED
    builder = Builder(location)
    done: dict[int, Any] = {}
    for node in parsed.iter_subtrees():
        kids = [k if k is None else done[id(k)] if isinstance(k, Tree) else str(k)
                for k in node.children]  # fmt: skip
        done[id(node)] = builder.make(str(node.data), getattr(node.meta, "start_pos", 0), 0, kids)
    return described(done[id(parsed)])


def with_tables(text: str, start: str) -> tuple[Any, ...]:
    """What the parser makes of a text."""
    try:
        return described(clause_parser.clause_parser().parse(text, start, Builder(location).make))
    except RejectedError:
        return REJECTED


def test_the_tables_are_those_of_the_grammar() -> None:
    made = json.loads(json.dumps(asdict(make_tables())))
    shipped = json.loads(tables_file().read_text(encoding="utf-8"))
    assert made == shipped, "run `python -m thesmos.syntax.clause_tables`"


def test_tables_of_another_grammar_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    changed = grammar_text().replace('"veto"', '"stop"')
    assert read_tables(tables_file(), changed) is None
    monkeypatch.setattr(grammar, "grammar_text", lambda: changed)
    monkeypatch.setattr("thesmos.syntax.clause_tables.grammar_text", lambda: changed)
    monkeypatch.setattr("thesmos.syntax.clause_tables.lark_parser", lark_parser.__wrapped__)
    parser = Parser(grammar.tables.__wrapped__())
    assert parser.tables.grammar == checksum_of(changed)
    assert parser.parse("stop\n", "clauses", Builder(location).make)
    with pytest.raises(RejectedError):
        parser.parse("veto\n", "clauses", Builder(location).make)


def texts_of(node: Any) -> Iterator[str]:
    """The texts in a YAML document: values, and keys, which are also phrases and facts."""
    if isinstance(node, YamlText):
        yield node.value
    elif isinstance(node, YamlMap):
        for key, value in node.items:
            yield key.value
            yield from texts_of(value)
    else:
        for each in getattr(node, "items", ()):
            yield from texts_of(each)


@functools.cache
def shipped_texts() -> list[str]:
    """All texts of the shipped games, statement by statement, whatever they are."""
    documents: list[Path] = sorted(resources.spec_dir().rglob("*.yaml"))
    whole = dict.fromkeys(text for path in documents for text in texts_of(read_yaml(path)[0]))
    split = (part for text in whole for _, part in clause_parser.statements_of(text))
    return [text for text in dict.fromkeys([*whole, *split]) if len(text) < 400]


def differences(texts: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """The texts that the parser and Lark read otherwise."""
    return [
        (start, text) for start, text in texts if with_tables(text, start) != with_lark(text, start)
    ]


SAMPLES = [(start, text if start == "expr" else f"{text}\n") for start, text in ALL]


def test_the_samples_are_read_as_lark_reads_them() -> None:
    assert REJECTED not in [with_tables(text, start) for start, text in SAMPLES]
    assert [] == differences(SAMPLES)


@pytest.mark.parametrize("start", ["clauses", "effects", "expr"])
def test_shipped_texts_are_read_as_lark_reads_them(start: str) -> None:
    end = "" if start == "expr" else "\n"
    assert [] == differences([(start, text + end) for text in shipped_texts()])


def changed(text: str, other: str, dice: random.Random) -> str:
    """A text with a word left out, repeated, exchanged, or taken from another text."""
    words, others = WORD.findall(text), WORD.findall(other)
    i, j = dice.randrange(len(words)), dice.randrange(len(words))
    how = dice.randrange(4)
    if how == 0:
        del words[i]
    elif how == 1:
        words.insert(i, words[j])
    elif how == 2:
        words[i], words[j] = words[j], words[i]
    else:
        words.insert(i, dice.choice(others))
    return "".join(words)


def test_changed_samples_are_read_as_lark_reads_them() -> None:
    dice = random.Random(1)
    texts = []
    for start, text in SAMPLES * 8:
        made = text
        for _ in range(dice.randrange(1, 4)):
            made = changed(made or text, dice.choice(SAMPLES)[1], dice)
        texts.append((start, made))
    read = [with_tables(text, start) for start, text in texts]
    assert len(texts) / 10 < read.count(REJECTED) < len(texts)  # some of both
    assert [] == differences(texts)
