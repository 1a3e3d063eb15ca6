"""Settings of every test below: see thesmos.testing.pytest_setup."""

import thesmos.testing.pytest_setup  # noqa: F401
