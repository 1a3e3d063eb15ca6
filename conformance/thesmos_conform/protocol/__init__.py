"""The protocol: its messages as values, as lines of JSON, and the ways it can be broken."""
