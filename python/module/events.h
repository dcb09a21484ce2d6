// Passes events of the chip (emu/kernel/event.h) to a Python callback, as dicts.
#pragma once

#include "emu/sim/simulation.h"
#include "python/module/feed.h"

#include <pybind11/pybind11.h>
#include <string>
#include <utility>
#include <vector>

namespace ixp {

// Kinds by name; no names: all. Throws ValueError for an unknown name.
EventKinds parse_kinds(const std::vector<std::string>& names);

class EventCallback final : public Probe {
public:
  // Subscribes to these kinds; does not call while `silent`. The callback must outlive this object.
  // Its exception is stored in `pending`, and calls are suspended until that is handled.
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
  std::vector<std::pair<unsigned, uint32_t>> frames_; // port and ordinal by tag, of frames seen so
                                                      // far
};

} // namespace ixp
