"""Recorded conversations: `conformance/protocol/examples/*.jsonl`.

The first line says what it is `about`; then come messages in turn, `to` the adapter and `from` it.
`python -m thesmos_conform.testing.conversations FILE…` asks the reference again and writes down
what it says: look at the difference before you keep it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from thesmos_conform.protocol import wire
from thesmos_conform.protocol.messages import Json
from thesmos_conform.reference.reference import Reference
from thesmos_conform.reference.serve import respond

VERSION = "0"  # of the implementation, fixed so that examples do not change with each release


@dataclass(frozen=True)
class Exchange:
    """A question and its answer."""

    asked: Json
    answered: Json


@dataclass(frozen=True)
class Conversation:
    """A conversation: its subject, and its questions with their answers."""

    about: str
    exchanges: tuple[Exchange, ...]

    def again(self, peer: Reference) -> Conversation:
        """The same questions with the current answers."""
        asked = [one.asked for one in self.exchanges]
        answers = [wire.decode(respond(peer, wire.encode(one))[0]) for one in asked]
        return Conversation(self.about, tuple(map(Exchange, asked, answers)))

    def lines(self) -> Iterator[str]:
        """The text of the file."""
        yield dumped({"about": self.about})
        for one in self.exchanges:
            yield dumped({"to": one.asked})
            yield dumped({"from": one.answered})


def dumped(value: Json) -> str:
    """A value as one line that is easy to read."""
    return json.dumps(value, ensure_ascii=False)


def read(file: Path) -> Conversation:
    """A conversation; a question whose answer is still missing has an empty one."""
    about, *rest = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    answers = {one["from"]["id"]: one["from"] for one in rest if "from" in one}
    asked = [one["to"] for one in rest if "to" in one]
    return Conversation(
        about["about"], tuple(Exchange(one, answers.get(one["id"], {})) for one in asked)
    )


def reference() -> Reference:
    """The peer that answers in the examples."""
    return Reference(["santorini"], VERSION)


def main() -> None:
    """Write the current answers into the files."""
    peer = reference()
    for name in sys.argv[1:]:
        lines = read(Path(name)).again(peer).lines()
        Path(name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
