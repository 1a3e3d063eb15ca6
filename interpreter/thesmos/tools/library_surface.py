"""What the library in JavaScript shows players: the match-up is built, and Node.js plays it."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.tools.alike_pairs import NODE, Pair, lacks_node
from thesmos.web.build import built

SCRIPT = Path(__file__).with_name("library_surface.mjs")
SECONDS = 1800.0  # then it hangs; on a busy machine Node.js may take minutes


@dataclass(frozen=True)
class LibrarySurface:
    """A `Surface`: the library in JavaScript."""

    name: str = "the JavaScript library"

    def lacking(self) -> str:
        """Return the name of Node.js if it is not installed."""
        return lacks_node()

    def places(self, _game: Game, match: Match, pairs: Sequence[Pair]) -> Sequence[str | None]:
        """Return what is shown otherwise in each pair. Raises RuntimeError if the library fails."""
        with TemporaryDirectory() as name:
            folder = Path(name)
            for file, content in built(match, "match").items():
                (folder / file).write_bytes(content)
            (folder / "pairs.json").write_text(json.dumps([asdict(pair) for pair in pairs]))
            shutil.copy(SCRIPT, folder)
            return answers([SCRIPT.name], folder)


def answers(
    arguments: Sequence[str], folder: Path | None = None, told: str = ""
) -> list[str | None]:
    """Return the answers of a script: a line of JSON for each pair.

    folder: where Node.js runs. told: what it reads. Raises RuntimeError if it fails.
    """
    done = subprocess.run(  # noqa: S603 - our own files
        [NODE or "node", *arguments],
        cwd=folder, input=told, capture_output=True, text=True, timeout=SECONDS, check=False,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    return [json.loads(line) for line in done.stdout.splitlines()]


LIBRARY = LibrarySurface()
