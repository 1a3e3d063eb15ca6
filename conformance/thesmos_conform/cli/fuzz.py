"""`thesmos fuzz`: compare adapters with the reference in random games."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import click

from thesmos.check.documents.rulings import RULINGS
from thesmos.cli.arguments import FILE, backend_option, json_option
from thesmos.cli.output import print_json, print_lines, progress
from thesmos.diagnostics import UsageError, counted
from thesmos.files import make_folder, write_files
from thesmos.garbage import seldom_collected
from thesmos.play.backend import PYTHON, backend_named
from thesmos.play.game import Game, load
from thesmos.play.match_ups import Seating
from thesmos.render.span import Span
from thesmos.scenario.reader import Scenario
from thesmos.syntax.spec_folder import shipped_slugs
from thesmos_conform.adapters.client import Client
from thesmos_conform.adapters.config import read_adapter
from thesmos_conform.cases.met_clauses import counting
from thesmos_conform.cases.scenario_cases import read_scenarios, scenario_folders
from thesmos_conform.cli.aside import NOTHING, Aside, aside_lines
from thesmos_conform.cli.conform_options import follow_option
from thesmos_conform.cli.errors import print_not_started
from thesmos_conform.cli.fuzz_json import read_run, run_json
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
from thesmos_conform.fuzz.scenario_draft import scenario_text, slug_of
from thesmos_conform.fuzz.target import Target, target_of
from thesmos_conform.judging.own_steps import in_our_steps
from thesmos_conform.judging.result import SuiteRun
from thesmos_conform.protocol.errors import ProtocolError
from thesmos_conform.protocol.messages import Hello
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.report.failure import FailureDescriber
from thesmos_conform.report.side_by_side import PERHAPS_OURS
from thesmos_conform.report.terminal import failure_lines
from thesmos_conform.report.verdict import INCOMPLETE, INTERRUPTED, NOT_STARTED

NONE_MADE = (
    "no positions can be made up in this game: all begin at the set-up or at a scenario's position"
)
TIME = re.compile(r"([1-9][0-9]{0,5})(s|m|h)?")
UNITS = {"s": 1, "m": 60, "h": 3600, None: 1}


def _seconds(_ctx: click.Context, _option: click.Parameter, value: str) -> int:
    match = TIME.fullmatch(value)
    if match is None:
        raise UsageError(f"`{value}` is not a duration", "write 60s, 5m or 1h")
    return int(match[1]) * UNITS[match[2]]


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
@click.option("--since", type=FILE, metavar="RUN.json",
              help="Go on with an interrupted run: a file of what its --json printed.")  # fmt: skip
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
    **options: Any,
) -> None:
    """Play random games, ask adapters about every decision, and shrink what differs.

    Games begin with the set-up, or at positions derived from earlier games. Pairs of powers that no
    scenario covers come first, and cards with clauses that never held. Each disagreement is shrunk
    to a small position and reported once, as a scenario with the correct answer; it shows hidden
    things too. The exit code is 1 if there are any, 3 if an adapter could not be started, 130 if
    the run was interrupted.
    """
    if out is not None:
        make_folder(out)  # now, rather than after hours of play
    corpus, whole_games = options.pop("corpus"), options.pop("whole_games")
    since = options.pop("since")
    if since is not None and corpus is not None:
        hint = "a corpus has grown with the earlier run: other games begin at its positions"
        raise UsageError("--since and --corpus can't be combined", hint)
    earlier = FuzzRun() if since is None else read_run(since, seed)
    wanted = FuzzedMatchUp(*(options.pop(field.name) for field in fields(FuzzedMatchUp)))
    plays = counting if backend == PYTHON else backend_named(backend)
    oracle = Oracle(lambda name: load(name).by(plays))
    games = [oracle.use_game(name) for name in ([game] if game else shipped_slugs())]
    editions = {game.slug: game.checked.written.edition for game in games}
    configs = [read_adapter(path, [game] if game else ()) for path in adapters]
    with ExitStack() as stack:
        clients = [stack.enter_context(Client(config, editions)) for config in configs]
        hellos = _greeted(clients, ctx, as_json)
        slug = _game(dict(zip(adapters, hellos, strict=True)), editions)
        claims = [hello.games[slug] for hello in hellos]
        targets = [
            target_of(oracle, path, in_our_steps(client, claim, oracle), claim, follow)
            for path, client, claim in zip(adapters, clients, claims, strict=True)
        ]
        scenarios = read_scenarios(scenario_folders(oracle.game(slug)), oracle.game(slug))
        named = wanted.seatings(oracle.game(slug))
        unasked = _unasked(oracle.game(slug), targets, named)
        pool = _pool(oracle.game(slug), targets, named, scenarios, wanted.chosen)
        seeds = seeds_of(scenarios, oracle.game(slug), pool.all)
        kept = [] if corpus is None else read_corpus(corpus)
        usable = [position for position in kept if position.seating in pool.all]
        others = [position for position in kept if position.seating not in pool.all]
        with progress("playing", None) as move, seldom_collected():
            begin = Beginnings(not whole_games, True, usable, seeds).supported_by(claims)
            guided = GuidedGames(oracle.game(slug), pool, seed, begin, oracle.know)
            fuzzer = Fuzzer(oracle, slug, targets, guided.games(), seed, _moving(move))
            limits = FuzzLimits(**options)
            run = FuzzRun(aside=unasked) if unasked else fuzzer.run(limits, earlier)
        if corpus is not None:
            write_corpus(corpus, [*others, *usable])
        written = _write(run, oracle, out)
        if as_json:
            print_json(run_json(run, oracle, seed, written) | {"made_positions": guided.made})
        else:
            words = [*(("--game", game),) * bool(game), *wanted.words()]
            words += [("--follow", follow)] * (follow != RULINGS)
            words += [("--whole-games", "")] * whole_games
            _print(run, oracle.game(slug), words, seed, written, len(adapters) > 1)
            if guided.none_can_be_made:
                click.echo(NONE_MADE)
    idle = any(not run.compared[target.name] for target in targets)
    code = 1 if run.findings else INCOMPLETE if idle else 0
    ctx.exit(INTERRUPTED if run.interrupted else code)


def _greeted(clients: Sequence[Client], ctx: click.Context, as_json: bool) -> list[Hello]:
    """Return the names and claims of the adapters; end the command if one can't be started."""
    try:
        return [client.hello() for client in clients]
    except ProtocolError as error:
        nothing = {"games": 0, "decisions": 0, "aside": [], "disagreements": []}
        print_not_started(error, nothing if as_json else None)
        ctx.exit(NOT_STARTED)


def _game(hellos: Mapping[str, Hello], editions: Mapping[str, str]) -> str:
    """Return the first game here that all adapters claim. Raises UsageError if there is none."""
    shared = [name for name in editions if all(name in hello.games for hello in hellos.values())]
    if not shared:
        claimed = "; ".join(f"{p}: {', '.join(h.games) or 'none'}" for p, h in hellos.items())
        raise UsageError(
            f"these adapters have no game in common with {', '.join(editions)}", claimed
        )
    return shared[0]


def _unasked(
    game: Game, targets: Sequence[Target], named: Sequence[Seating]
) -> Counter[tuple[str, str, str]]:
    """Return why there is nothing to play: no adapter claims a named match-up.

    Empty if an adapter claims one.
    """
    reasons: Counter[tuple[str, str, str]] = Counter()
    for target in targets:
        for seating in named:
            reason = why_not_claimed(game, seating, target.claim)
            if reason is None:
                return Counter()
            reasons[target.name, *reason] += 1
    return reasons


def _pool(
    game: Game,
    targets: Sequence[Target],
    named: Sequence[Seating],
    scenarios: Sequence[Scenario],
    options: tuple[tuple[str, str], ...],
) -> MatchUpPool:
    """Return the match-ups to play: the named ones, or else all that are claimed.

    options: to play these with. Raises UsageError if there are none.
    """
    claims = [target.claim for target in targets]
    if options and not named:
        claims = [replace(claim, options=tuple((n, (v,)) for n, v in options)) for claim in claims]
        game.match(options=dict(options))  # unknown ones
    pool = named or match_ups(game, claims)
    if not pool:
        raise UsageError("these adapters claim no match-up in common")
    return match_up_pool(pool, [scenario.given.powers for scenario in scenarios])


def _moving(move: Callable[[float, str], object]) -> Callable[[FuzzRun], object]:
    """Return a callback that moves a progress bar."""
    return lambda run: move(run.games, _summary(run))


def _summary(run: FuzzRun) -> str:
    return (
        f"{counted(run.games, 'game')}, {counted(run.decisions, 'decision')}, "
        f"{counted(len(run.findings), 'disagreement')}"
    )


def _write(run: FuzzRun, oracle: Oracle, folder: Path | None) -> Sequence[Path | None]:
    """Write a file for each disagreement, under an unused name: all or none. Raises UsageError."""
    if folder is None:
        return [None] * len(run.findings)
    texts: dict[Path, str | bytes] = {}
    for finding in run.findings:
        path = _free(folder, slug_of(finding.result), texts)
        texts[path] = scenario_text(finding.result, oracle, finding.adapter)
    write_files(texts)
    return [*texts]


def _free(folder: Path, slug: str, taken: Container[Path]) -> Path:
    names = (folder / f"{slug}{f'-{n}' if n else ''}.yaml" for n in range(10_000))
    return next(path for path in names if path not in taken and not path.exists())


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
    for finding, path in _perhaps_ours_first(run.findings, written):
        if finding.perhaps_ours:
            print_lines([(Span(PERHAPS_OURS, "strong"),)])
        shown = SuiteRun(Hello(finding.adapter), game.slug, edition, "", (), "", seed, rules=game)
        again = _reproducing_command(finding, path, words, seed)
        print_lines(
            [
                *failure_lines(
                    replace(FailureDescriber(shown).describe(finding.result), command=again)
                ),
                *((Span(f"  {sentence}"),) for sentence in _about_others(finding)),
                (),
            ]
        )
    disagreements = (
        counted(len(run.findings), "disagreement") if run.findings else "no disagreement"
    )
    games, decisions = counted(run.games, "game"), counted(run.decisions, "decision")
    click.echo(
        f"{games}, {decisions}: {disagreements if run.findings or run.decisions else NOTHING}"
    )
    for line in aside_lines(_aside(run, several)):
        click.echo(line)


def _perhaps_ours_first(
    findings: Sequence[FuzzFinding], written: Sequence[Path | None]
) -> list[tuple[FuzzFinding, Path | None]]:
    """Return findings and their files; first those that every adapter answers otherwise."""
    pairs = zip(findings, written, strict=True)
    return sorted(pairs, key=lambda pair: not pair[0].perhaps_ours)


def _aside(run: FuzzRun, several: bool) -> Iterator[Aside]:
    """Yield what does not count, by adapter if there are several."""
    what = "game" if run.games else "match-up"
    for (adapter, status, reason), count in run.aside.most_common():
        yield counted(count, what) + (f" of {adapter}" if several else ""), status, reason


def _about_others(finding: FuzzFinding) -> Iterator[str]:
    """Yield a sentence on what the other adapters answer there; none if no other was asked."""
    right, wrong = ", ".join(finding.right), ", ".join(finding.wrong)
    if right and wrong:
        yield f"wrong in {wrong} too, right in {right}"
    elif right:
        yield f"{finding.adapter} stands alone: right in {right}"
    elif wrong:
        yield f"wrong in {wrong} too: if they answer alike, see whether the rules here are right"


def _reproducing_command(
    finding: FuzzFinding, path: Path | None, words: OptionWords, seed: int
) -> str:
    """Return the command that reproduces it: with its scenario, or with the same games up to it."""
    game = [pair for pair in words if pair[0] == "--game"]
    options = [("-i", finding.adapter)]
    if path is not None:
        options += [*game, ("--scenarios", str(path))]
    else:
        options += [*words, ("--seed", str(seed)), ("--games", str(finding.game))]
    line = shlex.join(word for pair in options for word in pair if word)
    return f"thesmos {'fuzz' if path is None else 'conform'} {line}"
