"""A linked program: one match-up as tables over integers. Plain data, one JSON file."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

# The first slots of every state vector.
PC, STEP, CHOOSER, ACTIVE, DONE, GRANTED, RESUME, RESUME_AT, WINNERS, REASON, OUT, SHADOW, FIRST = (
    range(13)
)
CORE_SLOTS = 13

REWOUND = 2  # in SHADOW: the turn was taken back; 1: it will be

NONE = -128  # the value `none`
UNKNOWN = -127  # something is there, but the viewer does not know what
MISSING = -100  # every value below is none or unknown

# The first places of every frame.
YOU, CHOOSING, ACTOR, VIEWING, FIRST_LOCAL = 0, 1, 2, 3, 4


def person(chooser: int) -> int:
    """The player behind a chooser: chance, written -1 - player, chooses for somebody."""
    return chooser if chooser >= 0 else -1 - chooser


Code = Any  # nested lists: ["<", ["local", 4], ["int", 3]]


@dataclass(frozen=True)
class Program:
    """What `link` makes and `run` plays.

    slots: name → (first slot, how many, type of the values). start: the vector at the beginning.
    fixed: what pieces have for good, by piece: a number, or of a set the list of its members.
    All else is a table whose entries are dictionaries, described in link/tables.py.
    """

    game: str
    edition: str
    rules: str
    mode: str
    players: int
    sides: list[int]
    options: dict[str, int]
    stages: list[str]
    boards: dict[str, dict[str, Any]]
    kinds: dict[str, dict[str, Any]]
    enums: dict[str, list[list[str]]]
    zones: list[str]
    instances: list[dict[str, Any]]
    slots: dict[str, list[Any]]
    size: int
    start: list[int]
    fixed: dict[str, list[Any]]
    turn_memory: list[list[int]]
    facts: dict[str, dict[str, Any]]
    actions: dict[str, dict[str, Any]]
    steps: list[dict[str, Any]]
    clauses: list[dict[str, Any]]
    queries: list[dict[str, Any]]
    flow: list[list[Any]]
    turn_start: int
    reasons: list[str]
    match_up: dict[str, Any] | None
    position: list[list[Any]]
    texts: dict[str, dict[str, Any]]

    def to_json(self) -> str:
        """The program as one JSON text."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Program:
        """A program from its JSON text."""
        return Program(**json.loads(text))

    @property
    def step_names(self) -> dict[str, int]:
        """The number of each step by name."""
        return {step["name"]: index for index, step in enumerate(self.steps)}
