"""Kingdom Run, with everything that belongs to it."""

from ewala.kit.game_kit import GameKit, Learning

KIT = GameKit(
    "ewala.games.kingdom_run",
    "kingdom-run",
    # Nothing in the rules ends a game in which nobody runs; at random one takes some 290 moves.
    Learning("KingdomRun", "kingdom_run_v0", fewest=2, most=4, outcomes=256, longest=10_000),
    {
        "game": "rules.game:KingdomRun",
        "actions": "rules.game:decisions",
        "largest_feature": "rules.game:largest_feature",
        "sides": "present.names:SIDES",
        "move_in_words": "present.sentences:move_in_words",
        "seat_stays_empty": "present.sentences:SEAT_STAYS_EMPTY",
        "details": "present.told:details",
        "told_types": "present.told:TOLD",
        "words": "present.words:WORDS",
        "board": "present.board:BOARD",
        "as_text": "present.picture:as_text",
        "as_svg": "present.picture:as_svg",
        "few_words": "present.playthrough:few_words",
        "preferred": "present.playthrough:preferred",
        "opponents": "bots.opponents:OPPONENTS",
        "search_kernels": "bots.kernels:KERNELS",
        "weights": "bots.values:SHIPPED_NAMES",
        "ladders": "bots.ladder:LADDERS",
        "middle": "bots.ladder:MIDDLE",
        "seat_shares": "bots.ladder:SEAT_SHARES",
        "good_play": "studies.good_play:GoodPlay",
        "orders": "studies.turn_order:ORDERS",
        "by_players": "rules.parameters:by_players",
        "questions": "studies.questions:QUESTIONS",
        "yardsticks": "perfection.yardsticks:YARDSTICKS",
        "hint": "coach.hints:hint_for",
        "look_through": "coach.turns:look_through",
        "turn_choices": "coach.hints:choices_of",
        "arbiter": "coach.arbiter:KingdomRunArbiter",
        "trainer": "training.trainer:KingdomRunTrainer",
    },
)
