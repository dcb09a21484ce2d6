#!/usr/bin/env python3
"""Runs the code of a notebook without Jupyter, in the notebook's folder, and prints its output.

  PYTHONPATH=build/release/python python/examples/run_notebook.py NOTEBOOK [--check | --write]

--check fails unless the cells print the output in the notebook; --write puts their output, and the
figures they draw with matplotlib, into the notebook.
"""
import argparse
import base64
import contextlib
import difflib
import io
import json
import os
import sys


def text_of(lines):
    return lines if isinstance(lines, str) else "".join(lines)


def shown(cell):
    """Output of a cell as the notebook shows it."""
    return "".join(text_of(o["text"]) for o in cell["outputs"] if o.get("name") == "stdout")


def figures():
    """PNG images of all open figures."""
    plt = sys.modules.get("matplotlib.pyplot")
    if not plt:
        return
    for number in plt.get_fignums():
        picture = io.BytesIO()
        plt.figure(number).savefig(picture, format="png", dpi=80, metadata={"Software": None})
        yield base64.b64encode(picture.getvalue()).decode()
    plt.close("all")


def outputs(printed):
    out = [{"name": "stdout", "output_type": "stream", "text": printed.splitlines(True)}] if printed else []
    for picture in figures():
        out.append({"data": {"image/png": picture, "text/plain": ["<Figure>"]}, "metadata": {}, "output_type": "display_data"})
    return out


def run(notebook, folder, done=None):
    """Runs all cells; calls done(cell, output) after each. Returns the names that cells define."""
    names, here = {"__name__": "__main__"}, os.getcwd()
    os.environ.setdefault("MPLBACKEND", "Agg")
    os.chdir(folder)
    try:
        for number, cell in enumerate(notebook["cells"], 1):
            if cell["cell_type"] != "code":
                continue
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                exec(compile(text_of(cell["source"]), f"cell {number}", "exec"), names)
            if done:
                done(cell, printed.getvalue())
    finally:
        os.chdir(here)
    return names


def differences(cell, printed):
    return list(difflib.unified_diff(shown(cell).splitlines(), printed.splitlines(), "the notebook", "this run", lineterm=""))


def read(path):
    try:
        with open(path, encoding="utf-8") as f:
            notebook = json.load(f)
        if not isinstance(notebook["cells"], list):
            raise TypeError
        return notebook
    except OSError as error:
        sys.exit(f"{path}: error: {error.strerror}")
    except (ValueError, TypeError, KeyError, RecursionError):
        sys.exit(f"{path}: error: this is no notebook of Jupyter; expected a file such as python/examples/e1.ipynb")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("notebook")
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument("--check", action="store_true", help="fail unless the cells print what the notebook shows")
    mode.add_argument("--write", action="store_true", help="put what they print and draw into the notebook")
    given = parser.parse_args()
    notebook = read(given.notebook)
    wrong, ran = [], []

    def done(cell, printed):
        ran.append(cell)
        print(printed, end="")
        wrong.extend(differences(cell, printed))
        if given.write:
            cell.update(execution_count=len(ran), outputs=outputs(printed))

    run(notebook, os.path.dirname(os.path.abspath(given.notebook)), done)
    if given.write:
        with open(given.notebook, "w") as f:
            f.write(json.dumps(notebook, indent=1) + "\n")
    elif given.check and wrong:
        sys.exit("\n".join([f"{given.notebook}: the cells print something else; --write puts it in", *wrong]))


if __name__ == "__main__":
    main()
