"""Helpers of the tests of this package. Not shipped."""
