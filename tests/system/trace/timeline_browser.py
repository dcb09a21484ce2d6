#!/usr/bin/env python3
"""A timeline in Chrome's form, opened by Chrome's trace viewer in Chromium: no script fails, and the viewer has every
process, thread, counter and slice of the file. Chromium of Debian comes without the viewer; Go has it in its sources
(internal/trace/traceviewer/static), and IXP_TRACE_VIEWER may name a folder with trace_viewer_full.html and
webcomponents.min.js. Without Chromium or viewer the test is skipped (exit 77).

    timeline_browser.py BIN_DIR SOURCE_DIR [PICTURE.png]
"""
import collections
import http.server
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import chromium  # noqa: E402

PAGE = """<!DOCTYPE html><meta charset="utf-8"><title>timeline</title>
<script src="/webcomponents.min.js"></script><link rel="import" href="/trace_viewer_full.html">
<style>
html, body, #view { margin: 0; width: 100%; height: 100%; overflow: hidden; }
tr-ui-b-info-bar-group { display: none !important; }
</style>
<body><script>
async function show() {
  const model = new tr.Model();
  await new tr.importer.Import(model).importTracesWithProgressDialog([await (await fetch('/run.json')).text()]);
  const view = document.createElement('tr-ui-timeline-view'), tracks = document.createElement('track-view-container');
  view.id = 'view';
  tracks.id = 'track_view_container';
  Polymer.dom(view).appendChild(tracks);
  view.track_view_container = tracks;
  Polymer.dom(document.body).appendChild(view);
  view.model = model;
  window.model = model;
}
document.addEventListener('WebComponentsReady', show);
</script>"""
SEEN = """JSON.stringify({
  warnings: model.importWarnings.map(w => w.message), flows: model.flowEvents.length,
  processes: model.getAllProcesses().map(p => ({
    name: p.name, counters: Object.values(p.counters).map(c => [c.name, c.series[0].samples.length]),
    threads: Object.values(p.threads).map(t => [t.name, t.sliceGroup.slices.length,
        t.sliceGroup.slices.filter(s => s.parentSlice && /^(waits|gives|Ready)/.test(s.title)).length])}))})"""


def viewer():
    root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True,
                          timeout=chromium.LIMIT).stdout.strip() if shutil.which("go") else ""
    for folder in os.environ.get("IXP_TRACE_VIEWER"), f"{root or '/usr/local/go'}/src/internal/trace/traceviewer/static":
        if folder and all(os.path.exists(f"{folder}/{n}") for n in ("trace_viewer_full.html", "webcomponents.min.js")):
            return folder
    return None


class Pages(http.server.SimpleHTTPRequestHandler):
    def translate_path(self, path):
        return f"{self.viewer if path.endswith(('full.html', '.js')) else self.own}/{os.path.basename(path)}"

    def log_message(self, *_):
        pass


def expected(path):
    """Contents of the file, in the form of SEEN."""
    with open(path) as f:
        records = json.load(f)["traceEvents"]
    names = {(r["pid"], r["tid"]): r["args"]["name"] for r in records if r["ph"] == "M" and "name" in r["args"]}
    slices = collections.Counter((r["pid"], r["tid"]) for r in records if r["ph"] in "Bi")
    counters = collections.Counter((r["pid"], r["name"]) for r in records if r["ph"] == "C")
    return {names[p, p]: (sorted((n, slices[at]) for at, n in names.items() if at[0] == p and at[1] != p),
                          sorted((n, count) for (of, n), count in counters.items() if of == p))
            for p, _ in names if (p, p) in names}


def main():
    bin_dir, source = (os.path.abspath(n) for n in sys.argv[1:3])
    folder = viewer()
    if not chromium.there() or not folder:
        print("skipped: chromium is not installed (tools/setup --all)" if folder else
              "skipped: no trace viewer; install Go, or name its folder in IXP_TRACE_VIEWER")
        return 77
    with tempfile.TemporaryDirectory() as work:
        subprocess.run([f"{bin_dir}/ixpemu", "run", f"{source}/microblocks/systems/forward.toml", "--quiet", "--until", "packets_tx=20",
                        "--timeline", f"{work}/run.json"], check=True, timeout=chromium.LIMIT)
        with open(f"{work}/page.html", "w") as out:
            out.write(PAGE)
        Pages.viewer, Pages.own = folder, work
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pages)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with chromium.Browser() as browser:
            page = browser.open(f"http://127.0.0.1:{server.server_port}/page.html")
            browser.wait(page, "!!window.model")
            seen = json.loads(browser.value(page, SEEN))
            browser.value(page, "new Promise(done => setTimeout(done, 1000))")  # it draws later
            size = browser.picture(page, sys.argv[3] if len(sys.argv) > 3 else f"{work}/timeline.png")
        server.shutdown()
        there = {p["name"]: (sorted((t[0], t[1]) for t in p["threads"]), sorted(map(tuple, p["counters"])))
                 for p in seen["processes"]}
        wanted = expected(f"{work}/run.json")
    threads = [t for p in seen["processes"] for t in p["threads"]]
    inside = sum(t[2] for t in threads)  # of less than a nanosecond: they seem to begin and end with the next
    wrong = [f"scripts failed: {browser.errors}"] if browser.errors else []
    wrong += [f"the viewer warns: {seen['warnings']}"] if seen["warnings"] else []
    wrong += [f"{name}: the file has {wanted.get(name)}, the viewer {there.get(name)}" for name in sorted({*wanted, *there})
              if wanted.get(name) != there.get(name)]
    wrong += [] if len(wanted) >= 7 and seen["flows"] > 100 else [f"{len(wanted)} processes, {seen['flows']} arrows"]
    wrong += [f"{inside} waits are drawn inside something else"] if 100 * inside > sum(t[1] for t in threads) else []
    wrong += [f"the picture has {size} bytes: nothing is on it"] if size < 50_000 else []
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main())
