"""`python -m thesmos` is the command `thesmos`, for those whose shell does not find it."""

from thesmos.cli import main

if __name__ == "__main__":
    main()
