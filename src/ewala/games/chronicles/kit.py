"""The Chronicles of Run, with everything that belongs to it."""

from ewala.kit.game_kit import GameKit, Learning

KIT = GameKit(
    "ewala.games.chronicles",
    "chronicles-of-run",
    # Nine tiles, the initiative, and in each of nine turns two bids and at most two effects.
    Learning("Chronicles", "chronicles_v0", fewest=2, most=2, outcomes=11, longest=9 + 1 + 9 * 4),
    {
        "game": "rules.game:Chronicles",
        "actions": "rules.game:decisions",
        "sides": "present.names:SIDES",
        "move_in_words": "present.sentences:move_in_words",
        "details": "present.told:details",
        "told_types": "present.told:TOLD",
        "words": "present.words:WORDS",
        "board": "present.board:BOARD",
        "as_text": "present.picture:as_text",
        "as_svg": "present.picture:as_svg",
        "few_words": "present.playthrough:few_words",
        "opponents": "bots.opponents:OPPONENTS",
        "search_kernels": "bots.kernels:KERNELS",
        "weights": "bots.fitted:SHIPPED_NAMES",
        "ladders": "bots.ladder:LADDERS",
        "middle": "bots.ladder:MIDDLE",
        "seat_shares": "bots.ladder:SEAT_SHARES",
        "good_play": "bots.levels:good_play",
        "questions": "studies.questions:QUESTIONS",
        "yardsticks": "perfection.yardsticks:YARDSTICKS",
        "responder": "perfection.responder:Responder",
        "hint": "coach.hints:hint_for",
        "look_through": "coach.turns:look_through",
        "turn_choices": "coach.hints:choices_of",
        "arbiter": "coach.arbiter:ChroniclesArbiter",
        "compile_training": "training.lessons:compile_training",
        "trainer": "training.trainer:ChroniclesTrainer",
    },
)
