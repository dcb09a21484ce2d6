// Connections of a memory unit. Tests may omit some.
#pragma once

#include "emu/kernel/in_flight.h"

#include <array>

namespace ixp {

class DataBus; // emu/memory/data_bus.h

struct MemoryWiring {
  std::array<Requester*, kMicroengines> microengines{};
  const CommandTable* commands = nullptr;
  CommandPool* pool = nullptr;
  DataBus* data_bus = nullptr; // null: the buses are never busy
};

} // namespace ixp
