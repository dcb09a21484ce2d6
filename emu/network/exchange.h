// What the processes of one network run say to each other (ranks, as MPI calls them). Alone there
// is one rank, and nothing to say.
#pragma once

#include <string>
#include <vector>

namespace ixp {

class Exchange {
public:
  virtual ~Exchange() = default;
  virtual unsigned rank() const { return 0; }
  virtual unsigned ranks() const { return 1; }
  // Gives each rank its text and returns what each rank had for this one. All ranks call it the
  // same number of times.
  virtual std::vector<std::string> swap(std::vector<std::string> to_each) { return to_each; }
};

} // namespace ixp
