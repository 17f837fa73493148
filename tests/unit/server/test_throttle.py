"""RateLimiters let a burst through, then a steady rate; time is the test's."""

from ewala.server.platform.edge.throttle import RateLimiter, RateLimiters


class Time:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_then_a_steady_rate() -> None:
    time = Time()
    bucket = RateLimiter(2, 3, time)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    time.now = 0.4
    assert not bucket.take()
    time.now = 0.5
    assert bucket.take()
    assert not bucket.take()


def test_it_never_holds_more_than_the_burst() -> None:
    time = Time()
    bucket = RateLimiter(2, 3, time)
    time.now = 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_what_is_spent_anyway_leaves_a_debt_that_time_pays_off() -> None:
    time = Time()
    bucket = RateLimiter(2, 1, time)
    bucket.spend(1)
    assert bucket.wait() == 0.0
    bucket.spend(3)
    assert bucket.wait() == 1.5
    assert bucket.wait(1) == 2.0
    time.now = 1.5
    assert bucket.wait() == 0.0
    assert not bucket.take(0.5)


def test_what_costs_more_than_the_burst_takes_a_full_bucket_and_leaves_a_debt() -> None:
    time = Time()
    bucket = RateLimiter(2, 4, time)
    assert bucket.take(10)
    assert bucket.wait() == 3.0
    time.now = 4.9
    assert not bucket.take(10)
    time.now = 5
    assert bucket.take(10)


def test_clients_do_not_spend_each_others_tokens() -> None:
    buckets = RateLimiters(1, 1, clock=Time())
    assert buckets.take("a")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_only_who_is_full_again_is_forgotten_while_there_is_room() -> None:
    """Names made up to be remembered instead of one's own bring nobody a fresh budget."""
    time = Time()
    buckets = RateLimiters(1, 10, most=1000, clock=time)
    assert buckets.take("a", 10)
    time.now = 5
    assert all(buckets.take(f"name {n}") for n in range(500))
    assert not buckets.take("a", 6)
    time.now = 20
    assert all(buckets.take(f"later {n}") for n in range(600))
    assert len(buckets) == 600
    assert buckets.take("a", 10)


def test_where_too_many_have_debts_who_was_not_seen_for_longest_is_forgotten_first() -> None:
    buckets = RateLimiters(1, 1, most=2, clock=Time())
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")  # seen again: b is now the oldest
    assert buckets.take("c")
    assert not buckets.take("a")
    assert buckets.take("b")


def test_a_bucket_that_somebody_holds_stays_the_clients_own() -> None:
    """Two devices of one seat spend from one purse, however long it was full."""
    time = Time()
    buckets = RateLimiters(1, 10, clock=time)
    held = buckets["a"]
    for n in range(10):
        buckets.take(f"name {n}")
        time.now += 100
    assert len(buckets) < 10
    assert buckets["a"] is held
