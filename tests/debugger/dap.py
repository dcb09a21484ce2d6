#!/usr/bin/env python3
"""ixpemu debug --dap, driven by the protocol client of Debian's python3-debugpy.

    dap.py BIN_DIR
"""
import base64
import glob
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

import protocol
from protocol import LIMIT

if not protocol.THERE:
    print("skipped: python3-debugpy is not installed (tools/setup --all)")
    sys.exit(77)
from protocol import messaging  # noqa: E402

sys.path.append(os.path.dirname(__file__) + "/..")
from in_folder import BIN, SOURCE  # noqa: E402

os.chdir(SOURCE)
FORWARD = "microblocks/systems/forward.toml"
FORWARD_C = "microblocks/systems/forward-c.toml"


def start(*arguments, **how):
    return protocol.start(BIN, *arguments, **how)


class Client(protocol.Client):
    def launch(self, system=FORWARD, **more):
        super().launch(system, **more)


class Dap(unittest.TestCase):
    def client(self, *arguments):
        client = Client(start(*arguments))
        self.addCleanup(client.process.kill)
        return client

    def begun(self, *settings):
        """A client of a session that has stopped at its entry."""
        client = self.client()
        client.launch(set=list(settings))
        client.begin()
        return client

    def test_a_session_forwards_and_backwards(self):
        c = self.client()
        c.launch(FORWARD_C, set=["stop.packets_tx=50"])
        self.assertTrue(c.capabilities["supportsStepBack"])
        source = {"path": f"{SOURCE}/microblocks/tx/tx.c"}
        with open(source["path"]) as text:
            line = 1 + [t.strip() for t in text].index("handle = message.handle;")
        breakpoints = c.ask("setBreakpoints", source=source, breakpoints=[{"line": line}])["breakpoints"]
        self.assertTrue(breakpoints[0]["verified"], breakpoints)
        self.assertEqual(breakpoints[0]["line"], line)
        wrong = c.ask("setBreakpoints", source={"path": "/nowhere.c"}, breakpoints=[{"line": 1}])
        self.assertFalse(wrong["breakpoints"][0]["verified"])
        self.assertEqual(c.begin()["reason"], "entry")
        names = {t["id"]: t["name"] for t in c.ask("threads")["threads"]}
        self.assertGreaterEqual(len(names), 16)

        c.ask("continue", threadId=1)
        stop = c.wait("stopped")
        self.assertEqual((stop["reason"], list(stop["hitBreakpointIds"])), ("breakpoint", [breakpoints[0]["id"]]))
        thread = stop["threadId"]
        self.assertRegex(names[thread], r"^tx 1:0\.\d ")
        frame = c.ask("stackTrace", threadId=thread)["stackFrames"][0]
        self.assertFalse(c.ask("stackTrace", threadId=thread, startFrame=1, levels=19)["stackFrames"])
        self.assertEqual((frame["line"], frame["source"]["name"]), (line, "tx.c"))
        self.assertEqual(os.path.abspath(frame["source"]["path"]), source["path"])

        scopes = {s["name"]: s["variablesReference"] for s in c.ask("scopes", frameId=frame["id"])["scopes"]}
        variables = c.ask("variables", variablesReference=scopes["Variables"])["variables"]
        names = {v["name"]: v["value"] for v in variables}
        self.assertTrue(names)
        self.assertEqual({v["name"]: v["variablesReference"] for v in variables}["token_get"], 0)
        registers = c.ask("variables", variablesReference=scopes["Registers"])["variables"]
        self.assertEqual(len(registers), 7 * 16)
        first = c.ask("evaluate", expression="cycle", frameId=frame["id"])["result"]

        places = [(first, frame["line"])]
        for _ in range(4):
            c.ask("next", threadId=thread)
            c.wait("stopped")
            places.append((c.ask("evaluate", expression="cycle", frameId=thread)["result"],
                           c.ask("stackTrace", threadId=thread)["stackFrames"][0]["line"]))
        self.assertEqual(len({cycle for cycle, _ in places}), 5)
        for place in reversed(places[:-1]):  # each step back is where the step forward began
            c.ask("stepBack", threadId=thread)
            c.wait("stopped")
            self.assertEqual((c.ask("evaluate", expression="cycle", frameId=thread)["result"],
                              c.ask("stackTrace", threadId=thread)["stackFrames"][0]["line"]), place)

        c.ask("setVariable", variablesReference=scopes["Registers"], name="a3", value="0x77")
        self.assertEqual(c.ask("evaluate", expression="a3", frameId=thread)["result"], "119 (0x77)")
        self.assertEqual(c.ask("setExpression", expression="sram0[0x400000]", value="a3 + 1", frameId=thread)["value"], "120 (0x78)")
        self.assertEqual(c.ask("evaluate", expression="sram0[0x400000]", frameId=thread)["result"], "120 (0x78)")
        code = c.ask("disassemble", memoryReference=frame["instructionPointerReference"], instructionOffset=-2,
                     instructionCount=5)["instructions"]
        self.assertEqual(len(code), 5)
        # VS Code's disassembly view reads these as numbers.
        here = int(frame["instructionPointerReference"], 16)
        self.assertEqual([int(i["address"], 16) for i in code], list(range(here - 2, here + 3)))
        self.assertRegex(code[2]["instruction"], r"^alu\[")
        self.assertEqual((code[2]["location"]["path"], code[2]["line"]), (source["path"], line))
        self.assertEqual(breakpoints[0]["instructionReference"], frame["instructionPointerReference"])
        memory = c.ask("readMemory", memoryReference="sram0:0x400000", offset=1, count=7)
        self.assertEqual(len(base64.b64decode(memory["data"])), 7)
        self.assertIn("longwords", c.ask("evaluate", expression="info rings", context="repl")["result"])

        c.ask("setBreakpoints", source=source, breakpoints=[])
        c.ask("continue", threadId=1)
        stop = c.wait("stopped")
        self.assertEqual(stop["reason"], "end of the run")
        c.ask("reverseContinue", threadId=1)
        self.assertIn("start of the run", c.wait("stopped")["text"])
        self.assertEqual(c.end(), 0)

    def test_wrong_requests_are_refused_and_the_session_goes_on(self):
        c = self.client()
        for command in ("threads", "continue", "nonsense"):
            with self.assertRaises(messaging.MessageHandlingError):
                c.ask(command)
        with self.assertRaises(messaging.MessageHandlingError) as refused:
            c.ask("launch", program="/nowhere.toml")
        self.assertIn("cannot open", str(refused.exception))
        c.launch()
        c.begin()
        for command, arguments in (("stackTrace", {"threadId": 999}), ("stackTrace", {"threadId": "x"}),
                                   ("variables", {}), ("evaluate", {"expression": "1 +"}),
                                   ("readMemory", {"memoryReference": "sram0", "count": 4}),
                                   ("readMemory", {"memoryReference": "moon:0", "count": 4}),
                                   ("disassemble", {"memoryReference": "0:3", "instructionCount": 1}),
                                   ("disassemble", {"memoryReference": "0x90000", "instructionCount": 1}),
                                   ("disassemble", {"memoryReference": "0x80000", "instructionCount": 1}), ("exceptionInfo", {"threadId": 1}),
                                   ("setVariable", {"variablesReference": 4, "name": "cycle", "value": "1"}),
                                   ("setExpression", {"expression": "cycle", "value": "1"}), ("setExpression", {"expression": "a3", "value": 1}),
                                   ("setExpression", {"expression": "a3", "value": "1 << 32"}), ("stackTrace", {"threadId": 1, "startFrame": "0"})):
            with self.assertRaises(messaging.MessageHandlingError, msg=command):
                c.ask(command, **arguments)
        self.assertTrue(c.ask("threads")["threads"])
        self.assertEqual(c.end(), 0)

    def test_values_of_wrong_types_are_refused_and_nobody_else_answers(self):
        """Each request has one answer, and the requests after it have the right ones."""
        c = self.begun("stop.packets_tx=40")
        variables = 4 * 1
        for value in (5, ["5"], {"value": 5}, 1.5):
            with self.assertRaises(messaging.MessageHandlingError) as refused:
                c.ask("setVariable", variablesReference=variables, name="a3", value=value)
            self.assertNotIn("process", str(refused.exception))
        self.assertEqual(c.ask("setVariable", variablesReference=variables, name="a3", value="5")["value"], "5 (0x5)")
        self.assertEqual(c.ask("evaluate", expression="a3 + 1", frameId=1)["result"], "6 (0x6)")
        self.assertEqual(c.end(), 0)

    def test_conditions_with_unknown_names_are_not_verified(self):
        c = self.client()
        c.launch(set=["stop.packets_tx=40"])
        for command, one in (("setFunctionBreakpoints", {"name": "check#"}), ("setInstructionBreakpoints", {"instructionReference": "0x20005"}),
                             ("setDataBreakpoints", {"dataId": "0:1.0 handle"})):
            wrong, right = c.ask(command, breakpoints=[{**one, "condition": "nothing > 1"}, {**one, "condition": "handle > 1"}])["breakpoints"]
            self.assertFalse(wrong["verified"])
            self.assertIn("there is no 'nothing' in the program of 0:", wrong["message"])
            self.assertTrue(right["verified"], right)
        with self.assertRaises(messaging.MessageHandlingError) as refused:
            c.ask("evaluate", expression="break ring RING_TX put if prt > 1", context="repl")
        self.assertIn("did you mean 'port'", str(refused.exception))
        self.assertEqual(c.end(), 0)

    def refused(self, c, command, **arguments):
        with self.assertRaises(messaging.MessageHandlingError, msg=(command, arguments)) as refused:
            c.ask(command, **arguments)
        return str(refused.exception)

    def test_a_launch_that_is_refused_leaves_nothing_and_another_may_follow(self):
        c = self.client()
        with tempfile.TemporaryDirectory() as folder:
            with open(f"{folder}/wrong.toml", "w") as system:
                system.write("[stop]\ncycles = 1000\nmoon = 1\n")
            with open(f"{folder}/nothing.toml", "w") as system:
                system.write("[stop]\ncycles = 1000\n")
            for arguments, says in (({"program": FORWARD, "stopOnEntry": "yes"}, "'stopOnEntry' in the arguments of 'launch': expected true or false"),
                                    ({"program": 5}, "'program' in the arguments"), ({"program": FORWARD, "set": "a=1"}, "'set' in the arguments"),
                                    ({"program": FORWARD, "set": ["moon=1"]}, "moon"), ({"program": "/nowhere.toml"}, "/nowhere.toml: cannot open"),
                                    ({"program": folder}, folder), ({"program": f"{folder}/wrong.toml"}, f"{folder}/wrong.toml:3:1: unknown key 'moon'"),
                                    ({"program": f"{folder}/nothing.toml"}, "no microengine has a program")):
                self.assertIn(says, self.refused(c, "launch", **arguments))
                self.assertIn("expected 'launch' first", self.refused(c, "threads"))
        c.launch(set=["stop.packets_tx=40"])
        self.assertIn("begun already", self.refused(c, "launch", program=FORWARD))
        self.assertEqual(c.begin()["reason"], "entry")
        self.assertEqual(c.end(), 0)

    def test_one_breakpoint_that_is_none_does_not_spoil_the_others(self):
        c = self.begun("stop.packets_tx=40")
        for command, right, wrong in (
                ("setBreakpoints", {"line": 44}, ({"line": "44"}, {}, 5, {"line": -1}, {"line": 44.5}, {"line": 1e300}, {"line": 44, "condition": 5},
                                                  {"line": (1 << 32) + 44})),
                ("setFunctionBreakpoints", {"name": "check#"}, ({"name": 5}, None, {"name": "check#", "condition": []})),
                ("setInstructionBreakpoints", {"instructionReference": "0x20005"}, ({"instructionReference": None}, "0x20005", {"instructionReference": "0:1 *5"}, {"instructionReference": "0x5"},
                                                                                   {"instructionReference": "0x20005", "offset": 1 << 32})),
                ("setDataBreakpoints", {"dataId": "0:1.0 handle"}, ({"dataId": 7}, [], {"dataId": "0:1.0 handle", "accessType": 3}))):
            source = {"source": {"path": f"{SOURCE}/microblocks/tx/tx.uc"}} if command == "setBreakpoints" else {}
            set_ = c.ask(command, breakpoints=[right, *wrong, right], **source)["breakpoints"]
            self.assertEqual([b["verified"] for b in set_], [True, *(False for _ in wrong), True], set_)
            self.assertTrue(all(b["message"] and "json" not in b["message"] for b in set_[1:-1]), set_)
            self.assertEqual(len(c.ask("evaluate", expression="info breakpoints", context="repl")["result"].splitlines()), 2)
            c.ask("evaluate", expression="delete", context="repl")  # which the editor does not know
            self.assertEqual(len(c.ask(command, breakpoints=[], **source)["breakpoints"]), 0)
        self.assertEqual(c.end(), 0)

    def test_texts_of_another_kind_are_named(self):
        c = self.begun("stop.packets_tx=40")
        for command, arguments, says in (("evaluate", {"expression": 5}, "'expression' is 5, expected text"),
                                         ("evaluate", {"expression": "ctx", "context": []}, "'context' is [], expected text"),
                                         ("dataBreakpointInfo", {"name": None}, "key 'name' not found"),
                                         ("readMemory", {"memoryReference": 7, "count": 4}, "'memoryReference' is 7, expected text"),
                                         ("source", {"source": {"path": True}}, "'path' is true, expected text"),
                                         ("evaluate", {}, "key 'expression' not found")):
            self.assertIn(says, self.refused(c, command, **arguments))
        self.assertEqual(c.end(), 0)

    def test_null_is_an_absent_argument(self):
        """Some editors send null for each optional member that they do not set."""
        c = self.client()
        c.ask("initialize", adapterID="ixpemu", linesStartAt1=None, columnsStartAt1=None, supportsVariableType=None)
        c.ask("launch", program=FORWARD, set=["stop.packets_tx=40"], stopOnEntry=True, noDebug=None, token=None)
        c.wait("initialized")
        source = {"path": f"{SOURCE}/microblocks/tx/tx.uc", "name": None, "sourceReference": None}
        for command, known in (("setBreakpoints", {"line": 44, "column": None}), ("setFunctionBreakpoints", {"name": "check#"}),
                               ("setInstructionBreakpoints", {"instructionReference": "0x20005", "offset": None}),
                               ("setDataBreakpoints", {"dataId": "0:1.0 handle", "accessType": None})):
            more = {"source": source, "lines": None, "sourceModified": None} if command == "setBreakpoints" else {}
            [done] = c.ask(command, breakpoints=[{**known, "condition": None, "hitCondition": None, "logMessage": None}], **more)["breakpoints"]
            self.assertTrue(done["verified"], done)
            c.ask(command, breakpoints=[], **more)
        c.ask("setBreakpoints", source=source, breakpoints=None)
        c.ask("setExceptionBreakpoints", filters=[], filterOptions=None, exceptionOptions=None)
        c.begin()
        frames = c.ask("stackTrace", threadId=1, startFrame=None, levels=None, format=None)["stackFrames"]
        self.assertEqual(len(frames), 1)
        c.ask("variables", variablesReference=4, filter=None, start=None, count=None, format=None)
        self.assertEqual(c.ask("evaluate", expression="1 + 1", frameId=None, context=None, format=None)["result"], "2 (0x2)")
        self.assertTrue(c.ask("completions", text="info r", column=7, line=None, frameId=None)["targets"])
        c.ask("dataBreakpointInfo", name="a3", variablesReference=None, frameId=None)
        c.ask("setVariable", variablesReference=4, name="a3", value="5", format=None)
        c.ask("setExpression", expression="a3", value="6", frameId=None, format=None)
        self.assertEqual(len(c.ask("disassemble", memoryReference="0x20000", instructionCount=2, offset=None, instructionOffset=None,
                                   resolveSymbols=None)["instructions"]), 2)
        c.ask("readMemory", memoryReference="sram0:0x0", count=4, offset=None)
        c.ask("writeMemory", memoryReference="sram0:0x0", data="AAAAAA==", offset=None, allowPartial=None)
        c.ask("source", source=source, sourceReference=0)
        for command in "next", "stepIn", "stepBack":
            c.ask(command, threadId=1, granularity=None, singleThread=None, targetId=None)
            c.wait("stopped")
        c.ask("restart", arguments=None)
        c.wait("initialized")
        c.begin()
        c.ask("disconnect", restart=None, terminateDebuggee=None)

    def test_numbers_are_not_cut(self):
        c = self.begun("stop.packets_tx=40")
        big = 1 << 32
        for command, arguments in (("stackTrace", {"threadId": big + 1}), ("scopes", {"frameId": big + 1}), ("variables", {"variablesReference": 4 * big + 4}),
                                   ("stackTrace", {"threadId": -1}), ("stackTrace", {"threadId": 1.5}), ("next", {"threadId": 1 << 70}),
                                   ("readMemory", {"memoryReference": "scratch:0", "count": -1}),
                                   ("disassemble", {"memoryReference": "0x10001", "instructionCount": 1, "instructionOffset": 1 << 63}),
                                   ("disassemble", {"memoryReference": "0x10001", "instructionCount": 1, "offset": (1 << 64) - 1})):
            self.refused(c, command, **arguments)
        set_ = c.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": "0x1ffff", "offset": 2}])["breakpoints"]
        self.assertFalse(set_[0]["verified"])
        code = c.ask("disassemble", memoryReference="0x1ffff", instructionOffset=1, instructionCount=1)["instructions"]
        self.assertEqual(code[0]["presentationHint"], "invalid")
        self.assertEqual(c.end(), 0)

    def test_sources_of_the_same_name(self):
        """A breakpoint is in the file that the editor has open, not in another of that name; its name is enough where it is elsewhere."""
        with tempfile.TemporaryDirectory() as folder:
            for n, part in enumerate("ab"):
                os.mkdir(f"{folder}/{part}")
                with open(f"{folder}/{part}/main.uc", "w") as program:
                    program.write(n * "\n" + ".num_contexts 4\nagain#:\nnop\nctx_arb[voluntary], br[again#]\n")
            os.symlink(f"{folder}/a", f"{folder}/link")
            with open(f"{folder}/two.toml", "w") as system:
                system.write("".join(f'[[microengine]]\nat = "0:{n}"\nimage = "{part}/main.uc"\n' for n, part in enumerate("ab")))
                system.write("[stop]\ncycles = 1000\n")
            c = self.client()
            c.launch(f"{folder}/two.toml")
            os.mkdir(f"{folder}/other")
            with open(f"{folder}/other/main.uc", "w") as program:
                program.write("; nobody's\n")
            for path, places in ((f"{folder}/a/main.uc", ["0:0"]), (f"{folder}/b/main.uc", ["0:1"]), (f"{folder}/link/main.uc", ["0:0"]),
                                 (f"{folder}/other/main.uc", []), ("/elsewhere/b/main.uc", ["0:1"]), ("/elsewhere/main.uc", ["0:0", "0:1"]),
                                 ("/elsewhere/amain.uc", [])):
                set_ = c.ask("setBreakpoints", source={"path": path}, breakpoints=[{"line": 4}])["breakpoints"][0]
                self.assertEqual(set_["verified"], bool(places), set_)
                told = c.ask("evaluate", expression="info breakpoints", context="repl")["result"]
                self.assertEqual(re.findall(r"(\d:\d) at pc", told), places, told)
                c.ask("setBreakpoints", source={"path": path}, breakpoints=[])
            self.assertEqual(c.end(), 0)

    def repl(self, c, text):
        return c.ask("evaluate", expression=text, context="repl")["result"]

    def test_several_commands_at_once(self):
        c = self.begun("stop.packets_tx=40")
        self.assertEqual(self.repl(c, "print 1"), "1 = 1\n")
        self.assertEqual(self.repl(c, "\n  print 1\r\n\r\n\t\nprint 2\n"), "> print 1\n1 = 1\n> print 2\n2 = 2\n")
        self.repl(c, "goto 9\nadvance 1")
        self.assertEqual(c.wait("stopped")["text"], "cycle 10")
        self.assertIn("there is no command 'nonsense'", self.refused(c, "evaluate", expression="goto 7\nnonsense\ngoto 3", context="repl"))
        self.assertRegex(c.wait("output")["output"], "^> goto 7\ncycle 7: here\n> nonsense\n$")
        self.assertEqual(c.wait("stopped")["text"], "cycle 7")
        self.repl(c, "stepi\n")
        first = c.wait("stopped")["text"]
        self.repl(c, " ")  # repeats the command, as on a terminal
        self.assertNotEqual(c.wait("stopped")["text"], first)
        self.assertEqual(c.end(), 0)

    def test_the_session_ends_where_the_console_or_the_editor_says_so(self):
        for quit_ in (lambda c: self.assertEqual(self.repl(c, "print 1\nquit\nprint 2"), "> print 1\n1 = 1\n> quit\n"), lambda c: c.ask("terminate")):
            for last in (lambda c: c.ask("disconnect"), lambda c: None):
                c = self.begun("stop.packets_tx=40")
                quit_(c)
                c.wait("terminated")
                self.assertEqual(c.wait("exited")["exitCode"], 0)
                self.assertIn("the session has ended", self.refused(c, "continue", threadId=1))
                last(c)
                c.process.stdin.close()
                self.assertEqual(c.process.wait(LIMIT), 0)
                self.assertFalse([e for e, _ in c.events.queue if e in ("exited", "terminated")])

    def test_breakpoints_change_during_a_run(self):
        """The run continues as if they had been set before; requests for the chip's position wait
        for a stop."""
        source = {"path": f"{SOURCE}/microblocks/tx/tx.uc"}
        for command, one, none in (("setBreakpoints", {"source": source, "breakpoints": [{"line": 44}]}, {"source": source, "breakpoints": []}),
                                   ("setFunctionBreakpoints", {"breakpoints": [{"name": "check#"}]}, {"breakpoints": []}),
                                   ("setInstructionBreakpoints", {"breakpoints": [{"instructionReference": "0x20014"}]}, {"breakpoints": []}),
                                   ("setDataBreakpoints", {"breakpoints": [{"dataId": "0:0.0 packets_tx"}]}, {"breakpoints": []})):
            c = self.begun("stop.packets_tx=100000000")
            c.ask("continue", threadId=1)
            for _ in range(3):
                self.assertEqual(len(c.ask(command, **none)["breakpoints"]), 0)
                self.assertTrue(c.ask("threads")["threads"])
            self.assertFalse([e for e, _ in c.events.queue if e == "stopped"])
            for waits, arguments in (("evaluate", {"expression": "cycle"}), ("next", {"threadId": 1}), ("stackTrace", {"threadId": 1}),
                                     ("scopes", {"frameId": 1}), ("continue", {"threadId": 1}), ("ixpFrames", {}),
                                     ("writeMemory", {"memoryReference": "sram0:0", "data": "AAAA"})):
                self.assertIn("notStopped", self.refused(c, waits, **arguments))
            self.assertIn("not supported", self.refused(c, "nonsense"))
            set_ = c.ask(command, **one)["breakpoints"]
            self.assertTrue(set_[0]["verified"], set_)
            stop = c.wait("stopped")
            self.assertEqual((stop["reason"], list(stop["hitBreakpointIds"])), ("breakpoint", [set_[0]["id"]]))
            c.ask("reverseContinue", threadId=1)
            self.assertRegex(c.wait("stopped")["reason"], "breakpoint|step")
            self.assertEqual(c.end(), 0)

    def test_a_run_in_whose_midst_breakpoints_change_is_the_same_run(self):
        c = self.begun("stop.packets_tx=3000")
        c.ask("continue", threadId=1)
        for n in range(10):
            c.ask("setFunctionBreakpoints", breakpoints=[{"name": "check#", "condition": f"packets_tx > {3000 + n}"}])
        self.assertEqual(c.wait("stopped")["reason"], "end of the run")
        plain = subprocess.run([f"{BIN}/ixpemu", "debug", FORWARD, "--until", "packets_tx=3000"], input="continue\ninfo end\n", text=True,
                               capture_output=True, timeout=LIMIT).stdout
        self.assertEqual(self.repl(c, "info end").strip(), plain.strip().splitlines()[-1])
        self.assertEqual(c.end(), 0)

    def test_breakpoints_change_while_a_command_of_the_console_runs(self):
        c = self.begun("stop.packets_tx=100000000")
        answers = []
        c.channel.send_request("evaluate", {"expression": "continue", "context": "repl"}).on_response(answers.append)
        id_ = c.ask("setFunctionBreakpoints", breakpoints=[{"name": "check#"}])["breakpoints"][0]["id"]
        self.assertEqual(c.wait("stopped")["reason"], "goto")
        self.assertIn(f"breakpoint {id_}, 0:", answers[0].body["result"])
        self.assertEqual(c.end(), 0)

    def test_data_breakpoints(self):
        c = self.client()
        c.launch(set=["stop.packets_tx=40"])
        self.assertTrue(c.capabilities["supportsDataBreakpoints"])
        c.begin()
        self.assertIsNone(c.ask("dataBreakpointInfo", name="nothing", frameId=1)["dataId"])
        data = c.ask("dataBreakpointInfo", name="depth(RING_TX)", frameId=1)
        self.assertEqual((data["dataId"], list(data["accessTypes"])), ("0:0.0 depth(RING_TX)", ["write"]))
        set_ = c.ask("setDataBreakpoints", breakpoints=[{"dataId": data["dataId"], "condition": "depth(RING_TX) == 4"},
                                                        {"dataId": data["dataId"], "accessType": "read"}, {"dataId": "moon"},
                                                        {"dataId": "0:0.0 1 +"}])["breakpoints"]
        self.assertEqual([b["verified"] for b in set_], [True, False, False, False])
        c.ask("continue", threadId=1)
        stop = c.wait("stopped")
        self.assertEqual((stop["reason"], list(stop["hitBreakpointIds"])), ("breakpoint", [set_[0]["id"]]))
        self.assertIn("depth(RING_TX) was 2 (0x2), is 4 (0x4)", stop["text"])
        self.assertEqual(c.ask("evaluate", expression="depth(RING_TX)", frameId=1)["result"], "4 (0x4)")
        c.ask("setDataBreakpoints", breakpoints=[])
        c.ask("continue", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "end of the run")
        self.assertEqual(c.end(), 0)

    def test_hit_counts(self):
        """A move stops at the Nth hit, forwards and backwards; a log point logs at every Nth."""
        source = {"path": f"{SOURCE}/microblocks/tx/tx.c"}
        with open(source["path"]) as text:
            line = 1 + [t.strip() for t in text].index("handle = message.handle;")
        c = self.client()
        c.launch(FORWARD_C)
        self.assertTrue(c.capabilities["supportsHitConditionalBreakpoints"])
        c.begin()

        def stop_at(**more):
            self.assertTrue(c.ask("setBreakpoints", source=source, breakpoints=[{"line": line, **more}])["breakpoints"][0]["verified"])

        def cycle():
            return int(c.ask("evaluate", expression="cycle", frameId=1)["result"].split()[0])

        def moved(request, count):
            out = []
            for _ in range(count):
                c.ask(request, threadId=1)
                c.wait("stopped")
                out.append(cycle())
            return out

        def command(text):
            c.ask("evaluate", expression=text, context="repl")
            c.wait("stopped")
        stop_at()
        every = moved("continue", 9)
        stop_at(hitCondition="4")
        self.assertEqual(moved("reverseContinue", 2), [every[4], every[0]])
        command("reset")
        stop_at(hitCondition="3")
        self.assertEqual(moved("continue", 3), every[2::3])
        command("reset")
        stop_at(hitCondition="3", logMessage="{cycle}")
        c.passed.clear()
        command(f"advance {every[-1] + 1}")
        self.assertEqual([b["output"] for e, b in c.passed if e == "output"], [f"{n}\n" for n in every[2::3]])
        c.end()

    def test_an_expression_in_the_console(self):
        """Text that begins with no command is an expression or an array."""
        c = self.client()
        c.launch(FORWARD_C)
        c.begin()
        self.assertEqual(c.ask("evaluate", expression="cycle + 1", context="repl")["result"], "1 (0x1)")
        self.assertEqual(c.ask("evaluate", expression="rsw", context="repl")["result"], "2 elements")
        for wrong, said in (("cyle", "there is no 'cyle'"), ("contineu", "did you mean 'continue'")):
            self.assertIn(said, self.refused(c, "evaluate", expression=wrong, context="repl"))
        c.end()

    def test_log_points(self):
        """They are output each time they are passed forwards, and stop neither a run nor a step."""
        source = {"path": f"{SOURCE}/microblocks/tx/tx.c"}
        with open(source["path"]) as text:
            line = 1 + [t.strip() for t in text].index("handle = message.handle;")
        c = self.client()
        c.launch(FORWARD_C, set=["stop.packets_tx=20"])
        self.assertTrue(c.capabilities["supportsLogPoints"])
        c.begin()
        set_ = c.ask("setBreakpoints", source=source, breakpoints=[
            {"line": line, "logMessage": "at {cycle}: {pc} of {me * 8 + ctx}, {handle}{"}, {"line": line, "logMessage": "{1 +}"},
            {"line": line, "logMessage": "{nothing}"}, {"line": line, "hitCondition": "> 3"}])["breakpoints"]
        self.assertEqual([b["verified"] for b in set_], [True, False, False, False])
        self.assertIn("there is no 'nothing'", set_[2]["message"])
        self.assertIn("hit count '> 3': expected a number N", set_[3]["message"])
        pc = int(set_[0]["instructionReference"], 16) & 0xffff

        def logged():
            out = [b["output"] for e, b in c.passed if e == "output" and b["output"].startswith("at ")]
            c.passed.clear()
            return out
        c.ask("continue", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "end of the run")
        first = logged()
        self.assertGreaterEqual(len(first), 20)
        for n, text in enumerate(first):
            self.assertRegex(text, rf"^at \d+: {pc} of \d+, (\d+|\(no value\)){{\n$")
        c.ask("reverseContinue", threadId=1)
        self.assertIn("the start of the run", c.wait("stopped")["text"])
        self.assertEqual(logged(), [])
        ends = []
        for breakpoints in ([{"line": line, "logMessage": "at {cycle}"}], []):
            self.repl(c, "goto 230\nthread 0:0.0")
            c.wait("stopped")
            c.ask("setBreakpoints", source=source, breakpoints=breakpoints)
            c.ask("stepOut", threadId=1)
            ends.append(c.wait("stopped")["text"])
            self.assertEqual(bool(logged()), bool(breakpoints))
        self.assertEqual(ends[0], ends[1])
        self.assertEqual(c.end(), 0)

    def test_a_run_with_frequent_log_points_can_be_paused(self):
        c = self.begun("stop.packets_tx=100000000")
        self.assertTrue(c.ask("setBreakpoints", source={"path": f"{SOURCE}/microblocks/tx/tx.uc"},
                              breakpoints=[{"line": 44, "logMessage": "passed"}])["breakpoints"][0]["verified"])
        c.ask("continue", threadId=1)
        self.assertEqual(c.wait("output")["output"], "passed\n")
        c.ask("pause", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "pause")
        self.assertEqual(c.end(), 0)

    def test_a_restart_reads_the_system_again(self):
        """Also during a run; a refused one changes nothing. Processes of the old run end."""
        with tempfile.TemporaryDirectory() as folder:
            def processes():
                out = 0
                for line in glob.glob("/proc/[0-9]*/cmdline"):
                    try:
                        with open(line, "rb") as f:
                            out += f"{folder}/system.toml".encode() in f.read()
                    except OSError:  # it has ended
                        pass
                return out

            def write(program):
                with open(f"{folder}/main.uc", "w") as f:
                    f.write(".num_contexts 4\n" + program)
            write("again#:\nnop\nctx_arb[voluntary], br[again#]\n")
            with open(f"{folder}/system.toml", "w") as f:
                f.write('[[microengine]]\nat = "0:0"\nimage = "main.uc"\n[stop]\ncycles = 100000000000\n')
            c = self.client(f"{folder}/system.toml")
            c.launch("")
            self.assertTrue(c.capabilities["supportsRestartRequest"])
            c.ask("setFunctionBreakpoints", breakpoints=[{"name": "again#"}])
            c.begin()
            c.ask("continue", threadId=1)
            self.assertEqual(c.wait("stopped")["reason"], "breakpoint")
            write("nonsense\n")
            self.assertIn("not compiled", self.refused(c, "restart"))
            self.assertEqual(len(self.repl(c, "info breakpoints").splitlines()), 1)
            c.ask("setFunctionBreakpoints", breakpoints=[])
            write("other#:\nnop\nctx_arb[voluntary], br[other#]\n")
            c.ask("continue", threadId=1)
            c.ask("restart", arguments={"program": f"{folder}/system.toml", "stopOnEntry": True})
            c.wait("initialized")
            deadline = time.monotonic() + LIMIT
            while processes() > 2 and time.monotonic() < deadline:  # the server, one station
                time.sleep(0.01)
            self.assertEqual(processes(), 2)
            old, new = c.ask("setFunctionBreakpoints", breakpoints=[{"name": "again#"}, {"name": "other#"}])["breakpoints"]
            self.assertEqual((old["verified"], new["verified"]), (False, True))
            self.assertEqual(c.begin()["reason"], "entry")
            self.assertEqual(c.ask("evaluate", expression="cycle", frameId=1)["result"], "0 (0x0)")
            c.ask("continue", threadId=1)
            self.assertEqual(list(c.wait("stopped")["hitBreakpointIds"]), [new["id"]])
            self.assertEqual(c.end(), 0)

    def test_lines_and_columns_from_0(self):
        """Without linesStartAt1 and columnsStartAt1 all numbers are lower by 1."""
        c = self.client()
        c.launch(FORWARD_C, set=["stop.packets_tx=40"])
        c.begin()
        source = {"path": f"{SOURCE}/microblocks/tx/tx.c"}
        with open(source["path"]) as text:
            line = 1 + [t.strip() for t in text].index("handle = message.handle;")
        shown = []
        for first in 1, 0:
            c.ask("initialize", linesStartAt1=bool(first), columnsStartAt1=bool(first))
            breakpoints = c.ask("setBreakpoints", source=source, breakpoints=[{"line": line - 1 + first}])["breakpoints"]
            self.assertTrue(breakpoints[0]["verified"], breakpoints)
            here = breakpoints[0]["instructionReference"]
            breakpoints += c.ask("setInstructionBreakpoints", breakpoints=[{"instructionReference": here}])["breakpoints"]
            breakpoints += c.ask("setFunctionBreakpoints", breakpoints=[{"name": "tx.c:%d" % line}])["breakpoints"]
            c.ask("continue", threadId=1)
            thread = c.wait("stopped")["threadId"]
            frame = c.ask("stackTrace", threadId=thread)["stackFrames"][0]
            code = c.ask("disassemble", memoryReference=here, instructionCount=1)["instructions"]
            targets = c.ask("completions", text="print 1\nprint packets_r", line=1 + first, column=15 + first, frameId=thread)["targets"]
            shown.append([*(b["line"] for b in breakpoints), frame["line"], code[0]["line"], frame["column"],
                          *(t["start"] for t in targets)])
        self.assertEqual(shown[0], [line] * 5 + [1, 7])
        self.assertEqual(shown[1], [n - 1 for n in shown[0]])
        self.assertIn("no code", c.ask("setBreakpoints", source={"path": "tx.c"}, breakpoints=[{"line": (1 << 64) - 1}])["breakpoints"][0]["message"])
        self.assertEqual(c.end(), 0)

    def test_completions(self):
        c = self.client()
        c.launch(FORWARD_C, set=["stop.packets_tx=40"])
        self.assertTrue(c.capabilities["supportsCompletionsRequest"])
        self.assertIn("expected 'launch' first", self.refused(self.client(), "completions", text="b", column=2))
        c.begin()

        def complete(text, column=None, **more):
            column = len(text) + 1 if column is None else column
            targets = c.ask("completions", text=text, column=column, frameId=1, **more)["targets"]
            return {t["label"]: (t["type"], t["start"], t["length"]) for t in targets}
        self.assertEqual(complete("disa"), {"disable": ("keyword", 1, 4), "disassemble": ("keyword", 1, 4)})
        self.assertEqual(complete("back-step"), {"back-stepi": ("keyword", 1, 9), "back-step": ("keyword", 1, 9)})
        self.assertEqual(complete("print RING_T"), {"RING_TX": ("reference", 7, 6)})
        self.assertEqual(complete("print depth(RING_T)", 19), {"RING_TX": ("reference", 13, 6)})
        self.assertEqual(complete("\U0001f600\u00e9 packets_r", 14), {"packets_rx": ("value", 5, 9)})
        self.assertEqual(complete("cont\nprint pac", 10, line=2), {"packets_rx": ("value", 7, 3), "packets_tx": ("value", 7, 3)})
        self.assertEqual(complete("print nothing"), {})
        c.ask("continue", threadId=1)
        c.wait("stopped")
        variables = c.ask("variables", variablesReference=4)["variables"]
        self.assertTrue(variables)
        offered = complete("print ")
        for v in variables:
            self.assertIn(v["name"] + "[0]" if v["variablesReference"] else v["name"], offered)
        for arguments in {"text": "x", "column": 0}, {"text": 5, "column": 1}, {"text": "x"}, {"text": "x", "column": -1}:
            self.refused(c, "completions", **arguments)
        self.assertEqual(c.end(), 0)

    def test_arrays_and_structures_have_elements(self):
        """In the order of their numbers, and each as a variable: set, watched, in memory."""
        c = self.client()
        c.ask("initialize", supportsVariableType=True)
        c.ask("launch", program="microblocks/systems/gateway.toml", stopOnEntry=True)
        c.wait("initialized")
        c.begin()
        self.repl(c, "goto 3000")
        arrays, types = {}, set()
        for thread in c.ask("threads")["threads"]:
            scope = 4 * thread["id"]
            for v in c.ask("variables", variablesReference=scope)["variables"]:
                self.assertNotIn("[", v["name"])
                types.add(v.get("type", "").split(" ")[0])
                if v["variablesReference"]:
                    arrays[thread["id"], v["name"]] = v
        self.assertEqual(types, {"", "longword", "signal"})
        (frame, name), array = next((k, a) for k, a in arrays.items() if a.get("memoryReference", "").startswith("sram0:"))
        elements = c.ask("variables", variablesReference=array["variablesReference"])["variables"]
        self.assertGreater(len(elements), 10)
        self.assertEqual(array["value"], f"{len(elements)} elements")
        base = int(array["memoryReference"].split(":")[1], 16)
        self.assertEqual([(v["name"], v["evaluateName"], v["memoryReference"], v["type"]) for v in elements],
                         [(f"[{n}]", f"{name}[{n}]", f"sram0:{base + 4 * n:#x}", f"longword in sram0[{base + 4 * n:#x}]") for n in range(len(elements))])
        whole = c.ask("evaluate", expression=name, frameId=frame, context="watch")
        self.assertEqual((whole["result"], whole["variablesReference"]), (array["value"], array["variablesReference"]))
        c.ask("setVariable", variablesReference=array["variablesReference"], name="[10]", value="0x1234")
        one = c.ask("evaluate", expression=f"{name}[10]", frameId=frame)
        self.assertEqual((one["result"], one["memoryReference"]), ("4660 (0x1234)", f"sram0:{base + 40:#x}"))
        data = c.ask("dataBreakpointInfo", variablesReference=array["variablesReference"], name="[10]")["dataId"]
        self.assertTrue(data.endswith(f" {name}[10]"), data)
        (frame, name), array = next((k, a) for k, a in arrays.items() if a.get("memoryReference", "").startswith("lm@"))
        first = c.ask("variables", variablesReference=array["variablesReference"])["variables"][0]
        c.ask("writeMemory", memoryReference=first["memoryReference"], data=base64.b64encode(b"\1\2\3\4").decode())
        self.assertEqual(c.ask("variables", variablesReference=array["variablesReference"])["variables"][0]["value"], "16909060 (0x1020304)")
        for wrong in (1 << 20, 0, 3):
            self.refused(c, "variables", variablesReference=wrong)
        self.refused(c, "setVariable", variablesReference=array["variablesReference"], name="[99]", value="1")
        self.refused(c, "evaluate", expression="", frameId=1)
        self.assertEqual(c.end(), 0)

    def test_frames_have_their_journeys(self):
        """Stages and fates are as in ixpemu run --journey."""
        for system, stop in (FORWARD, "packets_tx=80"), ("microblocks/systems/overload.toml", "packets_rx=600"):
            c = self.client()
            c.launch(system, set=[f"stop.{stop}"])
            c.begin()
            answers = []
            for cycle in 0, 9000, 100000, 9000:
                self.repl(c, f"goto {cycle}")
                answers.append(c.ask("ixpFrames"))
            self.assertEqual(answers[1]["frames"], answers[3]["frames"])
            self.assertEqual((answers[0]["cycle"], answers[0]["frames"], answers[1]["cycle"]), (0, [], 9000))
            late = answers[2]["frames"]
            left = [f for f in late if f["fate"] != "inside"]
            self.assertEqual(len(left), 50)
            self.assertIn("inside", {f["fate"] for f in answers[1]["frames"]})
            names = [word for f in late for word in ("--journey", f["frame"])]
            out = subprocess.run([f"{BIN}/ixpemu", "run", system, "--until", stop, "--quiet", *names], capture_output=True, text=True,
                                 timeout=LIMIT, check=True).stdout
            journeys = {}
            for name, fate, rows in re.findall(r"^(p\d+\.\d+): (.*); \d+ cycles, from .*\n.*stage\n((?: +\d+ +\d+  .*\n)+)", out, re.M):
                stages = [row.split(maxsplit=2) for row in rows.splitlines()]
                journeys[name] = fate, [(int(begin), int(begin) + int(cycles), place.split(": executes")[0]) for begin, cycles, place in stages]
            for f in late:
                fate, stages = journeys[f["frame"]]
                shown = [(s["from"], s.get("to"), s["place"]) for s in f["stages"]]
                if f["fate"] == "inside":
                    self.assertIsNone(shown[-1][1])
                    stages = stages[:len(shown)]
                    stages[-1] = (stages[-1][0], None, stages[-1][2])
                else:
                    self.assertEqual(f["fate"], fate)
                self.assertEqual(shown, stages, f)
            self.assertEqual([(line.split()[0], line.split(", ", 1)[1].split(":")[0]) for line in self.repl(c, "info frames").splitlines()],
                             [(f["frame"], f["fate"].split(":")[0]) for f in answers[3]["frames"]])
            first = answers[3]["frames"][0]
            self.assertEqual(len(self.repl(c, f"info frames {first['frame']}").splitlines()), 1 + len(first["stages"]))
            self.assertIn("frame p9.9 is not inside", self.refused(c, "evaluate", expression="info frames p9.9", context="repl"))
            # The context of a stage has the frame after the event at the first cycle of the stage.
            stage, name = next((s, f["frame"]) for f in left for s in f["stages"] if "thread" in s)
            self.repl(c, f"goto {stage['from'] + 1}")
            self.assertRegex(self.repl(c, "info threads"), rf"(?m)^[* ] {re.escape(stage['thread'])} .*, frame {re.escape(name)}$")
            self.assertEqual(c.end(), 0)

    def test_memory_is_written(self):
        """Bytes at any address; the write is part of the run, as other edits."""
        c = self.client()
        c.launch(set=["stop.packets_tx=40"])
        self.assertTrue(c.capabilities["supportsWriteMemoryRequest"])
        c.begin()

        def read(reference, count, offset=0):
            return base64.b64decode(c.ask("readMemory", memoryReference=reference, offset=offset, count=count)["data"])

        def write(reference, data, **more):
            return c.ask("writeMemory", memoryReference=reference, data=base64.b64encode(data).decode(), **more)["bytesWritten"]
        memory = c.ask("variables", variablesReference=4 * 9 + 3)["variables"]
        self.assertEqual({v["name"]: v["memoryReference"] for v in memory},
                         {"scratch": "scratch:0x0", "sram0": "sram0:0x0", "sram1": "sram1:0x0", "dram": "dram:0x0", "lm": "lm@0:1:0x0"})
        for reference in "sram0:0x400000", "dram:0x400000", "scratch:0x3000", "lm@0:1:0x40":
            for begin in range(4):
                for size in range(1, 9):
                    old, data = read(reference, 12), bytes(range(16 * begin + size, 16 * begin + 2 * size))
                    self.assertEqual(write(reference, data, offset=begin), size)
                    self.assertEqual(read(reference, 12), old[:begin] + data + old[begin + size:])
        self.repl(c, "goto 9")
        c.ask("initialize", supportsInvalidatedEvent=True)
        write("sram0:0x400000", b"\x12\x34\x56\x78")
        self.assertEqual(list(c.wait("invalidated")["areas"]), ["variables"])
        self.repl(c, "goto 5")
        self.assertNotEqual(read("sram0:0x400000", 4), b"\x12\x34\x56\x78")
        self.repl(c, "goto 20")
        self.assertEqual(self.repl(c, "print sram0[0x400000]"), "sram0[0x400000] = 305419896 (0x12345678)\n")
        write("lm@0:1:0x40", b"\0\0\0\7")  # of that microengine, whichever thread is selected
        self.assertEqual([c.ask("evaluate", expression="lm[16]", frameId=id_)["result"] for id_ in (9, 1)], ["7 (0x7)", "0 (0x0)"])
        self.assertEqual((read("lm:0x40", 4), read("lm@0:1:0x40", 4)), (4 * b"\0", b"\0\0\0\7"))

        end = read("scratch:0x3ffc", 8)
        self.assertEqual(len(end), 4)
        self.assertIn("scratch ends 2 bytes after 0x3ffe", self.refused(c, "writeMemory", memoryReference="scratch:0x3ffe", data="AAECAw=="))
        self.assertEqual(read("scratch:0x3ffc", 4), end)
        self.assertEqual(write("scratch:0x3ffe", b"\0\1\2\3", allowPartial=True), 2)
        self.assertEqual(read("scratch:0x3ffc", 4), end[:2] + b"\0\1")
        self.assertEqual(write("sram0:0", b""), 0)
        self.assertEqual(write("sram0:0", bytes(4096)), 4096)

        edits = self.repl(c, "info edits")
        for data in ("A", "AA", "A===", "====", "AB=C", "AAA\u00e9", "AAAA\n", "-_-_", 5, None, ["AAAA"], base64.b64encode(bytes(4097)).decode()):
            self.assertRegex(self.refused(c, "writeMemory", memoryReference="sram0:0", data=data), "'data'")
        self.refused(c, "writeMemory", memoryReference="sram0:0")
        for more in ({"memoryReference": "sram0:0x800000"}, {"memoryReference": "sram0"}, {"memoryReference": "moon:0"}, {"memoryReference": ""},
                     {"memoryReference": ":"}, {"memoryReference": 0}, {"memoryReference": "sram0:-4"}, {"memoryReference": "sram0:0xffffffffffffffff"},
                     {"memoryReference": "sram0:0xfffffffffffc"}, {"memoryReference": "scratch:0x4000"}, {"memoryReference": "lm:0xa00"},
                     {"memoryReference": "lm@9:9:0"}, {"memoryReference": "lm@0:1"}, {"memoryReference": "lm@:0"}, {"memoryReference": "lm@0:7:0"},
                     {"memoryReference": "sram0:0", "offset": -1}, {"memoryReference": "lm:4", "offset": -5}, {"memoryReference": "sram0:0", "offset": 1 << 63},
                     {"memoryReference": "sram0:0", "offset": -(1 << 63)}, {"memoryReference": "sram0:0", "offset": 1.5}):
            for command, what in (("writeMemory", {"data": "AAAA"}), ("writeMemory", {"data": "AAAA", "allowPartial": True}), ("readMemory", {"count": 3})):
                self.refused(c, command, **what, **more)
        self.refused(c, "writeMemory", memoryReference="sram0:0", data="AAAA", allowPartial="yes")
        self.assertEqual(self.repl(c, "info edits"), edits)
        self.assertEqual(c.end(), 0)

    def test_a_run_without_debugging_ends_the_session(self):
        for more, status in ((["stop.packets_tx=40"], 0), (["microengine.0:0.start=0", "chip.stop.stuck=100000"], 1)):
            c = self.client()
            c.launch(set=more, noDebug=True)
            c.ask("setFunctionBreakpoints", breakpoints=[{"name": "check#"}])
            c.ask("configurationDone")
            c.wait("terminated")
            self.assertEqual(c.wait("exited")["exitCode"], status)
            self.assertFalse([e for e, _ in c.passed if e == "stopped"])
            c.ask("disconnect")
            c.process.stdin.close()
            self.assertEqual(c.process.wait(LIMIT), status)

    def test_pause_stops_a_long_run(self):
        c = self.begun("stop.packets_tx=100000000")
        c.ask("continue", threadId=1)
        c.ask("pause", threadId=1)
        self.assertEqual(c.wait("stopped")["reason"], "pause")
        self.assertTrue(c.ask("threads")["threads"])
        self.assertEqual(c.end(), 0)

    def test_a_run_that_fails_ends_with_1(self):
        c = self.begun("microengine.0:0.start=0", "chip.stop.stuck=100000")
        c.ask("continue", threadId=1)
        self.assertIn("failed", c.wait("stopped")["text"])
        self.assertEqual(c.end(), 1)

    def test_a_client_that_disappears_ends_the_session(self):
        c = self.begun("stop.packets_tx=100000000")
        c.ask("continue", threadId=1)  # and away in mid-run
        c.process.stdin.close()
        c.process.stdout.close()
        self.assertEqual(c.process.wait(LIMIT), 0)

    def test_garbage_is_refused(self):
        for garbage in (b"GET / HTTP/1.1\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"\xff" * 10000,
                        b"Content-Length: 99999999999999999999\r\n\r\n", b"Content-Length: 2abc\r\n\r\n{}", b"X-Content-Length: 2\r\n\r\n{}"):
            p = start(FORWARD)
            _, error = p.communicate(garbage, LIMIT)
            self.assertEqual(p.returncode, 1, garbage)
            self.assertIn(b"Debug Adapter Protocol", error)
            self.assertEqual(b"HTTP" in error, garbage.startswith(b"GET"))
        p = start(FORWARD)  # no JSON, JSON of another kind: passed over
        body = b"Content-Length: 3\r\n\r\n{}}Content-Length: 2\r\n\r\n[]Content-Length: 2\r\n\r\n{}"
        self.assertEqual((p.communicate(body, LIMIT)[0], p.returncode), (b"", 0))
        deep = b'{"seq":1,"type":"request","command":"initialize","arguments":' + 200000 * b"[" + 200000 * b"]" + b"}"
        asked = b'{"seq":2,"type":"request","command":"threads"}'
        for header in (b"Content-Length: %d\r\n\r\n", b"content-length:\t%d \r\n\r\n", b"X-Content-Length: 3\r\nContent-Length: %d\r\nX: y\r\n\r\n"):
            p = start(FORWARD)  # text too deep to be copied is skipped, too
            out, _ = p.communicate(header % len(deep) + deep + header % len(asked) + asked, LIMIT)
            self.assertEqual((p.returncode, out.count(b'"request_seq":'), out.count(b'"request_seq":2')), (0, 1, 1))
        for rest in (b"Content-Length: 99\r\n\r\n{", b"Content-Le", b"\r\n"):
            p = start(FORWARD)
            _, error = p.communicate(body + rest, LIMIT)
            self.assertEqual(p.returncode, 1, rest)
            self.assertIn(b"in the middle of a message", error)

    def test_garbage_before_the_reply_of_the_chip_is_refused(self):
        """The reply is read all the same: the next request would take it for its own."""
        def messages(*commands):
            bodies = [json.dumps({"seq": n, "type": "request", "command": c, "arguments": {"memoryReference": "scratch:0", "count": 4}}).encode()
                      for n, c in enumerate(commands)]
            return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
        p = start(FORWARD)
        self.addCleanup(p.kill)
        p.stdin.write(messages("initialize", "launch", "threads"))
        p.stdin.flush()
        before = b""
        while b'"command":"threads"' not in before:
            before += os.read(p.stdout.fileno(), 65536)
        with open(f"/proc/{p.pid}/task/{p.pid}/children") as f:
            stations = [int(pid) for pid in f.read().split()]
        for pid in stations:
            os.kill(pid, signal.SIGSTOP)
        p.stdin.write(messages("readMemory", *30 * ["threads"]) + b"\xff" * 10000)
        p.stdin.flush()
        time.sleep(1)
        for pid in stations:
            os.kill(pid, signal.SIGCONT)
        out, error = p.communicate(timeout=LIMIT)
        self.assertEqual(p.returncode, 1)
        self.assertIn(b"Debug Adapter Protocol", error)
        self.assertNotIn(b"are not those of the protocol", out)

    def test_a_message_of_many_values(self):
        """It is read in linear time: in quadratic time, this test exceeds the limit of a call."""
        body = b'{"seq":1,"type":"request","command":"threads","arguments":{"x":[' + b"{}," * 1_000_000 + b"{}]}}"
        p = start(FORWARD)
        out, _ = p.communicate(b"Content-Length: %d\r\n\r\n%s" % (len(body), body), LIMIT)
        self.assertEqual((p.returncode, out.count(b'"request_seq":1')), (0, 1))

    def test_a_reply_that_cannot_be_written_is_an_error(self):
        body = b'{"seq":1,"type":"request","command":"threads"}'
        message = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
        with open("/dev/full", "wb") as full:
            p = start(FORWARD, stdout=full)
            _, error = p.communicate(message, LIMIT)
        self.assertEqual(p.returncode, 1)
        self.assertIn(b"No space left on device", error)

    def test_a_port_instead_of_standard_input(self):
        p, connection, token = protocol.serve(BIN, FORWARD)
        self.addCleanup(p.kill)
        c = Client(p, messaging.JsonIOStream.from_socket(connection))
        c.launch("", token=token)
        self.assertEqual(c.begin()["reason"], "entry")
        with self.assertRaises(OSError):  # one client: the port is closed now
            socket.create_connection(connection.getpeername())
        self.assertEqual(c.end(), 0)

    def test_a_port_refuses_clients_that_are_no_editors_and_goes_on(self):
        launch = b'{"seq":1,"type":"request","command":"launch","arguments":{"program":"/nowhere.toml"}}'
        message = b"Content-Length: %d\r\n\r\n%s" % (len(launch), launch)
        http = "this is HTTP"
        refused = (
            (b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://example.com\r\nContent-Length: %d\r\n\r\n%s"
             % (len(launch), launch), http),
            (b"GET http://127.0.0.1/ HTTP/1.0\r\n", http), (b"OPTIONS ", http),
            (b"Content-Length: %d\r\norigin: null\r\n\r\n%s" % (len(launch), launch), http),
            (b"\x16\x03\x01" + 5000 * b"\0", "no Debug Adapter Protocol"),
            (message, "no 'launch' with the token"), (b"", "no 'launch' with the token"), (message[:40], "in the middle of a message"))
        p, port, token = protocol.listen(BIN, FORWARD)
        self.addCleanup(p.kill)
        for sent, says in refused:
            with socket.create_connection(("127.0.0.1", port)) as client:
                client.sendall(sent)
                if says != http:
                    client.shutdown(socket.SHUT_WR)
                got = b""
                try:
                    while more := client.recv(4096):
                        got += more
                except ConnectionResetError:  # some of `sent` was not read
                    pass
            self.assertIn(says, p.stderr.readline().decode(), sent)
            self.assertEqual(got.count(b'"success":true'), 0, sent)
            self.assertIn(b"expected the token", got) if sent == message else self.assertEqual(got, b"", sent)
        idle = socket.create_connection(("127.0.0.1", port))  # the editor waits until it has left
        connection = socket.create_connection(("127.0.0.1", port))
        idle.close()
        c = Client(p, messaging.JsonIOStream.from_socket(connection))
        c.launch("", token=token)
        self.assertEqual(c.begin()["reason"], "entry")
        self.assertEqual(c.end(), 0)

    def test_only_sources_of_the_programs_are_served(self):
        c = self.client()
        c.launch()
        c.begin()
        tx = f"{SOURCE}/microblocks/tx/tx.uc"
        with open(tx) as text, tempfile.TemporaryDirectory() as folder:
            self.assertEqual(c.ask("source", source={"path": tx}, sourceReference=0)["content"], text.read())
            os.symlink("/etc/passwd", f"{folder}/tx.uc")
            for path in ("/etc/passwd", "README.md", f"{folder}/tx.uc", "tx.uc", "", f"{SOURCE}/microblocks/systems/forward.toml"):
                self.assertIn("is no source of the programs", self.refused(c, "source", source={"path": path}))
        self.assertEqual(c.end(), 0)


unittest.main()
