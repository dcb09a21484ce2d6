"""The pages of ixpemu and ixplog in a real browser: Chromium draws them and complains of nothing. Without Chromium the test
is skipped (exit 77).

  browser_test.py BIN_DIR [PICTURE_DIR]
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
BIN = os.path.abspath(sys.argv[1])


def draw(browser, page, picture, work):
    """The page's text after the browser drew it, and the browser's errors."""
    common = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={work}/profile",
              "--enable-logging=stderr", "--hide-scrollbars"]
    done = subprocess.run([*common, "--window-size=1200,3400", f"--screenshot={picture}", f"file://{page}"],
                          capture_output=True, text=True, timeout=300)
    complaints = [line for line in done.stderr.splitlines() if ":CONSOLE" in line or "Refused to load" in line]
    return done.returncode, complaints, done.stderr


def drawn(picture):
    """Bytes of the picture's pixels after compression: an empty page has next to none."""
    with open(picture, "rb") as f:
        head = f.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n", head
    return struct.unpack(">II", head[16:24]), os.path.getsize(picture)


def main():
    browser = shutil.which("chromium")
    if not browser:
        print("skipped: chromium is not installed (tools/setup --all)")
        return 77
    with tempfile.TemporaryDirectory() as work:
        pictures = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else work
        subprocess.run([f"{BIN}/ixpemu", "run", "microblocks/systems/overload.toml", "--quiet", "--until", "cycles=1000000",
                        "--report", f"{work}/run.html", "--out", f"{work}/out"], cwd=ROOT, check=True)
        wrong = f"{work}/wrong.html"
        with open(f"{work}/run.html") as f, open(wrong, "w") as out:
            out.write(f.read().replace("</body>", "<script>nothing.here()</script></body>"))
        code, complaints, said = draw(browser, wrong, f"{work}/wrong.png", work)
        if not complaints:
            print(f"this browser says nothing of a script that fails (exit {code}):\n{said}")
            return 1
        subprocess.run([f"{BIN}/ixplog", "plot", f"{work}/out", "-o", f"{work}/plot.html"], check=True, cwd=ROOT)
        for name in "run", "plot":
            code, complaints, said = draw(browser, f"{work}/{name}.html", f"{pictures}/{name}.png", work)
            if code or complaints:
                print(f"{name}.html: exit {code}\n{said}")
                return 1
            size, length = drawn(f"{pictures}/{name}.png")
            if length < 50_000:
                print(f"{name}.html: the picture of {size} has {length} bytes: nothing is on it")
                return 1
    return 0


sys.exit(main())
