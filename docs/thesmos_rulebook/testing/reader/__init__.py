"""A reader of English sentences, for tests: it knows the frames, not the code that makes them."""
