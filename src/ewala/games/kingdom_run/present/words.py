"""Kingdom Run in words, for a face without pictures: the same names as everywhere else, in the reader's language."""

from collections.abc import Iterator, Mapping, Sequence

from ewala.core.sentences import Sentence
from ewala.core.state import Seat, View
from ewala.games.kingdom_run.present.names import FACE_NAMES, RUNNERS, SIDES, dice_called
from ewala.games.kingdom_run.present.standing import dice_left, game_of, goal_of, landed_on, points_of, runners_on
from ewala.games.kingdom_run.rules import state as st
from ewala.games.kingdom_run.rules.notation import CLANS, RaceMove, read_move
from ewala.games.kingdom_run.rules.state import State
from ewala.kit.phrases import apart, lettered, listed, numbers
from ewala.kit.words import called

RUNS = ("take", "disband", "catch-up", "bathe")
PAYS = ("disband", "catch-up", "bathe", "lull", "awaken", "steal")  # with a die


class KingdomRunWords:
    help: Sequence[Sentence] = (
        Sentence("r:- keeps all dice, r:DL rolls one D and one L again."),
        Sentence("D4K disbands space 4, a knight first; +S takes a sorcerer next, a dot stops."),
        Sentence("C4K and B4K move the awake knight of space 4: Catch-up, Bathing."),
        Sentence("L4K lulls an awake knight on space 4, L4k awakens a sleeping one."),
        Sentence("V:G steals a token from G. Where the rules allow it, end ends the turn."),
        Sentence("Faces: {faces}.", faces=lettered(FACE_NAMES)),
        Sentence("Clans: {clans}.", clans=lettered(SIDES)),
    )

    def position(self, view: View, seats: Mapping[Seat, str]) -> list[Sentence]:
        return list(_position(view, seats))

    def move(self, view: View, move: str) -> Sentence:
        made = read_move(move)
        if made.action in RUNS:
            return _running(made, goal_of(view, made))
        if made.action == "end":
            return Sentence("End the turn")
        if made.action == "stop":
            return Sentence("Stop here")
        if made.action == "reroll":
            faces = dice_called(made.faces)
            return Sentence("Roll {faces} again", faces=faces) if made.faces else Sentence("Keep all")
        if made.action == "steal":
            return Sentence("Steal a token: {clan}", clan=SIDES[made.clan])
        if made.action == "lull":
            return Sentence("Lull {runner} on {space}", runner=RUNNERS[made.clan], space=made.space)
        return Sentence("Awaken {runner} on {space}", runner=RUNNERS[made.clan], space=made.space)

    def menu(self, view: View, moves: list[str]) -> None:
        return None

    def story(self, before: View, move: str, after: View) -> list[Sentence]:
        made, was, now = read_move(move), State.unpack(before.data), State.unpack(after.data)
        news = []
        if made.action in RUNS:
            goal = landed_on(was, made, now)
            if goal is None:
                news.append(Sentence("The runner crosses the line."))
            else:
                news.append(Sentence("The runner comes to space {space}.", space=goal))
        over = now.phase == st.ROLL and was.phase != st.ROLL and made.action != "end"
        if over and len(dice_left(was)) > (made.action in PAYS):
            news.append(Sentence("Nothing more can be done with the dice."))
        return news

    def happened(self, before: View, move: str, after: View) -> list[Sentence]:
        return self.story(before, move, after)

    def account(self, view: View) -> list[Sentence]:
        return [_account(view, seat) for seat in view.game.seats]


WORDS = KingdomRunWords()


def _running(move: RaceMove, goal: int | None) -> Sentence:
    """A runner's way, with a sentence for each action, to a space or across the line."""
    runner, space = RUNNERS[move.clan], move.space
    if goal is None:
        return {
            "take": Sentence("Then {runner} to the podium", runner=runner),
            "disband": Sentence("Disband {space}: {runner} to the podium", space=space, runner=runner),
            "catch-up": Sentence("Catch up: {runner}, {space} to the podium", space=space, runner=runner),
            "bathe": Sentence("Bathe: {runner}, {space} to the podium", space=space, runner=runner),
        }[move.action]
    return {
        "take": Sentence("Then {runner} to {goal}", runner=runner, goal=goal),
        "disband": Sentence("Disband {space}: {runner} to {goal}", space=space, runner=runner, goal=goal),
        "catch-up": Sentence("Catch up: {runner}, {space} to {goal}", space=space, runner=runner, goal=goal),
        "bathe": Sentence("Bathe: {runner}, {space} to {goal}", space=space, runner=runner, goal=goal),
    }[move.action]


def _position(view: View, seats: Mapping[Seat, str]) -> Iterator[Sentence]:
    s, circuit = State.unpack(view.data), game_of(view).circuit
    lakes = [space for space, kind in enumerate(circuit.track, 1) if kind == "~"]
    yield Sentence("Lakes: {spaces}.", spaces=listed(lakes))
    empty = []
    for space, (kind, value) in enumerate(zip(circuit.track, circuit.values, strict=True)):
        if not runners_on(s, space):
            empty.append(space + 1)
            continue
        blanks: dict[str, object] = {"space": space + 1, "value": value, "runners": _runners(runners_on(s, space))}
        if kind == "~":
            yield _ended(Sentence("Space {space}, a lake, worth {value}: {runners}", **blanks))
        else:
            yield _ended(Sentence("Space {space}, worth {value}: {runners}", **blanks))
    if empty:
        yield Sentence("Empty spaces: {spaces}.", spaces=numbers(empty))
    yield _podium(s, circuit.podium)
    for seat, score in view.scores().items():
        blanks = {"name": seats.get(seat, seat), "clan": SIDES[seat]}
        tokens = s.tokens[view.game.seats.index(seat)]
        yield _ended(Sentence("{name} ({clan}): tokens {tokens}, score {score}", tokens=tokens, score=score, **blanks))
    if s.phase in (st.KEEP, st.ACT, st.SOW) and s.dice:
        yield Sentence("Dice: {faces}.", faces=dice_called(dice_left(s)))
    if s.phase == st.SOW:
        yield Sentence("Go on disbanding space {space}, or stop.", space=s.origin + 1)


def _ended(sentence: Sentence) -> Sentence:
    return Sentence("{sentence}.", sentence=sentence)


def _runners(runners: str) -> Sentence:
    """Clan by clan, how many are awake and how many asleep."""
    groups = []
    for letter, clan in SIDES.items():
        awake, asleep = runners.count(letter), runners.count(letter.lower())
        if awake and asleep:
            groups.append(Sentence("{clan}: {awake} awake, {asleep} asleep", clan=clan, awake=awake, asleep=asleep))
        elif awake:
            groups.append(Sentence("{clan}: {awake} awake", clan=clan, awake=awake))
        elif asleep:
            groups.append(Sentence("{clan}: {asleep} asleep", clan=clan, asleep=asleep))
    return apart(groups)


def _podium(s: State, values: Sequence[int]) -> Sentence:
    arrived = [Sentence("{clan} {value}", clan=SIDES[CLANS[s.podium[n]]], value=values[n]) for n in range(s.arrived)]
    taken = listed(arrived) if arrived else Sentence("nobody")
    left = values[s.arrived :]
    if not left:
        return Sentence("Podium: {runners}; it is full.", runners=taken)
    return Sentence(
        "Podium: {runners}; the next place is worth {value}, places left: {free} of {places}.",
        runners=taken,
        value=left[0],
        free=len(left),
        places=len(values),
    )


def _account(view: View, seat: Seat) -> Sentence:
    points = points_of(view, seat)
    return Sentence(
        "{player}: podium {podium}, zones {zones}, tokens {tokens} × {value} = {points}; {total} in all.",
        player=called(seat, SIDES[seat]),
        podium=_sum(points.podium),
        zones=_sum(points.zones),
        tokens=points.tokens,
        value=st.TOKEN_VALUE,
        points=points.from_tokens,
        total=points.total,
    )


def _sum(parts: list[int]) -> str:
    if len(parts) < 2:
        return str(sum(parts))
    return f"{' + '.join(map(str, parts))} = {sum(parts)}"
