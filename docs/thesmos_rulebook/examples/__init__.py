"""Scenarios as examples: played, drawn and described."""
