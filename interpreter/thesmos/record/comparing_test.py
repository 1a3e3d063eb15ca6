"""Records of other programs: words of their own, parts left out, what they write beside options."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testing.tiny import tiny
from thesmos.play.match import Match
from thesmos.record.format import check_record
from thesmos.record.replay import ReplayCursor, ReplayDisagreement, replay
from thesmos.tools.replay_files import Terms, replay_files

GAME = """
headings: {Rules: {en: Rules}}
enums: {Face: {up: u, down: d}}
zones: [deck, shop, hand]
pieces:
  Good:
    attributes:
      price: {is: 0..9}
      owner: {is: Player or none}
      face: {is: Face}
    supply:
      - {name: red_cloth, zone: deck, price: 1}
      - {name: old_book, zone: deck, price: 2}
      - {name: lamp, zone: deck, price: 4}
state:
  Player: {purse: {is: 0..9, start: 3}}
scores: {goods: "count (g in Good where owner(g) = you)"}
actions:
  deal:
    roles: {good: Good}
    rules:
      deck: zone(good) = deck
      two: count (g in Good where zone(g) = shop) < 2
    do: zone(good) := shop
    text: "{good}"
  buy:
    roles: {good: Good}
    rules:
      shop: zone(good) = shop
      afford: price(good) <= purse(active)
    do: |
      zone(good) := hand
      owner(good) := active
      face(good) := down
      purse(active) -= price(good)
    shows: {cost: price(good)}
    text: "buy {good} now"
  rest: {text: rest}
steps:
  deal: {chooser: chance, then: deal, after skip: end}
  buy: {shown: at the shop, actions: [buy, rest]}
flow: {turn: [begin turn, {steps: deal}, {steps: buy}, judge, pass]}
clauses:
  Rules: "end sold by most goods where some (g in Good where zone(g) = hand)"
"""
NOTATION = """
thesmos: records
game: tiny
chance: {deal: goods}
reasons: {sold: all gone}
skip: nothing
position:
  purses: {for: p in Player, list: purse(p)}
  owned: {for: p in Player, list: those (g in Good where owner(g) = p)}
  shop: those (g in Good where zone(g) = shop)
  owners: {for: g in Good, key: g, map: owner(g)}
  sides:
    for: g in Good where zone(g) != deck
    list: {text: "{face(g)}{g}", words: {down: "?", up: ""}}
  lamp: [owner(lamp), zone(lamp)]
  dear:
    for: g in Good where price(g) > 1
    set: {text: "{price(g) > 2}{g}", words: {yes: "!", no: ""}}
  sold: some (g in Good where zone(g) = hand)
decision:
  cost:
    maps:
      - {for: g in Good where zone(g) = shop, key: {text: "buy {g}"}, map: price(g)}
  left: purse(you) - 1
result:
  scores: {for: p in Player, list: {parts: {goods: count (g in Good where owner(g) = p)}}}
"""
RECORD: dict[str, Any] = {
    "thesmos_record": 1,
    "game": "tiny",
    "id": "one",
    "setup": {"players": 2, "chance": {"goods": [["lamp"], ["red-cloth", "old-book"]]}},
    "decisions": [
        {
            "turn": 1,
            "player": 1,
            "step": "at the shop",
            "position": {
                "purses": [3, 3],
                "owned": [[], []],
                "shop": ["red-cloth", "lamp"],
                "owners": {"lamp": None, "red-cloth": None, "old-book": None},
                "sides": ["red-cloth", "lamp"],
                "lamp": [None, "shop"],
                "dear": ["!lamp", "old-book"],
                "sold": False,
            },
            "options": ["rest", "buy red-cloth now"],
            "cost": {"buy lamp": 4, "buy red-cloth": 1},
            "left": 2,
            "choice": "rest",
        },
        {
            "turn": 2,
            "player": 2,
            "step": "at the shop",
            "options": ["buy red-cloth now", "rest"],
            "choice": "buy red-cloth now",
        },
    ],
    "result": {
        "winners": [2],
        "reason": "all gone",
        "scores": [{"goods": 0}, {"goods": 1}],
        "final": {"purses": [3, 2], "owned": [[], ["red-cloth"]], "sides": ["?red-cloth", "lamp"]},
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a game that others write records of."""
    made = tmp_path_factory.mktemp("game")
    tiny(made, GAME, {"records.yaml": NOTATION})
    return made


@pytest.fixture(scope="module", params=["python", "semantics"])
def match(folder: Path, request: pytest.FixtureRequest) -> Match:
    """A match of it, played by generated code or by the semantics."""
    from thesmos.play.game import load

    return load(str(folder)).match([None, None]).compile(request.param)


def replayed(
    match: Match, change: Callable[[dict[str, Any]], object] = lambda _: None
) -> ReplayDisagreement | None:
    """What differs after a change to the record."""
    record = copy.deepcopy(RECORD)
    change(record)
    return replay(match, check_record(record))[1]


def test_a_record_in_words_of_its_own_agrees(match: Match) -> None:
    assert replayed(match) is None


def test_choices_are_made_in_our_own_words(match: Match) -> None:
    cursor = ReplayCursor(match, check_record(copy.deepcopy(RECORD)))
    cursor.choose()
    cursor.choose()
    assert cursor.taken == ["lamp", "red_cloth", "rest", "buy red_cloth now"]


WRONG: dict[str, tuple[Callable[[dict[str, Any]], Any], str, int, Any]] = {
    "a number of a position": (
        lambda x: x["decisions"][0]["position"].update(purses=[3, 2]),
        "position", 0, {"purses": [3, 2]},
    ),
    "the order of a list": (
        lambda x: x["decisions"][0]["position"].update(sides=["lamp", "red-cloth"]),
        "position", 0, {"sides": ["lamp", "red-cloth"]},
    ),
    "a member of a set": (
        lambda x: x["decisions"][0]["position"].update(shop=["lamp"]),
        "position", 0, {"shop": ["lamp"]},
    ),
    "a value in a table": (
        lambda x: x["decisions"][0]["position"]["owners"].update(lamp=2),
        "position", 0, {"owners": {"lamp": 2}},
    ),
    "a part of a list": (
        lambda x: x["decisions"][0]["position"].update(lamp=[2, "shop"]),
        "position", 0, {"lamp": [2, "shop"]},
    ),
    "a member of a set of texts": (
        lambda x: x["decisions"][0]["position"].update(dear=["lamp", "old-book"]),
        "position", 0, {"dear": ["lamp", "old-book"]},
    ),
    "a flag": (
        lambda x: x["decisions"][0]["position"].update(sold=True), "position", 0, {"sold": True},
    ),
    "the price of what nobody can buy": (
        lambda x: x["decisions"][0]["cost"].update({"buy lamp": 3}),
        "values", 0, {"cost": {"buy lamp": 3}},
    ),
    "a price that is missing": (
        lambda x: x["decisions"][0]["cost"].pop("buy lamp"), "values", 0, {"cost": {}},
    ),
    "a number beside the options": (
        lambda x: x["decisions"][0].update(left=3), "values", 0, {"left": 3},
    ),
    "an option": (
        lambda x: x["decisions"][1]["options"].pop(), "options", 1, ["buy red-cloth now"],
    ),
    "a score": (
        lambda x: x["result"].update(scores=[{"goods": 0}, {"goods": 2}]),
        "result", 2, {"scores": [{"goods": 0}, {"goods": 2}]},
    ),
    "the last position": (
        lambda x: x["result"]["final"].update(purses=[3, 3]), "position", 2, {"purses": [3, 3]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_every_difference_is_found(what: str, match: Match) -> None:
    change, kind, decision, expected = WRONG[what]
    found = replayed(match, change)
    assert found is not None
    assert (found.kind, found.decision, found.expected) == (kind, decision, expected)


def test_skipping_can_be_an_option_by_a_word_of_its_own(tmp_path: Path) -> None:
    game = GAME.replace("actions: [buy, rest]", "actions: [buy], skip: yes")
    match = tiny(tmp_path, game, {"records.yaml": NOTATION}).match([None, None])

    def skipping(record: dict[str, Any]) -> None:
        for each in record["decisions"]:
            each["options"] = ["nothing" if one == "rest" else one for one in each["options"]]
        record["decisions"][0]["choice"] = "nothing"

    assert replayed(match, skipping) is None
    found = replayed(match)
    assert found is not None
    assert (found.kind, found.got) == ("options", ["buy red_cloth now", "nothing"])


def test_parts_can_be_otherwise_before_the_first_turn(tmp_path: Path) -> None:
    game = GAME.replace("flow: {turn", "flow: {setup: [{steps: deal}, {steps: buy}], turn")
    notation = f"{NOTATION}setup: {{shop: '{{}}', left: '0'}}\n"
    match = tiny(tmp_path, game, {"records.yaml": notation}).match([None, None])

    def before(record: dict[str, Any]) -> None:
        first, second = record["decisions"]
        second.update(turn=1, player=1, left=2)
        first["turn"] = first["left"] = 0
        first["position"]["shop"] = []
        record["result"] = {"winners": [1], "reason": "all gone"}

    assert replayed(match, before) is None


def test_a_reason_in_words_of_its_own_is_another(match: Match) -> None:
    found = replayed(match, lambda x: x["result"].update(reason="sold"))
    assert found is not None
    assert (found.kind, found.got["reason"]) == ("result", "all gone")


def test_what_a_record_leaves_out_is_not_compared(match: Match) -> None:
    def leave_out(record: dict[str, Any]) -> None:
        for key in ("position", "cost", "left"):
            del record["decisions"][0][key]
        for key in ("scores", "final"):
            del record["result"][key]

    assert replayed(match, leave_out) is None


def test_what_an_option_shows_is_compared_where_no_file_says_how(tmp_path: Path) -> None:
    """The numbers are given by the words with which options begin, or once for all options."""
    match = tiny(tmp_path, GAME).match([None, None])

    def plain(cost: Any) -> Callable[[dict[str, Any]], None]:
        def change(record: dict[str, Any]) -> None:
            record["setup"]["chance"] = {"deal": ["lamp", "red_cloth"]}
            record["decisions"] = [record["decisions"][0] | {"cost": cost, "choice": "concede"}]
            del record["decisions"][0]["position"]
            record["result"] = {"winners": [2], "reason": "conceded", "eliminated": [1]}

        return change

    for good in ({"buy red-cloth": 1}, {"buy red_cloth now": 1}, 1):
        found = replayed(match, plain(good))
        assert found is None or found.kind == "result", found
    for bad in ({"buy red-cloth": 2}, {"buy lamp": 4}, 2):
        found = replayed(match, plain(bad))
        assert found is not None
        assert (found.kind, found.got) == ("values", {"buy red_cloth now": {"cost": 1}})


def test_what_no_module_is_named_for_is_refused(folder: Path, tmp_path: Path) -> None:
    record = copy.deepcopy(RECORD)
    record["setup"]["dragons"] = True
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(record))
    (found,) = replay_files([file], terms=Terms(spec=str(folder))).disagreements
    assert (found.kind, found.decision) == ("error", 0)
    assert found.got == 'the set-up says {"dragons": true}, which tiny does not know'


MODULE = """
thesmos: module
slug: sale
title: {en: A sale}
replaces:
  rules: {buy.afford: "price(good) <= purse(active) + 1"}
"""
CHANGES = """
thesmos: changes
adds: {position: {last: "count (g in Good where zone(g) = deck)"}}
"""


def test_a_key_of_the_set_up_names_a_module(tmp_path: Path) -> None:
    """Its folder may change how records are written."""
    folder = tmp_path / "sold"
    folder.mkdir()
    tiny(folder, GAME, {"records.yaml": f"{NOTATION}modules: {{discount: sale}}\n"})
    (folder / "modules" / "sale").mkdir(parents=True)
    (folder / "modules" / "sale" / "module.yaml").write_text(MODULE)
    (folder / "modules" / "sale" / "records.yaml").write_text(CHANGES)
    record = copy.deepcopy(RECORD)
    record["setup"]["discount"] = True
    for each in record["decisions"]:
        each["options"].append("buy lamp now")
    record["decisions"][0]["position"]["last"] = 1
    file = tmp_path / "game.jsonl"
    file.write_text(json.dumps(record))
    report = replay_files([file], terms=Terms(spec=str(folder)))
    assert (report.games, report.disagreements) == (1, [])

    record["decisions"][0]["position"]["last"] = 2
    file.write_text(json.dumps(record))
    (found,) = replay_files([file], terms=Terms(spec=str(folder))).disagreements
    assert (found.kind, found.expected, found.got) == ("position", {"last": 2}, {"last": 1})
