"""The compared schedulers (docs/schedulers.md): their system files, with 16 and with 1,024 flows."""
import os

from tools_lib import systems

# Schedulers of each system, by microengine
FRONT, LINK = "1:0", "0:3"
TURNS = ("SR_6", "SR_7")  # rings of rings/rounds.h with an entry for each flow
SCHEDULERS = {
    "pcfq": {FRONT: "pcfq"},
    "wfq": {FRONT: "wfq_cpu", LINK: "wfq_bw"},
    "scfq": {FRONT: "scfq"},
    "sfq": {FRONT: "sfq"},
    "drfq": {FRONT: "drfq"},
    "mr3": {FRONT: "mr3"},
    "sp_pifo": {FRONT: "sp_pifo"},
    "drr": {FRONT: "drr_cpu", LINK: "drr_bw"},
}


def base_of(name, flows):
    if flows <= 32:
        return systems.path_of(name)
    return systems.path_of(f"{'wfq' if LINK in SCHEDULERS[name] else 'pcfq'}-1024")


def system(name, flows=16):
    """A system file and its overrides: with more than 32 flows that of PCFQ or WFQ with the scheduler's blocks and
    rings."""
    base = base_of(name, flows)
    if flows <= 32:
        return base, {}
    own, changes = systems.read(systems.path_of(name)), {}
    for m in own["microengine"]:
        changes[f"microengine.{m['at']}.image"] = os.path.normpath(os.path.join(systems.SYSTEMS, m["image"]))
        changes |= {f"microengine.{m['at']}.define.{key}": value for key, value in m.get("define", {}).items()}
    changes["messages"] = os.path.normpath(os.path.join(systems.SYSTEMS, own["messages"]))
    if own["messages"].endswith("rounds.h"):
        rings = systems.header_numbers("rounds")
        changes |= {f"ring.{rings[ring]}.size": 1024 for ring in TURNS if ring != "SR_7" or LINK in SCHEDULERS[name]}
    return base, changes


def defines(name, flows, values):
    """Overrides that define {image: {name: value}}."""
    places = {image: [at] for at, image in SCHEDULERS[name].items()}
    return {f"microengine.{at}.define.{key}": value for image, of_image in values.items()
            for at in places.get(image) or systems.running(base_of(name, flows), image) for key, value in of_image.items()}
