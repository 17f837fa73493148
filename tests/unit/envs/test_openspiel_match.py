"""Matches against OpenSpiel's searches: fair dice, files that go on, and honest sums."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import match_strangers
import msgspec
import pytest

from ewala.core.errors import BadSetup, UnreadableText
from ewala.envs.openspiel import match, series
from ewala.envs.openspiel.match import Contest, Played, play_game
from ewala.envs.openspiel.tally import by_deals, summary
from ewala.games.roster import entry_called

QUICK = Contest(game="python_chronicles_of_run", simulations=2, exploration=2.0, iterations=1)


@pytest.fixture(autouse=True)
def _our_bot_needs_no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match, "strongest", lambda game: entry_called(game, "random"))


def game(deal: int, seat: int, share: float) -> Played:
    return Played(
        deal=deal,
        seat=seat,
        share=share,
        moves=30,
        our_decisions=10,
        our_seconds=1.0,
        their_decisions=8,
        their_seconds=4.0,
        end="",
    )


def test_every_seat_of_a_deal_meets_the_same_deal() -> None:
    played = [play_game(QUICK, deal, seat) for deal in (0, 1) for seat in (0, 1)]
    tiles = [game.end.split()[1] for game in played]
    assert tiles[0] == tiles[1] != tiles[2] == tiles[3]
    assert [game.seat for game in played] == [0, 1, 0, 1]


def test_a_game_is_the_same_whenever_it_is_played() -> None:
    once, again = (play_game(QUICK, 3, 1) for _ in range(2))
    assert (once.end, once.share, once.moves) == (again.end, again.share, again.moves)
    assert once.end.endswith(" over")


def test_every_decision_is_somebody_s() -> None:
    played = play_game(QUICK, 5, 0)
    assert played.our_decisions >= 8
    assert played.their_decisions >= 8
    assert played.our_decisions + played.their_decisions + 10 <= played.moves  # nine tiles and the initiative
    assert played.their_seconds > 0


def test_our_share_is_that_of_our_seat() -> None:
    for deal in range(4):
        played = play_game(QUICK, deal, 1)
        position = QUICK.load().compiled.game.parse(played.end)
        assert played.share == {("C",): 1, ("O",): 0, ("C", "O"): 0.5}[tuple(sorted(position.winners()))]


def test_a_series_goes_on_where_it_was_cut_off(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    first = list(series.play_rest(QUICK, 1, 1, file, series.begin(QUICK, file)))
    assert [(game.deal, game.seat) for game in first] == [(0, 0), (0, 1)]
    with file.open("ab") as out:
        out.write(msgspec.json.encode(first[0])[:25])
    found = series.begin(QUICK, file)
    assert found == first
    more = list(series.play_rest(QUICK, 2, 1, file, found))
    assert [(game.deal, game.seat) for game in more] == [(1, 0), (1, 1)]
    assert series.read(file) == (QUICK, first + more)


def test_games_with_other_settings_are_not_mixed(tmp_path: Path) -> None:
    file = tmp_path / "games.ndjson"
    series.begin(QUICK, file)
    with pytest.raises(BadSetup) as caught:
        series.begin(msgspec.structs.replace(QUICK, simulations=3), file)
    assert caught.value.code == "openspiel/contest"


def test_a_file_of_something_else_is_refused_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("roses are red\n")
    with pytest.raises(UnreadableText, match="roses are red"):
        series.begin(QUICK, file)
    assert file.read_text() == "roses are red\n"


def test_the_interval_of_deals_counts_whole_deals_alone() -> None:
    games = [game(0, 0, 1), game(0, 1, 1), game(1, 0, 1), game(1, 1, 0), game(2, 0, 0)]
    assert by_deals(games, 2) == pytest.approx((0.75 - 0.49, 1.0), abs=1e-4)
    assert by_deals(games[:3], 2) is None


def test_a_summary_says_who_won_and_who_thought() -> None:
    said = summary([game(0, 0, 1), game(0, 1, 0.5), game(1, 0, 0), game(1, 1, 1)], 2)
    assert "4 games: our share 62.5%" in said
    assert "won 2, drawn 1, lost 1" in said
    assert "ours: 0.1000 s a decision, 1.00 s a game, 10.0 decisions a game" in said
    assert "theirs: 0.5000 s a decision, 4.00 s a game, 8.0 decisions a game" in said
    assert summary([], 2) == "no games yet"


def arguments(file: Path) -> list[str]:
    return ["chronicles-of-run", "--games", "2", "--simulations", "2", "--iterations", "1", "--out", str(file)]


def test_the_command_plays_and_sums_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.ndjson"
    assert match_strangers.main(arguments(file)) == 0
    assert "2 games: our share" in capsys.readouterr().out
    assert len(series.read(file)[1]) == 2


def test_the_command_stops_on_ctrl_c_and_says_what_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def one_and_then_enough(*given: Any) -> Iterator[Played]:
        yield game(0, 0, 1)
        raise KeyboardInterrupt

    monkeypatch.setattr(match_strangers, "play_rest", one_and_then_enough)
    assert match_strangers.main(arguments(tmp_path / "games.ndjson")) == 130
    said = capsys.readouterr()
    assert "1 games: our share 100.0%" in said.out
    assert "1 games are kept in" in said.err


def test_the_command_refuses_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "poem.txt"
    file.write_text("roses are red\n")
    assert match_strangers.main(arguments(file)) == 2
    assert capsys.readouterr().err.startswith("match_strangers: ")
    assert match_strangers.main([*arguments(tmp_path / "new")[:-4], "--seconds", "-1", "--out", str(file)]) == 2
    with pytest.raises(SystemExit):
        match_strangers.main([*arguments(file), "--workers", "0"])
