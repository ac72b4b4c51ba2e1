// The page around the terminal: no context menu, taps as clicks, a way back after the connection has ended.
"use strict";

const LONG_TAP_MS = 450;
const SLACK_PX = 10;

const terminal = document.getElementById("terminal");
// On a phone the text is a little smaller, so that a board is seen whole sooner.
terminal.dataset.fontSize = window.innerWidth < 600 ? "14" : "16";

window.addEventListener("contextmenu", (event) => event.preventDefault(), { capture: true });
document.getElementById("again").addEventListener("click", () => window.location.reload());
window.addEventListener("online", () => {
  if (document.body.classList.contains("-closed")) window.location.reload();
});

function click(touch, button) {
  const screen = terminal.querySelector(".xterm-screen") || terminal;
  for (const [kind, buttons] of [["mousedown", button === 2 ? 2 : 1], ["mouseup", 0]]) {
    screen.dispatchEvent(
      new MouseEvent(kind, {
        bubbles: true,
        cancelable: true,
        view: window,
        button,
        buttons,
        clientX: touch.clientX,
        clientY: touch.clientY,
      }),
    );
  }
}

function wheel(touch, dx, dy) {
  const screen = terminal.querySelector(".xterm-screen") || terminal;
  screen.dispatchEvent(
    new WheelEvent("wheel", {
      bubbles: true,
      cancelable: true,
      clientX: touch.clientX,
      clientY: touch.clientY,
      deltaX: dx,
      deltaY: dy,
    }),
  );
}

let tap = null;

function end() {
  if (tap) window.clearTimeout(tap.timer);
  tap = null;
}

terminal.addEventListener(
  "touchstart",
  (event) => {
    event.preventDefault();
    event.stopPropagation();
    end();
    if (event.touches.length !== 1) return;
    const touch = event.touches[0];
    tap = { touch, done: false, y: touch.clientY };
    const mine = tap;
    tap.timer = window.setTimeout(() => {
      mine.done = true;
      if (navigator.vibrate) navigator.vibrate(20);
      click(touch, 2);
    }, LONG_TAP_MS);
  },
  { passive: false, capture: true },
);

terminal.addEventListener(
  "touchmove",
  (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (!tap) return;
    const touch = event.touches[0];
    const far = Math.hypot(touch.clientX - tap.touch.clientX, touch.clientY - tap.touch.clientY);
    if (far > SLACK_PX && !tap.done) {
      window.clearTimeout(tap.timer);
      tap.done = true;
      tap.drags = true;
    }
    if (tap.drags && Math.abs(touch.clientY - tap.y) > 20) {
      wheel(touch, 0, tap.y - touch.clientY);
      tap.y = touch.clientY;
    }
  },
  { passive: false, capture: true },
);

terminal.addEventListener(
  "touchend",
  (event) => {
    event.preventDefault();
    event.stopPropagation();
    if (tap && !tap.done) click(tap.touch, 0);
    end();
  },
  { passive: false, capture: true },
);

terminal.addEventListener("touchcancel", end, { capture: true });
