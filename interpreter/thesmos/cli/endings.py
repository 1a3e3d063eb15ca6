"""How a command ends: its exit code, and the message if something stopped it."""

from __future__ import annotations

import codecs
import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import TextIO

import click

from thesmos.cli.command_call import CommandCall
from thesmos.cli.exit_codes import DEFECT, INTERRUPTED, WRONG
from thesmos.diagnostics import SpecError, UsageError

DEBUG = "THESMOS_DEBUG"
# Errors of standard output. An error about a file has a file name, or its writer reports it.
UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class CommandInterrupted(Exception):  # noqa: N818 - not an error of anybody's
    """Ctrl-C was pressed while a command was running."""


def exit_code(run: Callable[[], object], call: CommandCall) -> int:
    """Run a command; return its exit code, after a message about what stopped it.

    With `--json`, the error is also printed as an object on stdout, unless one was printed before.
    """
    try:
        code = run()
        sys.stdout.flush()  # now, while a failure can still be reported
    except click.ClickException as error:
        _say(error.show)
        _answer(call, UsageError(error.format_message()))
        return error.exit_code
    except (SpecError, UsageError) as error:
        return _wrong(error, call)
    except (CommandInterrupted, KeyboardInterrupt, click.Abort):
        _say(lambda: click.echo("interrupted", err=True))
        return INTERRUPTED
    except BrokenPipeError:  # nobody reads our output any more
        _discard(sys.stdout)
        return 1
    except (OSError, UnicodeEncodeError) as error:
        reported = _system_error(error)
        return _wrong(reported, call) if reported is not None else _defect(error, call)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is reported in a sentence
        return _defect(error, call)
    return code if isinstance(code, int) else 0


def _wrong(error: SpecError | UsageError, call: CommandCall) -> int:
    """Print an error; return the exit code. Imports only now, so that `--help` is fast."""
    _say(lambda: import_module("thesmos.cli.output").print_error(error))
    _answer(call, error)
    return WRONG


def _answer(call: CommandCall, error: SpecError | UsageError) -> None:
    """Print an error as the JSON object of a call, if it wants one and has none yet."""
    if not call.wants_json or call.answered:
        return
    call.answered = True
    with suppress(OSError):  # stdout may be what is wrong
        import_module("thesmos.cli.output").print_json(error.as_json())
        sys.stdout.flush()


def _defect(error: Exception, call: CommandCall) -> int:
    if os.environ.get(DEBUG):
        raise error
    _say(lambda: click.echo(f"error: {type(error).__name__}: {error}", err=True))
    hint = f"hint: this is a bug in thesmos; {DEBUG}=1 shows the traceback"
    _say(lambda: click.echo(hint, err=True))
    _answer(call, UsageError(f"{type(error).__name__}: {error}", "this is a bug in thesmos"))
    return DEFECT


def _say(print_it: Callable[[], object]) -> None:
    """Print something on stderr, if there is anywhere to print it."""
    try:
        print_it()
        sys.stderr.flush()
    except OSError:
        _discard(sys.stderr)


def _system_error(error: OSError | UnicodeEncodeError) -> UsageError | None:
    """Return the message for an error of a file or standard output; None for other errors."""
    if isinstance(error, UnicodeEncodeError):
        if codecs.lookup(error.encoding) != codecs.lookup(sys.stdout.encoding):
            return None
        shown = ascii(error.object[error.start : error.start + 1])
        message = f"the output has the character {shown}, which {error.encoding} does not have"
        return UsageError(message, "set PYTHONIOENCODING=utf-8 in the environment")
    if error.filename is not None:
        return UsageError(f"{error.filename}: {error.strerror}")
    if error.errno not in UNWRITABLE:
        return None
    _discard(sys.stdout)
    return UsageError(f"the output can't be written: {error.strerror}")


def _discard(stream: TextIO) -> None:
    """Discard what is still buffered, so that Python does not fail when it exits."""
    with suppress(OSError, ValueError):  # not a real file, in tests
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
