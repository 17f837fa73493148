"""How many connections the operating system lets us have."""

import sys

from ewala.server.platform.config import Limits

RESERVE = 128  # descriptors for the database, files, pipes, the library's own
FEWEST = 16
MOST = 65_536


def connections_possible(limits: Limits) -> int:
    """Ask for as many descriptors as we may have, and keep some for ourselves; the rest is for connections."""
    if sys.platform == "win32":
        return limits.connections
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST if hard == resource.RLIM_INFINITY else min(hard, MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    descriptors = MOST if soft == resource.RLIM_INFINITY else min(soft, MOST)
    return min(limits.connections, max(FEWEST, descriptors - RESERVE))
