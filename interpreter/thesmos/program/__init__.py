"""The typed program: every construct of the language once, with its names resolved.

`check` makes it from the syntax tree, once for each game and card; `link` chooses cards from it and
lays out the state; `semantics` says what it means. It is immutable, compared by content without
locations, and can be written as JSON and read back (program/json_codec.py).

The chapters, in the order in which they build on each other: types, node (what all constructs
share), values, effects, clauses, flow, declarations.
"""
