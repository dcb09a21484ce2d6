// Events of the chip (emu/kernel/event.h) for a Python callback, as dicts.
#pragma once

#include "emu/sim/simulation.h"
#include "python/module/feed.h"

#include <pybind11/pybind11.h>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Of names of kinds; none: all. Throws ValueError for a name that is none.
EventKinds parse_kinds(const std::vector<std::string>& names);

class EventCallback final : public Probe {
public:
  // Hears of these kinds from now on; is not called while `silent`. What the callback, which lives
  // longer, raises is kept in `pending`; until that is looked at it is not called again.
  EventCallback(Simulation& sim, pybind11::handle callback, EventKinds kinds, const bool& silent,
                PendingException& pending);
  void event(const Event& e) override;

private:
  pybind11::dict as_dict(const Event& e) const;
  std::string tag_text(PacketTag tag) const;

  pybind11::handle callback_;
  EventKinds kinds_;
  const bool& silent_;
  PendingException& pending_;
  uint64_t me_div_;
  std::vector<std::pair<unsigned, uint32_t>> frames_; // port and ordinal by tag, of those heard of
};

} // namespace ixp
