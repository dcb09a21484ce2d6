// Communication between the processes (MPI ranks) of one network run. A single process is one rank
// and communicates with itself only.
#pragma once

#include <string>
#include <vector>

namespace ixp {

class Exchange {
public:
  virtual ~Exchange() = default;
  virtual unsigned rank() const { return 0; }
  virtual unsigned ranks() const { return 1; }
  // All-to-all exchange: sends each rank its text and returns the texts addressed to this one. All
  // ranks make the same number of calls.
  virtual std::vector<std::string> swap(std::vector<std::string> to_each) { return to_each; }
};

} // namespace ixp
