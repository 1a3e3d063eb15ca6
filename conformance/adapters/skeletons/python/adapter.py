"""The protocol: a request a line in, an answer a line out. Nothing here needs to change."""

from __future__ import annotations

import json
import sys
from typing import Any

import game

GAME = "@GAME@"
VERSION = 1


class Refused(Exception):
    """A choice is not on offer. Its only argument is the place among the choices, from 0."""


def main() -> None:
    """Answer requests until `bye` or the end of the input."""
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        request = json.loads(line)
        sys.stdout.write(json.dumps({"id": request["id"], **answer(request)}) + "\n")
        sys.stdout.flush()
        if request["op"] == "bye":
            break


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request, without its id."""
    try:
        return {"ok": dispatch(request)}
    except Refused as refused:
        return {"refused": {"choice": refused.args[0]}}
    except game.Unsupported as what:
        return {"unsupported": str(what) or "this"}
    except NotImplementedError as todo:
        return {"error": f"not written yet, in game.py: {todo}"}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def dispatch(request: dict[str, Any]) -> dict[str, Any]:
    """The `ok` of a request."""
    if request["op"] == "hello":
        return hello(request["thesmos"])
    if request["op"] == "look":
        return look(request)
    if request["op"] == "bye":
        return {}
    raise ValueError(f"there is no op {request['op']} here")


def hello(versions: list[int]) -> dict[str, Any]:
    """Who we are, and what we can do."""
    if VERSION not in versions:
        raise ValueError(f"this adapter speaks version {VERSION} only")
    claims = {GAME: game.CLAIM}
    return {"thesmos": VERSION, "implementation": game.IMPLEMENTATION, "games": claims}


def look(request: dict[str, Any]) -> dict[str, Any]:
    """What is to be decided after some choices; with `every`, also before each of them."""
    check(request)
    setup = request["setup"]
    states = [game.load(setup, request["position"]) if "position" in request else game.begin(setup)]
    for number, choice in enumerate(request.get("choices", [])):
        states.append(after(states[-1], choice, number))
    if request.get("every"):
        return {"path": [tell(state) for state in states]}
    return tell(states[-1])


def check(request: dict[str, Any]) -> None:
    """Refuse what is not claimed: whoever has not claimed it must not guess."""
    setup, claim = request["setup"], game.CLAIM
    if request["game"] != GAME:
        raise game.Unsupported(f"game {request['game']}")
    if setup["players"] not in game.PLAYERS:
        raise game.Unsupported(f"{setup['players']} players")
    if setup.get("mode", claim["modes"][0]) not in claim["modes"]:
        raise game.Unsupported(f"mode {setup['mode']}")
    for power in setup["powers"]:
        if power is not None and power not in claim["powers"]:
            raise game.Unsupported(f"power {power}")
    for key in setup.keys() - {"players", "teams", "powers", "mode"}:
        if setup[key]:
            raise game.Unsupported(key)
    for key in {"viewer", "why"} & request.keys():
        raise game.Unsupported(key)
    if ("position" if "position" in request else "start") not in claim["from"]:
        raise game.Unsupported("where this begins")
    if "memory" in request.get("position", {}):
        raise game.Unsupported("memory")


def after(state: Any, choice: str, number: int) -> Any:
    """The state after a choice. Raises Refused if it is not on offer."""
    told = game.decision(state)
    offered = [*told.get("options", []), *(["skip"] if told.get("may_skip") else [])]
    if "result" in told or choice not in [*offered, "concede"]:
        raise Refused(number)
    return game.take(state, choice)


def tell(state: Any) -> dict[str, Any]:
    """All that there is to tell about a state."""
    told = game.decision(state)
    return {**told, "position": game.position(state)} if "apply" in game.CLAIM["levels"] else told


if __name__ == "__main__":
    main()
