// Accesses combined into one burst.
#pragma once

#include "mecc/lower/access.h"

namespace mecc::lower {

// Loads or stores through the same root pointer. If the root's address modulo the granule is
// unknown, a group holds one access.
class Group {
public:
  explicit Group(const Access& first) : members_{first} {}

  bool takes(const Access& a) const; // adjacent, and the burst does not exceed one command
  void add(const Access& a) { members_.push_back(a); }

  const Unit& unit() const { return *members_[0].unit; }
  const std::vector<Access>& members() const { return members_; }
  bool aligned() const { return members_[0].root_phase.has_value(); }

  // For an aligned group: offset of its first granule from the root in bytes, and number of
  // granules.
  int64_t first_byte() const { return range(nullptr).first; }
  unsigned granules() const;

private:
  std::pair<int64_t, int64_t> range(const Access* with) const; // [first, end) of whole granules

  std::vector<Access> members_;
};

void read_group(Commands& commands, const Group& g);            // loads are erased
void write_group(Job& job, Commands& commands, const Group& g); // stores are erased

// Accesses whose position within the granule is known only at run time.
void read_unaligned(Commands& commands, const Access& a);
void write_unaligned(Commands& commands, const Access& a);

} // namespace mecc::lower
