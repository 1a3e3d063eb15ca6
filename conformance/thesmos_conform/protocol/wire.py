"""Messages as lines of JSON, and back: conformance/protocol/README.md, sections 1 to 3.

A line is read in three steps: as JSON within limits (`decode`), against its schema
(`schema_violation`), and then as the values of `messages`.
"""

from __future__ import annotations

import functools
import json
from typing import Any

from thesmos.diagnostics import unique_keys
from thesmos.syntax.data_violation import MAX_QUOTED, DataViolation, data_violation
from thesmos.syntax.schema_fit import Fit, fit_of
from thesmos.syntax.violations import violations_in
from thesmos_conform import resources
from thesmos_conform.protocol.messages import (
    LEVELS,
    VERSION,
    Answer,
    Claim,
    ErrorReply,
    Exclusion,
    Hello,
    Json,
    Refused,
    Reply,
    Unsupported,
)

MAX_LINE = 1 << 20  # bytes, including the newline
MAX_PIECES = 1000  # of an answer that is too long for a line
MAX_ANSWER = 32 << 20  # bytes of all its pieces
MAX_ITEMS = 100_000  # turns, positions or hashes in it; longer turns are not asked about
MAX_DEPTH = 32
MAX_ID = 64
MAX_WORDS = 4000  # characters of `error` and `unsupported`
OPS = ("hello", "look", "perft", "bye")
ALL = "all"


class InvalidMessage(Exception):  # noqa: N818 - a finding about someone else's output
    """Raised for a line that is not a message.

    words: what is wrong with it. json: whether it is JSON.
    """

    def __init__(self, words: str, json: bool = True) -> None:
        super().__init__(words, json)
        self.json = json

    def __str__(self) -> str:
        return str(self.args[0])


# ------------------------------------------------------------------------------- lines


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(message: Json) -> bytes:
    """Return the message as one line, with its newline."""
    return _ENCODER.encode(message).encode() + b"\n"


def decode(line: bytes, null: bool = False) -> Json:
    """Return the message of one line. Raises InvalidMessage.

    null: whether `null` is allowed, as it is in the set-up of a request.
    """
    try:
        value = json.loads(
            line.decode(), parse_float=_whole, parse_constant=_whole, object_pairs_hook=_unique
        )
        _surrogates(line, value)
    except RecursionError:
        raise InvalidMessage(f"nested more than {MAX_DEPTH} levels deep") from None
    except UnicodeDecodeError:
        raise InvalidMessage("not UTF-8", json=False) from None
    except UnicodeEncodeError:
        raise InvalidMessage("half of a surrogate pair is not a character") from None
    except ValueError as error:
        raise InvalidMessage(str(error), json=False) from None
    if not isinstance(value, dict):
        raise InvalidMessage("not an object")
    _bounded(value, MAX_DEPTH, null)
    return value


def _unique(pairs: list[tuple[str, Any]]) -> Json:
    try:
        return unique_keys(pairs)
    except ValueError as error:
        raise InvalidMessage(str(error)) from None


def _whole(text: str) -> None:
    raise InvalidMessage(f"{text[:MAX_QUOTED]} is not a whole number")


def _surrogates(line: bytes, value: Any) -> None:
    """Raise UnicodeEncodeError for texts that can't be printed."""
    if b"\\ud" in line or b"\\uD" in line:
        json.dumps(value, ensure_ascii=False).encode()


def _bounded(value: Any, depth: int, null: bool) -> None:
    """Raise InvalidMessage for what is nested too deeply, and for `null`."""
    if isinstance(value, dict | list):
        if depth == 0:
            raise InvalidMessage(f"nested more than {MAX_DEPTH} levels deep")
        for part in value.values() if isinstance(value, dict) else value:
            if part.__class__ is not str:  # most values are texts
                _bounded(part, depth - 1, null)
    elif value is None and not null:
        raise InvalidMessage("`null` is not a value: leave the key out")


# ------------------------------------------------------------------------------- schemas


@functools.cache
def _schemas() -> dict[str, Json]:
    """Return the schemas of the protocol, by `$id`."""
    folder = resources.protocol_dir() / "schemas"
    texts = (file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.schema.json")))
    return {schema["$id"]: schema for schema in map(json.loads, texts)}


@functools.cache
def _fits(name: str) -> Fit:
    """Return a quick test whether a message fits a schema."""
    return fit_of(_schemas()[f"{name}.schema.json"], _schemas())


def schema_violation(op: str, kind: str, message: Json) -> DataViolation | None:
    """Return the violation of a message's schema, None if there is none.

    op: one of OPS. kind: `request` or `answer`. Of several violations, the deepest one is reported.
    """
    name = f"{op}.{kind}"
    if _fits(name)(message):
        return None
    violations = violations_in(message, _schemas()[f"{name}.schema.json"], _schemas())
    deepest = max(violations, key=lambda violation: len(violation.path), default=None)
    return None if deepest is None else data_violation(deepest)


# ------------------------------------------------------------------------------- reading answers


def read_hello(ok: Json) -> Hello:
    """Return the `ok` of a valid `hello`."""
    who = ok["implementation"]
    return Hello(
        who["name"],
        who.get("version", ""),
        who.get("language", ""),
        who.get("url", ""),
        {game: _claim(claim) for game, claim in ok["games"].items()},
    )


def _claim(data: Json) -> Claim:
    silent = Claim()
    powers = data.get("powers", [])
    levels = tuple(level for level in LEVELS if level in data.get("levels", silent.levels))
    return Claim(
        tuple(data.get("editions", ())),
        tuple(data.get("modes", ())),
        None if powers == ALL else frozenset(powers),
        levels,
        tuple(data.get("from", silent.begins)),
        data.get("granularity", silent.granularity),
        data.get("dead_ends", silent.dead_ends),
        data.get("memory", silent.memory),
        data.get("impossible", silent.impossible),
        tuple(_exclusion(exclusion) for exclusion in data.get("except", ())),
        _options(data["options"]) if "options" in data else None,
        data.get("order", silent.order),
        data.get("forced", silent.forced),
    )


_EXCLUDED = ("powers", "modes", "pieces", "clauses", "scenarios")


def _options(data: Json) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(values)) for name, values in data.items())


def _exclusion(data: Json) -> Exclusion:
    options = tuple((name, frozenset(values)) for name, values in data.get("options", {}).items())
    sets = {key: frozenset(data.get(key, ())) for key in _EXCLUDED}
    return Exclusion(data["reason"], **sets, options=options)


def read_reply(message: Json) -> Reply:
    """Return a valid answer to `look` without `every`."""
    if "refused" in message:
        return Refused(message["refused"]["choice"])
    if "unsupported" in message:
        return Unsupported(message["unsupported"])
    if "error" in message:
        return ErrorReply(message["error"])
    return read_answer(message["ok"])


_LISTS = ("options", "events", "why", "positions", "hashes")
_LISTS_OF_LISTS = ("held", "turns")
_KEYS = (
    "player", "may_skip", "turn_of", "step", "power", "values", "probabilities", "position",
    "result", "more",
)  # fmt: skip


def read_answer(ok: Json) -> Answer:
    """Return the `ok` of a `look`, or one of its `path`."""
    values: Json = {key: ok[key] for key in _KEYS if key in ok}
    values |= {key: tuple(ok[key]) for key in _LISTS if key in ok}
    values |= {
        key: tuple(tuple(inner) for inner in ok[key]) for key in _LISTS_OF_LISTS if key in ok
    }
    return Answer(**values)


# ------------------------------------------------------------------------------- writing answers


def hello_json(hello: Hello) -> Json:
    """Return the `ok` of a `hello`."""
    words = ("name", "version", "language", "url")
    return {
        "thesmos": VERSION,
        "implementation": {word: vars(hello)[word] for word in words if vars(hello)[word]},
        "games": {game: _claim_json(claim) for game, claim in hello.games.items()},
    }


def _claim_json(claim: Claim) -> Json:
    data: Json = {}
    if claim.editions:
        data["editions"] = list(claim.editions)
    if claim.modes:
        data["modes"] = list(claim.modes)
    if claim.exclusions:
        data["except"] = [_exclusion_json(exclusion) for exclusion in claim.exclusions]
    for key in ("order", "forced"):
        if vars(claim)[key] != getattr(Claim, key):
            data[key] = vars(claim)[key]
    if claim.options is not None:
        data["options"] = {name: list(values) for name, values in claim.options}
    return data | {
        "powers": ALL if claim.powers is None else sorted(claim.powers),
        "levels": list(claim.levels),
        "from": list(claim.begins),
        "granularity": claim.granularity,
        "dead_ends": claim.dead_ends,
        "memory": claim.memory,
        "impossible": claim.impossible,
    }


def _exclusion_json(exclusion: Exclusion) -> Json:
    named: Json = {key: sorted(vars(exclusion)[key]) for key in _EXCLUDED if vars(exclusion)[key]}
    if exclusion.options:
        named["options"] = {name: sorted(values) for name, values in exclusion.options}
    return {"reason": exclusion.reason} | named


def reply_json(reply: Reply) -> Json:
    """Return a reply as the keys of an answer, without its `id`."""
    match reply:
        case Refused(choice):
            return {"refused": {"choice": choice}}
        case Unsupported(what):
            return {"unsupported": what}
        case ErrorReply(message):
            return {"error": message}
        case Answer():
            return {"ok": answer_json(reply)}


def answer_json(answer: Answer) -> Json:
    """Return an answer as an `ok`; what is None is left out."""
    return {key: _plain(value) for key, value in vars(answer).items() if value is not None}


def _plain(value: Any) -> Any:
    """Return the value with lists in place of tuples."""
    return [_plain(part) for part in value] if isinstance(value, tuple) else value
