"""§6.8: steps that become due, in generated code and in the semantics alike."""

from __future__ import annotations

from pathlib import Path

from testing.paired import PairedState
from testing.small import after, asked, small
from thesmos.link.layout import MAX_DUE
from thesmos.play.saved import is_state

ACTIONS = """
one: {roles: {m: 0..1}, text: "{m}"}
two: {roles: {m: 0..1}, text: "{m}"}
"""
STEPS = """
one: {action: one}
two: {action: two, then: three}
three: {action: one, shown: three}
"""


def due(folder: Path, clauses: str, **more: object) -> PairedState:
    """A match with three more steps, which nothing but its clauses leads to."""
    texts = {"actions": ACTIONS, "steps": STEPS} | more
    return small(folder, clauses=clauses, **texts)  # type: ignore[arg-type]


def steps(start: PairedState, count: int) -> list[str]:
    """The steps of so many decisions, if the first option is always chosen."""
    made = []
    for _ in range(count):
        made.append(asked(start)[1])
        start = start.apply(start.decision.texts[0])
    return made


def test_what_is_due_is_entered_in_order_and_before_what_follows(tmp_path: Path) -> None:
    """`two` leads to `three`, which comes after `two` and before what is still due."""
    start = due(tmp_path, "after pick where n = 0:\n  n := 1\n  due two\n  due one")

    assert steps(start, 5) == ["pick", "two", "three", "one", "pick"]


def test_what_comes_last_waits_for_what_becomes_due_beside_it(tmp_path: Path) -> None:
    """Two that come last keep their order; what becomes due in another step comes before them."""
    last = STEPS.replace("{action: one}", "{action: one, last: yes}").replace(
        "shown: three", "shown: three, last: yes"
    )
    start = due(
        tmp_path,
        "after pick where n = 0:\n  n := 1\n  due one\n  due two\n  due three\n"
        "after two where n = 1:\n  n := 2\n  due two\n",
        steps=last.replace("{action: two, then: three}", "{action: two}"),
    )

    assert steps(start, 6) == ["pick", "two", "two", "one", "three", "pick"]


def test_what_follows_comes_after_what_comes_last(tmp_path: Path) -> None:
    start = due(
        tmp_path,
        "after pick where n = 0:\n  n := 1\n  due one\nafter pick: next three\n",
        steps=STEPS.replace("{action: one}", "{action: one, last: yes}"),
    )

    assert steps(start, 4) == ["pick", "one", "three", "pick"]


def test_the_step_that_follows_waits_for_what_is_due(tmp_path: Path) -> None:
    start = due(tmp_path, "after pick where n = 0:\n  n := 1\n  due two\nafter two: due one\n")

    assert steps(start, 5) == ["pick", "two", "one", "three", "pick"]


def test_a_route_waits_too(tmp_path: Path) -> None:
    start = due(tmp_path, "after pick: due one", powers={"mine": "after pick: next reply"},
                held=("mine", None))  # fmt: skip

    assert steps(start, 4) == ["pick", "one", "reply", "pick"]


def test_what_becomes_due_in_it_comes_first(tmp_path: Path) -> None:
    start = due(
        tmp_path,
        "after pick where n = 0:\n  n := 1\n  due one\n  due two\nafter one where n = 1:\n"
        "  n := 2\n  due two",
    )

    assert steps(start, 7) == ["pick", "one", "two", "three", "two", "three", "pick"]


def test_a_moment_can_make_something_due(tmp_path: Path) -> None:
    start = due(tmp_path, "at start of your turn:\n  due one\n  due two")

    assert steps(start, 4) == ["one", "two", "three", "pick"]


def test_it_is_due_for_the_player_who_is_you(tmp_path: Path) -> None:
    start = due(
        tmp_path, "", powers={"asks": "after pick where actor != you: due reply"},
        held=(None, "asks"),
    )  # fmt: skip

    assert [asked(after(start, *["0"] * n)) for n in range(3)] == [
        (1, "pick"), (2, "reply"), (2, "pick"),
    ]  # fmt: skip


def test_interrupts_come_before_and_end_with_what_they_make_due(tmp_path: Path) -> None:
    start = due(
        tmp_path,
        "after pick where n = 0:\n  n := 1\n  due one",
        powers={"asks": "after pick: next reply\nafter reply where n = 1:\n  n := 2\n  due two"},
        held=(None, "asks"),
    )

    assert steps(start, 6) == ["pick", "reply", "two", "three", "one", "pick"]


def filled(folder: Path, times: int, **more: object) -> PairedState:
    """A match in which player 1's first option makes a step due so many times."""
    clause = f"after pick where n = 0:\n  while n < {times}:\n    due one\n    n += 1"
    return due(folder, clause, **more)


def test_a_full_agenda_has_room_for_the_step_that_follows(tmp_path: Path) -> None:
    route = {"powers": {"mine": "after pick where n < 40: next reply"}, "held": ("mine", None)}
    start = filled(tmp_path, MAX_DUE - 1, **route)

    assert steps(start, MAX_DUE + 2) == ["pick", *["one"] * (MAX_DUE - 1), "reply", "pick"]


def test_who_makes_more_due_than_there_is_room_for_loses(tmp_path: Path) -> None:
    over = after(filled(tmp_path, MAX_DUE), "0").played.result

    assert over is not None
    assert (over.winners, over.reason) == ((2,), "stuck")


def test_nothing_more_becomes_due_once_who_skipped_has_lost(tmp_path: Path) -> None:
    skipped = "pick: {action: pick, skip: yes, after skip: one}"
    start = due(tmp_path, "after skip pick:\n  due two\n  chooser loses", steps=STEPS + skipped)

    over = start.skip()
    assert over.played.result is not None
    assert over.played.vector[over.match.linked.layout.agenda["height"].first] == 1


def test_a_turn_that_is_taken_back_leaves_nothing_due(tmp_path: Path) -> None:
    start = due(
        tmp_path, "after pick:\n  due one\n  due two",
        powers={"trap": "cancel one where m = 1"}, held=("trap", None),
    )  # fmt: skip

    assert asked(after(start, "0", "1", "0", "0")) == (2, "pick")


def test_a_position_in_the_middle_says_what_is_due(tmp_path: Path) -> None:
    start = due(tmp_path, "after pick where n = 0:\n  n := 1\n  due two\n  due one")

    middle = after(start, "0")
    position = middle.played.position(whole=True)
    assert position["step"]["agenda"] == ["one 1"]
    assert middle.match.played.load(position).vector == middle.played.vector


def test_an_agenda_that_contradicts_itself_is_no_state(tmp_path: Path) -> None:
    start = due(tmp_path, "after pick where n = 0:\n  n := 1\n  due two\n  due one")
    middle = after(start, "0").played
    linked = middle.match.linked

    assert is_state(linked, middle.vector)
    for name in ("height", "fresh", "interrupted_height"):
        wrong = [*middle.vector]
        wrong[linked.layout.agenda[name].first] += 2
        assert not is_state(linked, wrong), name
