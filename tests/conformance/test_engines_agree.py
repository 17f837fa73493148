"""Two engines, one definition of the rules: interpreted and compiled give the same bytes and numbers."""

from collections.abc import Callable, Iterator

from ewala.core.engine import CHANCE_NODE, Engine, Rng
from ewala.core.game import Game
from ewala.core.state import State

Playing = Callable[[Game, int], Iterator[tuple[State, str]]]


def answers(engine: Engine, data: bytes, code: int, seats: int, seed: int) -> list[object]:
    """All that an engine says about a position, in one list."""
    rng = Rng(seed)
    said: list[object] = [engine.to_act(data), engine.legal(data), engine.chances(data), engine.result(data, seats)]
    said.append(engine.scores(data, seats))
    if engine.to_act(data) == CHANCE_NODE:
        said.append([engine.sample(data, rng) for _ in range(3)])
    for viewer in range(-1, seats):
        redacted = engine.redact(data, viewer)
        said += [redacted, engine.observe(redacted, viewer), engine.determinize(redacted, rng)]
        if code >= 0:
            said.append(engine.seen(data, code, viewer))
    if code >= 0:
        said += [engine.why_not(data, code), engine.apply(data, code)]
    return [*said, rng.word]


def test_interpreted_and_compiled_agree_in_every_position_of_a_game(twins: tuple[Game, Game], playing: Playing) -> None:
    plain, fast = twins
    assert plain.engine.start() == fast.engine.start()
    seats = len(plain.seats)
    for number, (state, move) in enumerate(playing(plain, 1)):
        code = plain.move_code(move) if move else -1
        asked = (state.data, code, seats, number)
        assert answers(plain.engine, *asked) == answers(fast.engine, *asked), state.text


def test_whoever_looks_at_a_position_leaves_it_as_it_is(twins: tuple[Game, Game], playing: Playing) -> None:
    """The interpreted engine keeps the last one, and hands the same record to all who only ask."""
    game, _ = twins
    seats = len(game.seats)
    for state, move in playing(game, 2):
        code = game.move_code(move) if move else 0
        record = game.interpreted.look(state.data)
        game.engine.to_act(state.data), game.engine.legal(state.data), game.engine.chances(state.data)
        game.engine.why_not(state.data, code), game.engine.seen(state.data, code, -1)
        game.engine.result(state.data, seats), game.engine.scores(state.data, seats)
        game.engine.observe(state.data, -1), game.write_position(state.data), game.turn_label(state.data)
        assert game.interpreted.look(state.data) is record
        assert record.pack() == state.data


def test_interpreted_and_compiled_play_the_same_games_out(twins: tuple[Game, Game]) -> None:
    words = [Rng(7), Rng(7)]
    plies = [game.engine.play_out_many(3, rng) for game, rng in zip(twins, words, strict=True)]
    assert plies[0] == plies[1] > 3
    assert words[0].word == words[1].word
    counts = [game.perft(game.start(), 2) for game in twins]
    assert counts[0] == counts[1]


def test_interpreted_and_compiled_refuse_for_the_same_reasons(twins: tuple[Game, Game], playing: Playing) -> None:
    plain, fast = twins
    codes = plain.engine._kernel.CODES
    for number, (state, _) in enumerate(playing(plain, 1)):
        if number % 53 == 0:
            for code in range(-1, codes + 1):
                assert plain.engine.why_not(state.data, code) == fast.engine.why_not(state.data, code), state.text
