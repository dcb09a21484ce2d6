// Location of every frame that was received and neither transmitted nor lost. Inspects the whole
// chip, at the end of a run and when waiting for it.
#pragma once

#include "emu/chip/chip.h"

#include <string>
#include <vector>

namespace ixp {

// Progress of a frame; it never decreases.
enum class Stage : uint8_t {
  ReceivePort,  // complete in a port's receive buffer
  Rbuf,         // in RBUF elements
  Microcode,    // in a buffer, owned by a ring, a queue, or microcode itself
  Tbuf,         // in TBUF elements
  TransmitPort, // in a port's transmit buffer
};

constexpr unsigned kStages = 5;

// Place of frames in buffers that no ring and no queue names.
constexpr const char* kHeldByMicrocode = "held by microcode";

struct FramesAt {
  Stage stage{};
  std::string place; // "port 0 receive buffer", "RBUF", "ring DRR_IN (1)", kHeldByMicrocode
  std::vector<PacketTag> frames; // ascending, each in only one place of the survey
};

struct Survey {
  std::vector<FramesAt> places; // by stage, without empty ones
  std::vector<FramesAt> lost;   // place: the ring or queue that lost the message
  uint64_t frames() const;      // in all places
  bool empty() const { return places.empty(); }
};

Survey survey(Chip& chip, const SystemConfig& system);

std::string name(const QueuePlace& place, const SystemConfig& system); // "ring DRR_IN (1)"

} // namespace ixp
