"""What boards on pages show players, in every language of a game: Node.js draws them."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from thesmos.compile.machine.wasm.printer import printed, printed_tracing
from thesmos.play.game import Game
from thesmos.play.match import Match
from thesmos.tools.alike_pairs import Pair, lacks_node
from thesmos.tools.library_surface import answers
from thesmos.web.tables import tables
from thesmos_rulebook.boards.files import board_script
from thesmos_rulebook.boards.table import game_table
from thesmos_rulebook.content.book_source import source_of
from thesmos_rulebook.content.localizer import Localizer

SCRIPT = Path(__file__).with_name("board_surface.mjs")


@dataclass(frozen=True)
class BoardSurface:
    """A `Surface`: the boards that play on pages."""

    name: str = "boards on pages"

    def lacking(self) -> str:
        """Return the name of Node.js if it is not installed."""
        return lacks_node()

    def places(self, game: Game, match: Match, pairs: Sequence[Pair]) -> Sequence[str | None]:
        """Return what is shown otherwise in each pair. Raises RuntimeError if a board fails."""
        source = source_of(game.path, game.version)
        asked = {
            "script": board_script(),
            "tables": [
                game_table(Localizer(source, language, records=False), match.linked, {})
                for language in source.languages
            ],
            "match": {
                "module": b64encode(printed(match.linked)).decode(),
                "tracing": b64encode(printed_tracing(match.linked)).decode(),
                "tables": tables(match, None),
            },
            "pairs": [asdict(pair) for pair in pairs],
        }
        return answers([str(SCRIPT)], told=json.dumps(asked))


BOARDS = BoardSurface()
