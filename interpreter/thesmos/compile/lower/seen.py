"""§9.2: evaluation in what a player sees: on a copy of the state that is turned into their view.

Only entries that are read are hidden in the copy; no copy is made if none of them can be hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.ir.reading import walk as nodes_in
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.hidden import part_of_view, view_of
from thesmos.compile.lower.writer import Reads, ViewFunction, Writer, is_condition
from thesmos.link.layout import Entry, PlaceOf
from thesmos.program import values as p
from thesmos.program.clauses import Clause
from thesmos.program.declarations import Action, Step


def viewer_of(step: Step, chooser: int) -> int | None:
    """Return in whose view a step is offered to its chooser; None for chance, which sees all."""
    return None if step.chooser == "chance" else chooser


def view_for(w: Writer, step: Step, chooser: int) -> ViewFunction | None:
    """Return the view on which a step is offered to its chooser; None for the true state."""
    return view_of(w, viewer_of(step, chooser))


def seen(w: Writer, viewer: int | None, make: Callable[[], ir.Value]) -> ir.Value:
    """Return the value that `make` gives, evaluated in what a player sees."""
    view = view_of(w, viewer)
    if view is None or w.viewing is view:
        return make()
    with w.block() as block, w.looking_at(view):
        result = make()
    hidden = _hidden_reads(view, _reads(w, (*block, result)))
    if not hidden:
        for statement in block:
            w.do(statement)
        return result
    saved = result
    if not isinstance(result, ir.Const):
        saved = w.local_for(result)
        block.append(ir.Set(saved.name, fold.number(result)))
    looking = ir.Evaluate(ir.Call(part_of_view(w, view, hidden), ()))
    w.do(ir.OnCopy((looking, *block)))
    return fold.test("=", saved, fold.YES) if is_condition(result) else saved


def through_view(w: Writer, viewer: int | None, function: int, parameters: int = 0) -> int:
    """Return a function for the state itself that calls one that needs a view."""
    view = view_of(w, viewer)
    if view is None or w.viewing is view or not _hidden_reads(view, _read_by(w, function)):
        return function

    def make(parameters: tuple[ir.Get, ...]) -> None:
        w.do(ir.Return(seen(w, viewer, lambda: ir.Call(function, parameters))))

    return w.function(("through view", viewer, function), parameters, make)


def seen_roles(w: Writer, clause: Clause, action: Action, frame: Frame) -> Frame:
    """Return the frame of an event as a clause sees it in a view: hidden pieces are unknown."""
    if w.viewing is None:
        return frame
    names = dict(frame.names)
    mentioned = {variable.name for variable in p.variables_in((*clause.guards, clause.where))}
    for role in action.roles:
        if role.type.base == "piece" and not role.type.many and role.name in mentioned:
            entry = w.game.layout.by_meaning[PlaceOf(role.type.name)]
            if entry.first in w.viewing.unknown:
                names[role.name] = _seen_piece(w, entry, names[role.name])
    return frame.with_names(names)


def _seen_piece(w: Writer, entry: Entry, piece: ir.Value) -> ir.Value:
    """Return a piece; unknown, if the view hides it.

    entry: of the places of its kind.
    """
    piece = w.kept(piece)

    def look() -> ir.Value:
        hidden = fold.test("=", w.slot(entry, piece), fold.UNKNOWN)
        return fold.choose(hidden, fold.UNKNOWN, piece)

    return w.kept(w.lazily(fold.known(piece), look, lambda: fold.NOTHING))


# ------------------------------------------------------------------ what is looked at


def _hidden_reads(view: ViewFunction, read: Reads) -> frozenset[int]:
    """Return the first slots of the entries read that may differ in the view."""
    everything = read.entries & view.changed
    return everything | (read.nones & (view.changed - view.nones_stay))


def _reads(w: Writer, parts: tuple[ir.Value | ir.Statement, ...]) -> Reads:
    """Return what the parts read, also in functions they call."""
    counts, tested, called = Counter[int](), Counter[int](), set[int]()
    for node in nodes_in(parts):
        match node:
            case ir.Load() | ir.LoadSet() | ir.Things() | ir.Values() | ir.Find():
                counts[node.entry.first] += 1
            case ir.Test("=" | "!=", ir.Load(entry), fold.NOTHING):
                tested[entry.first] += 1
            case ir.Call(function):
                called.add(function)
            case ir.CallOne(row):
                called |= {number for number in row if number is not None}
    whole = frozenset(first for first in counts if counts[first] > tested[first])
    inside = [_read_by(w, number) for number in called]
    return Reads(
        whole.union(*(read.entries for read in inside)),
        frozenset(tested).union(*(read.nones for read in inside)),
    )


def _read_by(w: Writer, function: int) -> Reads:
    """Return what a function reads."""
    if function not in w.reads:
        body = w.functions[function].body
        w.reads[function] = _reads(w, (*body,))
    return w.reads[function]
