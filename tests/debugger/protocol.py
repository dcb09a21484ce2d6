"""An editor's side of the Debug Adapter Protocol, with the client of Debian's python3-debugpy."""
import queue
import re
import socket
import subprocess
import sys

sys.path.append("/usr/lib/python3/dist-packages")  # where Debian has it, whichever Python this is
try:
    from debugpy.common import messaging
    THERE = True
except ImportError:
    messaging, THERE = None, False

LIMIT = 300  # seconds; only a hang takes as long


def start(bin_dir, *arguments, stdout=subprocess.PIPE):
    return subprocess.Popen([f"{bin_dir}/ixpemu", "debug", "--dap", *arguments], stdin=subprocess.PIPE,
                            stdout=stdout, stderr=subprocess.PIPE)


def listen(bin_dir, *arguments):
    """An ixpemu that listens on a port, the port, and the token that it prints."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = start(bin_dir, *arguments, "--port", str(port))
    line = process.stdout.readline().decode()
    match = re.fullmatch(r"ixpemu debug listens on 127\.0\.0\.1:(\d+); 'launch' needs \"token\": \"([0-9a-f]{32})\"\n", line)
    if not match or int(match[1]) != port:
        process.kill()
        raise AssertionError(f"{line!r}, {process.stderr.read()!r}")
    return process, port, match[2]


def serve(bin_dir, *arguments):
    """An ixpemu that listens on a port, a connection to it, and the token."""
    process, port, token = listen(bin_dir, *arguments)
    return process, socket.create_connection(("127.0.0.1", port)), token


class Client:
    """A client of the debug adapter, as an editor is."""

    def __init__(self, process, stream=None):
        self.process, self.events = process, queue.Queue()
        self.passed = []  # events that arrived before the awaited ones
        stream = stream or messaging.JsonIOStream.from_process(process)
        self.channel = messaging.JsonMessageChannel(stream, self)
        self.channel.start()

    def event(self, event):
        self.events.put((event.event, event.body))

    def disconnect(self):
        pass  # of the channel

    def ask(self, command, **arguments):
        return self.channel.request(command, arguments)

    def wait(self, name):
        while True:
            got, body = self.events.get(timeout=LIMIT)
            if got == name:
                return body
            self.passed.append((got, body))

    def launch(self, system, **more):
        self.capabilities = self.ask("initialize", adapterID="ixpemu")
        self.ask("launch", program=system, stopOnEntry=True, **more)
        self.wait("initialized")

    def begin(self):
        self.ask("configurationDone")
        return self.wait("stopped")

    def end(self):
        self.ask("disconnect")
        self.wait("exited")
        self.process.stdin.close()
        return self.process.wait(LIMIT)
