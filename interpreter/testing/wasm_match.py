"""A match that WebAssembly plays in Node.js, as Python sees it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from thesmos.compile.ir.codes import CodeSpace
from thesmos.compile.ir.limits import MAX_DECISIONS
from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.compile.python.explained_match import NumberedFinding, Vector
from thesmos.compile.python.match import CompiledMatch
from thesmos.dice import UNIFORM, WEIGHTS, ChanceDraws
from thesmos.link.linked import LinkedGame
from thesmos.notation.recorded import Numbers
from thesmos.play.backend import After
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.program.recorded import RecordedPart
from thesmos.web.tables import tables

NODE = shutil.which("node")
LIBRARY = Path(__file__).parents[1] / "thesmos" / "web" / "match.js"
HOST = Path(__file__).with_name("wasm_host.mjs")
KINDS = "rule", "permit", "clause", "step"


class WasmMatch:
    """A linked game that a module plays, in a process of Node.js that has loaded it."""

    def __init__(self, game: LinkedGame, ask: Callable[[dict[str, object]], Any]) -> None:
        self.game, self.codes, self._ask = game, CodeSpace(game), ask
        self._pending: tuple[Vector, dict[str, Any]] | None = None

    def start(self) -> Vector:
        return self.after_entering(self.game.initial)[0]

    def options(self, vector: Vector) -> list[int]:
        found: list[int] = self._of(vector)["codes"]
        return found

    def may_skip(self, vector: Vector) -> bool:
        return bool(self._of(vector)["skip"])

    def weight(self, vector: Vector, code: int) -> int:
        return self._by_code(vector, "weights", code)

    def suggested(self, vector: Vector, code: int) -> bool:
        return self._by_code(vector, "suggested", code) == 1

    def _by_code(self, vector: Vector, name: str, code: int) -> int:
        found = self._of(vector)
        number: int = found[name][found["codes"].index(code)]
        return number

    def _of(self, vector: Vector) -> dict[str, Any]:
        if self._pending is None or self._pending[0] != vector:
            self._pending = vector, self._ask({"ask": "pending", "v": vector})
        return self._pending[1]

    def after(self, vector: Vector, code: int) -> After:
        return self._after(vector, "choose", code)

    def after_skipping(self, vector: Vector) -> After:
        return self._after(vector, "skip")

    def after_conceding(self, vector: Vector) -> After:
        return self._after(vector, "concede")

    def after_entering(self, vector: Vector) -> After:
        return self._after(vector, "enter")

    def _after(self, vector: Vector, name: str, *given: int) -> After:
        found = self._ask({"ask": "after", "v": vector, "name": name, "given": given})
        return tuple(found["vector"]), found["codes"], found["turns"]

    def view(self, vector: Vector, player: int) -> Vector:
        return tuple(self._ask({"ask": "view", "v": vector, "player": player}))

    def playout(
        self, vector: Vector, seed: int, limit: int = MAX_DECISIONS, chance: ChanceDraws = WEIGHTS
    ) -> tuple[Vector, int]:
        uniform = int(chance == UNIFORM)
        question = {"ask": "play", "v": vector, "seed": str(seed), "limit": limit}
        answer = self._ask(question | {"uniform": uniform})
        return tuple(answer["vector"]), answer["decisions"]

    def picks(self, vector: Vector, seed: int, times: int) -> list[int]:
        """Places of the choices that the outputs of a generator lead to, in one state."""
        places: list[int] = self._ask({"ask": "picks", "v": vector, "seed": seed, "times": times})
        return places

    def randomly(self, vector: Vector, seed: int, chance: ChanceDraws) -> Vector:
        """Return the last state of a game that the library plays with its random player."""
        question = {"ask": "randomly", "v": vector, "seed": seed, "limit": MAX_DECISIONS}
        return tuple(self._ask(question | {"chance": chance}))

    # ---------------------------------------------------------------- what is asked besides

    def wordings(
        self, seen: Sequence[int], chooser: int, codes: Sequence[int]
    ) -> list[tuple[int, ...]]:
        return [(code, *self._of_chooser("wording", seen, chooser, code)) for code in codes]

    def shown(self, seen: Sequence[int], chooser: int, code: int) -> tuple[int, ...]:
        return tuple(self._of_chooser("shown", seen, chooser, code))

    def _of_chooser(self, name: str, seen: Sequence[int], chooser: int, code: int) -> list[int]:
        of = str(chooser) if chooser >= 0 else f"_chance{-1 - chooser}"
        return self._list(tuple(seen), name + of, code)

    def broken(self, vector: Vector) -> Sequence[int]:
        return tuple(self._list(vector, "broken")) if self.game.valid else ()

    def scores(self, vector: Vector) -> Sequence[Sequence[int]]:
        players = range(self.game.players)
        if not self.game.scores:
            return ((),) * self.game.players
        return tuple(tuple(self._list(vector, f"scores{player}")) for player in players)

    def recorded(self, parts: Sequence[RecordedPart]) -> Numbers:
        """What records of other programs need: Python alone replays them."""
        return CompiledMatch(self.game).recorded(parts)

    def explain(self, vector: Vector, code: int) -> list[NumberedFinding]:
        return self._findings(vector, "explain", code)

    def explain_skip(self, vector: Vector) -> list[NumberedFinding]:
        return self._findings(vector, "explain_skip")

    def _findings(self, vector: Vector, name: str, *given: int) -> list[NumberedFinding]:
        numbers = self._ask({"ask": "findings", "v": vector, "name": name, "given": given})
        rows = [numbers[at : at + 4] for at in range(0, len(numbers), 4)]
        return [
            NumberedFinding(KINDS[kind], number, holder, holds == 1)  # type: ignore[arg-type]
            for kind, number, holder, holds in rows
        ]

    def _list(self, vector: Vector, name: str, *given: int) -> list[int]:
        found: list[int] = self._ask({"ask": "list", "v": vector, "name": name, "given": given})
        return found


@contextmanager
def wasm_match(game: LinkedGame, *, checked: bool = False) -> Iterator[WasmMatch]:
    """A match in a process of its own."""
    with asking(Match(game), checked=checked) as ask:
        yield WasmMatch(game, ask)


@contextmanager
def asking(
    match: Match, chosen_from: Game | None = None, *, checked: bool = False
) -> Iterator[Callable[[dict[str, object]], Any]]:
    """What asks a process of Node.js about a match. chosen_from: as in `tables`."""
    assert NODE
    with TemporaryDirectory() as folder:
        files = ("match.wasm", "match.events.wasm", "tables.json")
        path, tracing, data = (Path(folder) / name for name in files)
        path.write_bytes(printed(match.linked, checked=checked))
        tracing.write_bytes(printed_tracing(match.linked))
        data.write_text(json.dumps(tables(match, chosen_from)))
        given = [NODE, str(HOST), str(LIBRARY), str(path), str(tracing), str(data)]
        with subprocess.Popen(  # noqa: S603 - Node.js, and files of ours
            given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            stdin, stdout = process.stdin, process.stdout
            assert stdin
            assert stdout

            def ask(question: dict[str, object]) -> Any:
                stdin.write(json.dumps(question) + "\n")
                stdin.flush()
                said = json.loads(stdout.readline())
                assert "error" not in said, said["error"]
                return said["answer"]

            yield ask
            stdin.close()
