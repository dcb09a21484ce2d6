// The processes of one run. `mpirun -n 4 ixpemu run network.toml` starts four; chips are shared out
// among them. ixpemu itself knows nothing of MPI: under mpirun it becomes ixpemu-mpi, the same
// program with MPI (ranks_mpi.cc), which stands beside it when the MPI library was there to build
// it.
#pragma once

#include "emu/network/exchange.h"

#include <memory>

namespace ixp {

// Alone: one rank. Throws InputError when mpirun started several processes that cannot be joined.
std::unique_ptr<Exchange> join_ranks();
// All that the ranks had to say is said; called by all of them when the run is over.
void part_ranks();
// At the end of the program. When this rank fails before part_ranks(), all ranks end.
int end_rank(int status);

} // namespace ixp
