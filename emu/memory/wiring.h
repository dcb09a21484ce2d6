// What a memory unit is connected to. Tests may leave parts out.
#pragma once

#include "emu/kernel/command.h"

#include <array>

namespace ixp {

class CommandRouter; // emu/memory/bus.h
class DataBus;       // emu/memory/data_bus.h

struct MemoryWiring {
  std::array<Requester*, kMicroengines> microengines{};
  CommandRouter* router = nullptr; // null: nobody waits for room
  DataBus* data_bus = nullptr;     // null: the buses are never busy
  bool ahead = false;              // microengines take completions ahead of time
};

} // namespace ixp
