"""The first conversation with an adapter, step by step: what works, and what to mend next.

Not a verdict on anybody's rules, which `run` gives, but on the conversation: each step asks for one
thing that the protocol wants, and shows what was said.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from thesmos.record.replay import ordered
from thesmos_conform.adapters.client import Client, Direction
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.adapters.whole_turns import unfolded
from thesmos_conform.doctor.fixture import Fixture, find_fixture, held
from thesmos_conform.doctor.result import (
    LEFT_OUT,
    STEPS,
    WELL,
    WRONG,
    DoctorReport,
    StepResult,
    TranscriptLine,
)
from thesmos_conform.protocol import errors, wire
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import (
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
from thesmos_conform.reference.oracle import keys_of
from thesmos_conform.reference.reference import Reference
from thesmos_conform.report.sentences import count, kind, sentence
from thesmos_conform.runner.compare import ComparisonScope, differences

MOST = 4000  # characters of a line that are kept
STRANGE_OP = "thesmos-doctor"


Told = Callable[[StepResult], object]


class StepFailed(Exception):  # noqa: N818 - a finding
    """Ends a step that did not go well. example: a right answer other than the reference's."""

    def __init__(self, words: str, mend: str, example: Json | None = None) -> None:
        super().__init__(words, mend, example)
        self.words, self.mend, self.example = words, mend, example or {}


def visit(
    adapter: AdapterConfig,
    reference: Reference,
    game: str | None = None,
    told: Told = lambda _: None,
) -> DoctorReport:
    """Talks with an adapter.

    game: the one to speak about, else the first that the adapter claims. told: called with each
    step as soon as it is over.
    """
    doctor = _Conversation(adapter, reference, game, told)
    try:
        return doctor.visit()
    finally:
        doctor.client.kill()


class _Conversation:
    def __init__(
        self, adapter: AdapterConfig, reference: Reference, game: str | None, told: Told
    ) -> None:
        self.reference = reference
        self.wanted = game
        self.editions = {slug: claim.editions[0] for slug, claim in reference.hello().games.items()}
        self.client = Client(adapter, self.editions, self._listen)
        self.told = told
        self.steps: list[StepResult] = []
        self.said: list[TranscriptLine] = []
        self.replies: list[Reply] = []
        self.hello: Hello | None = None
        self.claim = Claim()
        self.ground: Fixture | None = None
        self.first: Reply | None = None
        self.right: Json = {}  # the answer to the question that was put last, where we know it
        self.over = False  # whether going on makes no sense

    def visit(self) -> DoctorReport:
        """All steps, in their order."""
        for name in STEPS:
            if name != "bye":
                self._step(name)
        self._bye()
        return DoctorReport(self.hello, tuple(self.steps), self._summary())

    # ------------------------------------------------------------------ one step

    def _listen(self, direction: Direction, line: bytes) -> None:
        text = line[:MOST].decode(errors="replace").rstrip("\n")
        self.said.append(TranscriptLine(direction, text))

    def _step(self, name: str) -> None:
        self.said, self.right = [], {}
        if self.over:
            self._note(StepResult(name, LEFT_OUT, "something before it has to be mended first"))
            return
        try:
            words = getattr(self, f"_{name.replace(' ', '_')}")()
            verdict = StepResult(
                name, WELL if words is not None else LEFT_OUT, words or "nothing to ask"
            )
        except StepFailed as found:
            example = self._example(found.example or self.right)
            verdict = StepResult(name, WRONG, found.words, found.mend, example)
        except ProtocolError as error:
            self._shown(error)
            self.over = error.kind.ends
            example = self._example(self.right) if error.kind.status == "protocol" else ""
            verdict = StepResult(
                name, WRONG, str(error), error.kind.hint, example, stderr=error.stderr
            )
        self._note(verdict)

    def _shown(self, error: ProtocolError) -> None:
        """A line that was no answer is shown, even where it came unasked."""
        if error.line and not any(one.direction == "from" for one in self.said):
            self._listen("from", error.line.encode(errors="replace"))

    def _note(self, step: StepResult) -> None:
        stderr = step.stderr or (self.client.stderr if step.verdict == WRONG else "")
        whole = replace(step, mend=self._mend(step), said=tuple(self.said), stderr=stderr)
        self.steps.append(whole)
        self.told(whole)

    def _mend(self, step: StepResult) -> str:
        """What to mend; of what was wrong in the same words before, where that was."""
        wrong = (step.verdict, step.words)
        first = next((one.name for one in self.steps if wrong == (one.verdict, one.words)), None)
        known = first is not None and step.verdict == WRONG
        return f"as in `{first}`: mend that first" if known else step.mend

    def _example(self, answer: Json) -> str:
        """A right answer to the question of this step, as a line; nothing if we know none."""
        if not answer:
            return ""
        asked = [json.loads(one.line) for one in self.said if _is_whole(one)]
        names = [one["id"] for one in asked if one["op"] != "hello"] or [one["id"] for one in asked]
        name = names[0] if names else "…"
        return wire.encode({"id": name} | answer).decode().rstrip("\n")

    # ------------------------------------------------------------------ the steps

    def _hello(self) -> str:
        example = wire.hello_json(Hello("mine", games={slug: Claim() for slug in self.editions}))
        try:
            self.hello = self.client.hello()
        except ProtocolError as error:
            self._shown(error)
            self.over = True
            raise StepFailed(str(error), error.kind.hint, {"ok": example}) from None
        game = self._game(self.hello, example)
        self.claim = self.hello.games[game]
        edition = self.editions[game]
        if self.claim.editions and edition not in self.claim.editions:
            raise StepFailed(
                f"it plays {', '.join(self.claim.editions)} of {game}; asked was for {edition}",
                f"name `{edition}` among its `editions`, if it plays by it",
            )
        try:
            self.ground = find_fixture(self.reference, game, self.claim)
        except LookupError as error:
            self.over = True
            raise StepFailed(str(error), "claim what there is in this game") from None
        who = " ".join(filter(None, [self.hello.name, self.hello.version]))
        return f"{who} plays {game}, levels {', '.join(self.claim.levels)}"

    def _game(self, hello: Hello, example: Json) -> str:
        """The game to speak about. Raises Wrong if it claims none of ours."""
        games = [self.wanted] if self.wanted is not None else list(self.editions)
        for game in games:
            if game in hello.games:
                return game
        self.over = True
        claimed = ", ".join(hello.games) or "none"
        raise StepFailed(
            f"the games that it claims: {claimed}; asked was for {', '.join(games)}",
            "name the game in the `games` of the answer to `hello`",
            {"ok": example},
        )

    def _look(self) -> str:
        place = self._there.place
        self.first = self._compared(place)
        return f"{count(self.first)} on offer, as the reference says"

    def _choice(self) -> str:
        whole = self.claim.granularity == "turn"
        choices = self._there.turn if whole else self._there.turn[:1]
        reply = self._compared(self._there.place.after(*choices))
        return f"after {' '.join(choices)}, {count(reply)} on offer"

    def _refusal(self) -> str | None:
        illegal = self._there.illegal
        if illegal is None:
            return None
        reply = self._ask(self._there.place.after(illegal))
        if reply != Refused(0):
            raise StepFailed(
                f"{illegal} is not on offer, and the answer to it is {kind(reply)}",
                "look each choice up among the options before taking it; if it is not there, "
                "answer `refused`",
                wire.reply_json(Refused(0)),
            )
        return f"{illegal} is refused"

    def _again(self) -> str | None:
        if not isinstance(self.first, Answer):
            return None
        reply = self._ask(self._there.place)
        before, now = (ordered(wire.reply_json(one)) for one in (self.first, reply))
        if before != now:
            raise StepFailed(
                "the first question has another answer now",
                "each request is complete: load its position anew, and keep nothing of the last",
            )
        return "nothing is remembered from question to question"

    def _every(self) -> str | None:
        if self.claim.granularity == "turn":  # it has no answers in the middle of a turn
            return None
        place = self._there.place.after(*self._there.turn)
        expected = self.reference.path(place)
        self.right = {"ok": {"path": [self._told(reply).get("ok") for reply in expected]}}
        got = self.client.path(place)
        self.replies += got
        if not isinstance(got[-1], Answer):
            raise _unanswered(got[-1])
        for number, (right, reply) in enumerate(zip(expected, got, strict=True), 1):
            if words := self._differs(place, right, reply):
                raise StepFailed(
                    f"answer {number} of the way: {words}",
                    "tell in `path` what a `look` would tell at the beginning and after each "
                    "choice",
                )
        return f"{len(got)} answers in one"

    def _other_op(self) -> str:
        message = self.client.ask(STRANGE_OP, {})
        if "error" not in message:
            raise StepFailed(
                f"the op `{STRANGE_OP}` is answered as if there were one",
                "answer `error` where the `op` is not known",
                {"error": f"there is no op {STRANGE_OP}"},
            )
        return "it is answered with `error`"

    def _claimed(self) -> str | None:
        power = self._there.claimed
        if power is None:
            return None
        reply = self._compared(held(self._there.place, power))
        return f"with {power}, {count(reply)} on offer"

    def _not_claimed(self) -> str | None:
        power = self._there.foreign
        if power is None:
            return None
        reply = self._ask(held(self._there.place, power))
        if not isinstance(reply, Unsupported):
            raise StepFailed(
                f"{power} is not among the powers that it claims, and the answer is {kind(reply)}",
                "answer `unsupported` to what is not claimed; never guess",
                wire.reply_json(Unsupported(f"power {power}")),
            )
        return f"{power} is unsupported"

    def _bye(self) -> None:
        self.said, self.right = [], {}
        if self.hello is None:
            self._note(StepResult("bye", LEFT_OUT, "there is nobody to say it to"))
            return
        try:
            self.client.hello()  # a process that was ended is started anew, to say good-bye to
        except ProtocolError as error:
            self._note(StepResult("bye", WRONG, str(error), error.kind.hint, stderr=error.stderr))
            return
        self.client.close()
        if not self.client.remarks:
            self._note(StepResult("bye", WELL, "it has gone, with exit code 0"))
            return
        words = "; ".join(str(error) for error in self.client.remarks)
        first = self.client.remarks[0]
        example = self._example({"ok": {}}) if first.kind == errors.NO_BYE else ""
        self._note(StepResult("bye", WRONG, words, first.kind.hint, example, stderr=first.stderr))

    # ------------------------------------------------------------------ asking and comparing

    @property
    def _there(self) -> Fixture:
        assert self.ground is not None  # `hello` has found it, or ended the conversation
        return self.ground

    def _ask(self, place: Place) -> Reply:
        self.right = self._told(self.reference.look(place))
        reply = self.client.look(place)
        self.replies.append(reply)
        return reply

    def _compared(self, place: Place) -> Answer:
        """The answer at a place. Raises Wrong if it is not the reference's."""
        reply = self._ask(place)
        if not isinstance(reply, Answer):
            raise _unanswered(reply)
        if words := self._differs(place, self.reference.look(place), reply):
            raise StepFailed(words, "look at the right answer, and at the rule that it comes from")
        return reply

    def _differs(self, place: Place, right: Reply, got: Reply) -> str:
        """What an answer has different, the most telling first; empty if nothing."""
        assert isinstance(right, Answer)  # what is asked is on offer
        told = unfolded(got, ()) if isinstance(got, Answer) and got.turns is not None else got
        terms = ComparisonScope(self.claim.levels, keys_of(self.reference.oracle.path(place).last))
        found = differences(right, told, terms)
        return sentence(found[0]) if found else ""

    def _told(self, reply: Reply) -> Json:
        """The reference's answer, as much of it as was claimed; nothing if we can't tell."""
        if self.claim.granularity == "turn" or not isinstance(reply, Answer):
            return {}
        told = wire.answer_json(reply)
        levels = {"apply": ("position", "held"), "events": ("events",)}
        for level, keys in levels.items():
            if level not in self.claim.levels:
                told = {key: value for key, value in told.items() if key not in keys}
        return {"ok": told}

    # ------------------------------------------------------------------ all in all

    def _summary(self) -> str:
        wrong = [step for step in self.steps if step.verdict == WRONG]
        if not wrong:
            return "All is well. Next: what do the rules say? `thesmos conform -i` tells."
        if self.replies and all(isinstance(reply, ErrorReply) for reply in self.replies):
            return (
                "Every question about the game is answered with `error`: that is the adapter, not "
                "the rules. Begin with the first one."
            )
        if self.replies and all(isinstance(reply, Unsupported) for reply in self.replies):
            return "Everything is unsupported, even what it claims. Begin with `look`."
        return f"Mend `{wrong[0].name}` first."


def _unanswered(reply: Reply) -> StepFailed:
    """There should have been an answer."""
    mend = "load the position, then take the choices one after the other: each is on offer"
    if isinstance(reply, ErrorReply):
        mend = "find out where it broke; what it prints on standard error is shown here"
    elif isinstance(reply, Unsupported):
        mend = "it claims to support this: answer it, or claim less in `hello`"
    return StepFailed(f"the answer is {kind(reply)}", mend)


def _is_whole(said: TranscriptLine) -> bool:
    """Whether a line is a question of ours that was not cut."""
    return said.direction == "to" and len(said.line) < MOST
