"""Helpers of the tests of the playground."""
