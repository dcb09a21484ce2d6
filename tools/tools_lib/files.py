"""TOML files; files that are whole or not there."""
import contextlib
import os
import tomllib


def read_toml(path):
    """The tables of a file. It may begin with a byte order mark, as for programs of C++."""
    with open(path, encoding="utf-8-sig", newline="") as f:
        return tomllib.loads(f.read())


@contextlib.contextmanager
def whole(path):
    """A file to write bytes to, which takes its name when all is written. Devices and pipes, which must stay, are written as they
    are. Errors name the path."""
    path = os.fspath(path)
    part = path if os.path.exists(path) and not os.path.isfile(path) else path + ".part"
    try:
        with open(part, "wb") as f:
            yield f
        if part != path:
            os.replace(part, path)
    except OSError as error:
        error.filename = path
        raise
    finally:
        if part != path and os.path.exists(part):
            os.remove(part)


def write_text(path, text):
    with whole(path) as f:
        f.write(text.encode())


def write_together(texts):
    """{path: text}: files that take their names after all texts are written."""
    with contextlib.ExitStack() as stack:
        for path, text in texts.items():
            f = stack.enter_context(whole(path))
            f.write(text.encode())
            f.flush()
