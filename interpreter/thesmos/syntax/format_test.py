"""Clause texts in their one form, and what stays as it is."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from testing.programs import GAMES
from testing.random_specs.draw import Draw
from testing.random_specs.games import random_game
from testing.random_specs.texts import as_yaml
from thesmos import resources
from thesmos.syntax.format import WIDTH, formatted

SPEC = sorted([*resources.spec_dir().rglob("*.yaml"), *GAMES.rglob("*.yaml")])
POWER = "thesmos: power\nslug: owl\ntitle: Owl\nclauses:\n  Your Move: |\n"


def block(clauses: str) -> str:
    """The lines of a block of clauses as they are formatted."""
    text, wrong = formatted(POWER + indent(dedent(clauses), "    "), "owl.yaml")
    assert wrong == []
    return dedent(text.removeprefix(POWER))


def fact(written: str) -> str:
    """The line of a fact as it is formatted."""
    text, wrong = formatted(
        f"thesmos: power\nslug: owl\ntitle: Owl\nfacts:\n{written}\n", "owl.yaml"
    )
    assert wrong == []
    return text.split("facts:\n")[1].rstrip("\n")


def test_the_spec_is_formatted() -> None:
    texts = {file: file.read_text(encoding="utf-8") for file in SPEC}
    assert [file for file, text in texts.items() if formatted(text, str(file)) != (text, [])] == []


def test_random_specs_mean_the_same_and_stay_as_they_are_formatted() -> None:
    for seed in range(6):
        for document in random_game(Draw(seed)).documents.values():
            made, wrong = formatted(as_yaml(document), "made.yaml")  # raises if it means otherwise
            assert wrong == []
            assert formatted(made, "made.yaml") == (made, [])


def test_a_body_of_one_statement_stands_behind_its_head() -> None:
    made = block("if a:\n      forbid move\nafter move :next   build\n")
    assert made == "if a: forbid move\nafter move: next build\n"


def test_a_longer_body_is_indented_by_two() -> None:
    assert block("if a:\n     forbid move\n     veto\n") == "if a:\n  forbid move\n  veto\n"


def test_branches_are_on_one_line_each_or_all_in_blocks() -> None:
    short = "after move:\n  if a: counts\n  elif b: counts\n  else: drop self\n"
    assert block(short) == short
    made = block("after move:\n  if a: counts\n  else:\n    counts\n    drop self\n")
    assert made == "after move:\n  if a:\n    counts\n  else:\n    counts\n    drop self\n"


def test_an_if_in_an_else_is_an_elif() -> None:
    made = block("after move:\n  if a: counts\n  else:\n    if b: drop self\n")
    assert made == "after move:\n  if a: counts\n  elif b: drop self\n"


def test_a_long_clause_is_broken_before_its_condition_and_inside_of_it() -> None:
    made = block(f"forbid move where {'x' * 40} = 1 and {'y' * 40} = 2 and (a or b)\n")
    assert made == (
        f"forbid move\n    where {'x' * 40} = 1\n      and {'y' * 40} = 2\n      and (a or b)\n"
    )
    assert block(made) == made


def test_what_is_broken_inside_of_the_first_piece_stands_deeper_than_the_next_piece() -> None:
    made = block(f"after move: n := first (p in Pawn where {'x' * 60}(p)) if {'y' * 9} else none\n")
    assert made == (
        "after move:\n"
        "  n := first (p in Pawn\n"
        f"        where {'x' * 60}(p)) if {'y' * 9}\n"
        "      else none\n"
    )
    assert block(made) == made


def test_a_choice_of_values_in_brackets_is_broken_before_its_condition() -> None:
    one, condition = f"{'x' * 40}(p)", f"{'y' * 60}(p)"
    made = block(f"after move: n := 1 + ({one} if {condition} else none)\n")
    assert made.split("\n")[1:] == [
        "  n := 1",
        f"      + ({one}",
        f"          if {condition}",
        "        else none)",
        "",
    ]
    assert block(made) == made


def test_a_long_list_is_broken_after_its_commas() -> None:
    names = [letter * 30 for letter in "abcd"]
    made = block(f"after move: do act({', '.join(names)})\n")
    head, first, *others = made.split("\n")
    assert (head, first) == ("after move:", f"  do act({names[0]},")
    assert [line.strip(" ,)") for line in others if line] == names[1:]


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("((a))and((b or c))", "a and (b or c)"),
        ("a and (b and c)", "a and (b and c)"),
        ("not a in S", "a not in S"),
        ("not(a=b)", "not (a = b)"),
        ("not not a", "not not a"),
        ("1-(2-3)-4", "1 - (2 - 3) - 4"),
        ("-(1+2)*2", "-(1 + 2) * 2"),
        ("min( a,b+1 )", "min(a, b + 1)"),
        ("sum(n(c) for c in S)", "sum (n(c) for c in S)"),
        ("(a or b) if c else (1 if d else 2)", "(a or b) if c else 1 if d else 2"),
        ("Worker   at place( w )", "Worker at place(w)"),
    ],
)
def test_there_is_one_way_to_write_a_value(written: str, printed: str) -> None:
    assert fact(f"  f: {written}  # why") == f"  f: {printed}  # why"
    assert fact(f"  f: {printed}") == f"  f: {printed}"


def test_a_comment_stays_where_it_is() -> None:
    text = "# first\nif a:\n  # why\n  forbid move  # here\n\n  veto\n# last\n"
    assert block(text) == text


def test_a_comment_between_the_lines_of_a_clause_goes_above_it() -> None:
    made = block("veto\nforbid move where (a\n  # why\n  and b)\n")
    assert made == "veto\n# why\nforbid move where a and b\n"


def test_a_comment_that_does_not_fit_behind_its_line_goes_above_it() -> None:
    comment = f"# {'x' * WIDTH}"
    assert block(f"veto {comment}\n") == f"{comment}\nveto\n"


def test_only_clauses_are_rewritten() -> None:
    text = 'thesmos: power\nslug:   owl\ntitle: {en:   "a  =  b"}\nmemory: {n: {is:   0..3}}\n'
    assert formatted(text, "owl.yaml") == (text, [])


def test_a_comma_outside_of_brackets_ends_no_line() -> None:
    text = f"require if possible move where a(b, {'x' * 60}) else c := d(e, {'y' * 60}), counts\n"
    made = block(text)
    assert made.endswith("), counts\n")
    assert block(made) == made


@pytest.mark.parametrize("sign", ["and", "or", "+", "if c else"])
def test_a_long_value_is_broken_before_its_operators(sign: str) -> None:
    made = fact(f"  f: {'x' * 50} {sign} {'y' * 50}")
    *first, last = sign.split()
    end = "".join(f" {word}" for word in first)
    assert made == f"  f: |\n    {'x' * 50}{end}\n        {last} {'y' * 50}"
    assert fact(made) == made


def test_a_value_that_is_too_long_for_its_line_goes_below_its_key() -> None:
    made = fact(f"  f: {'x' * 50} = 1 and {'y' * 50} = 2  # why")
    assert made == f"  f: |  # why\n    {'x' * 50} = 1\n        and {'y' * 50} = 2"
    assert fact(made) == made
    long = f"  f: {'x' * 120}"
    assert fact(long) == long
    flow = f"  f: {{is: {'x' * 50} = 1 and {'y' * 50} = 2}}"
    assert fact(flow) == flow


def test_a_quoted_text_keeps_its_quotes() -> None:
    assert fact('  f: "a=b"') == '  f: "a = b"'


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("last(move during this turn).to", "last(move).to"),
        ("did(move where a during  this turn)", "did(move where a)"),
        ("A or_in B", "A union B"),
    ],
)
def test_an_old_form_becomes_that_of_today(old: str, new: str) -> None:
    assert fact(f"  f: {old}  # {old}") == f"  f: {new}  # {old}"
    assert block(f"veto where {old}  # {old}\n") == f"veto where {new}  # {old}\n"


def test_an_old_form_in_a_file_with_errors_stays_with_them() -> None:
    text = POWER + "    veto where did(move during this turn)\n    forbidden\n"
    made, wrong = formatted(text, "owl.yaml")
    assert (made, len(wrong)) == (text, 2)


def test_a_file_with_errors_is_left_alone() -> None:
    text = POWER + "    forbid   move\n    forbidden\n"
    made, wrong = formatted(text, "owl.yaml")
    assert made == text
    assert [one.code for one in wrong] == ["E201"]


def test_a_file_that_is_no_document_with_clauses_is_left_alone() -> None:
    text = "thesmos: rulings\ngame:   owl\n"
    assert formatted(text, "rulings.yaml") == (text, [])


MODE = "thesmos: mode\nslug: owl\ntitle: Owl\nplayers: 2\nsides: [1, 2]\nreplaces:\n"


@pytest.mark.parametrize(
    ("head", "written", "made"),
    [
        (MODE, "  facts: {low: n  <  3}", "  facts: {low: n < 3}"),
        (MODE, "  rules: {move.climb: rise  <=  2}", "  rules: {move.climb: rise <= 2}"),
        ("thesmos: changes\nadds:\n", "  clauses: {+Rules: may  skip  move}",
         "  clauses: {+Rules: may skip move}"),
        ("thesmos: edition\nslug: o\ntitle: O\nreplaces:\n",
         "  actions: {rest: {do: 'n  :=  1'}}", "  actions: {rest: {do: 'n := 1'}}"),
    ],
)  # fmt: skip
def test_what_changes_a_document_is_formatted_like_it(head: str, written: str, made: str) -> None:
    assert formatted(f"{head}{written}\n", "owl.yaml") == (f"{head}{made}\n", [])
