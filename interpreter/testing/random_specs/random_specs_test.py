"""Random specs: the same from a seed, of all constructs, mostly accepted, and without faults."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testing.random_specs import running
from testing.random_specs.draw import Draw
from testing.random_specs.games import random_game
from testing.random_specs.playing import play_game
from testing.random_specs.running import SpecTally, random_specs
from testing.random_specs.shrink import shrunk
from testing.random_specs.texts import ClauseText, Spec, as_yaml
from thesmos.check.documents.positions import ENTRY_KINDS
from thesmos.compile.python.match import CompiledMatch
from thesmos.compile.python.played_match import After
from thesmos.diagnostics import SpecError
from thesmos.play.game import load
from thesmos.syntax.yaml_nodes import YamlMap, read_yaml

SPECS = 16


@functools.cache
def tally() -> SpecTally:
    """What comes of some specs, played by code that tests every index."""
    return random_specs(SPECS, 0, 1, checked=True)


def test_what_check_accepts_can_be_played() -> None:
    assert [] == tally().faults
    assert tally().decisions > 20 * tally().accepted
    assert tally().compared > 0


def test_check_accepts_most_specs_and_refuses_the_others_with_codes() -> None:
    assert tally().accepted >= 0.6 * SPECS
    assert SPECS == tally().specs
    assert (tally().accepted < SPECS) == bool(tally().refused)


def test_positions_are_written_in_all_ways() -> None:
    parts, several, nested = set(), 0, 0
    for seed in range(100):
        documents = random_game(Draw(seed)).documents.values()
        written = [
            each.get("position", each.get("adds", {}).get("position", {})) for each in documents
        ]
        for key, part in (one for each in written for one in each.items()):
            entries = part if isinstance(part, list) else [part]
            parts |= {word for entry in entries for word in entry}
            several += len(entries) > 1
            nested += "." in key
    assert {*ENTRY_KINDS, "omit", "hidden", "of", "repeats"} <= parts
    assert several > 0
    assert nested > 0


def test_clauses_take_effect() -> None:
    assert tally().fired >= 0.5 * tally().clauses


def test_a_seed_gives_the_same_spec_and_another_seed_another() -> None:
    texts = [random_game(Draw(seed)).text() for seed in (7, 7, 8)]
    assert texts[0] == texts[1] != texts[2]


def test_some_kinds_of_pieces_are_without_members_in_some_match_ups() -> None:
    specs = [random_game(Draw(seed)).documents for seed in range(100)]
    kinds = [spec["game.yaml"]["pieces"].get("Wisp", {"supply": ["always"]}) for spec in specs]
    assert any("supply" not in kind for kind in kinds)
    replaced = [spec["modes/two.yaml"].get("replaces", {}).get("pieces", {}) for spec in specs]
    assert any(pieces.get("Wisp") == {"supply": []} for pieces in replaced)


def test_specs_are_the_same_in_any_number_of_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = random_specs(2, 3, 1).as_json()
    monkeypatch.setattr(running, "BATCH", 1)
    assert whole == random_specs(2, 3, 1).as_json()


def test_documents_are_written_as_yaml_that_reads_as_what_they_are(tmp_path: Path) -> None:
    document: dict[str, Any] = {
        "plain": "a word", "odd": 'a "b": c', "1,1": "no", "list": ["x", "y: z"],
        "rows": [{"name": "s1", "zone": "bag"}], "inner": {"deep": {"deeper": "1"}},
        "block": [ClauseText(("if yes:", "  counts")), ClauseText(("veto",))],
    }  # fmt: skip
    (tmp_path / "made.yaml").write_text(as_yaml(document), encoding="utf-8")
    node, wrong = read_yaml(tmp_path / "made.yaml")
    assert not wrong
    assert isinstance(node, YamlMap)
    assert {**document, "block": "if yes:\n  counts\nveto\n"} == _plain(node)


def _plain(node: Any) -> Any:
    if isinstance(node, YamlMap):
        return {key.value: _plain(value) for key, value in node.items}
    return [_plain(one) for one in node.items] if hasattr(node, "items") else node.value


# ------------------------------------------------------------------------------- faults


@pytest.fixture
def spec() -> Spec:
    """An accepted spec."""
    for seed in range(10):
        made = random_game(Draw(seed))
        with suppress(SpecError), running.LoadedSpec(made):
            return made
    raise AssertionError("no spec is accepted")


def test_options_that_differ_from_the_semantics_are_a_fault(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec.write(tmp_path)
    game = load(str(tmp_path))
    assert play_game(game, spec.powers, 1, 5, beside=True).fault is None
    may_skip = CompiledMatch.may_skip
    monkeypatch.setattr(CompiledMatch, "may_skip", lambda *given: not may_skip(*given))
    fault = play_game(game, spec.powers, 1, 5, beside=True).fault
    assert fault is not None
    assert "generated code and the semantics differ: may skip" == fault.about


def test_a_slot_out_of_its_range_is_a_fault_with_its_name(
    spec: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec.write(tmp_path)
    game = load(str(tmp_path))
    options = CompiledMatch.options

    def enter(match: CompiledMatch, _vector: object) -> After:
        vector = (99, *match.game.initial[1:])
        return vector, options(match, vector), 0

    monkeypatch.setattr(CompiledMatch, "after_entering", enter)
    fault = play_game(game, spec.powers, 1, 5, beside=False).fault
    assert "a slot is out of its range: CoreSlot(name='instruction') is 99" == str(fault)


def test_an_error_is_a_fault_with_a_small_spec_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(_self: CompiledMatch, _vector: object) -> Iterator[None]:
        raise ZeroDivisionError("on purpose")

    monkeypatch.setattr(CompiledMatch, "after_entering", breaks)
    monkeypatch.setattr(running, "TRIES", 40)
    fault, *_ = random_specs(5, 1, 1).faults
    assert "on purpose" in fault.message
    assert "ZeroDivisionError in random_specs/random_specs_test.py breaks" == fault.about
    assert fault.text.startswith("# game.yaml\nthesmos: game\n")
    assert len(fault.text) < len(random_game(Draw(fault.seed)).text())


def test_what_a_fault_does_not_need_is_left_out() -> None:
    lines = ("after go:", "  if yes:", "    counts", "  tally += (1 + (tally * 2))")
    document = {"slug": "x", "clauses": {"Rules": [ClauseText(("veto",)), ClauseText(lines)]}}
    spec = Spec({"game.yaml": document, "powers/a.yaml": {"slug": "a"}}, ("a", None))
    small = shrunk(spec, lambda one: "tally" in one.text(), 500)
    assert {"game.yaml"} == {*small.documents}
    rules = small.documents["game.yaml"]["clauses"]["Rules"]
    assert [ClauseText(("tally += (1 + (tally * 2))",))] == rules
    assert (None, None) == small.powers


def test_a_spec_can_do_without_powers(spec: Spec) -> None:
    assert running._fault_of(replace(spec, powers=(None, None)), 1) is None
