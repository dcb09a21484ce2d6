"""Chromium without a window, driven by its DevTools protocol over a pair of pipes."""
import base64
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

LIMIT = 300  # seconds; only a hang takes as long


def there():
    return shutil.which("chromium")


class Browser:
    """With `with`; pages are sessions of it."""

    def __init__(self, size="1400,1000"):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # its children may write to the end
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        self.last, self.buffer, self.errors = 0, b"", []
        # It reads commands from descriptor 3 and writes answers to 4.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{commands} 4>&{answers} && exec "$@"', "chromium", "chromium", "--headless", "--no-sandbox",
             "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={self.folder.name}/profile", f"--window-size={size}",
             "--remote-debugging-pipe", "about:blank"], pass_fds=(commands, answers), stderr=subprocess.DEVNULL,
            start_new_session=True)
        os.close(commands)
        os.close(answers)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(300)
        self.folder.cleanup()

    def message(self, end):
        while b"\0" not in self.buffer:
            if not select.select([self.answers], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser says nothing")
            data = os.read(self.answers, 1 << 20)
            if not data:
                raise EOFError("the browser has ended")
            self.buffer += data
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.last += 1
        asked = {"id": self.last, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.commands, json.dumps(asked).encode() + b"\0")
        end = time.monotonic() + LIMIT
        while True:
            got = self.message(end)
            if got.get("method") == "Runtime.exceptionThrown":
                details = got["params"]["exceptionDetails"]
                self.errors.append(details.get("exception", {}).get("description", details["text"]))
            if got.get("id") == self.last:
                if "error" in got:
                    raise RuntimeError(f"{method}: {got['error']}")
                return got["result"]

    def open(self, url):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Runtime.enable", session)
        self.call("Page.enable", session)
        self.call("Page.navigate", session, url=url)
        return session

    def value(self, session, expression):
        done = self.call("Runtime.evaluate", session, expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in done:
            raise RuntimeError(done["exceptionDetails"]["exception"]["description"])
        return done["result"].get("value")

    def wait(self, session, expression):
        end = time.monotonic() + LIMIT
        while self.value(session, expression) is not True:
            if self.errors or time.monotonic() > end:
                raise TimeoutError(f"never: {expression} {self.errors}")
            time.sleep(0.2)

    def picture(self, session, path):
        data = base64.b64decode(self.call("Page.captureScreenshot", session, format="png")["data"])
        with open(path, "wb") as out:
            out.write(data)
        return len(data)
