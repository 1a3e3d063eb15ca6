"""Which games the fuzzer asks about, and what it keeps."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from testing.draws import santorini
from thesmos.diagnostics import UsageError
from thesmos.dice import Rng
from thesmos.play.game import Game
from thesmos.play.match_ups import Seating
from thesmos.play.random_play import play
from thesmos_conform.cases.met_clauses import counting
from thesmos_conform.fuzz.beginnings import Beginnings, Seed
from thesmos_conform.fuzz.corpus import KeptPosition, read_corpus, write_corpus
from thesmos_conform.fuzz.guided_games import ASKED, GuidedGames
from thesmos_conform.fuzz.match_up_pool import MatchUpPool
from thesmos_conform.fuzz.reached_clauses import CountedMatch, ReachedClauses
from thesmos_conform.reference.oracle import Oracle

ONE = Seating(("pan", None), "two-players")
OTHER = Seating(("atlas", None), "two-players")
POOL = MatchUpPool((), (ONE, OTHER))
POSITION = {"levels": "0" * 25, "workers": ["A1 1f", "E5 2f"], "to_move": 1}


@pytest.fixture(scope="module")
def game() -> Game:
    return santorini().by(counting)


def test_a_round_is_a_whole_game_and_short_ones_from_positions(game: Game) -> None:
    whole, *short = islice(GuidedGames(game, POOL).games(), 1 + ASKED)
    assert whole.place.position is None
    assert all(one.place.position is not None for one in short)
    assert {whole.seating} == {one.seating for one in short}


def test_the_same_seed_gives_the_same_games(game: Game) -> None:
    first, again = (list(islice(GuidedGames(game, POOL, 7).games(), 30)) for _ in range(2))
    assert first == again


def test_every_card_is_asked_about(game: Game) -> None:
    made = islice(GuidedGames(game, POOL).games(), 3 * (1 + ASKED))
    assert {ONE, OTHER} == {one.seating for one in made}


def test_a_mode_in_which_a_card_was_not_played_comes_first(game: Game) -> None:
    three = Seating(("pan", "atlas", None), "three-players")
    pool = MatchUpPool((), (*[ONE] * 40, three))
    begun = (one for one in GuidedGames(game, pool).games() if one.place.position is None)
    assert {one.seating for one in islice(begun, 2)} == {ONE, three}


def test_it_is_asked_where_turns_lead_at_the_positions_of_scenarios_and_at_a_made_one(
    game: Game,
) -> None:
    seed = Seed(ONE, POSITION | {"levels": "2200000000000000000000033"}, ("A1-B1",))
    made = [*islice(GuidedGames(game, POOL, 1, Beginnings(seeds=[seed])).games(), 20)]
    counted = [one for one in made if one.counted]
    assert seed.position in [one.place.position for one in counted]
    assert 1 < len(counted) < len(made)
    assert all(one.place.position is not None for one in counted)


def test_games_begin_with_the_set_up_for_who_knows_no_positions(game: Game) -> None:
    made = list(islice(GuidedGames(game, POOL, 1, Beginnings(positions=False)).games(), 6))
    assert all(one.place.position is None for one in made)


def test_no_game_begins_with_a_memory_for_who_knows_none(game: Game) -> None:
    with_memory = POSITION | {"memory": {"moved": True}, "levels": "1" * 25}
    kept = [KeptPosition(ONE, with_memory)]
    begin = Beginnings(remembers=False, corpus=kept, seeds=[Seed(ONE, with_memory, ())])
    made = [*islice(GuidedGames(game, POOL, 1, begin).games(), 30)]
    assert not [one for one in made if "memory" in (one.place.position or {})]
    assert with_memory in [position.position for position in kept]  # it is kept for others


def test_the_position_of_a_scenario_is_played_once_with_its_choices(game: Game) -> None:
    high = POSITION | {"levels": "2200000000000000000000033"}
    seed = Seed(ONE, high, ("A1-B1", "B1+A1", "E5-D5"))
    made = [*islice(GuidedGames(game, POOL, 1, Beginnings(seeds=[seed])).games(), 30)]
    (begun,) = (one.place.choices for one in made if one.place.position == high)
    assert seed.choices == begun[:3]


def test_positions_that_reach_something_new_are_kept(game: Game) -> None:
    games = GuidedGames(game, POOL)
    list(islice(games.games(), 60))
    assert games.beginnings.corpus
    held = {name for feature in games.reached.features for name in feature}
    assert {one for one in held if one.startswith("pan.")}


def test_a_position_that_can_not_be_played_any_more_is_dropped(game: Game) -> None:
    corpus = [KeptPosition(ONE, {"levels": "9"}), KeptPosition(OTHER, POSITION)]
    list(islice(GuidedGames(game, POOL, 1, Beginnings(corpus=corpus)).games(), 60))
    assert KeptPosition(ONE, {"levels": "9"}) not in corpus
    assert KeptPosition(OTHER, POSITION) in corpus


def test_clauses_of_two_cards_at_one_decision_are_a_pair(game: Game) -> None:
    match = game.match(["athena", "iris"])
    counted = CountedMatch(match)
    list(play(match.start(), Rng(1), 60))
    assert ("athena.opponents-turn.1", "iris.your-move.1") in counted.since()
    assert set() == counted.since()


def test_what_was_reached_before_is_not_new() -> None:
    reached = ReachedClauses()
    assert reached.new({("a",), ("a", "b")})
    assert not reached.new({("a",)})
    assert reached.lacking(frozenset({"a", "b"}))
    assert not reached.lacking(frozenset({"a"}))


# ---------------------------------------------------------------------------------- the file


def test_a_corpus_is_read_as_it_was_written(tmp_path: Path) -> None:
    file, corpus = tmp_path / "corpus.jsonl", [KeptPosition(ONE, POSITION)]
    assert [] == read_corpus(file)
    write_corpus(file, corpus)
    assert corpus == read_corpus(file)


@pytest.mark.parametrize("line", ["no json", "[]", '{"powers": [1]}'])
def test_a_line_that_is_none_of_a_corpus_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "corpus.jsonl"
    write_corpus(file, [KeptPosition(ONE, POSITION)])
    file.write_text(f"{file.read_text()}{line}\n")
    with pytest.raises(UsageError, match=r"corpus\.jsonl:2: this is not a line"):
        read_corpus(file)


def test_of_match_ups_whose_cards_are_new_one_that_touches_comes_first(game: Game) -> None:
    """A Worker grown by Gaea may land where Hecate's are hidden; Pan's and Atlas' do not care."""
    apart = [Seating((one, "pan"), "two-players") for one in ("atlas", "demeter", "hephaestus")]
    touching = Seating(("gaea", "hecate"), "two-players")
    games = GuidedGames(game, MatchUpPool((), (*apart, touching)), 2).games()
    assert touching == next(games).seating


def test_the_states_of_a_whole_game_are_known_to_whoever_judges_it(game: Game) -> None:
    oracle = Oracle(lambda _: game)
    guided = GuidedGames(game, POOL, 1, Beginnings(positions=False), oracle.know)
    (whole,) = islice(guided.games(), 1)
    known, played = oracle.path(whole.place), Oracle(lambda _: game).path(whole.place)
    assert known.refused is None
    assert [state.position() for state in known.states] == [s.position() for s in played.states]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("thesmos_conform.reference.oracle.apply_choice", lambda state, text: None)
        assert oracle.path(whole.place) == known
