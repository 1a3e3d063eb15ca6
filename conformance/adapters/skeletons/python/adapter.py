"""The protocol: one request per line in, one answer per line out. No need to change this file."""

from __future__ import annotations

import json
import sys
from typing import Any

import game

VERSION = 1


class RefusedError(Exception):
    """A choice is not on offer. The argument is its index among the choices, from 0."""


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
    """Return the answer to a request, without its id."""
    try:
        return {"ok": dispatch(request)}
    except RefusedError as refused:
        return {"refused": {"choice": refused.args[0]}}
    except game.UnsupportedError as what:
        return {"unsupported": str(what) or "this"}
    except NotImplementedError as todo:
        return {"error": f"not written yet, in game.py: {todo}"}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def dispatch(request: dict[str, Any]) -> dict[str, Any]:
    """Return the `ok` of a request."""
    if request["op"] == "hello":
        game.EDITIONS.update(request["games"])
        return hello(request["thesmos"])
    if request["op"] == "look":
        return look(request)
    if request["op"] == "bye":
        return {}
    raise ValueError(f"unknown op {request['op']}")


def hello(versions: list[int]) -> dict[str, Any]:
    """Return the name of the implementation, and its claims."""
    if VERSION not in versions:
        raise ValueError(f"this adapter speaks version {VERSION} only")
    return {"thesmos": VERSION, "implementation": game.IMPLEMENTATION, "games": game.CLAIMS}


def look(request: dict[str, Any]) -> dict[str, Any]:
    """Return the decision after some choices; with `every`, also those before each choice."""
    check(request)
    claim, setup = game.CLAIMS[request["game"]], {**request["setup"], "game": request["game"]}
    states = [game.load(setup, request["position"]) if "position" in request else game.begin(setup)]
    for number, choice in enumerate(request.get("choices", [])):
        states.append(after(states[-1], choice, number))
    if request.get("every"):
        return {"path": [answer_for(state, claim) for state in states]}
    return answer_for(states[-1], claim)


def check(request: dict[str, Any]) -> None:
    """Raise UnsupportedError for anything that is not claimed: an adapter must not guess."""
    if request["game"] not in game.CLAIMS:
        raise game.UnsupportedError(f"game {request['game']}")
    setup, claim = request["setup"], game.CLAIMS[request["game"]]
    if setup["players"] not in game.PLAYERS[request["game"]]:
        raise game.UnsupportedError(f"{setup['players']} players")
    if setup.get("mode", claim["modes"][0]) not in claim["modes"]:
        raise game.UnsupportedError(f"mode {setup['mode']}")
    check_options(setup.get("options", {}), claim["options"])
    for power in setup["powers"]:
        if power is not None and power not in claim["powers"]:
            raise game.UnsupportedError(f"power {power}")
    for key in setup.keys() - {"players", "teams", "powers", "mode", "options"}:
        if setup[key]:
            raise game.UnsupportedError(key)
    for key in {"viewer", "why"} & request.keys():
        raise game.UnsupportedError(key)
    if ("position" if "position" in request else "start") not in claim["from"]:
        raise game.UnsupportedError("where this begins")
    if request.get("position", {}).get("memory") and not claim.get("memory"):
        raise game.UnsupportedError("memory")


def check_options(options: dict[str, str], claimed: dict[str, list[str]]) -> None:
    """Raise UnsupportedError for an option, or a value of one, that is not claimed."""
    for name, value in options.items():
        if value not in claimed.get(name, []):
            raise game.UnsupportedError(f"option {name}={value}")


def after(state: Any, choice: str, number: int) -> Any:
    """Return the state after a choice. Raises RefusedError if it is not on offer."""
    decision = game.decision(state)
    offered = [*decision.get("options", []), *(["skip"] if decision.get("may_skip") else [])]
    if "result" in decision or choice not in [*offered, "concede"]:
        raise RefusedError(number)
    return game.take(state, choice)


def answer_for(state: Any, claim: dict[str, Any]) -> dict[str, Any]:
    """Return the answer for a state, as far as it is claimed."""
    decision = game.decision(state)
    if "apply" not in claim["levels"]:
        return decision
    return {**decision, "position": game.position(state)}


if __name__ == "__main__":
    main()
