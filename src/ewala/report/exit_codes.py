"""What a command's exit code says, where 0, all is well, is not the answer."""

__all__ = ["STOPPED"]

STOPPED = 130  # by Ctrl-C
