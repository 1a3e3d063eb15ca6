"""Damage cards as typing does, and compare the quick check of each with the check of all its game.

    python -m testing.damages [GAME] [--count 1000] [--seed 1]

prints how often `Desk.check_card` reports the same errors as `Desk.check_game`, whether it ever
reports one too many, and how long both take. Some damaged games are also checked by a desk that has
seen nothing before, which must say the same. It is run by hand: damages_test.py tries a few.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from thesmos.resources import spec_dir
from thesmos.service import Desk

_WORD = re.compile(r"\w+")
_WORDS = (
    "if",
    "where",
    "and",
    "not",
    "you",
    "yes",
    "no",
    "none",
    "some",
    "in",
    "at",
    "after",
    "forbid",
)
AFRESH_EVERY = 25  # damages of which one is also checked by a new desk

Error = tuple[Any, ...]


def _misspelt(text: str, dice: random.Random) -> str:
    word = dice.choice([*_WORD.finditer(text)])
    at = dice.randrange(word.start(), word.end())
    return text[:at] + dice.choice(["", "x", text[at] * 2]) + text[at + 1 :]


def _other_word(text: str, dice: random.Random) -> str:
    words = [*_WORD.finditer(text)]
    word = dice.choice(words)
    new = dice.choice([*_WORDS, dice.choice(words).group()])
    return text[: word.start()] + new + text[word.end() :]


def _without_a_character(text: str, dice: random.Random) -> str:
    at = dice.randrange(len(text))
    return text[:at] + text[at + 1 :]


def _without_a_word(text: str, dice: random.Random) -> str:
    word = dice.choice([*_WORD.finditer(text)])
    return text[: word.start()] + text[word.end() :]


def _other_lines(text: str, dice: random.Random) -> str:
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    lines[at : at + 1] = dice.choice(
        [[], [lines[at]] * 2, [f"  {lines[at]}"], [lines[at].lstrip()]]
    )
    return "\n".join(lines)


def _cut_off(text: str, dice: random.Random) -> str:
    """A text in which a line is only half written."""
    lines = text.split("\n")
    at = dice.randrange(len(lines))
    lines[at] = lines[at][: dice.randrange(len(lines[at]) + 1)]
    return "\n".join(lines)


DAMAGES: tuple[Callable[[str, random.Random], str], ...] = (
    _misspelt,
    _other_word,
    _without_a_character,
    _without_a_word,
    _other_lines,
    _cut_off,
)


@dataclass
class Comparison:
    """What came of some damages.

    same: how many quick checks reported the errors of the whole check.
    broken: how many damages were errors at all.
    missing: the errors that only the whole check reported; too_many: only the quick one.
    stale: what a desk reported that one without a past does not, or the reverse.
    quick, whole: processor time in seconds, of each check.
    """

    count: int = 0
    same: int = 0
    broken: int = 0
    missing: list[Error] = field(default_factory=list)
    too_many: list[Error] = field(default_factory=list)
    stale: list[Error] = field(default_factory=list)
    quick: list[float] = field(default_factory=list)
    whole: list[float] = field(default_factory=list)


def damaged_cards(desk: Desk, count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield cards of a game, each with a damaged text."""
    dice = random.Random(seed)
    cards = [file for file in desk.files() if file.startswith(("powers/", "modes/"))]
    for _ in range(count):
        file = dice.choice(cards)
        yield file, dice.choice(DAMAGES)(desk.text(file), dice)


def compare(game: str, count: int, seed: int) -> Comparison:
    """Damage cards of a shipped game, one after the other, and compare the checks."""
    folder = str(spec_dir() / game)
    desk, result = Desk(folder), Comparison()
    assert desk.check_game()["sound"], game
    for number, (file, text) in enumerate(damaged_cards(desk, count, seed)):
        desk.write(file, text)
        started = time.process_time()
        quick = _errors(desk.check_card(file))
        between = time.process_time()
        every = desk.check_game()
        result.quick.append(between - started)
        result.whole.append(time.process_time() - between)
        whole = _errors(every)
        result.count += 1
        result.same += quick == whole
        result.broken += bool(whole)
        result.missing += sorted(whole - quick, key=str)
        result.too_many += sorted(quick - whole, key=str)
        if number % AFRESH_EVERY == 0:
            afresh = Desk(folder, {file: text}).check_game()
            result.stale += sorted(_errors(afresh) ^ whole, key=str)
        desk.revert(file)
        desk.check_game()
    return result


def _errors(result: dict[str, Any]) -> set[Error]:
    return {
        (d["code"], d["file"], d["line"], d["column"], d["end_line"], d["end_column"], d["message"])
        for d in result["diagnostics"]
        if d["severity"] == "error"
    }


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__.split("\n", maxsplit=1)[0] if __doc__ else ""
    )
    parser.add_argument("game", nargs="?", default="santorini")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    result = compare(wanted.game, wanted.count, wanted.seed)
    for name, times in (("a card", result.quick), ("the game", result.whole)):
        middle, most = sorted(times)[len(times) // 2], max(times)
        _say(f"{name}: {1000 * middle:.1f} ms in the middle, {1000 * most:.1f} ms at most")
    share = 100 * result.same / result.count
    _say(f"{result.count} damages, {result.broken} of them errors: same errors in {share:.1f} %")
    for title, errors in (
        ("missing", result.missing), ("too many", result.too_many), ("stale", result.stale),
    ):  # fmt: skip
        _say(f"{title}: {len(errors)}")
        for error in errors[:20]:
            _say(f"  {error}")


if __name__ == "__main__":
    main()
