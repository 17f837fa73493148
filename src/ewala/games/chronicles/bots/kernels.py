"""The kernels that a search is led with: what has to be called where a search goes on without Python."""

from ewala.games.chronicles.bots.turn_search import blur, forget, lay_out_slot, pair_worth, solve_game, worth

KERNELS = (worth, forget, lay_out_slot, pair_worth, solve_game, blur)
