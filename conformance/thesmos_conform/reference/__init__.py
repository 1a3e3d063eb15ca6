"""The reference: what the rules answer, as a peer in this process or behind a pipe."""
