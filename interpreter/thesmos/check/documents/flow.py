"""Check the flow of a game: the instructions of its set-up, turn and modes, and its routes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from thesmos.check.names.names import Names
from thesmos.diagnostics import Diagnostic, Location, Mend, listed, suggest
from thesmos.program import flow as p
from thesmos.program.clauses import Cancel, Clause
from thesmos.program.declarations import Attribute
from thesmos.program.node import AttributeRef, Ref
from thesmos.program.routes import clashing_routes, moment_of
from thesmos.syntax import documents as d

Instruction = tuple[str, str]  # as written: the word and its argument

_MAKERS: dict[str, Callable[[str, Location], p.Instruction]] = {
    p.EachPlayer.word: lambda name, at: p.EachPlayer(Ref("", name), location=at),
    p.Steps.word: lambda name, at: p.Steps(Ref("", name), location=at),
    p.Moment.word: lambda name, at: p.Moment(name, location=at),
    p.BeginTurn.word: lambda _, at: p.BeginTurn(location=at),
    p.Spend.word: lambda _, at: p.Spend(location=at),
    p.Judge.word: lambda _, at: p.Judge(location=at),
    p.Rewind.word: lambda _, at: p.Rewind(location=at),
    p.GrantTurn.word: lambda _, at: p.GrantTurn(location=at),
    p.PassTurn.word: lambda name, at: p.PassTurn(
        AttributeRef("", name) if name else None, location=at
    ),
    p.FirstTurn.word: lambda name, at: p.FirstTurn(AttributeRef("", name), location=at),
    p.Routes.word: lambda name, at: p.Routes(name, location=at),
}
FLOW_WORDS = tuple(_MAKERS)
WITH_NAME = ("each player", "steps", "moment", "routes", "first", "pass")  # these take an argument


def instructions(
    written: tuple[Instruction, ...], names: Names, location: Location
) -> tuple[p.Instruction, ...]:
    """Return the meaning of a flow, without invalid instructions.

    location: where the flow is written.
    """
    return tuple(
        _MAKERS[word](argument, location)
        for word, argument in written
        if _error("", word, argument, names) is None
    )


def check_flow(names: Names, modes: Mapping[str, d.ModeDocument]) -> Iterator[Diagnostic]:
    """Yield an error for every instruction of a flow or set-up that the game can't run."""
    game = names.game
    written = [
        (flow, *instruction, game.place(f"flow.{flow}.{number}"))
        for flow, several in game.flow.items()
        for number, instruction in enumerate(several)
    ]
    in_modes = [
        (m.slug, *instruction, m.location) for m in modes.values() for instruction in m.setup
    ]
    for flow, word, argument, location in [*written, *in_modes]:
        error = _error(flow, word, argument, names)
        if error is not None:
            code, message, hint = error
            wrong = word if code == "E361" else argument
            yield Diagnostic(code, message, location, hint, word=wrong)


def check_routes(clauses: Sequence[Clause]) -> Iterator[Diagnostic]:
    """Yield an error for each route of a card that may apply at the same moment as another one.

    Their conditions must exclude each other (semantics §6.6).
    """
    for route, other in clashing_routes(clauses):
        line = other.location.line
        text = f"two routes may apply at once {moment_of(route)} (the other is on line {line})"
        hint = "put them into the two branches of one `if … else`"
        yield Diagnostic("E347", text, route.location, hint)


def check_rewind(clauses: Sequence[Clause], names: Names) -> Iterator[Diagnostic]:
    """Yield an error for each clause that cancels turns, if the turn has no `rewind`."""
    if any(word == "rewind" for word, _ in names.game.flow.get("turn", ())):
        return
    for clause in clauses:
        if isinstance(clause, Cancel):
            text = "this cancels a turn, but the turn of the flow has no `rewind`"
            hint = "add `rewind` under `turn`, after the steps"
            yield Diagnostic("E363", text, clause.location, hint)


def _names_player(attribute: Attribute) -> bool:
    """Return whether this is a state of the game that names a player."""
    kind = attribute.type
    return (
        not attribute.name.owner and kind.base == "player" and not kind.many and not attribute.index
    )


def _error(flow: str, word: str, argument: str, names: Names) -> tuple[str, str, str | None] | None:
    """Return the code, message and hint for an invalid instruction; None for a valid one."""
    if word not in FLOW_WORDS:
        message = f"`{word}` is not an instruction of a flow (in `{flow}`)"
        if word in names.steps and not argument:
            step = f"{{steps: {word}}}"
            return "E361", message, Mend(f"a step is written `{step}`", word, step)
        return "E361", message, suggest(word, FLOW_WORDS) or f"one of: {', '.join(FLOW_WORDS)}"
    if argument and word not in WITH_NAME:
        message = f"`{word}` takes no value, so `{argument}` can't follow it (in `{flow}`)"
        return "E361", message, f"write `{word}` alone"
    if word in ("each player", "steps") and argument not in names.steps:
        return (
            "E342",
            f"there is no step `{argument}` (in `{flow}`)",
            suggest(argument, names.steps),
        )
    if word == "first" or (word == "pass" and argument):
        named = names.attr_of(argument, "")
        if named is None:
            message = f"`{argument}` is not a state of the game (in `{flow}`)"
            players = [a.name.name for a in names.all_attrs() if _names_player(a)]
            named_by = listed(players) or "declare one under `state: game:`, a Player or none"
            return (
                "E304",
                message,
                suggest(argument, players) or f"states that name a player: {named_by}",
            )
        if not _names_player(named):
            message = f"`{word}` needs a player, not {named.type} (in `{flow}`)"
            return "E311", message, "name a state of the game that is a Player"
    moments = names.game.moments
    if word in ("moment", "routes") and argument not in moments:
        message = f"the game has no moment `{argument}`"
        return "E345", message, suggest(argument, moments)
    return None
