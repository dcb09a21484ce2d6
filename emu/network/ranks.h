// The processes of one run. `mpirun -n 4 ixpemu run network.toml` starts four, and chips are
// distributed among them. ixpemu itself is built without MPI: under mpirun it executes ixpemu-mpi,
// the same program with MPI (ranks_mpi.cc), which is installed beside it if the MPI library was
// present at build time.
#pragma once

#include "emu/network/exchange.h"

#include <memory>

namespace ixp {

// Without MPI: one rank. Throws InputError if mpirun started several processes that cannot be
// joined.
std::unique_ptr<Exchange> join_ranks();
// Called by all ranks when the run is over and no more messages follow.
void part_ranks();
// Called at the end of the program. If this rank fails before part_ranks(), all ranks end.
int end_rank(int status);

} // namespace ixp
