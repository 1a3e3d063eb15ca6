"""Sentences say what the rules mean: a reader that knows only the frames reads them back.

Each sentence of a fact or a rule is read to a condition (or a value) of the reader's own, and both
are tried in states of random games; `python -m thesmos_rulebook.testing.reader.agreement` tries
more. A text that can be read in two ways has to mean the same both ways.
"""

from __future__ import annotations

import functools
import random

import pytest

from thesmos.play.game import load
from thesmos_rulebook.testing.reader.agreement import (
    Findings,
    Statement,
    check,
    clause_statements,
    states,
)
from thesmos_rulebook.testing.reader.changes import changes, outcome

STATES = 20
UNREAD = {  # sentences with a frame that the reader does not know; these numbers may only fall
    "amazons": 0, "backgammon": 0, "breakthrough": 0, "chess": 5, "connect-four": 0,
    "draughts": 0, "german-whist": 0, "go": 1, "hex": 0, "love-letter": 1, "nim": 0,
    "nine-mens-morris": 1, "off-the-rails": 0, "onitama": 1, "oware": 0, "pook": 0,
    "quoridor": 1, "reversi": 0, "santorini": 2, "seven-wonders-duel": 2, "tic-tac-toe": 0,
}  # fmt: skip
CLAUSE_STATES = 5
LEAST_CLAUSES = {"santorini": 130, "off-the-rails": 20, "chess": 10}
UNREAD_CLAUSES = {
    "santorini": [
        "aphrodite.any-move.3", "dionysus.your-build.2", "harpies.opponents-turn.1",
        "pegasus.your-move.2", "tyche.end-of-your-turn.2",
    ],
    "seven-wonders-duel": ["seven-wonders-duel.the-ages.3"],
}  # fmt: skip
SLOW = {"seven-wonders-duel"}  # its sentences are long
GAMES = [pytest.param(game, marks=pytest.mark.slow) if game in SLOW else game for game in UNREAD]
# Two facts with the same words, which only a card tells apart: either could be meant.
TWO_NOTIONS = {"santorini": ["gaea.sprout.free"]}

# "While the man on that point does not belong to …": of a point without a man it is read as no.
NOBODY_THERE = {"fact.row_of:negate:1", "fact.row_of:negate:2"}


@functools.cache
def checked(game: str) -> tuple[list[Statement], Findings]:
    return check(load(game), STATES)


@pytest.mark.parametrize("game", GAMES)
def test_sentences_mean_what_the_rules_do(game: str) -> None:
    every, findings = checked(game)
    wrong = {f"{each.card}.{each.what}": why for each, why in findings.wrong.items()}
    assert [*wrong] == TWO_NOTIONS.get(game, []), wrong
    assert len(every) > len(findings.unread)


@pytest.mark.parametrize("game", GAMES)
def test_so_many_sentences_cannot_be_read(game: str) -> None:
    unread = [str(each) for each in checked(game)[1].unread]
    assert len(unread) == UNREAD[game], unread


@pytest.mark.parametrize("game", GAMES)
def test_clauses_apply_when_their_sentences_say(game: str) -> None:
    every, findings = check(load(game), CLAUSE_STATES, read=clause_statements)
    assert findings.wrong == {}
    assert [each.what for each in findings.unread] == UNREAD_CLAUSES.get(game, [])
    assert len(every) >= LEAST_CLAUSES.get(game, 0)


@pytest.mark.parametrize(("game", "count"), [("pook", 25), ("nine-mens-morris", 25)])
def test_the_sentence_of_a_changed_rule_says_the_change(game: str, count: int) -> None:
    dice, original = random.Random(3), load(game)
    several = [*states(original.match().linked, STATES, dice)]
    made = [*changes(original, count, seed=6)]
    read = [change for change in made if change.after.readings]
    found = {change.id: (change, outcome(change, several, dice)) for change in read}
    assert len(made) == count
    wrong = {id: each.wrong for id, (_, each) in found.items() if each.wrong}
    assert wrong.keys() <= NOBODY_THERE, wrong
    alike = [id for id, (_, each) in found.items() if each.due and not each.differs]
    assert alike == []  # whatever a change means, its sentence says
    told = [c for c, _ in found.values() if c.before.sentence != c.after.sentence]
    assert len(told) == len(read) > count * 4 // 5
    assert len([each for _, each in found.values() if each.differs]) > count // 2
