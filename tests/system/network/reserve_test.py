#!/usr/bin/env python3
"""tdp-reserve: its schedules hold, packet by packet; flows that do not fit are refused with the
reason.

    reserve_test.py BIN_DIR
"""
import collections
import json
import os
import random
import sys
import tomllib
import unittest

sys.path.append(os.path.dirname(__file__) + "/../..")
from in_folder import SOURCE, InFolder  # noqa: E402

SCENARIO = f"{SOURCE}/microblocks/reservations/tdp_scenario{{}}.toml"


def packets_by_tf(file, schedule):
    """Sends every packet of many cycles hop by hop: bytes of each (link, TF) of one cycle after the
    network has filled."""
    offsets = {f["name"]: f["offset"] for f in schedule["flows"]}
    frames, cycles = file["time"]["frames"], 12
    held = collections.Counter()
    for flow in file["flow"]:
        route, loops = flow["route"], flow.get("loops", 0)
        routers = route * loops + [route[0]] if loops else route
        for packet in range(cycles * flow["packets"]):
            tf = offsets[flow["name"]] + packet * frames // flow["packets"]
            for here, there in zip(routers, routers[1:]):
                held[f"{here}>{there}", tf] += flow["wire_bytes"]
                own = file["node"].get(there, {})
                tf += own.get("delay", file["node"].get("delay", 3))
    last = (cycles - 1) * frames
    return {key: n for key, n in held.items() if last - frames <= key[1] < last}


class Reserve(InFolder):
    def reserve(self, path):
        return self.call(SOURCE / "tools/tdp-reserve", path, "--json", status=None)

    def reserve_text(self, text):
        return self.reserve(self.write("flows.toml", text))

    def scenario(self, n, change=("", "")):
        with open(SCENARIO.format(n), encoding="utf-8") as f:
            return f.read().replace(*change)

    def test_scenarios(self):
        nominal = {1: [15.0, 11.25, 11.25, 11.25, 11.25], 2: [20.0, 30.0, 45.0, 30.0, 45.0]}
        full = {1: 3120, 2: 3120}
        diagonals = {1: {"R1>R3": 1040, "R3>R1": 1040, "R2>R4": 1040, "R4>R2": 1040},
                     2: {"R1>R3": 1040, "R3>R1": 1040, "R2>R4": 1560, "R4>R2": 1560}}
        for n in 1, 2:
            schedule = json.loads(self.reserve(SCENARIO.format(n)).stdout)
            self.assertEqual([f["nominal_ms"] for f in schedule["flows"]], nominal[n])
            held = packets_by_tf(tomllib.loads(self.scenario(n)), schedule)
            self.assertEqual(len(held), 8 * 60)
            for (link, _), bytes_ in held.items():
                self.assertEqual(bytes_, diagonals[n].get(link, full[n]), link)

    def test_a_delay_that_is_a_multiple_of_the_distance(self):
        for n, d, link in (1, 3, "R1>R2"), (2, 4, "R1>R2"):
            for other in 5, 10:
                r = self.reserve_text(self.scenario(n, (f"delay = {d}", f"delay = {other}")))
                self.assertEqual(r.returncode, 1)
                self.assertRegex(r.stderr, f"does not fit.*of link {link} would hold [0-9]+ bytes, .* and 3125 fit")
            for other in 1, 2, 6, 7:
                fits = self.reserve_text(self.scenario(n, (f"delay = {d}", f"delay = {other}")))
                self.assertEqual(fits.returncode, 0)

    def test_random_flows(self):
        choose = random.Random(5)
        kept = refused = 0
        for _ in range(25):
            text = "[time]\nframes = 12\n[node]\ndelay = 2\n[node.C]\ndelay = 3\n"
            for n in range(choose.randint(1, 5)):
                route = choose.sample("ABCD", choose.randint(2, 4))
                text += (f'[[flow]]\nname = "{n}"\nroute = {json.dumps(route)}\nloops = {choose.randint(0, 3)}\n'
                         f"wire_bytes = {choose.choice((520, 1040, 1538))}\npackets = {choose.choice((1, 2, 4, 6))}\n")
            r = self.reserve_text(text)
            if r.returncode:
                refused += 1
                self.assertIn("does not fit", r.stderr)
                continue
            kept += 1
            held = packets_by_tf(tomllib.loads(text), json.loads(r.stdout))
            self.assertLessEqual(max(held.values()), 3125)
        self.assertGreater(kept, 3)
        self.assertGreater(refused, 0)

    def test_wrong_files(self):
        flow = '[[flow]]\nname = "f"\nroute = ["A", "B"]\nwire_bytes = 100\npackets = 12\n'
        for text, why in (
                ("", "there is no [[flow]]"),
                (flow.replace("12", "7"), "7 packets do not divide the 60 TFs of a cycle"),
                (flow.replace("100", "0"), "'wire_bytes' is 0, expected a whole number above 0"),
                (flow.replace("packets = 12\n", ""), "a [[flow]] has no 'packets'"),
                (flow.replace('"A", "B"', '"A"'), "its route has no link"),
                (flow + "[link]\ndelay_us = 800\n", "the forwarding delay of B is 3 TF"),
                (flow + "[link]\nrate = 5\n", "unknown key 'rate' in [link]"),
                (flow + "color = 1\n", "flow f: unknown key 'color'"),
                (flow + flow, "two flows are named f"),
                (flow.replace('"f"', "3"), "'name' of a [[flow]] is 3"),
                (flow + "loops = 6657\n", "13314 hops, and a TTL counts 254"),
                (flow + "delay = { C = 4 }\n", "'delay' names C, which is not on its route"),
                (flow + "[node.B]\ndealy = 4\n", "unknown key 'dealy' in [node.B]"),
                (flow + "[node]\nB = 4\n", "'node.B' is 4, expected a table: [node.B]"),
                (flow + "[links]\nrate_mbps = 5\n", "unknown key 'links'"),
                (flow + "[link]\ndelay_us = -5\n", "'delay_us' is -5, expected a whole number, 0 or more"),
                (flow + "[link]\ndelay_us = 'x'\n", "'delay_us' is 'x'"),
                (flow + "[time]\nframes = 60_000_000_000\n", "TFs a super cycle; expected at most"),
                ("time = 3\n" + flow, "'time' is 3, expected a table"),
                ("node = 3\n" + flow, "'node' is 3, expected a table"),
                ("".join(flow.replace('"f"', f'"{n}"') for n in range(501)), "501 flows, expected at most 500"),
                ("x = " + "[" * 5000, "error: "),
                ("[time\n", "error: ")):
            r = self.reserve_text(text)
            self.assertEqual((r.returncode, r.stdout), (1, ""), text)
            self.assertIn(why, r.stderr)
            self.assertNotIn("Traceback", r.stderr)


if __name__ == "__main__":
    unittest.main()
