"""Functions as Python, and the match that plays them."""
