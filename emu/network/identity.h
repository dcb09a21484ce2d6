// Identity of a frame in a network. A chip's tags (emu/kernel/packet_tag.h) name the receive port
// and ordinal of a frame in that chip. Between chips a frame carries its identity: where it entered
// the network, and the chips that it has passed.
#pragma once

#include "emu/media/ledger.h"
#include "emu/network/clock.h"

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ixp {

struct FrameIdentity {
  uint16_t chip = 0; // chip at which it entered, or was made
  uint8_t port = 0;  // its receive port there; the transmit port if microcode made the frame
  bool made = false;
  uint64_t frame = 0;         // ordinal on that port
  NetTime entered = 0;        // arrival of its last byte; if made: departure of its first byte
  std::vector<uint16_t> path; // chips that forwarded it, in order
};

// "R1:p0.17" as in the port logs of R1; "R1:m2.5" is the sixth frame made in R1 that left port 2.
std::string text(const FrameIdentity& id, const std::vector<std::string>& chip_names);

// The identities of frames that entered one chip over links. Identities of frames that the chip has
// forgotten are dropped, so memory stays bounded.
class Identities {
public:
  // Records the identity of frame `ordinal` of a receive port.
  void add(unsigned port, uint64_t ordinal, FrameIdentity id);
  const FrameIdentity* find(unsigned port, uint64_t ordinal) const;

  // `each_tag` calls its argument with every tag in the chip. Collects garbage when the size has
  // doubled since the last collection.
  using EachTag = std::function<void(const TagVisitor&)>;
  void forget(const PacketLedger& ledger, const EachTag& each_tag);

private:
  static uint64_t key(unsigned port, uint64_t ordinal) { return ordinal << 5 | port; }
  std::unordered_map<uint64_t, FrameIdentity> identities_;
  size_t look_at_ = 1024;
};

} // namespace ixp
