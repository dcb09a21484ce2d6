#!/usr/bin/env python3
"""The extension of editors/vscode in Visual Studio Code itself: code-server, which is VS Code for
browsers, in Chromium. Without a launch.json, the keys of a user set a breakpoint, start the system
file in the editor, reach the breakpoint, step, go back, follow a frame in the view Frames to an
earlier cycle, and open the disassembly and the debug console. A session of ixpemu debug must have
the same cycles. code-server is not in Debian, so this is no test of ctest. IXP_CODE_SERVER names
its folder (editors/vscode/get-code-server makes one).

    IXP_CODE_SERVER=FOLDER vscode_browser.py BIN_DIR SOURCE_DIR EXTENSION.vsix [PICTURE.png]
"""
import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.append(f"{os.path.dirname(os.path.abspath(__file__))}/../system/trace")
import chromium  # noqa: E402

LIMIT = 600  # seconds for all; a busy machine takes 60
SYSTEM, SOURCE = "microblocks/systems/forward-c.toml", "microblocks/tx/tx.c"
SETTINGS = {"workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "extensions.ignoreRecommendations": True,
            "git.enabled": False, "editor.minimap.enabled": False, "chat.commandCenter.enabled": False, "window.commandCenter": False,
            "workbench.layoutControl.enabled": False}
KEYS = {"Enter": 13, "Escape": 27, "F1": 112, "F5": 116, "F9": 120, "F10": 121}
FRAMES = ".customview-tree .monaco-list-row"
PALETTE = "!!document.querySelector('.quick-input-widget:not([style*=\"display: none\"])')"


class Editor:
    """VS Code in a browser, by its keys."""

    def __init__(self, browser, page):
        self.browser, self.page = browser, page
        self.wait("!!document.querySelector('.explorer-folders-view .monaco-list-row')")

    def wait(self, expression):
        self.browser.wait(self.page, expression)

    def wait_for(self, selector, text):
        """An element with this text. VS Code shows blanks as no-break spaces."""
        self.wait(f"[...document.querySelectorAll({json.dumps(selector)})].some(e => "
                  f"e.textContent.replaceAll('\\u00a0', ' ').includes({json.dumps(text)}))")

    def texts(self, selector):
        found = self.browser.value(self.page, f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)")
        return [t.replace("\u00a0", " ") for t in found]

    def key(self, name, modifiers=0):
        code = KEYS.get(name) or ord(name)
        text = {"text": "\r"} if name == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", self.page, type=kind, key=name, windowsVirtualKeyCode=code,
                              code=name if name in KEYS else f"Key{name}", modifiers=modifiers, **(text if kind == "keyDown" else {}))

    def stopped_at(self, text):
        """Waits for a row of the call stack, and turns the wheel until it is in sight."""
        self.wait("(() => { const stack = document.querySelector('.debug-call-stack'); if (!stack) return false;"
                  f"if (stack.textContent.replaceAll('\u00a0', ' ').includes({json.dumps(text)})) return true;"
                  "window.turns = (window.turns || 0) + 1; stack.querySelector('.monaco-scrollable-element').dispatchEvent("
                  "new WheelEvent('wheel', { deltaY: window.turns % 60 < 30 ? 120 : -120, bubbles: true })); return false; })()")

    def resume(self, cycle):
        """Continues to this cycle. F5 has that meaning only after the toolbar shows it."""
        self.wait("!!document.querySelector('.debug-toolbar .codicon-debug-continue')")
        self.key("F5")
        self.stopped_at(f"cycle {cycle}")

    def click(self, selector):
        self.browser.value(self.page, f"document.querySelector({json.dumps(selector)}).click()")

    def box(self, selector, text):
        """Left, top, width and height of the element with this text."""
        self.wait_for(selector, text)
        return self.browser.value(self.page, f"(() => {{ const r = [...document.querySelectorAll({json.dumps(selector)})].find(e => "
                                  f"e.textContent.includes({json.dumps(text)})).getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }})()")

    def mouse(self, kind, x, y):
        self.browser.call("Input.dispatchMouseEvent", self.page, type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def press(self, selector, text):
        """Clicks with the mouse on the element with this text."""
        x, y, width, height = self.box(selector, text)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.mouse(kind, x + width / 2, y + height / 2)

    def enlarge(self, title, pixels):
        """Drags the upper edge of a view."""
        x, y, width, _ = self.box(".pane-header", title)
        for kind, top in ("mouseMoved", y), ("mousePressed", y), ("mouseMoved", y - pixels), ("mouseReleased", y - pixels), ("mouseMoved", 0):
            self.mouse(kind, x + width / 2, top)

    def type(self, text):
        self.browser.call("Input.insertText", self.page, text=text)

    def choose(self, text, row):
        """Types into the open list, and takes its row."""
        self.wait(PALETTE)
        self.type(text)
        self.wait_for(".quick-input-list .monaco-list-row.focused", row)
        self.key("Enter")
        self.wait(f"!({PALETTE})")

    def command(self, name):
        self.key("F1")
        self.choose(name, name)

    def open(self, path, line):
        self.key("P", modifiers=2)  # Ctrl
        self.choose(f"{path}:{line}", os.path.basename(path))
        self.wait_for(".tab.active", os.path.basename(path))
        self.wait_for(".line-numbers.active-line-number", str(line))


def line_of(source, text):
    with open(f"{source}/{SOURCE}") as lines:
        return 1 + [line.strip() for line in lines].index(text)


def cycles(bin_dir, source, line):
    """Cycles of the breakpoint and of two steps after it, in ixpemu debug."""
    commands = f"break {os.path.basename(SOURCE)}:{line}\ncontinue\nstep\nstep\n"
    out = subprocess.run([f"{bin_dir}/ixpemu", "debug", f"{source}/{SYSTEM}"], input=commands, capture_output=True, text=True,
                         timeout=chromium.LIMIT, check=True).stdout
    return [int(n) for n in re.findall(r"^cycle (\d+):", out, re.M)]


def follow_a_frame(editor, here):
    """From a frame to a stage and its first cycle, and back to the breakpoint."""
    editor.press(".pane-header", "Watch")  # closed: it is empty
    editor.press(".pane-header", "Frames")
    editor.press(FRAMES, "p0.0")
    editor.wait_for(FRAMES, "ME 0:0 context")
    editor.enlarge("Frames", 150)
    row = next(text for text in editor.texts(FRAMES) if text.startswith("ME 0:0 context"))
    begin = re.search(r"(\d+) to \d+$", row)[1]
    editor.press(FRAMES, row)
    editor.stopped_at(f"cycle {begin}")
    editor.resume(here)


def session(editor, line, expected):
    editor.open(SOURCE, line)
    editor.key("F9")
    editor.wait("!!document.querySelector('.codicon-debug-breakpoint')")
    editor.open(SYSTEM, 1)
    editor.key("F5")
    editor.stopped_at("cycle 0")
    editor.resume(expected[0])
    editor.stopped_at(f"{line}:1")
    editor.wait_for(".monaco-list-row .expression .name", "message")
    for cycle in expected[1:]:
        editor.key("F10")
        editor.stopped_at(f"cycle {cycle}")
    for cycle in expected[-2::-1]:
        editor.click(".debug-toolbar .codicon-debug-step-back")
        editor.stopped_at(f"cycle {cycle}")
    follow_a_frame(editor, expected[0])
    editor.click(".codicon-split-horizontal")
    editor.command("Open Disassembly View")
    editor.wait_for(".disassembly-view .monaco-list-row, .disassembly-view .monaco-table-tr", "alu[")
    editor.command("Debug Console: Focus on Debug Console View")
    editor.wait("!!document.activeElement.closest('.repl')")
    for typed, printed in (("no_such", "there is no 'no_such'"), ("token_get", "(0x"), ("info rings", "RING_TX")):
        editor.type(typed)
        editor.wait_for(".repl-input-wrapper .view-line", typed)
        editor.key("Escape")  # the list of completions
        editor.key("Enter")
        editor.wait_for(".repl .monaco-list-row", printed)
    return editor.texts(".notification-toast .notification-list-item-message")


@contextlib.contextmanager
def serve(code_server, folder, bin_dir, extension):
    """code-server with the extension on a free port: its address."""
    os.makedirs(f"{folder}/data/User")
    with open(f"{folder}/data/User/settings.json", "w") as out:
        json.dump({**SETTINGS, "ixp2400.programs": bin_dir}, out)
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = "127.0.0.1:{}".format(free.getsockname()[1])
    program = ["node", f"{code_server}/out/node/entry.js", "--user-data-dir", f"{folder}/data", "--extensions-dir", f"{folder}/extensions"]
    environment = {**os.environ, "HOME": folder}
    subprocess.run([*program, "--install-extension", extension], check=True, stdout=subprocess.DEVNULL, env=environment,
                   timeout=chromium.LIMIT)
    log = pathlib.Path(folder, "log")
    with log.open("w") as out:
        server = subprocess.Popen([*program, "--auth", "none", "--bind-addr", address, "--disable-telemetry", "--disable-update-check",
                                   "--disable-workspace-trust"], stdout=out, stderr=out, env=environment, start_new_session=True)
    try:
        while "listening on" not in log.read_text():
            if server.poll() is not None:
                sys.exit(f"code-server has ended:\n{log.read_text()}")
            time.sleep(0.2)
        yield f"http://{address}"
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(300)


def too_late(*_):
    raise TimeoutError(f"no end after {LIMIT} seconds")


def main():
    if len(sys.argv) not in (4, 5) or not chromium.there() or not os.path.isdir(os.environ.get("IXP_CODE_SERVER", "")):
        print(__doc__)
        return 77
    signal.signal(signal.SIGALRM, too_late)
    signal.alarm(LIMIT)
    bin_dir, source, extension = (os.path.abspath(n) for n in sys.argv[1:4])
    line = line_of(source, "elements = (length + ELEMENT_BYTES - 1) / ELEMENT_BYTES;")
    expected = cycles(bin_dir, source, line)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, \
         serve(os.environ["IXP_CODE_SERVER"], folder, bin_dir, extension) as url, chromium.Browser(size="1600,1000") as browser:
        page = browser.open(f"{url}/?folder={source}")
        try:
            shown = session(Editor(browser, page), line, expected)
        finally:
            if len(sys.argv) > 4:
                browser.picture(page, sys.argv[4])
    print(f"notifications: {shown}" if shown else f"VS Code stopped at cycles {expected}, forwards and backwards")
    return 1 if shown else 0


if __name__ == "__main__":
    sys.exit(main())
