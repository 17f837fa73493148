"""Buckets let a burst through, then a steady rate; time is the test's."""

from ewala.server.throttle import Bucket, Buckets


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_a_steady_rate() -> None:
    time = Time()
    bucket = Bucket(2, 3, time)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time.now = 0.4
    assert not bucket.take()
    time.now = 0.5
    assert bucket.take()
    assert not bucket.take()


def test_it_never_holds_more_than_the_burst() -> None:
    time = Time()
    bucket = Bucket(2, 3, time)
    time.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_what_is_taken_anyway_must_be_waited_for() -> None:
    time = Time()
    bucket = Bucket(2, 1, time)
    assert [bucket.take_later() for _ in range(3)] == [0.0, 0.5, 1.0]
    time.now = 10
    assert bucket.take_later() == 0.0


def test_clients_do_not_spend_each_others_tokens() -> None:
    buckets = Buckets(1, 1, clock=Time())
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_who_was_not_seen_for_longest_is_forgotten_first() -> None:
    buckets = Buckets(1, 1, most=2, clock=Time())
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")  # seen again: b is now the oldest
    assert buckets.take("c")
    assert not buckets.take("a")
    assert buckets.take("b")
