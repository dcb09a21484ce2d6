"""The schedulers that are compared (docs/schedulers.md): their system files, with 16 and with 1,024 flows."""
import os

from . import headers, systems

# Of each: the schedulers in it, by microengine
FRONT, LINK = "1:0", "0:3"
TURNS = ("SR_6", "SR_7")  # rings of rings/rounds.h with an entry for each flow
SCHEDULERS = {
    "pcfq": {FRONT: "pcfq"},
    "wfq": {FRONT: "wfq_cpu", LINK: "wfq_bw"},
    "scfq": {FRONT: "scfq"},
    "sfq": {FRONT: "sfq"},
    "drfq": {FRONT: "drfq"},
    "sp_pifo": {FRONT: "sp_pifo"},
    "drr": {FRONT: "drr_cpu", LINK: "drr_bw"},
}


def system(name, flows=16):
    """A system file, and what is to be changed in it: with more than 32 flows it is that of PCFQ or WFQ with other
    schedulers."""
    if flows <= 32:
        return systems.path_of(name), {}
    base = systems.path_of(f"{'wfq' if LINK in SCHEDULERS[name] else 'pcfq'}-1024")
    changes = {f"microengine.{at}.image": f"{systems.ROOT}/microblocks/{image}/{image}.c"
               for at, image in SCHEDULERS[name].items()}
    rings = os.path.splitext(os.path.basename(systems.read(systems.path_of(name))["messages"]))[0]
    if rings != "pcfq":
        changes["messages"] = f"{systems.ROOT}/rings/{rings}.h"
        changes |= {f"ring.{headers.numbers(rings)[ring]}.size": 1024 for ring in TURNS}
    return base, changes


def defines(name, flows, values):
    """Changes that define {image: {name: value}}."""
    path, _ = system(name, flows)
    places = {image: [at] for at, image in SCHEDULERS[name].items()}
    return {f"microengine.{at}.define.{key}": value for image, of_image in values.items()
            for at in places.get(image) or systems.running(path, image) for key, value in of_image.items()}
