"""Python's collector of cycles, in a server. Tables are many, live long and have no cycles: looking through them all
again and again would hold up every device."""

import gc

__all__ = ["Collector"]

THRESHOLDS = 10_000, 100, 50  # Python's own are 700, 10, 10; with 100,000 at a time devices waited for some 15 ms


class Collector:
    """Calmer while the server runs."""

    def __init__(self) -> None:
        self._before = gc.get_threshold()

    def calm_down(self) -> None:
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()  # what is there now stays: modules, rules, words
        gc.set_threshold(*THRESHOLDS)

    def as_before(self) -> None:
        gc.set_threshold(*self._before)
        gc.unfreeze()
