"""Adapters: reading their configuration, running their processes, talking to them."""
