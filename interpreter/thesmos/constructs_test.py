import pickle
import subprocess
import sys
from dataclasses import field, replace
from typing import Any

import pytest

from thesmos.constructs import construct
from thesmos.program.node import Ref


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


def test_an_object_from_another_process_is_found_by_its_content() -> None:
    """The hash of a text differs from process to process."""
    made = (
        "import pickle, sys; from thesmos.program.node import Ref; ref = Ref('a', 'b'); hash(ref)"
    )
    code = f"{made}; sys.stdout.buffer.write(pickle.dumps(ref))"
    sent = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout

    assert {Ref("a", "b"): "found"}.get(pickle.loads(sent)) == "found"
