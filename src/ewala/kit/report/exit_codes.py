"""The exit code that many commands share; cli.py lists them all."""

__all__ = ["STOPPED"]

STOPPED = 130  # by Ctrl-C
