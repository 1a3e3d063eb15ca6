"""Slips: changes to a spec, planted to see whether `fuzz` finds them."""
