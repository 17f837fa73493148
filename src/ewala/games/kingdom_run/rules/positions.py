"""Which positions could stand: builds one from its reading, or says what is impossible about it (KR-10)."""

from ewala.core.errors import BadSetup
from ewala.games.kingdom_run.rules import actions, dice, ending, payment
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.nibbles import count
from ewala.games.kingdom_run.rules.notation import ACTIONS, CLANS, Reading
from ewala.games.kingdom_run.rules.state import Rules, State


def build_position(reading: Reading, r: Rules) -> State:
    """The position, if it could stand in a game with these rules, which say who plays."""
    s = State()
    _place_runners(s, r, reading)
    _deal_tokens(s, r, reading)
    if reading.seat not in reading.players:
        raise _impossible("seat", "KR-3.1", "{seat} has the turn but is not a player", seat=reading.seat)
    s.seat = reading.players.index(reading.seat)
    s.phase = reading.phase
    _lay_dice(s, r, reading)
    _check_the_end(s, r)
    if s.phase == st.SOW:
        _resume_disbanding(s, r, reading)
    elif s.phase == st.ACT and not actions.can_act(s, r):
        raise _impossible("nothing-to-do", "KR-4.4", "nothing can be done: it is already the next player's roll")
    return s


def _impossible(what: str, clause: str, template: str, **blanks: object) -> BadSetup:
    return BadSetup(f"position/{what}", clause, template, **blanks)


def _place_runners(s: State, r: Rules, reading: Reading) -> None:
    if len(reading.spaces) != r.spaces:
        raise _impossible(
            "spaces",
            "KR-2.1",
            "{count} spaces are given, the racetrack has {spaces}",
            count=len(reading.spaces),
            spaces=r.spaces,
        )
    everyone = "".join(reading.spaces).upper() + reading.podium
    for letter in CLANS:
        runners = everyone.count(letter)
        if runners != st.RUNNERS:
            raise _impossible(
                "runners",
                "KR-1.1",
                "four runners of {letter} are in the race, here {runners}",
                letter=letter,
                runners=runners,
            )
    for space, runners_here in enumerate(reading.spaces):
        if len(runners_here) > st.FULL:
            raise _impossible(
                "crowded",
                "KR-5.3",
                "four runners at most stand on a space, {count} on space {space}",
                count=len(runners_here),
                space=space + 1,
            )
        for runner in runners_here:
            _place_runner(s, CLANS.index(runner.upper()), space, asleep=runner.islower())
    if len(reading.podium) > r.places:
        raise _impossible(
            "podium",
            "KR-5.4",
            "the podium has {places} places for {count} runners",
            places=r.places,
            count=len(reading.podium),
        )
    s.arrived = len(reading.podium)
    for place, letter in enumerate(reading.podium):
        s.podium[place] = CLANS.index(letter)
        s.home[CLANS.index(letter)] += 1


def _place_runner(s: State, clan: int, space: int, *, asleep: bool) -> None:
    actions.arrive(s, clan, space)
    s.lively[clan] += 1
    if asleep:
        actions.fall_asleep(s, clan, space)


def _deal_tokens(s: State, r: Rules, reading: Reading) -> None:
    if len(reading.tokens) != r.players:
        raise _impossible(
            "tokens",
            "KR-3.3",
            "tokens of {count} players are given for {players}",
            count=len(reading.tokens),
            players=r.players,
        )
    if sum(reading.tokens) != st.TOKENS:
        raise _impossible("tokens", "KR-1.2", "the tokens add up to twelve, here to {sum}", sum=sum(reading.tokens))
    s.tokens[: r.players] = reading.tokens


def _lay_dice(s: State, r: Rules, reading: Reading) -> None:
    if s.phase in (st.ROLL, st.OVER):
        return
    in_all = len(reading.faces) + reading.again + len(reading.done)
    if in_all != st.DICE:
        raise _impossible("dice", "KR-1.3", "there are four dice in all, here {in_all}", in_all=in_all)
    s.dice = dice.HANDFULS.index(reading.faces)
    for action, letter in enumerate(ACTIONS):
        s.own += reading.done.count(letter) << 4 * action
        s.copied += reading.done.count(letter.lower()) << 4 * action
    for action, letter in enumerate(ACTIONS):
        _check_payment(s, r, action, letter)


def _check_payment(s: State, r: Rules, action: int, letter: str) -> None:
    """Whether what was paid for an action could have been."""
    own, copied = count(s.own, action), count(s.copied, action)
    if r.copies_apart:
        too_often = own > st.TWICE or payment.copies(s) > st.TWICE
    else:
        too_often = own + copied > st.TWICE
    if too_often:
        raise _impossible(
            "rule-of-two", "KR-4.3", "{letter} was paid for more often than the rule of two allows", letter=letter
        )
    if copied and not payment.among(action, payment.shown(s)):
        raise _impossible("copy", "KR-6.6", "{letter} was copied, but none of the dice shows it", letter=letter)
    unspent = count(dice.FACES[s.dice], action)
    if copied and unspent and not (r.copies_apart and own == st.TWICE):
        raise _impossible("copy", "KR-4.6", "{letter} was copied while its own die could have paid", letter=letter)


def _check_the_end(s: State, r: Rules) -> None:
    if ending.game_over(s, r) != (s.phase == st.OVER):
        if s.phase == st.OVER:
            raise _impossible("not-over", "KR-8.1", "the game is not over yet")
        raise _impossible("over", "KR-8.1", "the game is over: the podium is full or the players are finished")
    if s.phase != st.OVER and ending.finished(s, r, s.seat):
        raise _impossible("finished", "KR-8.4", "{clan} is finished and has no more turns", clan=CLANS[r.clan[s.seat]])


def _resume_disbanding(s: State, r: Rules, reading: Reading) -> None:
    if reading.origin > r.spaces or not reading.origin < reading.sown <= r.spaces + 1:
        raise _impossible(
            "sow",
            "KR-6.1",
            "{origin}>{sown} is not a way forward on {spaces} spaces",
            origin=reading.origin,
            sown=reading.sown,
            spaces=r.spaces,
        )
    s.origin, s.sown = reading.origin - 1, reading.sown - 1
    if r.lakes >> s.origin & 1:
        raise _impossible(
            "sow-lake", "KR-6.1", "space {origin} is a lake and cannot be disbanded", origin=reading.origin
        )
    if not actions.awake_on(s, s.origin):
        raise _impossible(
            "sow-empty", "KR-7.1", "space {origin} has no awake runner left to take", origin=reading.origin
        )
    if not (reading.done.count("D") or reading.done.count("d")):
        raise _impossible("sow-unpaid", "KR-4.6", "no die has paid for the disbanding")
    if s.sown == r.spaces:
        put_there = s.arrived > 0
    else:
        put_there = actions.awake_on(s, s.sown) != 0
    # Spaces on the way were full or got a runner each; those taken and those left were at most four.
    passed = [space for space in range(s.origin + 1, s.sown) if not s.full >> space & 1]
    left = len(reading.spaces[s.origin])
    if not put_there or not all(actions.awake_on(s, space) for space in passed) or len(passed) + 1 + left > st.FULL:
        raise _impossible(
            "sow",
            "KR-6.1",
            "no disbanding from space {origin} could have put its last runner on {sown}",
            origin=reading.origin,
            sown=reading.sown,
        )
