"""The wire as the page knows it: TypeScript written from the server's own messages.

In `web/src/generated`, `wire.ts` has the types, `wireShapes.ts` the same as data, by which development builds and tests
check what comes in; each game that tells more of itself has its types in `games/GAME.ts`. `build_page.py` writes them.
"""

import builtins
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import inspect as types

from ewala.games.registry import GAMES, kit_of
from ewala.local import explaining
from ewala.server.app import create_app
from ewala.server.features.accounts import games as own_games
from ewala.server.features.accounts import profile_routes as me
from ewala.server.features.accounts import routes as people
from ewala.server.features.admin import routes as desk
from ewala.server.features.daily import feature as days
from ewala.server.features.evenings import routes as evenings
from ewala.server.features.mail.addresses import MailView
from ewala.server.features.matchmaking import routes as meeting
from ewala.server.features.matchmaking.invitations import Invited, Somebody
from ewala.server.features.notifications import preferences, webhooks
from ewala.server.features.notifications import routes as push
from ewala.server.features.ratings import feature as ratings
from ewala.server.platform.config import Config
from ewala.tables import analysis_in_words, described_games, drawn, messages, problems, requests
from ewala.tables import replay as replaying
from ewala.tables import study_board as studying
from ewala.tables.clock import ClockRule

GENERATED = Path(__file__).parents[1] / "web" / "src" / "generated"
HEAD = "/** Written by tools/wire_types.py from {}: change it there. */\n"
# What the page calls these, where two classes have one name or a name says less there.
NAMES: dict[object, str] = {
    analysis_in_words.AnalysisInWords: "Analysed",
    analysis_in_words.HintInWords: "Hint",
    analysis_in_words.BetterInWords: "Better",
    analysis_in_words.CostlyInWords: "Costly",
    requests.AnalysisAnswer: "AnalysisState",
    ClockRule: "Clock",
    studying.Study: "StudyAnswer",
    own_games.Record: "WonRecord",  # the page's language has a Record of its own
}
ANSWERS: tuple[type, ...] = (
    problems.Problem,
    messages.TableView,
    requests.MadeTable,
    requests.JoinedSeat,
    requests.Rematch,
    described_games.GameView,
    replaying.Replay,
    studying.Study,
    drawn.Drawn,
    analysis_in_words.HintInWords,
    requests.AnalysisAnswer,
    explaining.Explanation,
    people.Challenge,
    people.Proved,
    me.PersonView,
    me.RecoveryCode,
    me.PairingCode,
    people.PasskeyOptions,
    create_app(Config()).state.everything,
    meeting.OfferedSeat,
    MailView,
    days.Chosen,
    Somebody,
    Invited,
    me.Games,
    me.AddedGame,
    own_games.Record,
    ratings.Leaderboard,
    push.PushKey,
    preferences.NotificationPreferences,
    webhooks.WebhookView,
    webhooks.NewWebhook,
    evenings.EveningView,
    evenings.NewEvening,
    evenings.NewGuest,
    desk.HouseView,
    desk.DeskView,
    desk.DeskTables,
    desk.DeskPeople,
    desk.DeskActs,
)
ASKED: tuple[type, ...] = (
    requests.TableRequest,
    requests.JoinRequest,
    studying.StudyRequest,
    requests.HintRequest,
    requests.AnalysisRequest,
    explaining.ExplanationRequest,
    people.ProfileRequest,
    people.NewPerson,
    people.Proof,
    people.CodeRequest,
    people.PasskeyProof,
    me.NewPasskeyRequest,
    push.SubscriptionRequest,
    push.WebhookRequest,
    me.SeatKey,
    evenings.EveningRequest,
    evenings.GuestRequest,
    evenings.StandInRequest,
    me.LocalGame,
    desk.AnnounceRequest,
    desk.RulesRequest,
    desk.LimitsRequest,
)
WHOLE = {"Command": (messages.Command, True), "ServerMessage": (messages.ServerMessage, False)}


class Wire:
    """Types that are being written, each once, whoever asks for it."""

    def __init__(self) -> None:
        self.text: dict[str, str] = {}
        self.shapes: dict[str, object] = {}

    def add(self, kind: object, *, asked: bool = False) -> tuple[str, Any]:
        """A type as TypeScript, and its shape; `asked`, if it is the page that sends it: then defaults go without."""
        info = types.type_info(kind)
        if not asked:
            return self._of(info, asked=False)
        several = info.types if isinstance(info, types.UnionType) else [info]
        found = [self._named(one, asked=True) for one in several if isinstance(one, types.StructType)]
        return " | ".join(name for name, _ in found), {"any of": [shape for _, shape in found]}

    def _of(self, kind: types.Type, asked: bool) -> tuple[str, Any]:
        match kind:
            case types.Metadata(extra={"holds": held}):
                return self._union([types.type_info(one) for one in held], asked)
            case types.Metadata(type=inner):
                return self._of(inner, asked)
            case types.StrType():
                return "string", "string"
            case types.IntType() | types.FloatType():
                return "number", "number"
            case types.BoolType():
                return "boolean", "boolean"
            case types.NoneType():
                return "null", "null"
            case types.AnyType() | types.RawType() | types.CustomType(cls=builtins.object):
                return "unknown", "unknown"
            case types.LiteralType(values=values):
                said = sorted(json.dumps(value) for value in values)
                return " | ".join(said), {"one of": list(map(json.loads, said))}
            case types.ListType(item_type=item) | types.VarTupleType(item_type=item):
                text, shape = self._of(item, asked)
                return f"({text})[]" if " " in text else f"{text}[]", {"list": shape}
            case types.TupleType(item_types=items):
                parts = [self._of(item, asked) for item in items]
                return f"[{', '.join(text for text, _ in parts)}]", {"tuple": [shape for _, shape in parts]}
            case types.DictType(value_type=value):
                text, shape = self._of(value, asked)
                return f"Record<string, {text}>", {"map": shape}
            case types.UnionType(types=several):
                return self._union(several, asked)
            case types.StructType() | types.TypedDictType():
                name, shape = self._named(kind, asked=False)
                return f"Partial<{name}>" if asked else name, shape
        raise TypeError(f"{kind} cannot be told to the page")

    def _union(self, several: Iterable[types.Type], asked: bool) -> tuple[str, Any]:
        parts = [self._of(one, asked) for one in several]
        if len(parts) == 1:
            return parts[0]
        return " | ".join(dict.fromkeys(text for text, _ in parts)), {"any of": [shape for _, shape in parts]}

    def _named(self, kind: types.StructType | types.TypedDictType, asked: bool) -> tuple[str, Any]:
        name = NAMES.get(kind.cls, kind.cls.__name__)
        if name not in self.text:
            self.text[name] = ""  # it may hold itself
            self.text[name], self.shapes[name] = self._interface(name, kind, asked)
        return name, {"type": name}

    def _interface(self, name: str, kind: types.StructType | types.TypedDictType, asked: bool) -> tuple[str, object]:
        remarks, lines, fields = _remarks(kind.cls), [], {}
        if isinstance(kind, types.StructType) and kind.tag_field:
            lines.append(f"  {kind.tag_field}: {json.dumps(kind.tag)};")
            fields[kind.tag_field] = {"one of": [kind.tag]}
        for field in kind.fields:
            left_out = _may_be_missing(kind, field, asked)
            text, shape = self._of(_without_none(field.type) if left_out and not asked else field.type, asked)
            if remark := remarks.get(field.name):
                lines.append(f"  /** {remark} */")
            lines.append(f"  {field.encode_name}{'?' if left_out else ''}: {text};")
            fields[field.encode_name + ("?" if left_out else "")] = shape
        about = (kind.cls.__doc__ or "").partition("\n")[0] if "__doc__" in vars(kind.cls) else ""
        told = f"/** {about} */\n" if about and not about.startswith(f"{kind.cls.__name__}(") else ""
        return f"{told}export interface {name} {{\n" + "\n".join(lines) + "\n}\n", fields


def _may_be_missing(kind: types.StructType | types.TypedDictType, field: types.Field, asked: bool) -> bool:
    """Whether a reader has to do without a field: who asks may leave out what has a default; the server says all that
    it has, but where a message leaves its defaults out."""
    if isinstance(kind, types.TypedDictType):
        return not field.required
    given = {one.name: one.default for one in msgspec.structs.fields(kind.cls)}
    return given[field.name] is msgspec.UNSET or (
        not field.required and (asked or kind.cls.__struct_config__.omit_defaults)
    )


def _without_none(kind: types.Type) -> types.Type:
    """What a field holds that is left out where it would be None."""
    if not isinstance(kind, types.UnionType):
        return kind
    rest = tuple(one for one in kind.types if not isinstance(one, types.NoneType))
    return rest[0] if len(rest) == 1 else types.UnionType(rest)


def _remarks(kind: type) -> dict[str, str]:
    """What stands behind the fields of a class, in its source."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__):
        try:
            source = inspect.getsource(one)
        except (OSError, TypeError):
            continue
        for line in source.splitlines():
            if field := re.match(r"^    (\w+): .*?  # (.+)$", line):
                found[field[1]] = f"{field[2][0].upper()}{field[2][1:].rstrip('.')}."
    return found


def written() -> Iterator[tuple[Path, str]]:
    """Every file, and what should be in it."""
    wire = Wire()
    wholes = {name: wire.add(kind, asked=asked) for name, (kind, asked) in WHOLE.items()}
    for kind in ASKED:
        wire.add(kind, asked=True)
    for kind in ANSWERS:
        wire.add(kind)
    head = HEAD.format("the server's messages")
    aliases = "\nexport type Seat = string;\nexport type GameName = string;\n\n"
    unions = [
        "\n  | ".join([f"export type {name} =", *text.split(" | ")]) + ";\n" for name, (text, _) in wholes.items()
    ]
    yield GENERATED / "wire.ts", head + aliases + "\n".join([*wire.text.values(), *unions])
    shapes = {**wire.shapes, **{name: shape for name, (_, shape) in wholes.items()}}
    lines = "".join(f"  {name}: {json.dumps(shape, ensure_ascii=False)},\n" for name, shape in shapes.items())
    yield GENERATED / "wireShapes.ts", f"{head}\nexport const SHAPES: Record<string, object> = {{\n{lines}}};\n"
    for game in GAMES:
        own, kit = Wire(), kit_of(game)
        for kind in kit.told_types():
            own.add(kind)
        if own.text:
            folder = kit.package.rpartition(".")[2].replace("_", "-")
            source = f"src/ewala/games/{kit.package.rpartition('.')[2]}/present/told.py"
            yield GENERATED / "games" / f"{folder}.ts", HEAD.format(source) + "\n" + "\n".join(own.text.values())


def write_page_types() -> None:
    for path, text in written():
        if not path.is_file() or path.read_text(encoding="utf-8") != text:  # Vite's server would notice a new date
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_page_types()
