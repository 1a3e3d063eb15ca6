"""The typed program: a class for each construct of the language, with names resolved.

`check` makes a program from the syntax tree; `link` chooses cards from it and lays out the state;
`semantics` defines what it means. It is immutable, and compared by content without locations.

The modules, in the order in which they build on each other: types, node (what all constructs
share), values, effects, clauses, flow, declarations.
"""
