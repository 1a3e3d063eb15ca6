"""Conform: asking other people's implementations, and judging their answers.

In reading order: `messages` what is said, `wire` how it is written, `peer` who answers; `adapter`,
`process`, `client` a program as a peer, and `faults` how that can fail; `reference` ourselves as
one, and `serve` ourselves as a program; `skeleton`, `ground`, `doctor`, `sentences` the first
conversation; `cases` what is asked, `compare` what differs, `run` the whole, `result` how it went.
"""
