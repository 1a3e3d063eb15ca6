"""Which options are offered, in games of one step."""

from __future__ import annotations

from pathlib import Path

from testing.tiny import picks, texts

DIGITS = """
roles: {m: 0..3}
text: "{m}"
do: n := m
"""


def test_without_rules_every_binding_is_an_option(tmp_path: Path) -> None:
    """The domain of an open role is what can be chosen."""
    match = picks(tmp_path, DIGITS)
    assert texts(match.start()) == ("0", "1", "2", "3")


def test_every_rule_has_to_hold(tmp_path: Path) -> None:
    """Rules are joined by `and`."""
    match = picks(tmp_path, DIGITS + 'rules: {low: m < 3, odd: "m mod 2 = 1"}\n')
    assert texts(match.start()) == ("1",)


def test_a_permit_waives_only_the_rules_it_names(tmp_path: Path) -> None:
    """2 breaks `odd`, which is waived; 3 breaks `low`, which is not; 0 is not meant."""
    clauses = "permit pick waiving odd where m > 0\n"
    match = picks(tmp_path, DIGITS + 'rules: {low: m < 3, odd: "m mod 2 = 1"}\n', "", clauses)
    assert texts(match.start()) == ("1", "2")


def test_two_permits_may_waive_two_rules_of_one_option(tmp_path: Path) -> None:
    """An option is offered if each rule that fails is waived by some permit."""
    clauses = "permit pick waiving odd\npermit pick waiving low where m = 3\n"
    match = picks(tmp_path, DIGITS + "rules: {low: m < 2, odd: m = 1}\n", "", clauses)
    assert texts(match.start()) == ("0", "1", "3")


def test_a_forbid_removes_what_a_permit_allows(tmp_path: Path) -> None:
    """Can't beats can."""
    clauses = "permit pick waiving low\nforbid pick where m = 2\n"
    match = picks(tmp_path, DIGITS + "rules: {low: m < 1}\n", "", clauses)
    assert texts(match.start()) == ("0", "1", "3")


def test_a_requirement_filters_what_is_left(tmp_path: Path) -> None:
    """Only options that meet it are offered."""
    match = picks(tmp_path, DIGITS, "", "require if possible pick where m > 1\n")
    assert texts(match.start()) == ("2", "3")


def test_a_requirement_that_nothing_meets_filters_nothing(tmp_path: Path) -> None:
    """If possible: else all options stay, and its effect is carried out on entering."""
    match = picks(tmp_path, DIGITS, "", "require if possible pick where m > 3 else n := 9\n")
    state = match.start()
    assert texts(state) == ("0", "1", "2", "3")
    assert state.position() == {"n": "9"}


def test_requirements_follow_one_another(tmp_path: Path) -> None:
    """The second sees what the first left, and can't be met by that."""
    clauses = "require if possible pick where m > 1\nrequire if possible pick where m < 2\n"
    assert texts(picks(tmp_path, DIGITS, "", clauses).start()) == ("2", "3")


def test_a_guard_switches_its_clauses_off(tmp_path: Path) -> None:
    """Clauses inside `if` hold only while its condition does; those of `else` otherwise."""
    clauses = """
    if n < 2:
      forbid pick where m < 3
    else:
      forbid pick where m > 0
    """
    state = picks(tmp_path, DIGITS, "", clauses).start()
    assert (texts(state), texts(state.apply("3"))) == (("3",), ("0",))


def test_a_computed_role_follows_the_roles_before_it(tmp_path: Path) -> None:
    """Rules and notation read it like an open one; it is not part of an option's roles."""
    action = """
    roles: {m: 0..3, k: 0..3, both: m + k}
    rules: {six: both = 5}
    text: "{m}{k}{both}"
    """
    state = picks(tmp_path, action).start()
    assert state.decision is not None
    options = [(option.text, option.roles) for option in state.decision.options]
    assert options == [("235", {"m": "2", "k": "3"}), ("325", {"m": "3", "k": "2"})]


def test_the_first_text_whose_condition_holds_is_written(tmp_path: Path) -> None:
    """A notation may have several forms."""
    action = """
    roles: {m: 0..3}
    text:
      - {when: m > 2, text: "many"}
      - {when: m > 1, text: "some"}
      - {text: "{m}"}
    """
    assert texts(picks(tmp_path, action).start()) == ("0", "1", "some", "many")


def test_a_flag_is_an_open_role(tmp_path: Path) -> None:
    """Both truths are bound."""
    state = picks(tmp_path, 'roles: {f: flag}\ntext: "{f}"\n').start()
    assert (texts(state), state.codes) == (("0", "1"), (0, 1))


def test_codes_number_the_bindings(tmp_path: Path) -> None:
    """A code is the roles in mixed radix, so that no two options have the same."""
    state = picks(tmp_path, 'roles: {m: 0..3, k: -1..1}\ntext: "{m} {k}"\n').start()
    assert state.decision is not None
    assert sorted(option.code for option in state.decision.options) == list(range(12))


def test_an_action_without_open_roles_is_one_option(tmp_path: Path) -> None:
    """There is one way to bind no role."""
    assert texts(picks(tmp_path, "do: n += 1\ntext: go\n").start()) == ("go",)


def test_a_rule_offers_nothing_outside_the_domain(tmp_path: Path) -> None:
    """What a rule mentions is still bound from the role's type."""
    assert texts(picks(tmp_path, DIGITS + 'rules: {few: "m in {1, 2, 7}"}\n').start()) == ("1", "2")


def test_a_rule_may_name_a_number_below_zero(tmp_path: Path) -> None:
    """Numbers have both signs."""
    action = 'roles: {m: -2..2}\nrules: {same: m = n - 1}\ntext: "{m}"\n'
    assert texts(picks(tmp_path, action).start()) == ("-1",)


def test_a_flag_chosen_by_a_rule_is_a_number_too(tmp_path: Path) -> None:
    """Everything in an option is an integer."""
    action = 'roles: {f: flag}\nrules: {same: f = (n = 0)}\ntext: "{f}"\n'
    assert texts(picks(tmp_path, action).start()) == ("1",)


def test_a_history_query_may_search(tmp_path: Path) -> None:
    """The condition of a query may bind names of its own."""
    action = """
    roles: {m: 0..3}
    text: "{m}"
    do: |
      if did(pick where some (x in {1, 2} where
          some (y in {2, 3} where x = y and y = m)) during game of active): n := 9
    """
    state = picks(tmp_path, action).start().apply("2").apply("0").apply("0")
    assert state.position() == {"n": "9"}
