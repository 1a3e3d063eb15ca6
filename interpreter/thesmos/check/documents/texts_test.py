"""No option of a step has the text of another one, whatever action it is of."""

from __future__ import annotations

from pathlib import Path

import pytest

from testing.drafted import GAME, checked, codes
from testing.tiny import HEAD
from thesmos.check.reading import read

STEP, ACTIONS = "  walk: {action: walk,", "actions:\n"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ('"{pawn}-{to}"', "A1-A1"),
        ('"{pawn}*{to}"', None),
        ('"fly {pawn}-{to}"', None),
        ('[{when: n > 1, text: "{pawn}*{to}"}]', None),  # otherwise `fly(A1, B2)`
        ('[{when: n > 1, text: "{pawn}*{to}"}, {text: "{pawn}-{to}"}]', "A1-A1"),
    ],
)
def test_two_actions_of_a_step_have_different_texts(
    text: str, same: str | None, tmp_path: Path
) -> None:
    fly = f"  fly: {{roles: {{pawn: Pawn, to: Cell}}, text: {text}}}\n"
    changes = {STEP: "  walk: {actions: [walk, fly],", ACTIONS: ACTIONS + fly}
    _, found = checked(tmp_path, changes=changes)
    wanted = f"E399 options of `fly` and of `walk` can have the same text, such as `{same}`"
    assert [f"{one.code} {one.message}" for one in found] == ([] if same is None else [wanted])
    assert all(str(one.location).endswith("game.yaml:38:3") for one in found)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("{m}", "1"),  # players 1 and 2, and the numbers from 0 to 3
        ("c{m}", None),
    ],
)
def test_the_texts_of_values_count(text: str, same: str | None, tmp_path: Path) -> None:
    ask = f'  ask: {{roles: {{m: Player}}, text: "{text}"}}\n'
    changes = {"  pick: {action: pick,": "  pick: {actions: [ask, pick],", ACTIONS: ACTIONS + ask}
    messages = [one.message for one in checked(tmp_path, changes=changes)[1]]
    wanted = f"options of `ask` and of `pick` can have the same text, such as `{same}`"
    assert messages == ([] if same is None else [wanted])


def test_every_action_of_a_step_exists(tmp_path: Path) -> None:
    _, (found,) = checked(tmp_path, changes={STEP: "  walk: {actions: [walk, wolk],"})
    assert (found.code, found.message) == ("E309", "there is no action `wolk`")
    assert found.hint == "did you mean 'walk'?"


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ("action: walk, actions: [walk]", "E128: `action` and `actions` can't both be given"),
        ("actions: [walk, walk]", "E127: this is already in the list"),
        ("actions: []", "E126: this is empty"),
    ],
)
def test_how_the_actions_of_a_step_are_written(step: str, expected: str, tmp_path: Path) -> None:
    text = HEAD + GAME.replace("walk: {action: walk", f"walk: {{{step}")
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    assert [f"{one.code}: {one.message}" for one in read(str(tmp_path))[2]] == [expected]


def test_offered_is_not_known_in_a_question_about_the_past(tmp_path: Path) -> None:
    clause = "forbid skip pick where did(pick where 1 in offered(k))"
    assert codes(tmp_path, clause) == ["E346"]


def test_offered_takes_a_role_that_has_one_type_in_all_actions(tmp_path: Path) -> None:
    changes = {
        "  pick: {action: pick,": "  pick: {actions: [ask, pick],",
        ACTIONS: ACTIONS + '  ask: {roles: {k: 0..1, m: 0..1}, text: "ask {k} {m}"}\n',
    }
    _, found = checked(
        tmp_path,
        """
        forbid skip pick where count(offered(m)) = 1
        forbid skip pick where count(offered(k)) = 1
        """,
        changes=changes,
    )
    assert [(one.code, str(one.location).rpartition("/")[2]) for one in found] == [
        ("E310", "own.yaml:8:34")
    ]
    assert found[0].hint == "it is 0..1 in ask, 0..3 in pick: rename one of them"


SAY = "  say: {roles: {a: 0..1, b: Mark}, rules: {r: a = 0}, text: TEXT}\n"


@pytest.mark.parametrize(
    ("text", "reserved"),
    [
        ('"skip"', "skip"),
        ('"concede"', "concede"),
        ('" undo"', " undo"),
        ('"  skip"', "  skip"),
        ('"skip\\u00a0"', "skip\u00a0"),
        ('"\\u3000\\u2003quit "', "\u3000\u2003quit "),
        ('"why\\u00a0{b}"', "why\u00a0ip"),
        ('"save  {b}"', "save  ip"),
        ('"\\u200bskip"', None),  # is no white space
        ('"why {b}"', "why ip"),
        ('"save"', "save"),
        ('"sk{b}"', "skip"),
        ('[{when: n > 1, text: "fine"}, {text: "quit"}]', "quit"),
        ('"skipping"', None),
        ('"Skip {b}"', None),
        ('"saves {b}"', None),
    ],
)
def test_no_option_has_a_text_that_means_something_else(
    text: str, reserved: str | None, tmp_path: Path
) -> None:
    changes = {
        "  pick: {action: pick,": "  say: {action: say, when empty: ask}\n  pick: {action: pick,",
        ACTIONS: ACTIONS + SAY.replace("TEXT", text),
        "{red: r, blue: b}": "{red: r, blue: b}, Mark: {dip: ip}",
    }
    _, found = checked(tmp_path, changes=changes)
    wanted = f"options of `say` can have the text `{reserved}`, which means something else"
    errors = [(one.code, one.message) for one in found if one.severity == "error"]
    assert errors == ([] if reserved is None else [("E399", wanted)])


@pytest.mark.parametrize(
    ("text", "mark", "refused"),
    [
        ('"a\\nb"', "ip", True),
        ('"a\\tb"', "ip", True),
        ('"a{b}"', '"i\\np"', True),
        ('"a{b}"', '"i\\r\\np"', True),
        ('"a b  c"', '"i\\u00a0p"', False),
    ],
)
def test_a_text_of_an_option_is_a_single_line(
    text: str, mark: str, refused: bool, tmp_path: Path
) -> None:
    changes = {
        "  pick: {action: pick,": "  say: {action: say, when empty: ask}\n  pick: {action: pick,",
        ACTIONS: ACTIONS + SAY.replace("TEXT", text),
        "{red: r, blue: b}": f"{{red: r, blue: b}}, Mark: {{dip: {mark}}}",
    }
    _, found = checked(tmp_path, changes=changes)
    wanted = "options of `say` can have a text with a line break or a tab"
    errors = [(one.code, one.message) for one in found if one.severity == "error"]
    assert errors == ([("E399", wanted)] if refused else [])


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("go  {k}", "go {k}", "go  0"),
        (" go{k} ", "go{k}", " go0 "),
        ("go\\u00a0{k}", "go {k}", "go\u00a00"),
        ("{k} {m} x", "{k}  {m}\\u2009x", "0 0 x"),
        ("g o{k}", "go{k}", None),
    ],
)
def test_blanks_alone_do_not_tell_texts_apart(
    first: str, second: str, same: str | None, tmp_path: Path
) -> None:
    actions = "".join(
        f'  {name}: {{roles: {{k: 0..3, m: 0..1}}, rules: {{r: m = 0}}, text: "{text}"}}\n'
        for name, text in (("left", first), ("right", second))
    )
    changes = {
        "  pick: {action: pick,": "  pick: {actions: [left, right, pick],",
        ACTIONS: ACTIONS + actions,
    }
    messages = [one.message for one in checked(tmp_path, changes=changes)[1]]
    wanted = f"options of `left` and of `right` can have the same text, such as `{same}`"
    assert messages == ([] if same is None else [wanted])


@pytest.mark.parametrize(
    ("text", "rules", "numbered"),
    [
        ("{to}", "who: strength(pawn) = 1", []),  # a piece of which something is said
        ("{to}", "who: pawn = mate(to)", []),
        ("{to}", "who: strength(pawn) > 1", ["pawn"]),
        ("{pawn}", "near: to in adjacent(place(pawn))", ["to"]),
        ("{pawn}", "near: to in adjacent(place(pawn)) and to = place(mate(A1))", []),
        ("{pawn}", "low: height(to) = 1", ["to"]),
        ("{pawn}", "low: low(to)", ["to"]),
        ("walk", "near: to in adjacent(place(pawn))", ["pawn", "to"]),
    ],
)
def test_a_role_that_only_numbers_show_has_a_warning(
    text: str, rules: str, numbered: list[str], tmp_path: Path
) -> None:
    changes = {'text: "{pawn}-{to}"': f'text: "{text}"\n    rules: {{{rules}}}'}
    found = [one for one in checked(tmp_path, changes=changes)[1] if one.code == "W512"]
    only = "only a number tells options of `walk` apart that differ in `{}`"
    assert [one.message for one in found] == [only.format(role) for role in numbered]
    hint = "write `{{{0}}}` in it, or let a rule leave one value: `{0} = …`"
    assert [one.hint for one in found] == [hint.format(role) for role in numbered]
