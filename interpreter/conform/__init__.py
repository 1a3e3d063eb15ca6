"""Conform: asking other people's implementations, and judging their answers.

In reading order: `messages` what is said, `peer` who answers, `process` and `adapter` a program as
a peer, `reference` ourselves as one, `cases` what is asked, `compare` what differs, `run` the
whole, `result` how it went.
"""
