"""Ends commands in tools/: every error becomes one line with its cause, never a traceback."""
import argparse
import io
import os
import shlex
import subprocess
import sys


def above_0(text):
    """A type of options."""
    if not text.isascii() or not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}', expected a whole number above 0")
    return int(text)


class StandardOutput(io.TextIOWrapper):
    """Records a failed write: argparse ignores it, and flushing the remaining text fails again."""

    def __init__(self, like):
        self.failed = None
        super().__init__(like.detach(), like.encoding, like.errors, line_buffering=like.line_buffering, write_through=like.write_through)

    def guard(self, work):
        try:
            return work()
        except OSError as error:
            self.failed = error
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            raise

    def write(self, text):
        return self.guard(lambda: super(StandardOutput, self).write(text))

    def flush(self):
        return self.guard(super().flush)


def take_the_place_of_closed_streams():
    """Keeps opened files from becoming standard output. Printing fails, as in C++ programs."""
    for number, (name, path) in enumerate((("stdin", os.devnull), ("stdout", "/dev/full"), ("stderr", os.devnull))):
        if getattr(sys, name) is None:  # its number is the lowest that is free
            setattr(sys, name, os.fdopen(os.open(path, os.O_WRONLY if number else os.O_RDONLY), "w" if number else "r"))


def complain(text):
    print(text, file=sys.stderr)
    return 1


def ended(main, name):
    """Calls main(), prints its errors, and returns the exit status."""
    try:
        status = main() or 0
        sys.stdout.flush()
        return status
    except SystemExit as end:  # of argparse, too
        return end.code if isinstance(end.code, int) else complain(end.code) if end.code is not None else 0
    except KeyboardInterrupt:
        return 130
    except subprocess.CalledProcessError as error:
        said = f"\n{error.stderr.rstrip()}" if error.stderr else ""
        how = f"was ended by signal {-error.returncode}" if error.returncode < 0 else f"ended with status {error.returncode}"
        return complain(f"{name}: error: {shlex.join(map(str, error.cmd))} {how}{said}")
    except UnicodeEncodeError as error:  # a name of a file in a text
        return complain(f"{name}: error: not UTF-8: {error.object[:error.end].splitlines()[-1]}; rename the file or folder")
    except OSError as error:
        if error is sys.stdout.failed:
            return 1
        return complain(f"{name}: error: {f'{error.filename}: ' if error.filename else ''}{error.strerror or error}")


def run(main):
    """Calls main() and ends the process with the exit status that it returns, as programs of C++ do (base/program.h)."""
    take_the_place_of_closed_streams()
    sys.stdout = StandardOutput(sys.stdout)
    status = ended(main, f"tools/{os.path.basename(sys.argv[0])}")
    try:
        sys.stdout.flush()
    except OSError:
        pass  # it has remembered
    failed = sys.stdout.failed
    if failed and not isinstance(failed, BrokenPipeError):  # a closed pipe is no error
        complain(f"standard output: error: cannot write: {failed.strerror}")
    sys.exit(1 if failed else status)
