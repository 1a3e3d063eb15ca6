"""Record random games, in the format that `replay` reads.

The same game, match-up and seed give the same record, byte for byte. Outcomes of chance are
recorded as decisions of player 0 with all possible outcomes. Other programs may record the order of
a pile instead; record/replay.py reads both.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, cast

from thesmos.dice import Rng
from thesmos.files import whole_file
from thesmos.play.choice import Choice, take
from thesmos.play.protocols import CONCEDE, Match, Setup, State
from thesmos.play.random_play import pick
from thesmos.record.comparing import result_json
from thesmos.record.format import CUT_OFF, VERSION, Record, RecordedDecision, RecordedResult

ORIGIN = "thesmos, random play"
LIMIT = 200


def setup_of(
    match: Match,
    mode: str | None = None,
    options: Mapping[str, str] | None = None,
    extra: Mapping[str, str] | None = None,
) -> Setup:
    """The set-up of a match in the format of records.

    mode, options: those given explicitly, if any.
    extra: the entries that are specific to the game.
    """
    linked = match.linked
    powers: list[str | None] = [None] * linked.players
    for card in linked.cards:
        if card.holder is not None:
            powers[card.holder] = card.card.slug
    sides = [side + 1 for side in linked.sides]
    setup: Setup = {"players": linked.players, "teams": sides, "powers": powers}
    if mode is not None:
        setup["mode"] = mode
    if options:
        setup["options"] = dict(options)
    return cast(Setup, setup | dict(extra or {}))


@dataclass(frozen=True)
class Recorder:
    """Plays random games of one match-up and records every decision.

    setup: the set-up that the match was made from.
    limit: the number of decisions after which a game is cut off.
    """

    match: Match
    setup: Setup
    limit: int = LIMIT

    def games(self, count: int, seed: int, name: str = "random") -> Iterator[Record]:
        """Record `count` games; game i has the seed `seed + i` and the id `<name>-<seed + i>`."""
        for number in range(seed, seed + count):
            yield self.record(f"{name}-{number}", number)

    def record(self, name: str, seed: int) -> Record:
        """Record one game, played with this seed."""
        dice = Rng(seed)
        state: State = self.match.start()
        turn = state.turns_begun
        decisions: list[RecordedDecision] = []
        while state.decision is not None and len(decisions) < self.limit:
            choice = pick(state, dice)
            after = take(state, choice)
            decisions.append(_decision(state, turn, choice, after))
            turn += after.turns_begun
            state = after
        game = self.match.linked.game
        record: Record = {
            "thesmos_record": VERSION,
            "game": game.slug,
            "edition": game.edition,
            "origin": ORIGIN,
            "id": name,
            "setup": self.setup,
            "decisions": decisions,
            "result": _result(state),
        }
        if game.modules:
            record["modules"] = [*game.modules]
        return record


def pending(state: State, turn: int | None = None) -> dict[str, Any]:
    """The pending decision in the format of records, as `legal` prints it.

    turn: the number of the turn, if known; 0 is the placement, which is nobody's turn. The game
    must not be over.
    """
    decision = state.decision
    assert decision is not None
    recorded: dict[str, Any] = {}
    if turn is not None:
        recorded["turn"] = turn
    if turn != 0 and state.turn_of:
        recorded["turn_of"] = state.turn_of
    recorded |= {"player": decision.player, "step": decision.step}
    if decision.power is not None:
        recorded["power"] = decision.power
    recorded |= {
        "held": [list(powers) for powers in state.held],
        "position": state.position(),
        "may_skip": decision.may_skip,
        "options": sorted(option.text for option in decision.options),
    }
    return recorded | {"values": decision.values} if decision.values else recorded


def _decision(state: State, turn: int, choice: Choice, after: State) -> RecordedDecision:
    recorded = pending(state, turn) | {"choice": choice.text}
    if choice.text == CONCEDE:
        recorded["because"] = "no options"
    recorded["events"] = [dict(event) for event in after.events]
    return cast(RecordedDecision, recorded)


def _result(state: State) -> RecordedResult:
    result = result_json(state)
    if result is None:
        return {"end": CUT_OFF, "winners": [], "reason": None}
    if not result["eliminated"]:
        del result["eliminated"]
    end = "win" if result["winners"] else "nobody"
    return cast(RecordedResult, {"end": end, **result})


def dump(record: Record) -> str:
    """A record as one line of a record file, without the newline."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def write_records(path: Path, records: Iterator[Record], replace: bool = True) -> tuple[int, int]:
    """Write a record file, gzipped if its name ends in .gz; the same games give the same bytes.

    replace: whether to replace an existing file. Returns the numbers of games and decisions
    written. Raises UsageError if the file can't be written.
    """
    with whole_file(path, replace) as raw:
        return _write(raw, path.suffix == ".gz", records)


def _write(raw: BinaryIO, packed: bool, records: Iterator[Record]) -> tuple[int, int]:
    games = decisions = 0
    stream = gzip.GzipFile("", "wb", 9, raw, mtime=0) if packed else raw
    for record in records:
        stream.write(dump(record).encode() + b"\n")
        games += 1
        decisions += len(record["decisions"])
    if packed:
        stream.close()
    return games, decisions
