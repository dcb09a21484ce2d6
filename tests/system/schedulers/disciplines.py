#!/usr/bin/env python3
"""The schedulers of docs/schedulers.md against their models, packet by packet: every tag, virtual
time, prediction and choice that the microcode made on random arrivals.

  disciplines.py BIN_DIR [SCHEDULER...]
  disciplines.py BIN_DIR --registered      prints the missing parts of each
"""
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../.."))
from experiments import e2, schedulers  # noqa: E402
import models  # noqa: E402
import streams  # noqa: E402
from tools_lib import systems  # noqa: E402

RINGS = systems.header_numbers("pcfq")
RECORDS = 6200
QUANTUM = {16: 50000, 1024: 3000000}  # so small that a packet may need several turns
# By scheduler: the traced image, and a function from a table of weights to the model
MODELS = {
    "scfq": [("scfq", lambda words: models.Tags(models.Charges(words), by_start=False))],
    "sfq": [("sfq", lambda words: models.Tags(models.Charges(words), by_start=True))],
    "drr": [("drr_cpu", lambda words: models.DeficitRoundRobin(models.Charges(words, link=False), QUANTUM[len(words)])),
            ("drr_bw", lambda words: models.DeficitRoundRobin(models.Charges(words, cpu=False), QUANTUM[len(words)]))],
    "sp_pifo": [("sp_pifo", lambda words: models.SpPifo(models.Charges(words)))],
    "mr3": [("mr3", lambda words: models.MultiResourceRoundRobin(models.Charges(words, dominant=True)))],
    "drfq": [("drfq", lambda words: models.Tags(models.Charges(words, dominant=True), by_start=True))],
    "pcfq": [("pcfq", lambda words: models.FinishTimes(models.Charges(words)))],
    "wfq": [("wfq_cpu", lambda words: models.FinishTimes(models.Charges(words, link=False))),
            ("wfq_bw", lambda words: models.FinishTimes(models.Charges(words, cpu=False)))],
}
# Flows, their description, packets of each, load in per cent, frames in all, seeds. Twice the work of the table keeps
# queues; 40 % lets the system idle now and then. 1,024 flows arrive at four times the link's rate.
CASES = [(16, "table1", 50, 110, None, 1), (16, "table1", 50, 40, None, 2), (1024, "table1-1024", 3, 400, 800, 1)]


def follow(dump, model):
    """Follows a trace with a model; returns the numbers of packets by event."""
    words = systems.dumped(dump)
    counts = dict.fromkeys(("ARRIVED", "SENT", "MEASURED", "PASSED", "CHOSEN", "BEGUN"), 0)
    if words[0] > RECORDS:
        raise models.Wrong(f"more than {RECORDS} records")
    for i in range(words[0]):
        head, tick, predicted, measured, *tags = words[8 + 8 * i:16 + 8 * i]
        flow, size = head >> 16 & RINGS["TRACE_FLOW_MAX"], head & 0xffff
        v, tag = tags[0] << 32 | tags[1], tags[2] << 32 | tags[3]
        kind = next(name for name in counts if RINGS[f"TRACE_{name}"] == head >> RINGS["TRACE_KIND_SHIFT"])
        counts[kind] += 1
        try:
            if kind == "MEASURED":
                model.measured(flow, measured, predicted, size, v, tag)
            elif kind == "PASSED":
                model.passed(flow, tag)
            elif kind in ("CHOSEN", "BEGUN"):
                getattr(model, kind.lower())(flow)
            else:
                getattr(model, kind.lower())(flow, size, tick, predicted, v, tag)
        except models.Wrong as e:
            raise models.Wrong(f"record {i}, {kind.lower()}, flow {flow}: {e}") from None
    if not counts["ARRIVED"] == counts["SENT"] > 0 or counts["MEASURED"] not in (0, counts["SENT"]):
        raise models.Wrong(f"not every packet was sent and measured: {counts}")
    return counts


def case(binaries, name, flows, stream):
    path, changes = schedulers.system(name, flows)
    changes[systems.STREAMS] = [stream]
    good = True
    for image, model in MODELS[name]:
        defines = {"process": {"WORK_UNIT": 14}, image: {"TRACE": 1}}
        if name == "drr":
            for each in schedulers.SCHEDULERS[name].values():
                defines.setdefault(each, {})["QUANTUM"] = QUANTUM[flows]
        traced = changes | schedulers.defines(name, flows, defines)
        on_link = schedulers.SCHEDULERS[name].get(schedulers.LINK) == image
        good &= run(binaries, f"{image}, {flows} flows", path, traced, on_link, model(systems.weights(path)))
    return good


def run(binaries, title, path, changes, on_link, model):
    """Follows the trace of the processors' scheduler, or of the link's, with a model."""
    at = RINGS["TRACE_LINK_BASE" if on_link else "TRACE_BASE"]
    try:
        dump, _ = systems.run(binaries, path, None, "--dump", f"sram0:{at}+{8 + 8 * RECORDS}", changes=changes)
        counts = follow(dump, model)
        print(f"ok    {title}: {counts['SENT']} packets, {model.told()}")
        return True
    except (models.Wrong, RuntimeError) as e:
        print(f"WRONG {title}: {e}")
        return False


# Predictors on the thirty flows of E2: other parts of the last packet, costs by length, packets
# that become shorter
PAYLOAD = 0x2ffffc00  # both groups of RC2, but the last flow but one
PREDICTORS = [{"alpha_percent": 40}, {"alpha_percent": 40, "payload_flows": PAYLOAD},
              {"alpha_percent": 90, "payload_flows": PAYLOAD, "resizes": True}]
E2_SYSTEMS = {"pcfq": [("pcfq", "pcfq", {}, [{}, *PREDICTORS]), ("paced", "pcfq", {}, [{}])],
              "wfq": [("wfq", "wfq_cpu", {"link": False}, [{}, *PREDICTORS]), ("wfq", "wfq_bw", {"cpu": False}, [{}])]}


def e2_case(binaries, system, image, charged, predictor, stream):
    """A system of E2 with a predictor, {}: that of the published microcode."""
    path, changes = e2.system_of(system, stream)
    defines = {name.upper(): int(value) for name, value in predictor.items()}
    changes |= systems.defines(path, {image: defines | {"TRACE": 1}, "process": {"RESIZES": defines.get("RESIZES", 0)}})
    if predictor:
        changes["messages"] = e2.TASKS
    charges = models.Charges(e2.weight_words(e2.read_flows()), overhead=systems.LINE_BYTES, link_mbps=e2.LINK_MBPS,
                             processors=1, **charged)
    model = models.FinishTimes(charges, pace=e2.PACE.get(system, 1), **predictor)
    good = run(binaries, f"{image}, e2, {system} {defines}", path, changes, image == "wfq_bw", model)
    if predictor.get("resizes") and not model.predictions.shorter:
        print("WRONG no packet became shorter")
        good = False
    return good


def e2_cases(binaries, name, work):
    stream = streams.make(binaries, e2.FLOWS, f"{work}/e2", 50, 120)
    half = streams.make(binaries, e2.FLOWS, f"{work}/half", 50, 120, changes={"flow.0.resized_percent": [30, 60]})
    return all([e2_case(binaries, system, image, charged, predictor, half if "resizes" in predictor else stream)
                for system, image, charged, predictors in E2_SYSTEMS[name] for predictor in predictors])


def written():
    """Names of system files that run a scheduler of their name in front of the processors."""
    for path in sorted(pathlib.Path(systems.SYSTEMS).glob("*.toml")):
        if f'"microengine.{schedulers.FRONT}.image" = "../{path.stem}/{path.stem}.c"' in path.read_text(encoding="utf-8"):
            yield path.stem


def registered():
    """Prints the missing parts of each scheduler."""
    page = "".join(pathlib.Path(f"{systems.ROOT}/docs/{name}.md").read_text() for name in ("schedulers", "pcfq"))
    good = True
    for name in sorted({*MODELS, *schedulers.SCHEDULERS, *written()}):
        blocks = {image for image, _ in MODELS.get(name, [])} or {name}
        for part, is_there in (("an entry in SCHEDULERS of experiments/schedulers.py", name in schedulers.SCHEDULERS),
                               ("an entry in MODELS of tests/system/schedulers/disciplines.py", name in MODELS),
                               ("a row in docs/schedulers.md", f"/{name}.toml)" in page),
                               (f"microblocks/systems/{name}.toml", os.path.exists(systems.path_of(name))),
                               *((f"microblocks/{block}/{block}.md", os.path.exists(f"{systems.ROOT}/microblocks/{block}/{block}.md"))
                                 for block in sorted(blocks))):
            if not is_there:
                print(f"WRONG {name}: expected {part}")
                good = False
    return 0 if good else 1


def main(binaries, names):
    if names == ["--registered"]:
        return registered()
    good = True
    with tempfile.TemporaryDirectory() as work:
        for n, (flows, description, packets, load, frames, seed) in enumerate(CASES):
            stream = streams.make(binaries, streams.description(description), f"{work}/{n}", packets, load, frames,
                                  {"seed": seed})
            for name in names:
                good &= case(binaries, name, flows, stream)
        for name in E2_SYSTEMS.keys() & set(names):
            good &= e2_cases(binaries, name, work)
    return 0 if good else 1


sys.exit(main(sys.argv[1], sys.argv[2:] or MODELS))
