"""The game in headless Chromium: buttons, keys, touch, resizing, reconnecting, and nothing asked of other hosts."""

from __future__ import annotations

import base64
import json
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.web.serving import PATIENCE_S, serving

pytest.importorskip("textual_serve", reason="the extra `web` is not installed")
selenium = pytest.importorskip("selenium", reason="selenium is not installed")

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(CHROMIUM is None or DRIVER is None, reason="no Chromium with its driver")

QUIET = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update", "--enable-unsafe-swiftshader"),
)
_FLAG = re.compile(r"\x1b\[(\d+);(\d+)H[^H]*?⚑")
_NUMBER = re.compile(r"\x1b\[[0-9;]*m ? ?[1-8]")
"""A number on the board."""


@contextmanager
def served(tmp_path: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server that Ctrl-C ends in good order."""
    with serving(tmp_path, *arguments) as (address, process):
        yield address, process
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=PATIENCE_S)
        assert process.returncode == 130
        assert errors == "Ctrl-C ends it.\n"
        assert not list(tmp_path.glob("sapper-web-*"))


class Browser:
    """One visitor."""

    def __init__(self, size: tuple[int, int]) -> None:
        from selenium.webdriver import Chrome, ChromeOptions
        from selenium.webdriver.chrome.service import Service

        options = ChromeOptions()
        for switch in (*QUIET, f"--window-size={size[0]},{size[1]}"):
            options.add_argument(switch)
        options.binary_location = CHROMIUM or ""
        options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
        self.driver: Any = Chrome(options=options, service=Service(DRIVER))
        self.log: list[dict[str, Any]] = []
        self.size: dict[str, int] = {}
        """The columns and rows that the page asked for."""

    def events(self, method: str) -> list[dict[str, Any]]:
        """What the browser did by itself, so far."""
        for entry in self.driver.get_log("performance"):
            self.log.append(json.loads(entry["message"])["message"])
        return [event["params"] for event in self.log if event["method"] == method]

    def said(self) -> list[str]:
        """What the page typed into the game."""
        frames = (event["response"]["payloadData"] for event in self.events("Network.webSocketFrameSent"))
        return [json.loads(frame)[1] for frame in frames if frame.startswith('["stdin"')]

    def resizes(self) -> list[str]:
        """The sizes that the page told."""
        frames = (event["response"]["payloadData"] for event in self.events("Network.webSocketFrameSent"))
        return [frame for frame in frames if frame.startswith('["resize"')]

    def received(self) -> str:
        """What the game has drawn."""
        frames = self.events("Network.webSocketFrameReceived")
        return "".join(_text(event["response"]["payloadData"]) for event in frames)

    def wait(self, holds: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, what
            time.sleep(0.05)

    def open(self, address: str) -> None:
        self.driver.get(address)
        self.wait(lambda: self.has("-first-byte"), "nothing was drawn")
        asked = next(each["url"] for each in reversed(self.events("Network.webSocketCreated")))
        self.size = {name: int(re.findall(rf"{name}=([0-9]+)", asked)[0]) for name in ("width", "height")}
        self.run("return document.querySelector('.xterm-helper-textarea').focus()")

    def begin(self, address: str) -> None:
        """Opens the page as a new visitor and reads the welcome away, so that the next key is the game's."""
        self.open(address)
        self.wait(lambda: "Welcome" in self.received(), "the welcome")
        self.log.clear()
        self.keys("q")
        self.wait(lambda: "OPEN" in self.received(), "the board behind the welcome")

    def has(self, name: str) -> bool:
        return name in str(self.run("return document.body.className"))

    def run(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def keys(self, text: str) -> None:
        self.driver.switch_to.active_element.send_keys(text)

    def mouse(self, kind: str, x: int, y: int, button: str = "none", buttons: int = 0) -> None:
        """A real mouse event of the browser, in pixels."""
        words = {"type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1}
        self.driver.execute_cdp_cmd("Input.dispatchMouseEvent", words)

    def be_a_phone(self) -> None:
        """A small window, touched."""
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        metrics = {"width": 390, "height": 700, "deviceScaleFactor": 0, "mobile": True}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def middle_cell(self) -> tuple[int, int]:
        """Where the cell under the cursor is, in pixels: found by flagging it and taking the flag away."""
        self.log.clear()
        self.keys("f")
        self.wait(lambda: "⚑   9" in self.received() and len(_FLAG.findall(self.received())) > 1, "a flag on the board")
        # The counter, which has a flag too, is higher up.
        row, column = max((int(row), int(column)) for row, column in _FLAG.findall(self.received()))
        self.keys("f")
        self.wait(lambda: "⚑  10" in self.received(), "no flag")
        screen = "document.querySelector('.xterm-screen').getBoundingClientRect()"
        left, top, wide, tall = (self.run(f"return {screen}.{name}") for name in ("left", "top", "width", "height"))
        size = json.loads(self.resizes()[-1])[1] if self.resizes() else self.size
        return round(left + wide * (column - 0.2) / size["width"]), round(top + tall * (row - 0.5) / size["height"])

    def touch(self, kind: str, *points: tuple[int, int]) -> None:
        words = {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        self.driver.execute_cdp_cmd("Input.dispatchTouchEvent", words)


@pytest.fixture
def browser(request: pytest.FixtureRequest) -> Iterator[Browser]:
    made = Browser(getattr(request, "param", (1000, 700)))
    yield made
    made.driver.quit()


def reported(browser: Browser, code: int) -> bool:
    """Whether the game was told that a button went down and up."""
    return sum(text.startswith(f"\x1b[<{code};") for text in browser.said()) >= 2


def last(browser: Browser, wanted: list[str]) -> Callable[[], bool]:
    return lambda: browser.said()[-len(wanted) :] == wanted


def test_every_button_the_chord_and_keys_reach_the_game_and_nothing_else_is_asked_for(
    tmp_path: Path, browser: Browser
) -> None:
    with served(tmp_path) as (address, _):
        browser.open(address)
        for button, number, code in (("left", 1, 0), ("middle", 4, 1), ("right", 2, 2)):
            browser.mouse("mousePressed", 300, 300, button, number)
            browser.mouse("mouseReleased", 300, 300, button, 0)
            browser.wait(partial(reported, browser, code), button)
        browser.mouse("mousePressed", 300, 300, "left", 1)
        browser.mouse("mousePressed", 300, 300, "right", 3)
        browser.mouse("mouseReleased", 300, 300, "left", 2)
        browser.mouse("mouseReleased", 300, 300, "right", 0)
        browser.wait(lambda: [s[-1] for s in browser.said()[-4:]] == ["M", "M", "m", "m"], "the chord")
        browser.keys("jf?")
        browser.wait(last(browser, ["j", "f", "?"]), "keys")
        assert browser.run(
            "const event = new MouseEvent('contextmenu', {bubbles: true, cancelable: true});"
            "document.querySelector('.xterm-screen').dispatchEvent(event); return event.defaultPrevented"
        )
        asked = [event["request"]["url"] for event in browser.events("Network.requestWillBeSent")]
        assert asked
        assert all(url.startswith((address, "data:")) for url in asked)
        assert not [event for event in browser.events("Network.loadingFailed") if event.get("blockedReason")]


def test_a_game_is_there_again_after_a_reload_and_in_a_window_of_another_size(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path) as (address, _):
        browser.begin(address)
        browser.keys("f")
        browser.wait(lambda: "⚑   9" in browser.received(), "the flag")
        browser.driver.set_window_size(700, 500)
        browser.wait(lambda: len(browser.resizes()) >= 1, "a resize")
        browser.log.clear()
        browser.open(address)
        browser.wait(lambda: "⚑   9" in browser.received(), "the flag")


def test_two_visitors_play_beside_each_other_and_quitting_offers_to_go_on(tmp_path: Path, browser: Browser) -> None:
    other = Browser((800, 600))
    try:
        with served(tmp_path, "--sessions", "2") as (address, process):
            browser.begin(address)
            other.open(address)
            assert len(_children(process.pid)) == 2
            browser.keys("q")
            browser.wait(lambda: browser.has("-closed"), "the end")
            browser.wait(lambda: len(_children(process.pid)) == 1, "its process")
            browser.run("document.getElementById('again').click()")
            browser.wait(lambda: browser.has("-first-byte") and not browser.has("-closed"), "another start")
    finally:
        other.driver.quit()


@pytest.mark.parametrize("browser", [(500, 700)], indirect=True)
def test_on_a_phone_a_tap_opens_and_a_long_tap_flags(tmp_path: Path, browser: Browser) -> None:
    with served(tmp_path) as (address, _):
        browser.be_a_phone()
        browser.begin(address)
        assert browser.run("return document.documentElement.scrollWidth") <= 390
        # Not enlarged for the field that takes the keys: the board would no longer be seen whole.
        assert browser.run("return [visualViewport.scale, innerWidth]") == [1, 390]
        point = browser.middle_cell()
        browser.log.clear()
        browser.touch("touchStart", point)
        browser.wait(lambda: "⚑   9" in browser.received(), "a long tap flags")
        browser.touch("touchEnd")
        time.sleep(0.2)
        assert [text[:5] for text in browser.said()] == ["\x1b[<2;"] * 2
        browser.touch("touchStart", point)
        browser.wait(lambda: "⚑  10" in browser.received(), "another takes it away")
        browser.touch("touchEnd")
        browser.log.clear()
        browser.touch("touchStart", point)
        browser.touch("touchEnd")
        browser.wait(lambda: bool(_NUMBER.search(browser.received())), "a tap opens")
        assert [text[:5] for text in browser.said()] == ["\x1b[<0;"] * 2
        # A tap on the sign under the board changes what a tap does, for those without patience.
        browser.keys("m")
        browser.wait(lambda: "FLAG" in browser.received(), "the mode")


def _text(payload: str) -> str:
    try:
        return base64.b64decode(payload, validate=True).decode("utf-8", "replace")
    except ValueError:
        return payload


def _children(pid: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(path.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found
