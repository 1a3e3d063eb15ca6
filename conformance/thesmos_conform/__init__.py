"""Conform: asking other people's implementations, and judging their answers.

In reading order: `messages` what is said, `wire` how it is written, `peer` who answers; `adapter`,
`process`, `client` a program as a peer, and `faults` how that can fail; `reference` ourselves as
one, and `serve` ourselves as a program; `turns` one that knows only whole turns; `skeleton`,
`ground`, `doctor`, `sentences` the first conversation.

Then the judging: `cases` and `played` what is asked, `symmetry` and `reach` in which form, `select`
and `profile` what of it; `oracle` what the rules say, `terms` as this implementation would say it,
`compare` what differs, `probes` what must be refused, `judge` one case, `canary` claims; `run` the
processes, `known` what may fail, `suite` the whole, `result` and `verdict` how it went.
"""
