"""Random specs that `check` accepts, played: what is accepted must be playable."""
