"""From syntax to meaning: resolves names and types, and reports all errors at once.

The result is *typed code*: nested tuples of words and numbers, `("<", ("attr", …), ("int", 3))`,
which `link` puts into tables and `engine` turns into functions.
"""
