"""A mail server that takes nothing is left alone for ever longer, by all letters together."""

from ewala.server.features.notifications.delivery import again_after

MOST = 5  # failures in a row that count: then it is tried every half hour


class Backoff:
    """With one mail server. Times are in milliseconds."""

    def __init__(self) -> None:
        self.not_before = 0
        self._failures = 0  # in a row

    def begin(self, now: int) -> int:
        """A letter is on its way; what is to be said if it fails. After failures this one letter finds out whether
        they are over, and the others wait for what it finds."""
        if self._failures:
            self.not_before = self._again(now)
        return self._failures

    def failed(self, begun: int, now: int) -> int:
        """Nothing was taken; when that is tried again. Letters that were on their way together count once."""
        if begun == self._failures:
            self._failures = min(begun + 1, MOST)
            self.not_before = self._again(now)
        return self.not_before

    def worked(self) -> None:
        self.not_before = self._failures = 0

    def _again(self, now: int) -> int:
        return again_after(self._failures, now) or now
