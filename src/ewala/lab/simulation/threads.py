"""The games of a simulation on this machine's cores."""

from collections.abc import Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import Any

import numpy as np

from ewala.lab.simulation.players import Player

Piece = tuple[int, int]  # the first game's number, and how many
Played = tuple[int, "np.ndarray[Any, Any]"]  # the first game's number, and the rows


def in_threads(player: Player, pieces: Iterable[Piece], threads: int) -> Generator[Played, None, None]:
    """The rows of each piece as it is done, in any order. Closing it waits for the pieces that are being played."""
    coming = iter(pieces)
    with ThreadPoolExecutor(threads) as pool:
        waiting: dict[Future[Any], int] = {}
        try:
            while True:
                for first, games in islice(coming, 2 * threads - len(waiting)):
                    waiting[pool.submit(player.play, first, games)] = first
                if not waiting:
                    return
                for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                    yield waiting.pop(future), future.result()
        finally:
            for future in waiting:
                future.cancel()
