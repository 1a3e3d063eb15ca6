"""Adapters that are bad, each in one way: `python -m thesmos_conform.testing.adapters.faulty NAME`.

Each is the honest one with a part replaced. README.md tells what each does and how it is named.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

from thesmos_conform.testing.adapters.honest import TOP, BaseGame, Honest, Json, RefusedChoice

LONG = 600  # seconds: longer than any test waits


class SlowStart(Honest):
    """Takes long before it reads the first line."""

    def main(self) -> None:
        """Sleeps first."""
        time.sleep(LONG)


class Hang(Honest):
    """Never answers a `look`."""

    def look(self, request: Json) -> Json:
        """Sleeps."""
        time.sleep(LONG)
        return super().look(request)


class HangOnce(Honest):
    """Never answers its first `look`, if a file that it is told of is not there; makes it."""

    def look(self, request: Json) -> Json:
        """Sleeps the first time."""
        mark = os.environ["THESMOS_MARK"]
        if not os.path.exists(mark):  # noqa: PTH110 - no more modules than needed
            os.close(os.open(mark, os.O_CREAT))
            time.sleep(LONG)
        return super().look(request)


class Deaf(Honest):
    """Answers `hello` and reads no more."""

    def reply(self, request: Json) -> Json:
        """Says hello, and then sleeps."""
        if request["op"] == "hello":
            self.say({"id": request["id"]} | super().reply(request))
            time.sleep(LONG)
        return super().reply(request)


class Crash(Honest):
    """Is ended by a signal at the first `look`."""

    def look(self, request: Json) -> Json:
        """As a null pointer would do it."""
        sys.stderr.write("about to read address 0\n")
        sys.stderr.flush()
        os.kill(os.getpid(), signal.SIGSEGV)
        return super().look(request)


class Raises(Honest):
    """Ends with a traceback and exit code 1 at the first `look`."""

    def look(self, request: Json) -> Json:
        """A defect."""
        raise ZeroDivisionError("the whole rule book")


class EarlyExit(Honest):
    """Exits with code 0 at the first `look`."""

    def look(self, request: Json) -> Json:
        """Leaves."""
        sys.exit(0)


class Closes(Honest):
    """Closes its standard output at the first `look`, and stays."""

    def look(self, request: Json) -> Json:
        """Closes."""
        os.close(1)
        time.sleep(LONG)
        return super().look(request)


class NoCommand(Honest):
    """Does not even come to `hello`."""

    def main(self) -> None:
        """Fails as a program does that lacks a library."""
        sys.stderr.write("error while loading: no such library\n")
        sys.exit(127)


class Noise(Honest):
    """Prints a remark on standard output before it answers a `look`."""

    def look(self, request: Json) -> Json:
        """Prints what belongs to standard error."""
        sys.stdout.write("debug: looking\n")
        return super().look(request)


class TwoLines(Honest):
    """Answers each question twice."""

    def say(self, message: Json) -> None:
        """Both answers in one piece."""
        line = json.dumps(message) + "\n"
        sys.stdout.write(2 * line)
        sys.stdout.flush()


class Oversize(Honest):
    """Answers a `look` with a line of 2 MiB."""

    def look(self, request: Json) -> Json:
        """As many options as fit."""
        reply = super().look(request)
        reply["ok"]["padding"] = "x" * (2 << 20)
        return reply


class Endless(Honest):
    """Answers a `look` with a line that does not end."""

    def look(self, request: Json) -> Json:
        """Writes until nobody reads."""
        while True:
            sys.stdout.write("x" * 4096)


class WrongId(Honest):
    """Gives every `look` an id of its own."""

    def answer(self, request: Json) -> Json:
        """Another id."""
        own = {"id": "1"} if request["op"] == "look" else {}
        return super().answer(request) | own


class Late(Honest):
    """Answers each `look` with the answer to the question before, id and all."""

    before: Json | None = None

    def answer(self, request: Json) -> Json:
        """One behind."""
        now = super().answer(request)
        before, self.before = self.before, now
        return before or now if request["op"] == "look" else now


class Stale(Honest):
    """Answers each `look` with what the one before asked for, under the right id."""

    before: Json | None = None

    def look(self, request: Json) -> Json:
        """One behind."""
        now = super().look(request)
        before, self.before = self.before, now
        return before or now


class BadShape(Honest):
    """Writes the player as a text."""

    def look(self, request: Json) -> Json:
        """As so many do."""
        reply = super().look(request)
        if "player" in reply.get("ok", {}):
            reply["ok"]["player"] = str(reply["ok"]["player"])
        return reply


class Nested(Honest):
    """Nests an answer deeper than any parser likes."""

    def say(self, message: Json) -> None:
        """By hand: json itself would not."""
        if "ok" in message and "position" in message["ok"]:
            deep = "[" * 100_000 + "]" * 100_000
            sys.stdout.write(f'{{"id":"{message["id"]}","ok":{{"position":{deep}}}}}\n')
            sys.stdout.flush()
        else:
            super().say(message)


class Duplicates(Honest):
    """Lists its first option twice."""

    def look(self, request: Json) -> Json:
        """Two ways lead there."""
        reply = super().look(request)
        options = reply.get("ok", {}).get("options")
        if options:
            options.append(options[0])
        return reply


class Chatter(Honest):
    """Says much on standard error; which is no fault."""

    def answer(self, request: Json) -> Json:
        """More than a pipe holds."""
        sys.stderr.write("thinking about it\n" * 20_000)
        return super().answer(request)


class Errors(Honest):
    """Answers every `look` with an error."""

    def look(self, request: Json) -> Json:
        """A broken harness looks like this."""
        return {"error": "TypeError: undefined is not a function"}


# ------------------------------------------------------------------------------- wrong answers


class Guesses(Honest):
    """Plays powers that it never declared, as if they were not there."""

    def foreign(self, powers: list[str | None]) -> Iterator[str]:
        """None is foreign."""
        return iter(())


class Claims(Honest):
    """Declares a power, and plays without it."""

    powers = ("athena", "atlas", "pan")

    def answer(self, request: Json) -> Json:
        """Says who holds what, as if it mattered."""
        made = super().answer(request)
        if "position" in made.get("ok", {}):
            held = [[power] if power else [] for power in request["setup"]["powers"]]
            made["ok"]["held"] = held
        return made


class Backs(Honest):
    """Declares a power, and answers `unsupported` when it is asked about it."""

    powers = ("athena", "atlas", "pan")

    def foreign(self, powers: list[str | None]) -> Iterator[str]:
        """All of them."""
        return (power for power in powers if power is not None)


class Refusing(Honest):
    """Refuses what is not on offer, and yet remembers that it was done."""

    done: BaseGame | None = None

    def table(self, request: Json) -> BaseGame:
        """The table that a refused choice has changed, the next time."""
        done, self.done = self.done, None
        return done or super().table(request)

    def take(self, table: BaseGame, text: str) -> None:
        """A refused choice has its effect all the same."""
        try:
            super().take(table, text)
        except RefusedChoice:
            table.begin(3 - table.player())
            self.done = table
            raise


class Forgets(Honest):
    """Takes no choice: it answers about the beginning."""

    def take(self, table: BaseGame, text: str) -> None:
        """Tests, and forgets."""
        if text not in (*table.options(), "concede"):
            raise RefusedChoice(text)


class Permissive(Honest):
    """Refuses nothing: what is not on offer changes nothing."""

    def take(self, table: BaseGame, text: str) -> None:
        """Goes on."""
        try:
            super().take(table, text)
        except RefusedChoice:
            return


class Climbs(Honest):
    """An honest mistake: a worker may go up two levels."""

    class Steep(BaseGame):
        """The table with that mistake."""

        def may_move(self, origin: str, to: str) -> bool:
            """One too many."""
            return self.free(to) and self.levels[to] - self.levels[origin] < TOP

    def table(self, request: Json) -> BaseGame:
        """The beginning."""
        table = self.Steep()
        if "position" in request:
            table.load(request["position"])
        return table


# ------------------------------------------------------------------------------- the end


class NoBye(Honest):
    """Exits at `bye` without an answer."""

    def say(self, message: Json) -> None:
        """Says all but that."""
        if message.get("ok") != {}:
            super().say(message)


class Stays(Honest):
    """Answers `bye`, and does not exit."""

    def main(self) -> None:
        """And on, and on."""
        super().main()
        time.sleep(LONG)


class Stubborn(Stays):
    """As Stays, and does not hear SIGTERM either."""

    def main(self) -> None:
        """Deaf to it from the beginning."""
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        super().main()


class BadExit(Honest):
    """Exits with code 3 after `bye`."""

    def main(self) -> None:
        """A little unwell."""
        super().main()
        sys.exit(3)


class Grandchild(Honest):
    """Leaves a process of its own behind, which writes its number into the file it is told of."""

    apart = False  # whether in a session of its own

    def main(self) -> None:
        """Starts it, and forgets it."""
        sleeper = "import os,sys,time;open(sys.argv[1],'w').write(str(os.getpid()));time.sleep(600)"
        mark = os.environ["THESMOS_MARK"]
        subprocess.Popen(  # noqa: S603 - our own words
            [sys.executable, "-c", sleeper, mark],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=self.apart,
        )  # fmt: skip
        while not os.path.exists(mark) or not os.path.getsize(mark):  # noqa: PTH110, PTH202
            time.sleep(0.01)
        super().main()


class Runaway(Grandchild):
    """The same, but what is left behind has a session of its own."""

    apart = True


class Hungry(Honest):
    """Takes all the memory that it gets at the first `look`."""

    def look(self, request: Json) -> Json:
        """Keeps what it takes."""
        kept: list[bytearray] = []
        while len(kept) < 1000:  # noqa: PLR2004 - about 8 GiB, if nothing stops it
            kept.append(bytearray(8 << 20))
        return super().look(request)


VICES: dict[str, type[Honest]] = {
    "honest": Honest,
    "slow-start": SlowStart, "no-library": NoCommand,
    "hang": Hang, "hang-once": HangOnce, "deaf": Deaf,
    "crash": Crash, "raises": Raises, "early-exit": EarlyExit, "closes": Closes,
    "noise": Noise, "two-lines": TwoLines, "oversize": Oversize, "endless": Endless,
    "wrong-id": WrongId, "late": Late, "shape": BadShape, "nested": Nested,
    "duplicates": Duplicates, "chatter": Chatter, "errors": Errors,
    "stale": Stale, "guesses": Guesses, "claims": Claims, "backs-out": Backs,
    "refused-yet-done": Refusing, "forgets": Forgets, "permissive": Permissive, "climbs": Climbs,
    "no-bye": NoBye, "stays": Stays, "stubborn": Stubborn, "bad-exit": BadExit,
    "grandchild": Grandchild,
    "runaway": Runaway,
    "hungry": Hungry,
}  # fmt: skip

if __name__ == "__main__":
    VICES[sys.argv[1]]().main()
