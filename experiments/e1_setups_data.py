"""CSV of experiment E1's set-ups of e1.MEASURED and of its model: one line per run, of the chip or
of the model."""
from . import whole_results

CHIP, MODEL = "e1-setups.csv", "e1-model.csv"
OF_CHIP, OF_MODEL = "chip", "model"
KEY = ("system", "seed", "packets")
LOST = (*KEY, "setup")  # of a run: in the key


def rows(source, measured, seeds, packets):
    """From {set-up: {system: [result of each seed]}}: [(key, numbers of the run)]."""
    return [({"setup": name, "source": source} | dict(zip(KEY, (system, seed, packets))),
             whole_results.rounded({key: value for key, value in run.items() if key not in LOST}))
            for name, by_system in measured.items() for system, runs in by_system.items() for seed, run in zip(seeds, runs)]


def measured(found, source):
    """{set-up: {system: [run, with its seed and packets]}} of rows."""
    by_setup = {}
    for key, run in found:
        if key["source"] == source:
            of = by_setup.setdefault(key["setup"], {}).setdefault(key["system"], [])
            of.append(run | {name: int(key[name]) for name in ("seed", "packets")})
    return by_setup
