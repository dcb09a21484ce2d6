"""A copy of the project's sources with all mutants in them, and its build."""
import json
import os
import re
import shlex
import shutil
import subprocess

from . import schemata, sites

HEADER = "ixp_mutation.h"
TABLES = ["mev2_tables", "mev2_codegen_tables"]  # headers that the project's sources need
MECC = ["mecc", "mecc-c"]  # mecc starts mecc-c for C
CHOICE = re.compile(r"ixp_on\((\d+)\)")


class Failed(Exception):
    """A command failed; the text is its output."""


def call(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command)}\n{done.stdout}")
    return done.stdout


class Tree:
    def __init__(self, root, out, sources, namespace, jobs, say):
        self.root, self.sources, self.namespace, self.jobs, self.say = root, sources, namespace, jobs, say
        self.tree, self.build = os.path.join(out, "tree"), os.path.join(out, "build")
        # Configured without IXP_UNITY, for one compile command a source; never built.
        self.listing = os.path.join(out, "listing")
        self.texts, self.mutants = {}, []

    def names(self):
        """The project's files, new ones too."""
        names = call(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], self.root).split("\0")
        return [n for n in names if os.path.isfile(os.path.join(self.root, n))]

    def original(self, name):
        with open(os.path.join(self.root, name), "rb") as f:
            return f.read()

    def put(self, name, content):
        """Writes a file of the copy if it has changed."""
        path = os.path.join(self.tree, name)
        if os.path.exists(path):
            with open(path, "rb") as f:
                if f.read() == content:
                    return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(content)

    def is_mutated(self, name):
        return name.endswith((".cc", ".h")) and any(name == s or name.startswith(s + "/") for s in self.sources)

    def prepare(self):
        """Copies and configures."""
        names = self.names()
        for name in names:
            if self.is_mutated(name):
                self.texts[name] = self.original(name)
            if not (name in self.texts and os.path.exists(os.path.join(self.tree, name))):
                self.put(name, self.original(name))
                shutil.copymode(os.path.join(self.root, name), os.path.join(self.tree, name))
        known = {HEADER, *names}
        for folder, _, files in os.walk(self.tree):
            for path in (os.path.join(folder, f) for f in files):
                if os.path.relpath(path, self.tree) not in known:
                    os.remove(path)
        if not os.path.exists(os.path.join(self.tree, HEADER)):
            self.put(HEADER, b"")
        self.configure(self.listing, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        self.configure(self.build, "-DIXP_UNITY=ON")
        self.make(self.build, TABLES)

    def configure(self, build, *options):
        call(["cmake", "-S", self.tree, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
              f"-DCMAKE_TOOLCHAIN_FILE={self.tree}/cmake/clang.cmake", "-DCMAKE_CXX_FLAGS_RELEASE=-O1",
              f"-DCMAKE_CXX_FLAGS=-include {self.tree}/{HEADER} -w -Wno-error -Wno-c++11-narrowing -ferror-limit=0",
              *options], self.root)

    def make(self, build, targets):
        call(["ninja", "-k", "0", f"-j{self.jobs}", *targets], build)

    def find_mutants(self):
        """From the syntax trees of the sources as they are."""
        with open(os.path.join(self.listing, "compile_commands.json")) as f:
            commands = json.load(f)
        sources = self.sources_to_read([os.path.relpath(c["file"], self.tree) for c in commands])
        found = {}
        for c in commands:
            def wanted(path, folder=c["directory"]):
                name = os.path.relpath(os.path.realpath(os.path.join(folder, path)), self.root)
                return name if name in self.texts else None

            if os.path.relpath(c["file"], self.tree) in sources:
                found.update(sites.find_sites(self.plain(c["command"]), c["directory"], self.namespace, wanted, self.texts))
        self.mutants = schemata.mutants_of(found.values(), self.texts)

    def sources_to_read(self, compiled):
        """The files to mutate, and for each header that none of them includes a source with it."""
        def including(header, names):
            line = f'#include "{header}"'.encode()
            return next((n for n in names if line in self.original(n)), None)

        lone = [h for h in self.texts if h.endswith(".h") and not including(h, self.texts)]
        return {*self.texts, *(including(h, compiled) for h in lone)}

    def plain(self, command):
        """A compile command of the copy, for the project's own sources."""
        words = shlex.split(command)
        words = words[1:] if words[0].endswith("ccache") else words
        drop = {words.index(flag) + k for flag in ("-o", "-MF", "-MT", "-include") if flag in words for k in (0, 1)}
        kept = [w for i, w in enumerate(words) if i not in drop and w not in ("-c", "-MD")]
        return [w.replace(self.tree, self.root).replace(self.listing, self.build) for w in kept]

    def take_mecc(self):
        """From the release build: it is not mutated, and slow to build."""
        release = os.path.join(self.root, "build/release")
        if not all(os.path.exists(os.path.join(release, "bin", name)) for name in MECC):
            self.say("building the compiler")
            call(["cmake", "--preset", "release"], self.root)
            self.make(release, MECC)
        os.makedirs(os.path.join(self.build, "bin"), exist_ok=True)
        for name in MECC:
            shutil.copy2(os.path.join(release, "bin", name), os.path.join(self.build, "bin"))

    def compile(self, targets, left_out):
        """Builds all mutants except `left_out`, to which it adds mutants that do not compile."""
        while True:
            self.write(left_out)
            try:
                return self.make(self.build, targets)
            except Failed as error:
                blamed = self.blamed(str(error)) - left_out
                if not blamed:
                    raise
            left_out |= blamed
            self.say(f"{len(left_out)} mutants do not compile and are skipped")

    def write(self, left_out):
        self.put(HEADER, schemata.HEADER.format(count=len(self.mutants)).encode())
        for name, text in self.texts.items():
            mutants = [m for m in self.mutants if m.file == name and m.number not in left_out]
            self.put(name, schemata.Writer(text, mutants).write())

    def blamed(self, output):
        """Mutants in the lines of which the compiler complains."""
        bad = set()
        for m in re.finditer(r"^(\S+?):(\d+):\d+: error:", output, re.M):
            name = os.path.relpath(os.path.realpath(os.path.join(self.build, m[1])), self.tree)
            if name not in self.texts:
                continue
            with open(os.path.join(self.tree, name)) as f:
                lines = f.read().split("\n")
            at = int(m[2]) - 1
            while at >= 0 and not CHOICE.search(lines[at]):
                at -= 1
            if at >= 0:
                bad.update(int(n) for n in CHOICE.findall(lines[at]))
        return bad
