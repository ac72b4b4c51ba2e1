"""A driver for Textual that hears of input from the event loop, and sleeps until there is some. It knows no game.

It writes no sign that the terminal lacks, whoever drew it: where the game's signs are ASCII, all are.

Textual 8.2.8 reads the terminal in a thread of its own that wakes ten times a second, whether or not anything was
typed, and hands every key over to the loop through a pipe. This overrides its private parts, as `tight` does.
"""

from __future__ import annotations

import os
import selectors
import signal
from asyncio import TimerHandle
from codecs import getincrementaldecoder
from collections.abc import Iterable
from contextvars import Context
from typing import Any

from rich.cells import cell_len
from textual._time import get_time
from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from sapper.tui.glyphs import ASCII

_SIGNS = {
    sign: plain
    for signs, plain in (
        ("╭╮╰╯┌┐└┘", "+"),
        ("─━–—", "-"),
        ("│┃▌▐", "|"),
        ("▁▂▃▄▅▆▇█▏▎▍▋▊▉", "#"),
        ("·…", "."),
        ("×", "x"),
        ("≤", "<"),
        ("≥", ">"),
    )
    for sign in signs
}
"""What the toolkit draws, and what stands in texts, that ASCII has something like."""

_MOST = 4096
"""The bytes that are read at once."""


class LoopDriver(LinuxDriver):
    """The driver of a terminal on Linux and macOS, without the thread that reads."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._may_listen = can_listen(self.fileno)
        # What is heard belongs to no widget, so nothing that is set around one may hold for it.
        self._nowhere = Context()
        self._timer: TimerHandle | None = None
        self._begin()

    def _begin(self) -> None:
        self._parser = XTermParser(self._debug)
        self._decode = getincrementaldecoder("utf-8")(errors="replace").decode

    def start_application_mode(self) -> None:
        """Takes the terminal, and listens to it."""
        before = self._key_thread
        super().start_application_mode()  # type: ignore[no-untyped-call]  # Textual annotates nothing here
        # In the background the terminal cannot be had: then no thread was started either.
        if self._may_listen and self._key_thread is not before:
            self._begin()
            self._loop.add_reader(self.fileno, self._nowhere.run, self._read)

    def _run_input_thread(self) -> None:
        """Ends the thread at once, unless the loop cannot listen to this terminal."""
        if not self._may_listen:
            super()._run_input_thread()

    def write(self, data: str) -> None:
        """Writes what this terminal has signs for."""
        if not data.isascii():
            encoding = getattr(self._file, "encoding", None) or "ascii"
            data = writable(data, encoding=encoding, plain=getattr(self._app, "glyphs", None) is ASCII)
        super().write(data)

    def disable_input(self) -> None:
        """Listens no more."""
        self._stop_listening()
        super().disable_input()

    def send_message(self, message: Message) -> None:
        """Passes on what was heard; a thread would have to ask the loop to do it."""
        if self._may_listen:
            self._app.post_message(message)
        else:
            super().send_message(message)

    def _stop_listening(self) -> None:
        if self._may_listen:
            self._loop.remove_reader(self.fileno)
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _read(self) -> None:
        try:
            data = os.read(self.fileno, _MOST)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            data = b""
        if not data:
            # The terminal is gone, and nobody was told by a signal, as the leader of a session is.
            self._stop_listening()
            os.kill(os.getpid(), signal.SIGHUP)
            return
        self._pass_on(self._parser.feed(self._decode(data)))

    def _pass_on(self, messages: Iterable[Message]) -> None:
        for message in messages:
            self.process_message(message)
        # An Escape alone is a key once nothing has followed it for a while.
        due = self._parser._timeout_time
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer = self._loop.call_later(max(due - get_time(), 0), self._nowhere.run, self._wait_no_longer)

    def _wait_no_longer(self) -> None:
        self._timer = None
        self._pass_on(self._parser.tick())


def writable(text: str, *, encoding: str, plain: bool) -> str:
    """A text as a terminal can show it, every sign as wide as before.

    Args:
        text: what is to be seen there, escape sequences among it.
        encoding: the terminal's; a sign that it does not have gives way to question marks.
        plain: whether signs are to be ASCII where that has something like them.
    """
    try:
        text.encode(encoding)
        lacks = False
    except (UnicodeEncodeError, LookupError):
        lacks = True
    if not (plain or lacks):
        return text
    return "".join(sign if sign.isascii() else _instead(sign, encoding) for sign in text)


def _instead(sign: str, encoding: str) -> str:
    if (plain := _SIGNS.get(sign)) is not None:
        return plain
    try:
        sign.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return "?" * cell_len(sign)
    return sign


def can_listen(fileno: int) -> bool:
    """Whether an event loop can be told of input here: not of every file, and not of every kind of terminal."""
    with selectors.DefaultSelector() as selector:
        try:
            selector.register(fileno, selectors.EVENT_READ)
        except OSError:
            return False
    return True
