"""§16.11 What would be: a condition about a copy of the state, after an event."""

from __future__ import annotations

from dataclasses import replace

from thesmos.compile.ir import fold
from thesmos.compile.ir import nodes as ir
from thesmos.compile.lower.effects import carry_out
from thesmos.compile.lower.frame import Frame
from thesmos.compile.lower.values import holds, kept, meaning
from thesmos.compile.lower.writer import Writer
from thesmos.program import effects as e
from thesmos.program import values as p


@meaning(p.AfterDo)
def _after_do(node: p.AfterDo, frame: Frame, w: Writer) -> ir.Value:
    """Names keep the values that they have before anything changes."""
    arguments = tuple(kept(argument, frame, w) for argument in node.arguments)
    mentioned = {variable.name for variable in p.variables_in((node.arguments, node.condition))}
    names = {
        name: w.kept(number) if name in mentioned else number
        for name, number in frame.names.items()
    }
    inner, result = replace(frame, names=names, moment=None), w.local()
    w.do(ir.Set(result.name, fold.NO))
    with w.when(fold.known(*arguments)):
        with w.block() as body, w.supposing():
            carry_out((e.Do(node.action, node.arguments, location=node.location),), inner, w)
            w.do(ir.Set(result.name, fold.number(holds(node.condition, inner, w))))
        w.do(ir.OnCopy(tuple(body)))
    return fold.test("=", result, fold.YES)
