// What a memory unit is connected to. Tests may omit parts.
#pragma once

#include "emu/kernel/command.h"
#include "emu/kernel/command_table.h"

#include <array>

namespace ixp {

class CommandRouter; // emu/memory/bus.h
class DataBus;       // emu/memory/data_bus.h

struct MemoryWiring {
  std::array<Requester*, kMicroengines> microengines{};
  const CommandTable* commands = nullptr;
  CommandRouter* router = nullptr; // null: commands are not refused
  DataBus* data_bus = nullptr;     // null: the buses are never busy
  bool ahead = false;              // microengines take completions ahead of time
};

} // namespace ixp
