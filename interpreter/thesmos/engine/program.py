"""A linked program: one match-up as tables of integers. Plain data that can be saved as JSON."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any

# The first slots of every state vector.
CORE_SLOTS = 15
(
    PC, STEP, CHOOSER, ACTIVE, DONE, GRANTED, RESUME, RESUME_AT, WINNERS, REASON, OUT, SHADOW,
    FIRST, RESUME_PLAYER, RESUME_ACTION,
) = range(CORE_SLOTS)  # fmt: skip

REWOUND = 2  # a value of SHADOW: the turn was taken back; 1: it is going to be

NONE = -128  # the value `none`
UNKNOWN = -127  # there is a value, but the viewer does not know it
MISSING = -100  # every value below this is none or unknown

# The first local slots of every frame.
YOU, CHOOSING, ACTOR, VIEWING, FIRST_LOCAL = 0, 1, 2, 3, 4


def person(chooser: int) -> int:
    """Return the player of a chooser: -1 - player is chance, which chooses for that player."""
    return chooser if chooser >= 0 else -1 - chooser


Code = Any  # nested lists: ["<", ["local", 4], ["int", 3]]


@dataclass(frozen=True)
class Program:
    """What `lower` makes and `engine` plays.

    slots: by name, the first slot, the number of slots, the type of the values, and more (see
    engine/lowering.py). start: the initial vector. fixed: the attributes of pieces that never
    change, by piece: a number, or the list of the members of a set. Everything else is a table
    whose entries are dictionaries, made in engine/lowering_tables.py.
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

    def to_json(self) -> str:
        """Return the program as JSON."""
        return json.dumps(dataclasses.asdict(self), ensure_ascii=False, sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Program:
        """Return the program that a JSON text describes."""
        return Program(**json.loads(text))

    @property
    def step_names(self) -> dict[str, int]:
        """Return the number of each step by name."""
        return {step["name"]: index for index, step in enumerate(self.steps)}
