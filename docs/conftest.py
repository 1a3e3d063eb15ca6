"""Settings of every test below: see testing.pytest_setup."""

import testing.pytest_setup  # noqa: F401
