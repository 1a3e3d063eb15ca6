"""Each kind of error is recognized with a real process, and no process is left behind."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from testing.processes import children, gone
from testing.suite import RECORDS_DIR
from thesmos.record.format import read_records
from thesmos_conform.adapters import client as client_module
from thesmos_conform.adapters import process as process_module
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig, ourselves
from thesmos_conform.judging.result import STATUSES
from thesmos_conform.protocol import errors
from thesmos_conform.protocol.errors import CATALOGUE, ProtocolError, ProtocolErrorKind
from thesmos_conform.protocol.messages import Answer, ErrorReply, Json, Place, Refused, Unsupported
from thesmos_conform.reference.reference import Reference
from thesmos_conform.testing.adapters.faulty import ADAPTERS
from thesmos_conform.testing.adapters.start import adapter

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="there are no process groups"),
]

SETUP: Json = {"players": 2, "teams": [1, 2], "powers": [None, None]}
POSITION: Json = {
    "levels": "0000000000000000000000000",
    "workers": ["B2 1f", "D4 1m", "B4 2f", "D2 2m"],
    "to_move": 1,
}
PLACE = Place("santorini", SETUP, POSITION)
SOON = 0.7  # seconds, of those adapters that never answer


@pytest.fixture
def open_client() -> Iterator[Callable[[AdapterConfig], Client]]:
    """A function that makes clients; they are killed after the test."""
    made: list[Client] = []

    def opened(wanted: AdapterConfig) -> Client:
        made.append(Client(wanted, {"santorini": "2021-09"}))
        return made[-1]

    yield opened
    for client in made:
        client.kill()


Open = Callable[[AdapterConfig], Client]


def fault_of(ask: Callable[[], object]) -> ProtocolError:
    with pytest.raises(ProtocolError) as caught:
        ask()
    return caught.value


# ------------------------------------------------------------------------------- all is well


def test_an_honest_adapter_answers(open_client: Open) -> None:
    client = open_client(adapter("honest"))
    assert "by-hand" == client.hello().name
    got = client.look(PLACE)
    assert isinstance(got, Answer)
    assert "B2-C3" in (got.options or ())
    assert isinstance(client.look(PLACE.after("B2-C3", "C3+B2")), Answer)
    client.close()
    assert [] == client.remarks
    assert 1 == client.starts


def test_a_refusal_an_unsupported_power_and_an_error_are_answers(open_client: Open) -> None:
    client = open_client(adapter("honest"))
    assert Refused(1) == client.look(PLACE.after("B2-C3", "A1+A2"))
    foreign = Place("santorini", SETUP | {"powers": ["circe", None]}, POSITION)
    assert Unsupported("power circe") == client.look(foreign)
    assert "error" in client.ask("dance", {})


def test_a_path_ends_with_the_refusal(open_client: Open) -> None:
    client = open_client(adapter("honest"))
    path = client.path(PLACE.after("B2-C3", "A1+A2", "D4-D5"))
    assert [client.look(PLACE), client.look(PLACE.after("B2-C3")), Refused(1)] == path


def test_an_error_reply_is_not_a_protocol_error(open_client: Open) -> None:
    client = open_client(adapter("errors"))
    assert isinstance(client.look(PLACE), ErrorReply)
    assert isinstance(client.look(PLACE), ErrorReply)
    assert 1 == client.starts


def test_output_on_standard_error_is_kept_and_is_not_an_error(open_client: Open) -> None:
    client = open_client(adapter("chatter"))
    for _ in range(3):
        assert isinstance(client.look(PLACE), Answer)
    assert "thinking about it" in client.stderr
    assert len(client.stderr) <= 16 << 10
    client.close()
    assert [] == client.remarks


def flood(mib: int, rest: float = 0.0) -> AdapterConfig:
    """An adapter that writes to standard error, and rests after each MiB."""
    env = {"THESMOS_FLOOD": str(mib), "THESMOS_REST": str(rest)}
    return replace(adapter("flood"), env=env)


def test_the_time_to_read_standard_error_is_not_the_adapters(
    open_client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its six seconds are more than its time limit, which each MiB extends."""
    monkeypatch.setattr(process_module, "SECONDS_PER_BYTE", 60 / (1 << 20))
    assert isinstance(open_client(flood(6, rest=1)).look(PLACE), Answer)


def test_a_timeout_says_what_was_written_to_standard_error(
    open_client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "SECONDS_PER_BYTE", 0)
    error = fault_of(lambda: open_client(flood(10_000, rest=0.01)).look(PLACE))
    assert errors.HANG == error.kind
    assert re.search(r"in which it wrote \d+ MiB to standard error", str(error))


def test_standard_error_is_not_read_for_ever(
    open_client: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "MAX_STDERR", 4 << 20)
    error = fault_of(lambda: open_client(flood(1_000_000)).look(PLACE))
    assert errors.FLOOD == error.kind
    assert len(error.stderr) <= 16 << 10


def test_the_reference_behind_the_protocol_gives_the_same_answers(open_client: Open) -> None:
    served = open_client(replace(ourselves(), startup=300, timeout=300))
    reference = Reference(["santorini"])
    record = next(iter(read_records(RECORDS_DIR / "hard.jsonl.gz")))
    choices = tuple(one["choice"] for one in record["decisions"] if one["player"])[:20]
    place = Place("santorini", dict(record["setup"]), None, choices)
    assert reference.path(place) == served.path(place)
    assert reference.path(place, viewer=2) == served.path(place, viewer=2)
    assert reference.look(PLACE, why="B2-B4") == served.look(PLACE, why="B2-B4")
    assert reference.perft(PLACE, 1) == served.perft(PLACE, 1)
    served.close()
    assert [] == served.remarks


# ------------------------------------------------------------------------------- each fault

AT_HELLO = {"slow-start": errors.SLOW_START, "no-library": errors.EXITED}
AT_LOOK = {
    "hang": errors.HANG,
    "deaf": errors.HANG,
    "crash": errors.KILLED,
    "raises": errors.EXITED,
    "early-exit": errors.LEFT,
    "closes": errors.CLOSED,
    "noise": errors.NOT_JSON,
    "two-lines": errors.UNASKED,
    "oversize": errors.OVERSIZE,
    "endless": errors.OVERSIZE,
    "wrong-id": errors.WRONG_ID,
    "late": errors.WRONG_ID,
    "shape": errors.SHAPE,
    "nested": errors.NO_MESSAGE,
    "duplicates": errors.DUPLICATE,
    "ambiguous": errors.NO_MESSAGE,
}
AT_BYE = {
    "no-bye": errors.NO_BYE,
    "stays": errors.STAYS,
    "stubborn": errors.STAYS,
    "bad-exit": errors.BAD_EXIT,
}
SILENT = ("slow-start", "hang", "deaf", "closes")


def hurried(fault: str) -> AdapterConfig:
    """A client with a short time limit where the adapter would wait anyway."""
    made = adapter(fault)
    if fault == "slow-start":
        return replace(made, startup=SOON)
    return replace(made, timeout=SOON) if fault in SILENT else made


@pytest.mark.parametrize(("fault", "named"), AT_HELLO.items(), ids=AT_HELLO)
def test_a_fault_is_named_at_hello(open_client: Open, fault: str, named: ProtocolErrorKind) -> None:
    error = fault_of(open_client(hurried(fault)).hello)
    assert named == error.kind


@pytest.mark.parametrize(("fault", "named"), AT_LOOK.items(), ids=AT_LOOK)
def test_a_fault_is_named_when_asked(
    open_client: Open, fault: str, named: ProtocolErrorKind
) -> None:
    client = open_client(hurried(fault))

    def converse() -> None:
        for choices in ((), ("B2-C3",)):  # some need a second question to show
            client.look(PLACE.after(*choices))

    error = fault_of(converse)
    assert named == error.kind
    assert (client._child is None) == named.ends


@pytest.mark.parametrize(("fault", "named"), AT_BYE.items(), ids=AT_BYE)
def test_a_fault_is_named_at_the_end(
    open_client: Open, fault: str, named: ProtocolErrorKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    if named == errors.STAYS:
        monkeypatch.setattr(client_module, "EXIT", SOON)
    client = open_client(adapter(fault))
    assert isinstance(client.look(PLACE), Answer)
    client.close()
    assert [named] == [error.kind for error in client.remarks]


def test_a_missing_command_is_reported(open_client: Open, tmp_path: Path) -> None:
    error = fault_of(open_client(AdapterConfig("x", ("no-such-program",))).hello)
    assert errors.NO_START == error.kind
    assert "no-such-program" in str(error)
    nowhere = AdapterConfig("x", (sys.executable,), tmp_path / "nowhere")
    assert errors.NO_START == fault_of(open_client(nowhere).hello).kind


def test_an_adapter_that_does_not_read_is_reported_once_a_pipe_is_full(open_client: Open) -> None:
    client = open_client(replace(adapter("deaf"), timeout=SOON))
    long = Place("santorini", SETUP, {"levels": "0" * 300_000})
    assert errors.DEAF == fault_of(lambda: client.look(long)).kind


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_an_adapter_can_not_exceed_the_memory_limit_of_its_file(open_client: Open) -> None:
    client = open_client(replace(adapter("hungry"), memory=256))
    error = fault_of(lambda: client.look(PLACE))
    assert errors.EXITED == error.kind
    assert "MemoryError" in error.stderr


def test_every_faulty_adapter_has_a_line_in_the_readme() -> None:
    readme = Path(sys.modules["thesmos_conform.testing.adapters"].__path__[0]) / "README.md"
    rows = re.findall(r"^\| `([a-z-]+)` \|", readme.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(ADAPTERS) == sorted(rows)


def test_every_error_kind_has_a_status_and_sentences() -> None:
    for fault in CATALOGUE.values():
        assert fault.status in STATUSES
        assert fault.sentence
        assert fault.hint


def test_a_protocol_error_can_be_pickled() -> None:
    error = ProtocolError(errors.HANG, "2 seconds", "{", "oh")
    copy = pickle.loads(pickle.dumps(error))
    assert (error.args, str(error)) == (copy.args, str(copy))
    assert "no answer in time: 2 seconds" == str(copy)


def test_the_invalid_line_and_standard_error_are_shown(open_client: Open) -> None:
    noise = fault_of(lambda: open_client(adapter("noise")).look(PLACE))
    assert "debug: looking" == noise.line
    crash = fault_of(lambda: open_client(adapter("crash")).look(PLACE))
    assert "SIGSEGV" in str(crash)
    assert "about to read address 0" in crash.stderr
    raises = fault_of(lambda: open_client(adapter("raises")).look(PLACE))
    assert "exit code 1" in str(raises)
    assert "the whole rule book" in raises.stderr


# ------------------------------------------------------------------------------- going on


def test_after_an_error_the_next_question_goes_to_a_fresh_process(
    open_client: Open, tmp_path: Path
) -> None:
    env = {"THESMOS_MARK": str(tmp_path / "mark")}
    client = open_client(replace(adapter("hang-once"), timeout=SOON, env=env))
    assert errors.HANG == fault_of(lambda: client.look(PLACE)).kind
    assert isinstance(client.look(PLACE), Answer)
    assert 2 == client.starts


def test_an_error_of_shape_keeps_the_process(open_client: Open) -> None:
    client = open_client(adapter("duplicates"))
    assert errors.DUPLICATE == fault_of(lambda: client.look(PLACE)).kind
    assert Refused(0) == client.look(PLACE.after("nonsense"))
    assert 1 == client.starts


def test_after_closing_a_fresh_process_is_started(open_client: Open) -> None:
    client = open_client(adapter("honest"))
    client.hello()
    first = client._child
    client.kill()
    assert "by-hand" == client.hello().name
    assert first is not client._child
    assert 2 == client.starts


# ------------------------------------------------------------------------------- leaving nothing


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@LINUX
@pytest.mark.parametrize("fault", ["honest", "hang", "crash", "early-exit", "noise"])
def test_no_zombie_and_no_open_file_is_left(open_client: Open, fault: str) -> None:
    files = Path("/proc/self/fd")
    before = (children(), len(list(files.iterdir())))
    for _ in range(2):
        client = open_client(replace(adapter(fault), timeout=SOON))
        try:
            client.look(PLACE)
            client.close()
        except ProtocolError:
            pass
    assert before == (children(), len(list(files.iterdir())))


LEAVERS = ["grandchild", *(pytest.param(one, marks=LINUX) for one in ("runaway", "daemon"))]


@pytest.mark.parametrize("fault", LEAVERS)
def test_a_process_that_the_adapter_left_behind_is_reported_and_killed(
    open_client: Open, tmp_path: Path, fault: str
) -> None:
    mark = tmp_path / "mark"
    client = open_client(replace(adapter(fault), env={"THESMOS_MARK": str(mark)}))
    client.hello()
    grandchild = int(mark.read_text())
    client.close()
    assert [errors.LEFTOVER] == [error.kind for error in client.remarks]
    assert gone(grandchild)


@pytest.mark.parametrize("fault", LEAVERS)
def test_a_process_that_the_adapter_started_is_killed_with_it(
    open_client: Open, tmp_path: Path, fault: str
) -> None:
    mark = tmp_path / "mark"
    client = open_client(replace(adapter(fault), env={"THESMOS_MARK": str(mark)}))
    client.hello()
    client.kill()
    assert gone(int(mark.read_text()))


@LINUX
def test_a_process_is_killed_when_the_one_that_left_it_crashes(
    open_client: Open, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    client = open_client(replace(adapter("daemon-crash"), env={"THESMOS_MARK": str(mark)}))
    assert errors.LEFT == fault_of(lambda: client.look(PLACE)).kind
    assert gone(int(mark.read_text()))


@LINUX
def test_a_process_is_killed_when_its_supervisor_is(open_client: Open) -> None:
    client = open_client(adapter("hang"))
    client.hello()
    assert client._child is not None
    pid = client._child.pid
    client._child._process._supervisor.kill()
    assert errors.KILLED == fault_of(lambda: client.look(PLACE)).kind
    assert gone(pid)


@LINUX
def test_processes_are_killed_when_the_program_that_asks_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    env = os.environ | {"THESMOS_MARK": str(mark)}
    end = "os.kill(os.getpid(), signal.SIGKILL)"
    words = [sys.executable, "-c", ENDS.format(fault="daemon", end=end)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600, env=env)
    assert -signal.SIGKILL == done.returncode
    assert gone(int(done.stdout))
    assert gone(int(mark.read_text()))


def test_an_interrupt_ends_the_process(open_client: Open) -> None:
    client = open_client(adapter("hang"))
    client.hello()
    assert client._child is not None
    pid = client._child.pid
    signal.signal(signal.SIGALRM, lambda *_: signal.raise_signal(signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(KeyboardInterrupt), client:
        client.look(PLACE)
    assert gone(pid)


ENDS = """
import os, signal, sys
from thesmos_conform.adapters.client import Client
from thesmos_conform.testing.adapters.start import adapter

client = Client(adapter("{fault}"))
client.hello()
print(client._child.pid, flush=True)
{end}
"""


@pytest.mark.parametrize(
    "end",
    ["sys.exit(0)", "1 / 0", "os.kill(os.getpid(), signal.SIGTERM)", "pass"],
    ids=["exit", "exception", "sigterm", "end"],
)
def test_the_process_ends_with_python(end: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", ENDS.format(fault="stubborn", end=end)],
        capture_output=True, text=True, check=False, timeout=600,
    )  # fmt: skip
    assert gone(int(done.stdout))


def test_an_adapter_has_its_own_process_group(open_client: Open) -> None:
    client = open_client(adapter("honest"))
    client.hello()
    assert client._child is not None
    assert os.getpgid(client._child.pid) == client._child.pid != os.getpgid(0)
