"""What editors and pages ask about a game that is being written: plain data in, plain data out.

All functions take a `Desk`, a file below the game's folder and, where they ask about a place, its
line and column, from 1. They raise UsageError if there is no such file, or if no game could be
checked yet.
"""

from thesmos.service.completion import completion
from thesmos.service.desk import Desk
from thesmos.service.hover import hover
from thesmos.service.outline import TOKENS, symbols, tokens
from thesmos.service.references import definition, references, rename
from thesmos.service.scenarios import check_scenario, is_scenario

__all__ = [
    "TOKENS",
    "Desk",
    "check_scenario",
    "completion",
    "definition",
    "hover",
    "is_scenario",
    "references",
    "rename",
    "symbols",
    "tokens",
]
