"""What happened is shown at one's own pace: stopped, step by step, once more, turn after turn under its doer's name."""

import re

import pytest
from actions import expect_ply, make_move, play_on, plies, send_move, sit_at, skip_what_waits, turn_bar
from browsers import Visit
from playwright.sync_api import Page, expect
from table_server import Server, Table

SHOWN = "() => Number(document.querySelector('[data-ply]').dataset.ply)"
# An action that is repeated is over in a moment, which a busy machine may miss: so it is noted when it happens.
NOTE_WHAT_IS_SHOWN = """() => {
  window.noted = [];
  const note = () => window.noted.push(document.querySelector("[data-ply]").dataset.ply);
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def press(page: Page, name: str) -> None:
    turn_bar(page).get_by_role("button", name=name, exact=True).click()


def until(table: Table, seat: str) -> int:
    """Everybody acts until it is this seat's turn; returns how many moves there have been."""
    while (position := play_on(table, 1))["to_act"] != seat:
        pass
    ply: int = position["ply"]
    return ply


@pytest.mark.smoke
def test_one_stops_steps_and_repeats_by_hand_and_by_keys(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(), table, pace="calm")
    first = plies(table)
    press(page, "Pause")
    last = play_on(table, 3)["ply"]
    expect(turn_bar(page)).to_contain_text("Actions still to be shown:")
    expect_ply(page, first)
    press(page, "Step")
    expect_ply(page, first + 1)
    press(page, "Step")
    expect_ply(page, first + 2)
    page.evaluate(NOTE_WHAT_IS_SHOWN)
    press(page, "Repeat")
    page.wait_for_function("ply => noted.includes(ply)", arg=str(first + 1))
    expect_ply(page, first + 2)
    expect(turn_bar(page).get_by_role("button", name="Play", exact=True)).to_be_visible()
    press(page, "Skip")
    expect_ply(page, last)
    expect(turn_bar(page).get_by_role("button", name="Skip")).to_have_count(0)
    first = last
    page.locator("body").press("Space")
    expect(turn_bar(page).get_by_role("button", name="Play", exact=True)).to_be_visible()
    last = play_on(table, 3)["ply"]
    page.locator("body").press("Shift+ArrowRight")
    expect_ply(page, first + 1)
    page.locator("[data-space='4']").press("Shift+ArrowRight")  # a board's own arrows mean something else
    expect_ply(page, first + 2)
    page.evaluate("noted = []")
    page.locator("body").press("Shift+ArrowLeft")
    page.wait_for_function("ply => noted.includes(ply)", arg=str(first + 1))
    expect_ply(page, first + 2)
    page.locator("body").press("Shift+End")
    expect_ply(page, last)


def test_the_others_turns_are_walked_through_again_each_under_its_doers_name(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KSF")
    page = sit_at(visit(), table, "K", pace="instant")
    while table.look(*table.keys.values())["position"]["to_act"] != "K":
        play_on(table, 1)
    while table.look(*table.keys.values())["position"]["to_act"] == "K":
        play_on(table, 1)
    now = until(table, "K")
    expect_ply(page, now)
    expect(turn_bar(page)).to_contain_text("Your turn")
    page.get_by_role("button", name="What did the others do?").click()
    seen: list[str] = []
    while turn_bar(page).get_by_role("button", name="Skip").count():
        before = page.evaluate(SHOWN)
        seen.append(turn_bar(page).locator("strong").inner_text())
        press(page, "Step")
        expect(page.locator(f"[data-ply='{before + 1}'], [data-ply='{now}']").first).to_be_attached()
    assert sorted(dict.fromkeys(seen))[:2] == ["Player F", "Player S"]
    expect(turn_bar(page)).to_contain_text("Your turn")
    expect_ply(page, now)


def walked(page: Page, now: int) -> dict[int, list[str]]:
    """What lies on the duel's board, position by position through the others' turns."""
    page.get_by_role("button", name=re.compile(r"^What did .+ do\?$")).click()
    seen: dict[int, list[str]] = {}
    while (shown := page.evaluate(SHOWN)) not in seen:
        seen[shown] = page.locator(".chronicles .slots button").evaluate_all("all => all.map((one) => one.ariaLabel)")
        if shown == now:
            break
        press(page, "Step")
        expect_ply(page, shown + 1)
    expect(turn_bar(page)).to_contain_text("Your turn")
    return seen


def test_after_a_reload_a_duels_turns_are_walked_through_with_all_that_was_seen_before(
    visit: Visit, server: Server
) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    page = sit_at(visit(), table, first, pace="instant")
    # Deceit has 4 more in defence; the next bid of the same side lies face down.
    for seat, move in ((first, "3>1a"), (second, "4>3d"), (second, "8>5a")):
        send_move(table, seat, move)
    now = plies(table)
    expect_ply(page, now)
    seen = walked(page, now)
    assert list(seen) == [now - 1, now]
    assert any(re.search("Thenidiel of (order|chaos), destiny 8", label) for label in seen[now - 1])
    page.reload()
    expect_ply(page, now)
    assert walked(page, now) == seen


def test_the_last_action_of_a_turn_is_its_doers(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(), table, pace="calm")
    doer = table.look(*table.keys.values())["position"]["to_act"]
    press(page, "Pause")
    while (position := play_on(table, 1))["to_act"] == doer:
        pass
    last = position["ply"] - 1  # then the other rolls
    while page.evaluate(SHOWN) < last:
        before = page.evaluate(SHOWN)
        press(page, "Step")
        expect_ply(page, before + 1)
    expect(turn_bar(page).locator("strong")).to_have_text(f"Player {doer}")
    expect(page.locator(f"[data-chip='{doer}']")).to_have_class(re.compile("playing"))
    dice = page.locator(".dice li")  # of that turn: the other's come when they roll
    expect(dice).to_have_count(4)
    assert "rolling" not in (states := [die.get_attribute("data-state") for die in dice.all()])
    assert "spent" in states
    press(page, "Step")
    other = "S" if doer == "K" else "K"
    expect(turn_bar(page).locator("strong")).to_have_text(f"Player {other}")


def test_whoever_is_robbed_winces_while_it_is_shown(visit: Visit, server: Server) -> None:
    """A face alone where nothing may move."""
    table = server.kingdom_run("KS")
    page = sit_at(visit(), table, pace="calm")
    hurt = page.locator(".players .hurt")
    press(page, "Pause")  # or the page may have shown all before it is asked to skip
    while not (theft := [move for move in play_on(table, 0)["moves"] if move[0] == "V"]):
        play_on(table, 1)
    press(page, "Skip")
    expect_ply(page, plies(table))
    press(page, "Pause")
    expect(hurt).to_have_count(0)
    thief = table.seat_to_act()
    send_move(table, thief, theft[0])
    press(page, "Step")
    expect(page.locator(f"[data-chip='{theft[0][-1]}'] .hurt")).to_be_visible()
    expect(page.locator(f"[data-chip='{thief}'] .hurt")).to_have_count(0)
    press(page, "Skip")
    expect(hurt).to_have_count(0)


# It is over in a moment, which a busy machine may miss: so it is noted when it happens.
NOTE_WHO_WINCES = """() => {
  window.winced = [];
  const note = () => {
    for (const side of ["order", "chaos"])
      if (document.querySelector(`.side.${side} .bust.hurt`) && !window.winced.includes(side)) window.winced.push(side);
  };
  new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def test_whoever_loses_a_zone_winces_when_it_is_told(visit: Visit, server: Server) -> None:
    table = server.chronicles()
    first = table.seat_to_act()
    second = "C" if first == "O" else "O"
    side = {"O": "order", "C": "chaos"}
    for moving in (True, False):
        page = sit_at(visit(moving=moving), table, pace="calm")
        page.evaluate(NOTE_WHO_WINCES)
        before = plies(table)
        for seat, bid in ((first, "9>3a"), (second, "5>3d")) if moving else ((second, "1>5d"), (first, "8>5a")):
            send_move(table, seat, bid)
        page.wait_for_function("() => window.winced.length")
        expect_ply(page, before + 2)
        skip_what_waits(page)
        expect(page.locator(".bust.hurt")).to_have_count(0)
        assert page.evaluate("window.winced") == [side[second]]


def test_nothing_names_dice_that_are_in_the_air(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(moving=True), table, pace="calm")
    page.evaluate(
        """() => {
          window.said = [];
          const places = [".heard[aria-live=polite]", "[aria-label='What has happened']", "[aria-label='The turn']"];
          const rolls = () => places
            .map((place) => document.querySelector(place).textContent.split("Rolled:").length - 1);
          const look = () => {
            if (document.querySelector("[aria-label='a rolling die']"))
              said.push([rolls(), document.querySelector("ul.dice").textContent.trim()]);
            requestAnimationFrame(look);
          };
          look();
          window.before = rolls();
          window.rolls = rolls;
        }"""
    )
    position = table.look(*table.keys.values())["position"]
    reroll = next(move for move in position["moves"] if move.startswith("r:") and len(move) == len("r:") + 4)
    send_move(table, position["to_act"], reroll)
    page.wait_for_function("() => rolls()[1] === before[1] + 1")  # it lies, and is told
    said, before = page.evaluate("[said, before]")
    assert said
    assert {names for _, names in said} == {""}
    for rolls, _ in said:  # what was heard of an earlier roll may be gone by then
        assert all(now <= then for now, then in zip(rolls, before, strict=True)), (rolls, before)


def test_who_must_act_is_kept_waiting_no_longer_than_they_want(visit: Visit, server: Server) -> None:
    table = server.kingdom_run("KS")
    page = sit_at(visit(), table, "K", pace="calm")
    while table.look(*table.keys.values())["position"]["to_act"] == "K":
        play_on(table, 1)
    now = until(table, "K")
    skip_what_waits(page)
    expect_ply(page, now)
    expect(turn_bar(page)).to_contain_text("Your turn")
    make_move(page, "r:-")
    expect_ply(page, now + 1)
