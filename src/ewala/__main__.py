"""`python -m ewala`: the same as the command `ewala`."""

from ewala.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
