"""Changes are made by name, keep their locations, and say what is wrong with them."""

from __future__ import annotations

import pytest

from thesmos.diagnostics import Diagnostic
from thesmos.syntax.changes import with_changes
from thesmos.syntax.yaml_nodes import YamlMap, parse_yaml, plain

CARD = """
slug: wing
order: 3
tags: [simple, late]
title: {en: Wing, es: Ala}
facts:
  near(c in Cell): column(c) = 1
  far: {is: no, says: {en: "far"}}
actions:
  fly:
    rules: {near: near(at), free: yes}
    text: "{at}"
pieces:
  Pawn: {on: Cell, table: pawns.yaml, attributes: {owner: Side, n: 0..3}}
clauses:
  Rules: |
    forbid fly
adds:
  tags: {Pawn: "a Pawn"}
"""


def tree(text: str, file: str) -> YamlMap:
    node, diagnostics = parse_yaml(text, file)
    assert not diagnostics
    assert isinstance(node, YamlMap)
    return node


def changed(changes: str) -> tuple[YamlMap, list[Diagnostic]]:
    return with_changes(tree(CARD, "card"), tree(changes, "changes"))


@pytest.mark.parametrize(
    ("changes", "path", "now"),
    [
        ("replaces: {order: 4}", ["order"], "4"),
        ("replaces: {tags: [new]}", ["tags"], ["new"]),
        ("replaces: {title: {en: Feather}}", ["title"], {"en": "Feather"}),
        ("replaces: {facts: {far: yes}}", ["facts", "far"], "yes"),
        ("replaces: {rules: {fly.near: no}}", ["actions", "fly", "rules", "near"], "no"),
        ("replaces: {adds: {tags: {Pawn: a}}}", ["adds", "tags", "Pawn"], "a"),
        (
            "replaces: {pieces: {Pawn: {supply: [{zone: hand}]}}}",
            ["pieces", "Pawn"],
            {
                "on": "Cell",
                "attributes": {"owner": "Side", "n": "0..3"},
                "supply": [{"zone": "hand"}],
            },
        ),
        (
            "replaces: {pieces: {Pawn: {attributes: {owner: Player}}}}",
            ["pieces", "Pawn"],
            {"on": "Cell", "table": "pawns.yaml", "attributes": {"owner": "Player", "n": "0..3"}},
        ),
        ("adds: {players: [2]}", ["players"], ["2"]),
        ("adds: {tags: [third]}", ["tags"], ["simple", "late", "third"]),
        ("adds: {facts: {up: yes}}", ["facts", "up"], "yes"),
        ("adds: {memory: {n: 0..3}}", ["memory", "n"], "0..3"),
        ("adds: {adds: {tags: {Rook: a}}}", ["adds", "tags", "Rook"], "a"),
        (
            "adds: {pieces: {+Pawn: {attributes: {sort: Sort}}}}",
            ["pieces", "Pawn", "attributes"],
            {"owner": "Side", "n": "0..3", "sort": "Sort"},
        ),
        ("removes: {tags: [late]}", ["tags"], ["simple"]),
        ("removes: {rules: [fly.free]}", ["actions", "fly", "rules"], {"near": "near(at)"}),
        ("removes: {facts: [near]}", ["facts"], {"far": {"is": "no", "says": {"en": "far"}}}),
        ("removes: {adds: {tags: [Pawn]}}", ["adds", "tags"], {}),
    ],
)
def test_parts_are_changed_by_name(changes: str, path: list[str], now: object) -> None:
    made, wrong = changed(changes)
    found = plain(made)
    for key in path:
        found = found[key]

    assert (found, wrong) == (now, [])


@pytest.mark.parametrize(
    ("enum", "added", "now"),
    [
        ("[red]", "{green: G}", {"red": "red", "green": "G"}),
        ("{red: R}", "[green]", {"red": "R", "green": "green"}),
        (
            "{says: hue, words: [red]}",
            "[green]",
            {"says": "hue", "words": {"red": "red", "green": "green"}},
        ),
        ("[red]", "{words: [green]}", {"red": "red", "green": "green"}),
        ("[red]", "[green]", ["red", "green"]),
        ("[]", "[green]", ["green"]),
    ],
)
def test_words_are_added_to_an_enum_in_any_of_its_forms(enum: str, added: str, now: object) -> None:
    game = tree(f"enums: {{Hue: {enum}}}", "game")
    made, wrong = with_changes(game, tree(f"adds: {{enums: {{+Hue: {added}}}}}", "changes"))

    assert (plain(made)["enums"]["Hue"], wrong) == (now, [])


@pytest.mark.parametrize(
    ("section", "old", "added", "now"),
    [
        ("zones", "[hand]", "{bag: {says: a bag}}", {"hand": {}, "bag": {"says": "a bag"}}),
        ("zones", "{bag: {says: a bag}}", "[hand]", {"bag": {"says": "a bag"}, "hand": {}}),
        ("headings", "[Turn]", "{End: {es: Fin}}", {"Turn": "Turn", "End": {"es": "Fin"}}),
    ],
)
def test_names_with_words_and_names_without_are_added_to_each_other(
    section: str, old: str, added: str, now: object
) -> None:
    game = tree(f"{section}: {old}", "game")
    made, wrong = with_changes(game, tree(f"adds: {{{section}: {added}}}", "changes"))

    assert (plain(made)[section], wrong) == (now, [])


def test_a_fact_is_replaced_with_its_parameters() -> None:
    made, _ = changed("replaces:\n  facts:\n    near(c in Cell, d in Cell): yes")

    assert [*plain(made)["facts"]] == ["near(c in Cell, d in Cell)", "far"]


def test_clauses_are_added_below_those_of_a_heading() -> None:
    made, wrong = changed("adds: {clauses: {+Rules: may skip fly}}")
    clauses = made.get("clauses")

    assert wrong == []
    assert isinstance(clauses, YamlMap)
    assert [(key.value, plain(text)) for key, text in clauses.items] == [
        ("Rules", "forbid fly\n"),
        ("Rules", "may skip fly"),
    ]


def test_each_part_keeps_its_file() -> None:
    made, _ = changed("replaces: {facts: {far: yes}}")
    facts = made.get("facts")

    assert isinstance(facts, YamlMap)
    assert [value.location.file for _, value in facts.items] == ["card", "changes"]


@pytest.mark.parametrize(
    ("changes", "code", "message", "hint"),
    [
        ("replaces: {ordre: 4}", "E304", "there is no part `ordre` to replace", "'order'"),
        ("replaces: {facts: {fra: no}}", "E306", "there is no fact `fra` to replace", "'far'"),
        ("replaces: {rules: {fly.naer: no}}", "E343", "there is no rule `fly.naer` to replace",
         "'fly.near'"),
        ("replaces: {rules: {fyl.near: no}}", "E343", "there is no rule `fyl.near` to replace",
         "'fly.near'"),
        ("replaces: {pieces: {Pwan: {supply: []}}}", "E301",
         "there is no kind `Pwan` to replace", "'Pawn'"),
        ("adds: {order: 4}", "E302", "`order` is already declared", "replaces"),
        ("adds: {facts: {far: no}}", "E302", "`far` is already declared", "`+far`"),
        ("adds: {facts: {+fra: no}}", "E306", "there is no fact `fra` to add to", "'far'"),
        ("adds: {pieces: {+Pawn: {on: Cell}}}", "E302", "`on` is already declared", "replaces"),
        ("removes: {tags: [hero]}", "E304", "there is no part `hero` to remove", "remove it"),
        ("removes: {facts: [fra]}", "E306", "there is no fact `fra` to remove", "'far'"),
    ],
)  # fmt: skip
def test_a_change_of_what_is_not_there_is_an_error(
    changes: str, code: str, message: str, hint: str
) -> None:
    _, wrong = changed(changes)

    assert [(one.code, one.message) for one in wrong] == [(code, message)]
    assert hint in (wrong[0].hint or "")
    assert wrong[0].location is not None
    assert wrong[0].location.file == "changes"
