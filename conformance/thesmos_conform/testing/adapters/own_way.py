"""A program that takes steps in its own way: `own_way GAME CLAIM`, a claim as JSON."""

from __future__ import annotations

import json
import sys

from thesmos_conform.protocol.messages import LEVELS, Claim
from thesmos_conform.reference.oracle import Oracle
from thesmos_conform.reference.serve import serve
from thesmos_conform.testing.own_steps import OwnWay

if __name__ == "__main__":
    game, own = sys.argv[1], json.loads(sys.argv[2])
    claim = Claim(powers=None, levels=LEVELS, memory=True, **own)
    peer = OwnWay(Oracle(), claim, game=game)
    serve(peer, sys.stdin.buffer, sys.stdout.buffer)
