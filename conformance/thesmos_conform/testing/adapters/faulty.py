"""Adapters with one fault each: `python -m thesmos_conform.testing.adapters.faulty NAME`.

Each is the honest one with a part replaced. README.md lists them and the errors that they cause.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

from thesmos_conform.testing.adapters.by_positions import (
    ByHashes,
    ByPositions,
    SpoiledPositions,
)
from thesmos_conform.testing.adapters.by_turns import ByTurns, SpoiledByTurns
from thesmos_conform.testing.adapters.holes import Holes, SilentHoles
from thesmos_conform.testing.adapters.honest import TOP, BaseGame, Honest, Json, RefusedChoice

LONG = 600  # seconds, longer than any test waits


class SlowStart(Honest):
    """Is slow to read the first line."""

    def main(self) -> None:
        time.sleep(LONG)


class Hang(Honest):
    """Never answers a `look`."""

    def look(self, request: Json) -> Json:
        time.sleep(LONG)
        return super().look(request)


class HangOnce(Honest):
    """Does not answer a `look` unless the file $THESMOS_MARK exists, and creates it."""

    def look(self, request: Json) -> Json:
        mark = os.environ["THESMOS_MARK"]
        if not os.path.exists(mark):  # noqa: PTH110 - no more modules than needed
            os.close(os.open(mark, os.O_CREAT))
            time.sleep(LONG)
        return super().look(request)


class Deaf(Honest):
    """Answers `hello` and then stops reading."""

    def reply(self, request: Json) -> Json:
        if request["op"] == "hello":
            self.say({"id": request["id"]} | super().reply(request))
            time.sleep(LONG)
        return super().reply(request)


class Crash(Honest):
    """Is killed by a signal at the first `look`."""

    def look(self, request: Json) -> Json:
        sys.stderr.write("about to read address 0\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
        return super().look(request)


class Raises(Honest):
    """Ends with a traceback and exit code 1 at the first `look`."""

    def look(self, request: Json) -> Json:
        raise ZeroDivisionError("the whole rule book")


class EarlyExit(Honest):
    """Exits with code 0 at the first `look`."""

    def look(self, request: Json) -> Json:
        sys.exit(0)


class Closes(Honest):
    """Closes its standard output at the first `look`, but keeps running."""

    def look(self, request: Json) -> Json:
        os.close(1)
        time.sleep(LONG)
        return super().look(request)


class NoCommand(Honest):
    """Exits before `hello`."""

    def main(self) -> None:
        sys.stderr.write("error while loading: no such library\n")
        sys.exit(127)


class Noise(Honest):
    """Prints a remark on standard output before it answers a `look`."""

    def look(self, request: Json) -> Json:
        sys.stdout.write("debug: looking\n")
        return super().look(request)


class TwoLines(Honest):
    """Answers each question twice."""

    def say(self, message: Json) -> None:
        line = json.dumps(message) + "\n"
        sys.stdout.write(2 * line)
        sys.stdout.flush()


class Oversize(Honest):
    """Answers a `look` with a line of 2 MiB."""

    def look(self, request: Json) -> Json:
        reply = super().look(request)
        reply["ok"]["padding"] = "x" * (2 << 20)
        return reply


class Endless(Honest):
    """Answers a `look` with a line that does not end."""

    def look(self, request: Json) -> Json:
        while True:
            sys.stdout.write("x" * 4096)


class WrongId(Honest):
    """Answers every `look` with another id."""

    def answer(self, request: Json) -> Json:
        own = {"id": "1"} if request["op"] == "look" else {}
        return super().answer(request) | own


class Late(Honest):
    """Answers each `look` with the answer to the question before, id and all."""

    before: Json | None = None

    def answer(self, request: Json) -> Json:
        now = super().answer(request)
        before, self.before = self.before, now
        return before or now if request["op"] == "look" else now


class Stale(Honest):
    """Answers each `look` with the answer to the one before, under the right id."""

    before: Json | None = None

    def look(self, request: Json) -> Json:
        now = super().look(request)
        before, self.before = self.before, now
        return before or now


class BadShape(Honest):
    """Writes the player as a text."""

    def look(self, request: Json) -> Json:
        reply = super().look(request)
        if "player" in reply.get("ok", {}):
            reply["ok"]["player"] = str(reply["ok"]["player"])
        return reply


class Nested(Honest):
    """Nests an answer too deeply for any parser."""

    def say(self, message: Json) -> None:
        if "ok" in message and "position" in message["ok"]:
            deep = "[" * 100_000 + "]" * 100_000
            sys.stdout.write(f'{{"id":"{message["id"]}","ok":{{"position":{deep}}}}}\n')
            sys.stdout.flush()
        else:
            super().say(message)


class Duplicates(Honest):
    """Lists its first option twice."""

    def look(self, request: Json) -> Json:
        reply = super().look(request)
        options = reply.get("ok", {}).get("options")
        if options:
            options.append(options[0])
        return reply


class Ambiguous(Honest):
    """Gives the key `player` of a `look` twice, with different values."""

    def say(self, message: Json) -> None:
        line = json.dumps(message)
        sys.stdout.write(line.replace('"player": ', '"player": 9, "player": ') + "\n")
        sys.stdout.flush()


class Chatter(Honest):
    """Writes a lot to standard error, which is allowed."""

    def answer(self, request: Json) -> Json:
        sys.stderr.write("thinking about it\n" * 20_000)
        return super().answer(request)


class Flood(Honest):
    """Writes $THESMOS_FLOOD MiB to standard error before it answers a `look`, which is allowed.

    It rests for $THESMOS_REST seconds after each of them.
    """

    def look(self, request: Json) -> Json:
        for _ in range(int(os.environ["THESMOS_FLOOD"])):
            os.write(2, bytes(1 << 20))
            time.sleep(float(os.environ.get("THESMOS_REST", "0")))
        return super().look(request)


class Errors(Honest):
    """Answers every `look` with an error."""

    def look(self, request: Json) -> Json:
        return {"error": "TypeError: undefined is not a function"}


# ------------------------------------------------------------------------------- wrong answers


class Guesses(Honest):
    """Plays powers that it does not claim, as if they were absent."""

    def foreign(self, powers: list[str | None]) -> Iterator[str]:
        return iter(())


class Claims(Honest):
    """Claims powers, and plays without them."""

    powers = ("athena", "atlas", "pan")

    def answer(self, request: Json) -> Json:
        made = super().answer(request)
        if "position" in made.get("ok", {}):
            held = [[power] if power else [] for power in request["setup"]["powers"]]
            made["ok"]["held"] = held
        return made


class Backs(Honest):
    """Claims powers, and answers `unsupported` when asked about them."""

    powers = ("athena", "atlas", "pan")

    def foreign(self, powers: list[str | None]) -> Iterator[str]:
        return (power for power in powers if power is not None)


class Refusing(Honest):
    """Refuses what is not on offer, but keeps its effect."""

    done: BaseGame | None = None

    def game(self, request: Json) -> BaseGame:
        done, self.done = self.done, None
        return done or super().game(request)

    def take(self, game: BaseGame, text: str) -> None:
        try:
            super().take(game, text)
        except RefusedChoice:
            game.begin(3 - game.player())
            self.done = game
            raise


class Forgets(Honest):
    """Ignores choices: it answers about the beginning."""

    def take(self, game: BaseGame, text: str) -> None:
        if text not in (*game.options(), "concede"):
            raise RefusedChoice(text)


class Permissive(Honest):
    """Refuses nothing; a choice that is not on offer has no effect."""

    def take(self, game: BaseGame, text: str) -> None:
        try:
            super().take(game, text)
        except RefusedChoice:
            return


class Climbs(Honest):
    """Has one rule wrong: a worker may climb two levels."""

    class Steep(BaseGame):
        def may_move(self, origin: str, to: str) -> bool:
            return self.free(to) and self.levels[to] - self.levels[origin] < TOP

    def game(self, request: Json) -> BaseGame:
        game = self.Steep()
        if "position" in request:
            game.load(request["position"])
        return game


# ------------------------------------------------------------------------------- ending


class NoBye(Honest):
    """Exits at `bye` without an answer."""

    def say(self, message: Json) -> None:
        if message.get("ok") != {}:
            super().say(message)


class Stays(Honest):
    """Answers `bye`, but does not exit."""

    def main(self) -> None:
        super().main()
        time.sleep(LONG)


class Stubborn(Stays):
    """Like Stays, and ignores SIGTERM, too."""

    def main(self) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super().main()


class BadExit(Honest):
    """Exits with code 3 after `bye`."""

    def main(self) -> None:
        super().main()
        sys.exit(3)


SLEEPER = f"""
import os, sys, time
with open(sys.argv[1] + ".new", "w") as file:
    file.write(str(os.getpid()))
os.rename(sys.argv[1] + ".new", sys.argv[1])
time.sleep({LONG})
"""


class Grandchild(Honest):
    """Leaves a process behind, which writes its id into the file $THESMOS_MARK."""

    apart = False  # whether in its own session

    def main(self) -> None:
        mark = os.environ["THESMOS_MARK"]
        self.leave([sys.executable, "-I", "-S", "-c", SLEEPER, mark])
        while not os.path.exists(mark):  # noqa: PTH110 - no more modules than needed
            time.sleep(0.01)
        super().main()

    def leave(self, command: list[str]) -> None:
        """Start the process that stays behind."""
        subprocess.Popen(  # noqa: S603 - our own words
            command,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=self.apart,
        )  # fmt: skip


class Runaway(Grandchild):
    """Like Grandchild, but the process has its own session."""

    apart = True


class Daemon(Grandchild):
    """Like Grandchild, but the process has another session, no parent and no environment."""

    def leave(self, command: list[str]) -> None:
        """Start the process that stays behind, as daemons are started."""
        child = os.fork()
        if child:
            os.waitpid(child, 0)
            return
        os.setsid()
        if not os.fork():
            nothing = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(nothing, stream)
            os.execve(command[0], command, {})  # noqa: S606 - our own words
        os._exit(0)


class DaemonCrash(Daemon):
    """Like Daemon, and exits in the middle of the conversation."""

    def look(self, request: Json) -> Json:
        sys.exit(0)


class Hungry(Honest):
    """Takes all the memory it can get at the first `look`."""

    def look(self, request: Json) -> Json:
        kept: list[bytearray] = []
        while len(kept) < 1000:  # noqa: PLR2004 - about 8 GiB, if nothing stops it
            kept.append(bytearray(8 << 20))
        return super().look(request)


ADAPTERS: dict[str, type[Honest]] = {
    "honest": Honest,
    "slow-start": SlowStart, "no-library": NoCommand,
    "hang": Hang, "hang-once": HangOnce, "deaf": Deaf,
    "crash": Crash, "raises": Raises, "early-exit": EarlyExit, "closes": Closes,
    "noise": Noise, "two-lines": TwoLines, "oversize": Oversize, "endless": Endless,
    "wrong-id": WrongId, "late": Late, "shape": BadShape, "nested": Nested,
    "duplicates": Duplicates, "ambiguous": Ambiguous, "errors": Errors,
    "chatter": Chatter, "flood": Flood,
    "stale": Stale, "guesses": Guesses, "claims": Claims, "backs-out": Backs,
    "refused-yet-done": Refusing, "forgets": Forgets, "permissive": Permissive, "climbs": Climbs,
    "no-bye": NoBye, "stays": Stays, "stubborn": Stubborn, "bad-exit": BadExit,
    "grandchild": Grandchild,
    "runaway": Runaway, "daemon": Daemon, "daemon-crash": DaemonCrash,
    "hungry": Hungry,
    "holes": Holes, "silent-holes": SilentHoles,
    "by-positions": ByPositions, "by-hashes": ByHashes, "spoiled-positions": SpoiledPositions,
    "by-turns": ByTurns, "spoiled-by-turns": SpoiledByTurns,
}  # fmt: skip

if __name__ == "__main__":
    ADAPTERS[sys.argv[1]]().main()
