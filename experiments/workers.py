"""Workers that make the runs of an experiment: this process with several programs at a time, or
MPI processes on one or several machines (mpi4py.futures)."""
import concurrent.futures
import contextlib
import os
import shlex
import signal
import subprocess
import sys

from tools_lib import systems

DEBIAN_PYTHON = "/usr/bin/python3"  # the one that python3-mpi4py belongs to
RANK, SIZE = "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"


class Local:
    """`jobs` at a time."""

    def __init__(self, jobs):
        self.jobs = jobs

    @contextlib.contextmanager
    def pool(self, in_python=False):
        """An executor. `in_python`: the work is done in Python itself, not in programs that it calls."""
        if in_python:
            executor = concurrent.futures.ProcessPoolExecutor(self.jobs, initializer=signal.signal,
                                                              initargs=(signal.SIGINT, signal.SIG_IGN))
        else:
            executor = concurrent.futures.ThreadPoolExecutor(self.jobs)
        try:
            yield executor
        finally:
            systems.stop()  # nothing runs any more, but after an error
            executor.shutdown(cancel_futures=True)
            systems.resume()


class Mpi:
    """The other processes of an MPI job."""

    def __init__(self, executor):
        self.executor = executor

    @contextlib.contextmanager
    def pool(self, in_python=False):
        yield self.executor


def under_mpi():
    return int(os.environ.get(SIZE, "1")) > 1


def begin_mpi(program, arguments, processes, hostfile):
    """Replaces this process by mpirun of this program. Prints the variables it sets: without them
    mpirun refuses to run as root, or to run more processes than a machine has processors."""
    python = python_with_mpi()
    if not python:
        raise RuntimeError("mpi4py is missing: install python3-mpi4py and openmpi-bin (tools/setup --all)")
    wanted = {"OMPI_MCA_rmaps_base_oversubscribe": "1"}
    if os.geteuid() == 0:
        wanted |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    command = ["mpirun", "-n", str(processes), *(["--hostfile", hostfile] if hostfile else []), python, program, *arguments]
    print(" ".join(f"{k}={v}" for k, v in wanted.items()), shlex.join(command), file=sys.stderr, flush=True)
    try:
        os.execvpe(command[0], command, os.environ | wanted)
    except FileNotFoundError:
        raise RuntimeError("mpirun is missing: install openmpi-bin (tools/setup --all)") from None


def python_with_mpi():
    """A Python that has mpi4py, or None. Nothing is imported: MPI begins with that."""
    look = "import importlib.util, sys; sys.exit(importlib.util.find_spec('mpi4py') is None)"
    for python in sys.executable, DEBIAN_PYTHON:
        if os.access(python, os.X_OK) and subprocess.run([python, "-c", look], capture_output=True).returncode == 0:
            return python
    return None


def with_mpi(main):
    """In a process of an MPI job: the first returns the result of `main(workers)`, the others make
    its runs and return None."""
    try:
        from mpi4py import MPI
        from mpi4py.futures import MPICommExecutor
    except ImportError:
        python = python_with_mpi()
        if python:
            os.execv(python, [python, *sys.argv])
        raise RuntimeError("mpi4py is missing: install python3-mpi4py (tools/setup --all)") from None
    signal.signal(signal.SIGINT, leave_mpi)
    signal.signal(signal.SIGTERM, leave_mpi)
    with MPICommExecutor(MPI.COMM_WORLD, root=0) as executor:
        return main(Mpi(executor)) if executor is not None else None


def leave_mpi(*_):
    """mpirun signals each of its processes to end. None waits for the others."""
    systems.stop()
    systems.images.forget()
    if os.environ.get(RANK) == "0":
        sys.stderr.write("\ntools/experiments: interrupted; the runs that are done are kept, the same command goes on\n")
        sys.stderr.flush()
    os._exit(130)
