"""Helpers of the tests: a second evaluator, match-ups to draw, made-up games. Not shipped."""
