"""Helpers for tests: the naive evaluator, strategies for Hypothesis, made-up games. Not shipped."""
