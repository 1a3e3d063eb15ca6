import pickle
import subprocess
import sys
from copy import deepcopy
from dataclasses import field, replace
from typing import Any

import pytest

from thesmos.constructs import construct, interned
from thesmos.program.node import Ref
from thesmos.program.types import Type


@construct
class Part:
    name: str
    line: int = field(default=0, compare=False, repr=False)


@construct
class Larger(Part):
    size: int = 1


@construct
class Empty:
    pass


def test_objects_with_the_same_content_are_equal_and_hash_alike() -> None:
    assert Part("a") == Part("a")
    assert hash(Part("a")) == hash(Part("a"))
    assert Part("a") != Part("b")
    assert Empty() == Empty()


def test_a_field_that_is_not_compared_makes_no_difference() -> None:
    assert Part("a", line=1) == Part("a", line=2)
    assert hash(Part("a", line=1)) == hash(Part("a", line=2))


def test_an_object_of_a_derived_class_is_another() -> None:
    part: Any = Part("a")

    assert part != Larger("a")


def test_a_copy_with_a_change_has_a_hash_of_its_own() -> None:
    part = Part("a")
    hash(part)

    changed = replace(part, name="b")

    assert hash(changed) == hash(Part("b"))


@pytest.mark.parametrize(
    ("part", "text"),
    [(Larger("a", size=2), "Larger(name='a', size=2)"), (Empty(), "Empty()")],
)
def test_an_object_is_described_by_what_is_in_it(part: object, text: str) -> None:
    assert repr(part) == text


@pytest.mark.parametrize(
    ("name", "made"),
    [("thesmos.program.types.Type", "Type('int')"), ("thesmos.program.node.Ref", "Ref('a', 'b')")],
)
def test_an_object_from_another_process_is_found_by_its_content(name: str, made: str) -> None:
    """The hash of a text differs from process to process."""
    module, _, kind = name.rpartition(".")
    code = (
        f"import pickle, sys; from {module} import {kind}; made = {made}; hash(made);"
        "sys.stdout.buffer.write(pickle.dumps(made))"
    )
    sent = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    here = {"Type": Type("int"), "Ref": Ref("a", "b")}[kind]

    assert {here: "found"}.get(pickle.loads(sent)) == "found"


@interned
class Name:
    card: str
    word: str


def test_interned_objects_with_the_same_content_are_one_object() -> None:
    name = Name("a", "b")

    assert Name("a", word="b") is name
    assert Name(word="b", card="a") is name
    assert Name("b", "a") != name


def test_copies_of_an_interned_object_are_the_object_itself() -> None:
    name = Name("a", "b")

    assert deepcopy(name) is name
    assert pickle.loads(pickle.dumps(name)) is name
    assert replace(name, word="c") is Name("a", "c")
    assert name is Name("a", "b")
