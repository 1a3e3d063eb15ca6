"""Positions, turns and games as other programs write them: FEN, SAN, PGN and the like."""
