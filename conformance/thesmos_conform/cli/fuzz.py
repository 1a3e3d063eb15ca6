"""`thesmos fuzz`: compare adapters with the reference in random games."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from thesmos.cli.arguments import FILE, backend_option, json_option
from thesmos.cli.output import print_json, print_lines, progress
from thesmos.diagnostics import UsageError, counted
from thesmos.files import make_folder, write_new
from thesmos.garbage import seldom_collected
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating
from thesmos.render.span import Span
from thesmos.scenario.reader import Scenario
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.adapters.whole_turns import by_steps
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_folders
from thesmos_conform.cli.aside import NOTHING, Aside, aside_lines
from thesmos_conform.cli.conform_options import follow_option
from thesmos_conform.cli.errors import print_not_started
from thesmos_conform.cli.fuzzed_match_up import FuzzedMatchUp, OptionWords, match_up_options
from thesmos_conform.fuzz.beginnings import Beginnings, seeds_of
from thesmos_conform.fuzz.corpus import read_corpus, write_corpus
from thesmos_conform.fuzz.fuzzer import Fuzzer, FuzzFinding, FuzzLimits, FuzzRun
from thesmos_conform.fuzz.guided_games import GuidedGames
from thesmos_conform.fuzz.match_up_pool import (
    MatchUpPool,
    match_up_pool,
    match_ups,
    why_not_claimed,
)
from thesmos_conform.fuzz.reached_clauses import counting
from thesmos_conform.fuzz.scenario_draft import scenario_text, slug_of
from thesmos_conform.fuzz.target import Target, target_of
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Hello
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.rulings import RULINGS
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.terminal import failure_lines
from thesmos_conform.report.verdict import INCOMPLETE, NOT_STARTED
from thesmos_conform.runner.result import SuiteRun

TIME = re.compile(r"([1-9][0-9]{0,5})(s|m|h)?")
UNITS = {"s": 1, "m": 60, "h": 3600, None: 1}


def _seconds(_ctx: click.Context, _option: click.Parameter, value: str) -> int:
    found = TIME.fullmatch(value)
    if found is None:
        raise UsageError(f"`{value}` is not a duration", "write 60s, 5m or 1h")
    return int(found[1]) * UNITS[found[2]]


@click.command("fuzz")
@click.option("-i", "--adapter", "adapters", multiple=True, required=True, metavar="ADAPTER",
              help="The adapter's file. Repeatable.")  # fmt: skip
@click.option(
    "--game",
    default="",
    metavar="GAME",
    help="The game. Default: the first one that all adapters claim.",
)
@match_up_options
@click.option("--time", "seconds", default="60s", callback=_seconds, metavar="60s",
              help="How long to play: 60s, 5m, 1h.")  # fmt: skip
@click.option("--games", type=click.IntRange(1), metavar="N", help="At most N games.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the random games.")
@click.option("--enough", type=click.IntRange(1), default=10, show_default=True, metavar="N",
              help="Stop after N different disagreements.")  # fmt: skip
@click.option(
    "--out",
    type=FILE,
    metavar="FOLDER",
    help="Write each disagreement to this folder as a scenario.",
)
@click.option(
    "--corpus",
    type=FILE,
    metavar="FILE",
    help="Begin at the positions in this file, and add new ones that reach more clauses.",
)
@click.option("--whole-games", is_flag=True, help="Never begin at a position.")
@follow_option
@backend_option
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    /,
    adapters: tuple[str, ...],
    game: str,
    seed: int,
    out: Path | None,
    follow: str,
    backend: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Play random games, ask adapters about every decision, and shrink what differs.

    Games begin with the set-up, or at positions derived from earlier games. Pairs of powers that no
    scenario covers come first, and cards with clauses that never held. Each disagreement is shrunk
    to a small position and reported once, as a scenario with the correct answer. The exit code is 1
    if there are any, 3 if an adapter could not be started.
    """
    if out is not None:
        make_folder(out)  # now, rather than after hours of play
    corpus, whole_games = given.pop("corpus"), given.pop("whole_games")
    wanted = FuzzedMatchUp(*(given.pop(one.name) for one in fields(FuzzedMatchUp)))
    plays = counting if backend == PYTHON else backend_named(backend)
    oracle = Oracle(lambda name: load(name).by(plays))
    games = [oracle.use_game(name) for name in ([game] if game else shipped_slugs())]
    editions = {one.slug: one.checked.written.edition for one in games}
    read = [read_adapter(path, [game] if game else ()) for path in adapters]
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(one, editions)) for one in read]
        hellos = _greeted(clients, ctx, as_json)
        slug = _game(dict(zip(adapters, hellos, strict=True)), editions)
        introduced = zip(adapters, hellos, clients, strict=True)
        claims = [(p, client, hello.games[slug]) for p, hello, client in introduced]
        targets = [target_of(oracle, p, by_steps(client, c), c, follow) for p, client, c in claims]
        scenarios = read_scenarios(scenario_folders(oracle.game(slug)), oracle.game(slug))
        named = wanted.seatings(oracle.game(slug))
        unasked = _unasked(oracle.game(slug), targets, named)
        pool = _pool(oracle.game(slug), targets, named, scenarios)
        seeds = seeds_of(scenarios, oracle.game(slug), pool.all)
        kept = [] if corpus is None else read_corpus(corpus)
        usable = [one for one in kept if one.seating in pool.all]
        others = [one for one in kept if one.seating not in pool.all]
        with progress("playing", None) as move, seldom_collected():
            begin = Beginnings(not whole_games, True, usable, seeds).known_to(
                [one.claim for one in targets]
            )
            made = GuidedGames(oracle.game(slug), pool, seed, begin).games()
            fuzzer = Fuzzer(oracle, slug, targets, made, seed, _moving(move))
            run = FuzzRun(aside=unasked) if unasked else fuzzer.run(FuzzLimits(**given))
        if corpus is not None:
            write_corpus(corpus, [*others, *usable])
        written = list(_write(run, oracle, out))
        if as_json:
            print_json(_as_json(run, oracle, written))
        else:
            words = [*(("--game", game),) * bool(game), *wanted.words()]
            words += [("--follow", follow)] * (follow != RULINGS)
            _print(run, oracle.game(slug), words, seed, written, len(adapters) > 1)
    idle = any(not run.compared[one.name] for one in targets)
    ctx.exit(1 if run.found else INCOMPLETE if idle else 0)


def _greeted(clients: Sequence[Client], ctx: click.Context, as_json: bool) -> list[Hello]:
    """The names and claims of the adapters; ends the command if one can't be started."""
    try:
        return [client.hello() for client in clients]
    except ProtocolError as error:
        nothing = {"games": 0, "decisions": 0, "aside": [], "disagreements": []}
        print_not_started(error, nothing if as_json else None)
        ctx.exit(NOT_STARTED)


def _game(hellos: Mapping[str, Hello], editions: Mapping[str, str]) -> str:
    """The first game here that all adapters claim. Raises UsageError if there is none."""
    shared = [name for name in editions if all(name in one.games for one in hellos.values())]
    if not shared:
        claimed = "; ".join(f"{p}: {', '.join(h.games) or 'none'}" for p, h in hellos.items())
        raise UsageError(
            f"these adapters have no game in common with {', '.join(editions)}", claimed
        )
    return shared[0]


def _unasked(
    game: Game, targets: Sequence[Target], named: Sequence[Seating]
) -> Counter[tuple[str, str, str]]:
    """Why there is nothing to play: no adapter claims a named match-up; empty if one does."""
    found: Counter[tuple[str, str, str]] = Counter()
    for one in targets:
        for seating in named:
            reason = why_not_claimed(game, seating, one.claim)
            if reason is None:
                return Counter()
            found[one.name, *reason] += 1
    return found


def _pool(
    game: Game, targets: Sequence[Target], named: Sequence[Seating], scenarios: Sequence[Scenario]
) -> MatchUpPool:
    """The match-ups to play, if none is named all that are claimed.

    Raises UsageError if there are none.
    """
    pool = named or match_ups(game, [one.claim for one in targets])
    if not pool:
        raise UsageError("these adapters claim no match-up in common")
    return match_up_pool(pool, [one.given.powers for one in scenarios])


def _moving(move: Callable[[float, str], object]) -> Callable[[FuzzRun], object]:
    """A callback that moves a progress bar."""
    return lambda run: move(run.games, _summary(run))


def _summary(run: FuzzRun) -> str:
    return (
        f"{counted(run.games, 'game')}, {counted(run.decisions, 'decision')}, "
        f"{counted(len(run.found), 'disagreement')}"
    )


def _write(run: FuzzRun, oracle: Oracle, folder: Path | None) -> Iterator[Path | None]:
    """Write a file for each disagreement, under an unused name. Raises UsageError."""
    for one in run.found:
        if folder is None:
            yield None
            continue
        path = _free(folder, slug_of(one.result))
        write_new({path: scenario_text(one.result, oracle, one.adapter)})
        yield path


def _free(folder: Path, slug: str) -> Path:
    names = (folder / f"{slug}{f'-{n}' if n else ''}.yaml" for n in range(10_000))
    return next(path for path in names if not path.exists())


def _print(
    run: FuzzRun,
    game: Game,
    words: OptionWords,
    seed: int,
    written: Sequence[Path | None],
    several: bool,
) -> None:
    """Print what was found.

    words: the options of the call that say what was played. several: whether there are several
    adapters.
    """
    edition = game.checked.written.edition
    for one, path in zip(run.found, written, strict=True):
        shown = SuiteRun(Hello(one.adapter), game.slug, edition, "", (), "", seed, rules=game)
        again = _again(one, path, words, seed)
        print_lines(
            [
                *failure_lines(
                    replace(FailureDescriber(shown).describe(one.result), command=again)
                ),
                *((Span(f"  {sentence}"),) for sentence in _beside(one)),
                (),
            ]
        )
    found = counted(len(run.found), "disagreement") if run.found else "no disagreement"
    games, decisions = counted(run.games, "game"), counted(run.decisions, "decision")
    click.echo(f"{games}, {decisions}: {found if run.found or run.decisions else NOTHING}")
    for line in aside_lines(_aside(run, several)):
        click.echo(line)


def _aside(run: FuzzRun, several: bool) -> Iterator[Aside]:
    """What does not count, told by adapter if there are several."""
    what = "game" if run.games else "match-up"
    for (adapter, status, reason), count in run.aside.most_common():
        yield counted(count, what) + (f" of {adapter}" if several else ""), status, reason


def _beside(one: FuzzFinding) -> Iterator[str]:
    """Yield a sentence on what the other adapters answer there; none if no other was asked."""
    right, wrong = ", ".join(one.right), ", ".join(one.wrong)
    if right and wrong:
        yield f"wrong in {wrong} too, right in {right}"
    elif right:
        yield f"{one.adapter} stands alone: right in {right}"
    elif wrong:
        yield f"wrong in {wrong} too: if they answer alike, see whether the rules here are right"


def _again(one: FuzzFinding, path: Path | None, words: OptionWords, seed: int) -> str:
    """Return the command that reproduces it: with its scenario, or with the same games up to it."""
    game = [pair for pair in words if pair[0] == "--game"]
    given = [("-i", one.adapter)]
    if path is not None:
        given += [*game, ("--scenarios", str(path))]
    else:
        given += [*words, ("--seed", str(seed)), ("--games", str(one.game))]
    line = shlex.join(word for pair in given for word in pair if word)
    return f"thesmos {'fuzz' if path is None else 'conform'} {line}"


def _as_json(run: FuzzRun, oracle: Oracle, written: Sequence[Path | None]) -> dict[str, object]:
    return {
        "games": run.games,
        "decisions": run.decisions,
        "aside": [
            {"adapter": adapter, "status": status, "reason": reason, "games": count}
            for (adapter, status, reason), count in run.aside.items()
        ],
        "disagreements": [
            {**_one(one, oracle), **({"file": str(path)} if path else {})}
            for one, path in zip(run.found, written, strict=True)
        ],
    }


def _one(one: FuzzFinding, oracle: Oracle) -> dict[str, object]:
    failed = one.result.failure
    assert failed is not None
    return {
        "adapter": one.adapter,
        "status": one.result.status,
        "game": one.game,
        "place": failed.place.as_json(),
        "differences": [vars(each) for each in failed.differences],
        "right": list(one.right),
        "wrong": list(one.wrong),
        "scenario": scenario_text(one.result, oracle, one.adapter),
    }
