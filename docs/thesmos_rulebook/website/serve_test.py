"""The local server answers whatever it is sent, and shows the book under its own names only."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from thesmos_rulebook.website.serve import ServerState, _server

PAGE = "<html><body>the book</body></html>"


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a server of a small site."""
    (tmp_path / "sub").mkdir()
    for name in ("index.html", "sub/index.html"):
        (tmp_path / name).write_text(PAGE)
    (tmp_path / "style.css").write_text("body {}")
    with _server(0, ServerState(tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server.server_address[1]
        server.shutdown()
        thread.join()


def answer(port: int, request: bytes) -> bytes:
    """What comes back for some bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while got := connection.recv(1 << 16):
            received += got
    return received


def asked(port: int, path: bytes, host: str, method: bytes = b"GET") -> int:
    """The status of the answer about a path. host: the header, with PORT for the port."""
    name = host.replace("PORT", str(port)).encode()
    request = (
        method + b" " + path + b" HTTP/1.1\r\nHost: " + name + b"\r\nConnection: close\r\n\r\n"
    )
    return int(answer(port, request).split()[1])


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1:PORT", "localhost:PORT", "LocalHost:PORT", "[::1]:PORT",
        "localhost:1", "127.0.0.1:65535", "[::1]:8080", "localhost", "127.0.0.1",  # forwarded
    ],
)  # fmt: skip
def test_the_book_is_shown_under_the_names_of_this_machine(port: int, host: str) -> None:
    for path in (b"/", b"/sub/", b"/style.css", b"/__version"):
        assert 200 == asked(port, path, host)
    assert 301 == asked(port, b"/sub", host)
    assert 200 == asked(port, b"/style.css", host, b"HEAD")


@pytest.mark.parametrize(
    "host",
    [
        "evil.example", "evil.example:PORT", "localhost:", "localhost:x", "localhost:-1", "",
        "localhost.:PORT", "localhost:123456", "localhost:\u0661", "\u3002localhost:PORT", "::1",
        "localhost\u00a0:PORT", "xlocalhost", "127.0.0.1x", "127x0x0x1:PORT", "127.1:PORT",
        "localhost:PORT.evil.example", "evil.example#localhost:PORT", "localhost:PORT@evil.example",
        "localhost:PORT, evil.example", "127.0.0.1.evil.example:PORT", "0.0.0.0:PORT",
        "localhost:PORT\r\nHost: evil.example", "evil.example\r\nHost: localhost:PORT",
    ],
)  # fmt: skip
@pytest.mark.parametrize("method", [b"GET", b"HEAD"])
def test_under_any_other_name_nothing_is_shown(port: int, host: str, method: bytes) -> None:
    for path in (b"/", b"/style.css", b"/__version", b"/none"):
        assert 421 == asked(port, path, host, method)


def test_a_request_without_a_host_is_refused_with_a_sentence(port: int) -> None:
    received = answer(port, b"GET / HTTP/1.0\r\n\r\n")
    assert b" 421 " in received
    assert f"This book is at http://127.0.0.1:{port}/ only.".encode() in received


PATHS = [
    b"/%00", b"/a%00.html", b"/%00/", b"/%", b"/%zz", b"/%ff%fe", b"/%ED%A0%80.html", b"/\xff\xfe",
    b"/" + b"a" * 300, b"/" + b"a" * 300 + b".html", b"/" + b"a/" * 5000, b"/" + b"a" * 60_000,
    b"/../../etc/passwd", b"/%2e%2e/%2e%2e/etc/passwd", b"/style.css/", b"/style.css/x.html",
    b"//evil.example/", b"//evil.example/%2f..", b"http://[", b"http://[::1/x", b"*", b"?",
    b"/?%00", b"/#\x01", b"/index.html%00.css", b"/con", b"/sub/index.html/",
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", [b"GET", b"HEAD", b"POST", b"%00", b"get", b"A" * 1000, b"\xff"])
def test_any_path_and_method_is_answered(
    port: int, path: bytes, method: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    assert asked(port, path, "localhost:PORT", method) in (200, 301, 400, 404, 501)
    assert 200 == asked(port, b"/", "localhost:PORT")
    assert ("", "") == capfd.readouterr()


@pytest.mark.parametrize(
    "request_",
    [
        b"", b"\r\n", b"\0", b"GET", b"GET /", b"GET /\r\n\r\n", b"GET / HTTP/9\r\n\r\n",
        b"GET / HTTP/1.1\r\n\xff\xff\0: \0\r\n\r\n", b"A" * 70_000, b"GET / HTTP/x.y\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 70_000 + b"\r\n\r\n", b"\x16\x03\x01\x02\0\x01",
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 200 + b"\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"Host: localhost:PORT\r\nExpect: 100-continue\r\n\r\n",
        b"GET /style.css HTTP/1.1\r\nHost: localhost:PORT\r\n" + b"If-Modified-Since: \xff\r\n\r\n",
        b"GET / a b c d e\r\n\r\n", b"GET / HTTP/" + b"1" * 5000 + b".1\r\n\r\n",
    ],
)  # fmt: skip
def test_what_is_no_request_puts_nothing_on_the_terminal(
    port: int, request_: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    answer(port, request_.replace(b"PORT", str(port).encode()))
    assert 200 == asked(port, b"/", "localhost:PORT")
    assert ("", "") == capfd.readouterr()


def test_who_does_not_wait_for_the_answer_puts_nothing_on_the_terminal(
    port: int, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "large.css").write_bytes(b" " * (8 << 20))
    request = f"GET /large.css HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            connection.sendall(request)
            connection.recv(10)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
    assert 200 == asked(port, b"/", "localhost:PORT")
    assert ("", "") == capfd.readouterr()
