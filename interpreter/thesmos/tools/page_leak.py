"""Check in the library for pages, too, whether what a player is shown depends on what is hidden.

What leak.py compares in Python, Node.js compares here, for some states of all games of a match-up
at once: the match-up is built as for a page, and the library plays it.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from thesmos.dice import Rng
from thesmos.play.look_alikes import alike
from thesmos.play.match import Match
from thesmos.play.state import State
from thesmos.tools.leak import Vector, looks_alike
from thesmos.web.build import built

NODE = shutil.which("node")
SCRIPT = Path(__file__).with_name("page_surfaces.mjs")
PAIRS = 24  # pairs of states of a match-up that are compared
TRIED_EVERY = 10  # states of which a pair is made, on average
REFUSED = 4  # options of earlier states that are asked about where they may not be offered
SECONDS = 300.0


@dataclass(frozen=True)
class Pair:
    """Two states that look the same to a player, and an option of both that looks the same, too.

    code: of the option, or None. refused: texts of which it is asked why they are not legal.
    """

    vectors: tuple[Vector, Vector]
    player: int
    code: int | None
    refused: list[str]


class PageLeaks:
    """Collects states of a match-up that look the same, and compares what pages show of them.

    match: of the match-up. pairs: of its states, so far.
    """

    def __init__(self, match: Match) -> None:
        self.match = match
        self.pairs: list[Pair] = []
        self._where: list[str] = []
        self._texts: list[str] = []

    def follow(self, state: State, where: str, dice: Rng) -> None:
        """Note a state of a game, sometimes. where: of which game and decision it is."""
        hides = NODE is not None and self.match.linked.can_hide
        if not hides or len(self.pairs) == PAIRS or dice.below(TRIED_EVERY):
            return
        player = 1 + dice.below(self.match.linked.players)
        other = alike(self.match, state.vector, player - 1, dice)
        if other is not None and other != tuple(state.vector):
            code = self._code(state, State(self.match, other), player, dice)
            refused = [*self._texts]
            self.pairs.append(Pair((state.vector, other), player, code, refused))
            self._where.append(where)
        decision = state.decision
        if decision is not None and decision.options:
            text = decision.options[dice.below(len(decision.options))].text
            self._texts = [*self._texts[1 - REFUSED :], text]

    @staticmethod
    def _code(state: State, other: State, player: int, dice: Rng) -> int | None:
        """Return the code of an option of both states after which they look the same, or None."""
        codes = sorted({*state.codes} & {*other.codes})
        if not codes:
            return None
        code = codes[dice.below(len(codes))]
        after, other_after = state.take(code), other.take(code)
        if after.view(player) != other_after.view(player):
            return None
        return code if looks_alike(after, other_after, player) else None

    def message(self) -> str | None:
        """Return a message about what a page reveals of the states that were noted, or None."""
        if not self.pairs:
            return None
        with TemporaryDirectory() as name:
            folder = Path(name)
            for file, content in built(self.match, "match").items():
                (folder / file).write_bytes(content)
            (folder / "pairs.json").write_text(json.dumps([asdict(pair) for pair in self.pairs]))
            shutil.copy(SCRIPT, folder)
            command = [NODE or "node", SCRIPT.name]
            done = subprocess.run(  # noqa: S603 - our own files
                command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
            )
        if done.returncode:
            return f"the library for pages stopped with an error: {done.stderr.strip()}"
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        for pair, where, surface in zip(self.pairs, self._where, answers, strict=True):
            if surface is not None:
                told = f"player {pair.player} can tell from {surface} what is hidden"
                return f"{where}: on a page, {told}"
        return None
