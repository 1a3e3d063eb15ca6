"""The protocol: one request per line in, one answer per line out.

With `--positions`, it answers with what a turn leads to in place of whole turns.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import game
from state import PLAYERS, State

GAME, MODE, EDITION, VERSION = "santorini", "two-players", "2021-09", 1
POSITIONS = "--positions" in sys.argv
ENDLESS = "a turn of Hermes has any number of moves, so its turns can't be listed"


class RefusedError(Exception):
    """A choice is not on offer. The argument is its index among the choices, from 0."""


def main() -> None:
    """Answer requests until `bye` or the end of the input."""
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
        return {"unsupported": str(what)}
    except Exception as error:
        return {"error": f"{type(error).__name__}: {error}"}


def dispatch(request: dict[str, Any]) -> dict[str, Any]:
    """Return the `ok` of a request."""
    match request["op"]:
        case "hello":
            return hello(request["thesmos"])
        case "look":
            return look(request)
        case "bye":
            return {}
    raise ValueError(f"unknown op {request['op']}")


def hello(versions: list[int]) -> dict[str, Any]:
    """Return the name of the engine, and its claims."""
    if VERSION not in versions:
        raise ValueError(f"this adapter speaks version {VERSION} only")
    claim: dict[str, Any] = {
        "editions": [EDITION],
        "modes": [MODE],
        "powers": list(game.POWERS),
        "levels": ["legal", "apply", "result"],
        "granularity": "positions" if POSITIONS else "turn",
        "from": ["position"] if POSITIONS else ["position", "start"],
    }
    if not POSITIONS:
        claim["except"] = [{"reason": ENDLESS, "powers": ["hermes"]}]
    who = {"name": "turns-py", "version": "1.0.0", "language": "Python"}
    return {"thesmos": VERSION, "implementation": who, "games": {GAME: claim}}


def look(request: dict[str, Any]) -> dict[str, Any]:
    """Return what can be done at a place where a turn begins."""
    check(request)
    powers = request["setup"]["powers"]
    if "position" in request:
        state = game.load(powers, request["position"])
    else:
        state = State(tuple(powers), placing=True)
    taken = request.get("choices", [])
    done = 0
    while done < len(taken):
        done, state = after(state, taken, done)
    if state.winner:
        return {"position": game.position(state), "result": {"winners": [state.winner]}}
    if POSITIONS:
        return {"positions": [end(one) for one in game.ends(state)]}
    made = {"player": state.player, "turns": [row for row, _ in game.rows(state)]}
    if not state.placing:
        made["turn_of"] = state.player
    return made | {"position": game.position(state)}


def check(request: dict[str, Any]) -> None:
    """Raise UnsupportedError for anything that is not claimed: an adapter must not guess."""
    setup = request["setup"]
    if request["game"] != GAME:
        raise game.UnsupportedError(f"game {request['game']}")
    if setup["players"] != PLAYERS or setup.get("mode", MODE) != MODE:
        raise game.UnsupportedError("another mode than that for two players")
    for power in setup["powers"]:
        if power is not None and power not in game.POWERS:
            raise game.UnsupportedError(f"power {power}")
    for key in setup.keys() - {"players", "teams", "powers", "mode"}:
        if setup[key]:
            raise game.UnsupportedError(f"set-up {key}")
    for key in {"viewer", "why", "every"} & request.keys():
        raise game.UnsupportedError(key)
    if POSITIONS and (request.get("choices") or "position" not in request):
        raise game.UnsupportedError("anything but the beginning of a turn")
    if not POSITIONS and "hermes" in setup["powers"]:
        raise game.UnsupportedError(ENDLESS)


def after(state: State, taken: list[str], done: int) -> tuple[int, State]:
    """Return the state after the next turn among the choices, and where in them it ends."""
    if not state.winner and taken[done] == game.CONCEDE:
        return done + 1, game.conceded(state)
    if not state.winner:
        for row, following in game.rows(state):
            if tuple(taken[done : done + len(row)]) == row:
                return done + len(row), following()
    raise RefusedError(done)


def end(state: State) -> dict[str, Any]:
    """Return what a turn leads to: the position, and who moves next or has won."""
    if state.winner:
        return game.position(state) | {"winners": [state.winner]}
    return game.position(state) | {"to_move": state.player}


if __name__ == "__main__":
    main()
