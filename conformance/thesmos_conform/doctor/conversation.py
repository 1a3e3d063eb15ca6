"""A first conversation with an adapter, step by step: what works, and what to fix next.

It checks the conversation, not the rules (that is what `runner` is for): each step asks for one
thing that the protocol requires, and shows what was sent and received.
"""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from thesmos.play.differences import alike
from thesmos_conform.adapters.client import Client, Direction
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.adapters.own_time import slowness
from thesmos_conform.adapters.whole_turns import unfolded
from thesmos_conform.doctor.fixture import Fixture, find_fixture, with_power
from thesmos_conform.doctor.result import (
    LEFT_OUT,
    STEPS,
    WELL,
    WRONG,
    DoctorReport,
    StepResult,
    TranscriptLine,
)
from thesmos_conform.judging.comparable import comparable
from thesmos_conform.judging.compare import ComparisonScope, answer_differences
from thesmos_conform.judging.own_steps import OwnSteps, takes_own_steps
from thesmos_conform.judging.turn_ends import end_differences, ends_of
from thesmos_conform.protocol import errors, wire
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import (
    POSITIONS,
    STEP,
    TURN,
    Answer,
    Claim,
    ErrorReply,
    Hello,
    Json,
    Place,
    Refused,
    Reply,
    Unsupported,
)
from thesmos_conform.protocol.peer import Peer
from thesmos_conform.reference.oracle import by_player_of, keys_of
from thesmos_conform.reference.reference import Reference
from thesmos_conform.report.sentences import count, kind, sentence
from thesmos_conform.runner.claim_notes import claim_notes

MOST = 4000  # characters of a line to keep, at most
STRANGE_OP = "thesmos-doctor"


Progress = Callable[[StepResult], object]


class StepLeftOut(Exception):  # noqa: N818 - not an error
    """Ends a step in which the claim leaves nothing to ask. words: why."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        self.words = words


class StepFailed(Exception):  # noqa: N818 - a finding
    """Ends a step with a problem.

    example: a right answer, if not the reference's. stderr: what the adapter wrote there, if it is
    no longer running.
    """

    def __init__(self, words: str, fix: str, example: Json | None = None, stderr: str = "") -> None:
        super().__init__(words, fix, example, stderr)
        self.words, self.fix, self.example, self.stderr = words, fix, example or {}, stderr


def examine(
    adapter: AdapterConfig,
    reference: Reference,
    game: str | None = None,
    progress: Progress = lambda _: None,
) -> DoctorReport:
    """Hold the conversation with an adapter.

    game: the game to ask about; by default the first that the adapter claims. progress: called
    with each step when it is over.
    """
    conversation = _Conversation(adapter, reference, game, progress)
    try:
        return conversation.hold()
    finally:
        conversation.client.kill()


class _Conversation:
    def __init__(
        self, adapter: AdapterConfig, reference: Reference, game: str | None, progress: Progress
    ) -> None:
        self.reference = reference
        self.wanted = game
        self.editions = {slug: claim.editions[0] for slug, claim in reference.hello().games.items()}
        self.client = Client(adapter, self.editions, self._listen)
        self.progress = progress
        self.steps: list[StepResult] = []
        self.transcript: list[TranscriptLine] = []
        self.replies: list[Reply] = []
        self.hello: Hello | None = None
        self.claim = Claim()
        self.notes: tuple[str, ...] = ()
        self._fixture: Fixture | None = None
        self.first: Reply | None = None
        self.right: Json = {}  # the right answer to the last question, where it is known
        self.longest = self._asked = 0.0  # seconds for an answer; when the last one was asked for
        self.over = False  # whether the conversation can't go on

    def hold(self) -> DoctorReport:
        """Take all steps in order."""
        for name in STEPS:
            if name != "bye":
                self._step(name)
        self._bye()
        steps = tuple(self.steps)
        return DoctorReport(self.hello, steps, self._summary(), self.notes, self._timing())

    def _timing(self) -> str:
        """Return how long answers take, and what the limit for them is on this machine."""
        limit, slow = self.client.adapter.timeout, slowness()
        machine = (
            f"this machine takes {slow:.1f} times as long as limits are made for: it has "
            f"{limit * slow:.1f} seconds here"
            if slow > 1
            else "this machine is as fast as limits are made for"
        )
        return f"its slowest answer took {self.longest:.2f} of {limit:g} seconds; {machine}"

    # ------------------------------------------------------------------ one step

    def _listen(self, direction: Direction, line: bytes) -> None:
        text = line[:MOST].decode(errors="replace").rstrip("\n")
        self.transcript.append(TranscriptLine(direction, text))
        if direction == "to":
            self._asked = time.monotonic()
        else:
            self.longest = max(self.longest, time.monotonic() - self._asked)

    def _step(self, name: str) -> None:
        self.transcript, self.right = [], {}
        if self.over:
            self._record(StepResult(name, LEFT_OUT, "an earlier problem must be fixed first"))
            return
        try:
            words = getattr(self, f"_{name.replace(' ', '_')}")()
            outcome = WELL if words is not None else LEFT_OUT
            result = StepResult(name, outcome, words or "nothing to ask")
        except StepLeftOut as left_out:
            result = StepResult(name, LEFT_OUT, left_out.words)
        except StepFailed as failed:
            example = self._example(failed.example or self.right)
            result = StepResult(
                name, WRONG, failed.words, failed.fix, example, stderr=failed.stderr
            )
        except ProtocolError as error:
            self._show(error)
            self.over = error.kind.ends
            example = self._example(self.right) if error.kind.status == "protocol" else ""
            result = StepResult(
                name, WRONG, str(error), error.kind.hint, example, stderr=error.stderr
            )
        self._record(result)

    def _show(self, error: ProtocolError) -> None:
        """Show the invalid line, even if it came without a question."""
        if error.line and not any(line.direction == "from" for line in self.transcript):
            self._listen("from", error.line.encode(errors="replace"))

    def _record(self, step: StepResult) -> None:
        stderr = step.stderr or (self.client.stderr if step.verdict == WRONG else "")
        whole = replace(step, fix=self._fix(step), transcript=tuple(self.transcript), stderr=stderr)
        self.steps.append(whole)
        self.progress(whole)

    def _fix(self, step: StepResult) -> str:
        """Return how to fix a step, or a reference to an earlier step with the same problem."""
        wrong = (step.verdict, step.words)
        same = [earlier for earlier in self.steps if wrong == (earlier.verdict, earlier.words)]
        repeated = bool(same) and step.verdict == WRONG
        return f"as in `{same[0].name}`: fix that first" if repeated else step.fix

    def _example(self, answer: Json) -> str:
        """Return a right answer to the question of this step, as a line; empty if none is known."""
        if not answer:
            return ""
        questions = [json.loads(line.line) for line in self.transcript if _is_whole_question(line)]
        ids = [question["id"] for question in questions if question["op"] != "hello"]
        ids = ids or [question["id"] for question in questions]
        id = ids[0] if ids else "…"
        return wire.encode({"id": id} | answer).decode().rstrip("\n")

    # ------------------------------------------------------------------ the steps

    def _hello(self) -> str:
        example = wire.hello_json(Hello("mine", games={slug: Claim() for slug in self.editions}))
        try:
            self.hello = self.client.hello()
        except ProtocolError as error:
            self._show(error)
            self.over = True
            raise StepFailed(str(error), error.kind.hint, {"ok": example}, error.stderr) from None
        game = self._game(self.hello, example)
        self.longest = 0.0  # starting has a limit of its own
        self.claim = self.hello.games[game]
        self.notes = tuple(claim_notes(self.claim, self.reference.games()[game], ()))
        edition = self.editions[game]
        if self.claim.editions and edition not in self.claim.editions:
            self.over = True
            raise StepFailed(
                f"it plays edition {', '.join(self.claim.editions)} of {game}, not {edition}",
                f"add `{edition}` to its `editions` if it follows that edition; or ask about its "
                f"own, with --game {game}@{self.claim.editions[0]}",
            )
        try:
            self._fixture = find_fixture(self.reference, game, self.claim)
        except LookupError as error:
            self.over = True
            raise StepFailed(str(error), "claim only what this game has") from None
        who = " ".join(filter(None, [self.hello.name, self.hello.version]))
        return f"{who} plays {game}, levels {', '.join(self.claim.levels)}"

    def _game(self, hello: Hello, example: Json) -> str:
        """Return the game to ask about. Raises StepFailed if the adapter does not claim it."""
        games = [self.wanted] if self.wanted is not None else list(self.editions)
        for game in games:
            if game in hello.games:
                return game
        self.over = True
        claimed = ", ".join(hello.games) or "none"
        raise StepFailed(
            f"it claims {claimed}, but the question is about {', '.join(games)}",
            "list the game under `games` in the answer to `hello`",
            {"ok": example},
        )

    def _look(self) -> str:
        place = self.fixture.place
        self.first = self._compared(place)
        return f"{count(self.first)} on offer, the same as in the reference"

    def _needs(self, *able: str) -> None:
        """Raise StepLeftOut if the claim has none of these granularities."""
        granularity = self.claim.granularity
        if granularity not in able:
            raise StepLeftOut(
                f"not asked within a turn, since it claims `granularity: {granularity}`"
            )

    def _choice(self) -> str | None:
        self._needs(STEP, TURN)
        whole = self.claim.granularity == TURN
        choices = self.fixture.turn if whole else self.fixture.turn[:1]
        reply = self._compared(self.fixture.place.after(*choices))
        return f"after {' '.join(choices)}, {count(reply)} on offer"

    def _refusal(self) -> str | None:
        self._needs(STEP, TURN)
        illegal = self.fixture.illegal
        if not illegal:
            return None
        *allowed, refused = illegal
        after = f" after {' '.join(allowed)}" if allowed else ""
        right = Refused(len(allowed))
        reply = self._ask(self.fixture.place.after(*illegal))
        if reply != right:
            raise StepFailed(
                f"{refused} is not on offer{after}, but the answer is {kind(reply)}",
                "look up each choice among the options before taking it; if it is not there, "
                "answer `refused`",
                wire.reply_json(right),
            )
        return f"{refused} is refused{after}"

    def _again(self) -> str | None:
        if not isinstance(self.first, Answer):
            return None
        reply = self._ask(self.fixture.place)
        before, now = (_sorted(wire.reply_json(answer)) for answer in (self.first, reply))
        if not alike(before, now):
            raise StepFailed(
                "the first question now gets a different answer",
                "each request is complete: load its position, keep nothing from earlier requests",
            )
        return "it keeps nothing from question to question"

    def _every(self) -> str | None:
        self._needs(STEP)
        place = self.fixture.place.after(*self.fixture.turn)
        expected = self.reference.path(place)
        self.right = {"ok": {"path": [self._claimed_part(reply).get("ok") for reply in expected]}}
        got = self._peer.path(place)
        self.replies += got
        if not isinstance(got[-1], Answer):
            raise _unanswered(got[-1])
        for number, (right, reply) in enumerate(zip(expected, got, strict=True), 1):
            if words := self._differs(place, right, reply):
                raise StepFailed(
                    f"answer {number} in `path`: {words}",
                    "put into `path` the answers at the beginning and after each choice",
                )
        return f"{len(got)} answers in one reply"

    def _other_op(self) -> str:
        message = self.client.ask(STRANGE_OP, {})
        if "error" not in message:
            raise StepFailed(
                f"the unknown op `{STRANGE_OP}` is not answered with `error`",
                "answer `error` if the `op` is unknown",
                {"error": f"unknown op {STRANGE_OP}"},
            )
        return "it is answered with `error`"

    def _claimed(self) -> str | None:
        power = self.fixture.claimed
        if power is None:
            return None
        reply = self._compared(with_power(self.fixture.place, power))
        return f"with {power}, {count(reply)} on offer"

    def _not_claimed(self) -> str | None:
        power = self.fixture.foreign
        if power is None:
            return None
        reply = self._ask(with_power(self.fixture.place, power))
        if not isinstance(reply, Unsupported):
            raise StepFailed(
                f"{power} is not among the claimed powers, but the answer is {kind(reply)}",
                "answer `unsupported` to everything that is not claimed; never guess",
                wire.reply_json(Unsupported(f"power {power}")),
            )
        return f"{power} is unsupported"

    def _bye(self) -> None:
        self.transcript, self.right = [], {}
        if self.hello is None:
            self._record(StepResult("bye", LEFT_OUT, "no adapter is running"))
            return
        try:
            self.client.hello()  # restarts a process that was ended, to say `bye` to it
        except ProtocolError as error:
            self._record(StepResult("bye", WRONG, str(error), error.kind.hint, stderr=error.stderr))
            return
        self.client.close()
        if not self.client.remarks:
            self._record(StepResult("bye", WELL, "it exited with code 0"))
            return
        words = "; ".join(str(error) for error in self.client.remarks)
        first = self.client.remarks[0]
        example = self._example({"ok": {}}) if first.kind == errors.NO_BYE else ""
        self._record(StepResult("bye", WRONG, words, first.kind.hint, example, stderr=first.stderr))

    # ------------------------------------------------------------------ asking and comparing

    @property
    def fixture(self) -> Fixture:
        """What to ask about: known after `hello`, or the conversation is over."""
        assert self._fixture is not None
        return self._fixture

    @property
    def _peer(self) -> Peer:
        """The adapter; if it claims to take steps in its own way, brought to the reference's."""
        own = self.claim.granularity == STEP and takes_own_steps(self.claim)
        return OwnSteps(self.client, self.claim, self.reference.oracle) if own else self.client

    def _ask(self, place: Place) -> Reply:
        self.right = self._claimed_part(self.reference.look(place))
        reply = self._peer.look(place)
        self.replies.append(reply)
        return reply

    def _compared(self, place: Place) -> Answer:
        """Return the answer at a place. Raises StepFailed if it differs from the reference."""
        reply = self._ask(place)
        if not isinstance(reply, Answer):
            raise _unanswered(reply)
        if words := self._differs(place, self.reference.look(place), reply):
            raise StepFailed(words, "look at the right answer, and at the rule behind it")
        return reply

    def _differs(self, place: Place, right: Reply, got: Reply) -> str:
        """Return the most important difference in an answer; empty if there is none."""
        if self.claim.granularity == POSITIONS:
            ends = end_differences(ends_of(self.reference.oracle, place, self.claim), got)
            return sentence(ends[0]) if ends else ""
        assert isinstance(right, Answer)  # what is asked is on offer
        answer = unfolded(got, ()) if isinstance(got, Answer) and got.turns is not None else got
        last = self.reference.oracle.path(place).last
        levels = comparable(self.claim).levels
        scope = ComparisonScope(levels, keys_of(last), by_player_of(last))
        differing = answer_differences(right, answer, scope)
        return sentence(differing[0]) if differing else ""

    def _claimed_part(self, reply: Reply) -> Json:
        """Return the reference's answer in the claimed levels; empty if it can't be shown."""
        if self.claim.granularity != STEP or not isinstance(reply, Answer):
            return {}
        data = wire.answer_json(reply)
        levels = {"apply": ("position", "held"), "events": ("events",)}
        for level, keys in levels.items():
            if level not in self.claim.levels:
                data = {key: value for key, value in data.items() if key not in keys}
        return {"ok": data}

    # ------------------------------------------------------------------ summary

    def _summary(self) -> str:
        wrong = [step for step in self.steps if step.verdict == WRONG]
        if not wrong and self.notes:
            return "All is well but for the notes. Next, check the rules with `thesmos conform -i`."
        if not wrong:
            return "All is well. Next, check the rules with `thesmos conform -i`."
        if self.replies and all(isinstance(reply, ErrorReply) for reply in self.replies):
            return (
                "Every question about the game is answered with `error`: the problem is the "
                "adapter, not the rules. Begin with the first one."
            )
        if self.replies and all(isinstance(reply, Unsupported) for reply in self.replies):
            return "Everything is unsupported, even what the adapter claims. Begin with `look`."
        return f"Fix `{wrong[0].name}` first."


def _sorted(value: Any) -> Any:
    """Return a value with every list sorted: a program may give the same in another order."""
    if isinstance(value, dict):
        return {key: _sorted(part) for key, part in value.items()}
    if isinstance(value, list):
        return sorted(map(_sorted, value), key=functools.partial(json.dumps, sort_keys=True))
    return value


def _unanswered(reply: Reply) -> StepFailed:
    """Return a failure for a reply that should have been an answer."""
    fix = "load the position, then take the choices one after the other: each is on offer"
    if isinstance(reply, ErrorReply):
        fix = "find out what failed; what it writes to standard error is shown here"
    elif isinstance(reply, Unsupported):
        fix = "it claims to support this: answer it, or claim less in `hello`"
    return StepFailed(f"the answer is {kind(reply)}", fix)


def _is_whole_question(line: TranscriptLine) -> bool:
    """Return whether a line is a question that was not shortened."""
    return line.direction == "to" and len(line.line) < MOST
