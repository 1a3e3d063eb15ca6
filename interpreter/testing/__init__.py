"""Helpers for tests: paired games, strategies for Hypothesis, made-up games. Not shipped."""
