"""What an adapter has started ends with it, even if it kills its supervisor; nothing else does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from testing.processes import children, gone, state
from thesmos_conform.adapters import orphans
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig
from thesmos_conform.adapters.supervisor import PR_SET_CHILD_SUBREAPER, prctl
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Place

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="as Linux has it")

PLACE = Place("nim", {"players": 2, "teams": [1, 2], "powers": [None, None]}, {"to_move": 1})
ADAPTER = """
import json, os, signal, sys, time

MOMENT, KIND, MARK = sys.argv[1:]
supervisor = os.getppid()

def mark():
    with open(MARK, "a") as file:
        print(os.getpid(), file=file)

def live():
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    os.environ.clear()
    mark()
    if KIND == "killer":  # it is not the command that kills, but what it left behind
        while os.getppid() != supervisor:
            time.sleep(0.001)
        os.kill(supervisor, signal.SIGKILL)
    while KIND == "chain":  # a process that becomes another one again and again
        time.sleep(0.002)
        if os.fork():
            os._exit(0)
        os.setsid()
        mark()
    time.sleep(600)

def leave():
    if os.fork():
        return os.wait()
    os.setsid()
    if os.fork():
        os._exit(0)
    live()

def at(moment):
    if moment == MOMENT:
        leave()
        while not os.path.exists(MARK) or not os.path.getsize(MARK):
            time.sleep(0.001)
        if KIND != "killer":
            os.kill(supervisor, signal.SIGKILL)
        time.sleep(600)

at("start")
for line in sys.stdin:
    request = json.loads(line)
    at(request["op"])
    ok = {"thesmos": 1, "implementation": {"name": "x"}, "games": {}}
    print(json.dumps({"id": request["id"], "ok": ok}), flush=True)
    if request["op"] == "bye":
        break
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "adapter.py"
    path.write_text(ADAPTER)
    return path


def running() -> set[str]:
    """The children of this process that have not ended."""
    return {pid for pid in children() if state(pid)[:1] != ["Z"]}


def ended(mark: Path) -> bool:
    """Whether all processes that have written their ids have ended."""
    pids = [int(pid) for pid in mark.read_text().split()]
    return bool(pids) and all(gone(pid) for pid in pids)


@pytest.mark.parametrize("kind", ["daemon", "killer", "chain"])
@pytest.mark.parametrize("moment", ["start", "hello", "look", "bye"])
def test_what_an_adapter_started_ends_although_it_kills_its_supervisor(
    script: Path, tmp_path: Path, moment: str, kind: str
) -> None:
    mark, before = tmp_path / "mark", running()
    command = (sys.executable, "-S", str(script), moment, kind, str(mark))
    client = Client(AdapterConfig("made up", command), {"nim": "1"})
    if moment == "bye":
        client.hello()
        client.close()
        assert client.remarks
    else:
        with pytest.raises(ProtocolError):
            client.look(PLACE)
        client.kill()
    assert ended(mark)
    assert before == running()


ASKS = """
import sys
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import AdapterConfig
client = Client(AdapterConfig("made up", tuple(sys.argv[1:])))
try:
    client.hello()
except Exception as error:
    print(error)
"""


def test_it_ends_with_the_program_that_asks(script: Path, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    words = [sys.executable, "-c", ASKS, sys.executable, str(script), "hello", "daemon", str(mark)]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=600)
    assert "SIGKILL" in done.stdout
    assert ended(mark)


# ------------------------------------------------------------------- what is not an adapter's

OTHER = "import sys, time; print('runs', flush=True); time.sleep(600)"
ORPHAN = f"""
import subprocess, sys
process = subprocess.Popen([sys.executable, "-c", {OTHER!r}], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL,
                           start_new_session=True)
process.stdout.readline()
print(process.pid)
"""


def test_processes_of_others_are_left_alone(script: Path, tmp_path: Path) -> None:
    """Children in the session of this process and in another one, and an orphan, all younger."""
    mark, words, pids = tmp_path / "mark", [sys.executable, "-c", OTHER], list[int]()
    command = (sys.executable, "-S", str(script), "look", "daemon", str(mark))
    client = Client(AdapterConfig("made up", command), {"nim": "1"})
    client.hello()
    with (
        subprocess.Popen(words, stdout=subprocess.PIPE) as near,
        subprocess.Popen(words, stdout=subprocess.PIPE, start_new_session=True) as far,
    ):
        pids += [near.pid, far.pid]
        for process in (near, far):
            assert process.stdout is not None
            process.stdout.readline()
        started = subprocess.run(
            [sys.executable, "-c", ORPHAN], capture_output=True, text=True, check=True, timeout=600
        )
        pids.append(int(started.stdout))
        assert state(pids[-1])[1] == str(os.getpid())  # it has been adopted
        with pytest.raises(ProtocolError):
            client.look(PLACE)
        client.kill()
        assert ended(mark)
        assert all(state(pid)[0] in "RS" for pid in pids)
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
    os.waitpid(pids[-1], 0)


def test_orphans_are_adopted_only_while_an_adapter_runs(script: Path, tmp_path: Path) -> None:
    command = (sys.executable, "-S", str(script), "never", "daemon", str(tmp_path / "mark"))
    clients = [Client(AdapterConfig("made up", command)) for _ in range(2)]
    assert 0 == orphans._adopts()
    for client in clients:
        client.hello()
        assert 1 == orphans._adopts()
    clients[0].close()
    assert 1 == orphans._adopts()
    clients[1].kill()
    assert 0 == orphans._adopts()
    with pytest.raises(ProtocolError):
        Client(AdapterConfig("made up", ("no-such-program",))).hello()
    assert 0 == orphans._adopts()


def test_a_program_that_adopts_orphans_still_does_so_afterwards(
    script: Path, tmp_path: Path
) -> None:
    command = (sys.executable, "-S", str(script), "never", "daemon", str(tmp_path / "mark"))
    prctl(PR_SET_CHILD_SUBREAPER, 1)
    try:
        with Client(AdapterConfig("made up", command)) as client:
            client.hello()
        assert 1 == orphans._adopts()
    finally:
        prctl(PR_SET_CHILD_SUBREAPER, 0)
