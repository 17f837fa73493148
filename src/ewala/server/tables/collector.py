"""Python's garbage collector, in a server. Tables are many, live long and have no circles, and connections open
theirs when they go: looking through all of it again and again would hold up every device."""

import gc

# Python's own are 700, 10, 10. Of a hundred thousand objects at a time devices notice some 40 ms, of five thousand 5;
# whoever has been looked at twice is hardly ever looked at again.
THRESHOLDS = 1_000, 10, 5_000


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
