// The processes of one run. `mpirun -n 4 ixpemu run network.toml` starts four, and chips are
// distributed among them. ixpemu itself is built without MPI: under mpirun it executes ixpemu-mpi,
// the same program with MPI (ranks_mpi.cc), which is installed beside it if the MPI library was
// present at build time.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ixp {

// Communication between the processes (MPI ranks) of one network run. A single process is one rank
// and communicates with itself only.
class Exchange {
public:
  virtual ~Exchange() = default;
  virtual unsigned rank() const { return 0; }
  virtual unsigned ranks() const { return 1; }
  // All-to-all exchange: sends each rank its text and returns the texts addressed to this one. All
  // ranks make the same number of calls.
  virtual std::vector<std::string> swap(std::vector<std::string> to_each) { return to_each; }
};

// Without MPI: one rank. Throws InputError if mpirun started several processes that cannot be
// joined.
std::unique_ptr<Exchange> join_ranks();
// Called by all ranks when the run is over and no more messages follow.
void part_ranks();
// Called at the end of the program. If this rank fails before part_ranks(), all ranks end.
int end_rank(int status);

} // namespace ixp
