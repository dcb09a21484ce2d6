"""Experiment E7: the testbed of time-driven priority (Baldi, Marchetto, Galante, Risso, Scopigno, Stirano, ICC 2006),
with FIFO routers and with time-driven priority; and the forwarding delay needed if time frames begin late."""
import os
import shutil
import tempfile
import tomllib

from tdp_lib import results, testbed

from tools_lib import files, systems
from . import runs

SCENARIOS = (1, 2)
SOURCE_PPM = 100       # clock deviation of testers: Ethernet's tolerance
CASES = {"fifo": ("fifo", {}), "fifo-ppm": ("fifo", {"source_ppm": SOURCE_PPM}), "tdp": ("tdp", {})}  # router, options
MADE_OF = ["microblocks/tdp_clock/tdp_clock.c", "microblocks/tdp_edge/tdp_edge.c", "microblocks/tdp_input/tdp_input.c",
          "microblocks/tdp_output/tdp_output.c", "microblocks/tdp_output/padding.h", "microblocks/tdp_output/transmit.h",
          "microblocks/rx/rx.c", "microblocks/ipv4_forward/ipv4_hop.h", "microblocks/common/queues.h",
          "microblocks/common/wake.h", "microblocks/common/lateness.h", "microblocks/systems/blocks.h",
          "microblocks/systems/tdp_router.toml", "microblocks/systems/fifo_router.toml",
          "microblocks/reservations/tdp_scenario1.toml",
          "microblocks/reservations/tdp_scenario2.toml", "rings/tdp.h", "rings/packet.h"]
SHOWN = "R1>R2"        # the link whose time frames are recorded individually in runs that are shown
SHOWN_MS, SHOWN_FRAMES = 300, 240
GRID = [(scenario, case) for scenario in SCENARIOS for case in CASES]
SHOWN_GRID = [(scenario, case) for scenario in SCENARIOS for case in ("fifo", "tdp")]
SECONDS = 1            # of a run
DELAYS = (1, 2, 4)     # in TFs
LATE_US = (0, 100)
SPARE = (0, 1)         # queues beyond the d + 1 of the paper
DELAY_MS = 300
DELAY_GRID = [(scenario, d, late, spare) for scenario in SCENARIOS for d in DELAYS for late in LATE_US for spare in SPARE]


def reservation(scenario):
    return os.path.join(systems.ROOT, f"microblocks/reservations/tdp_scenario{scenario}.toml")


def occupancy(bed):
    """Bytes on the wire of the frames that began in each of the first TFs."""
    here, there = SHOWN.split(">")
    held = [0] * SHOWN_FRAMES
    path = bed.out / "run" / here / f"port{bed.port_to(here, there)}_tx.log"
    for line in results.lines(path):
        sop, _, _, bytes_, _ = line.split(None, 4)
        n = results.frame_of(bed, int(sop))
        if n >= SHOWN_FRAMES:
            break
        if n >= 0:
            held[n] += int(bytes_) + systems.LINE_BYTES
    return held


def link_figures(checks):
    return {link: {"timed": c.timed, "most": max(c.occupancy, default=0), "begins_us": c.latest_first_ns / 1000,
                   "over_us": max(0, c.over_ns) / 1000, "outside": c.outside} for link, c in checks.items()}


def figures(bed):
    """Stored results of a run."""
    delays = results.delays(bed)
    flows = {f.name: {"sent": f.sent, "left": len(delays[f.name]), "least": min(delays[f.name], default=0),
                      "most": max(delays[f.name], default=0)} for f in bed.flows}
    checks = results.links(bed) if bed.options.router == "tdp" else {}
    return {"flows": flows, "links": link_figures(checks), "violations": results.violations(bed, checks),
            "drops": results.unintended(results.drops(bed))}


def each(bed):
    """Individual packets and TFs."""
    return {"delays": results.delays(bed), "occupancy": occupancy(bed)}


def run(path, router, ms, seed, programs, work, kept=figures, **options):
    """Builds the testbed in a separate folder, runs it, and keeps only figures."""
    file = files.read_toml(path)
    os.makedirs(work, exist_ok=True)
    folder = tempfile.mkdtemp(dir=work)
    try:
        bed = testbed.Testbed(path, file, testbed.Options(folder, router, ms, seed, programs=programs, **options))
        bed.make()
        systems.call(bed.command())
        return kept(bed)
    except testbed.Wrong as e:
        raise RuntimeError(f"{path}: {e}") from None
    finally:
        shutil.rmtree(folder)


def with_delay(scenario, delay, folder):
    """The reservation with a different forwarding delay."""
    with open(reservation(scenario), encoding="utf-8") as f:
        text = f.read()
    own = tomllib.loads(text)["node"]["delay"]
    path = os.path.join(folder, f"scenario{scenario}-delay{delay}.toml")
    runs.write(path, text.replace(f"\ndelay = {own}\n", f"\ndelay = {delay}\n"))
    return path


def run_case(scenario, case, ms, seed, programs, work, kept=figures):
    router, options = CASES[case]
    return run(reservation(scenario), router, ms, seed, programs, work, kept, **options)


def late_run(path, d, late, spare, programs, work):
    return run(path, "tdp", DELAY_MS, 1, programs, work, late_us=late, defines={"DELAY_MAX": d + spare})
