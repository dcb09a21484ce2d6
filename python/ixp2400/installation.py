"""Files that are installed with the programs."""
from __future__ import annotations

import os
import pathlib

from . import checks


def shipped(path: str | os.PathLike[str]) -> str:
    """Path of an installed file of microblocks, rings or traces, for any current folder:
    shipped("microblocks/systems/forward.toml"). FileNotFoundError if there is no such file."""
    name = checks.path(path, "the path")
    tried = []
    # Beside the modules after pip, else in the prefix or the build folder.
    for folder in pathlib.Path(__file__).absolute().parents:
        share = folder / "share/ixp2400"
        if share.is_dir():
            tried.append(share)
            if (share / name).exists():
                return str(share / name)
    raise FileNotFoundError(f"{name} is not among the installed files ({', '.join(map(str, tried)) or 'there are none'})")
