"""From syntax to meaning: names and types, with every mistake reported at once.

The result is *typed code*: nested tuples of words and numbers, `("<", ("attr", …), ("int", 3))`,
which `link` puts into tables and `run` turns into functions. docs/language/semantics.md lists them.
"""
