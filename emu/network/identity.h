// Which frame of a network it is. A chip's tags (emu/kernel/packet_tag.h) say at which of its ports
// a frame came in; between chips a frame carries its identity: where it entered the network, and
// the chips it has been through.
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
  uint16_t chip = 0; // where it entered, or was made
  uint8_t port = 0;  // its receive port there; of a frame that microcode made the transmit port
  bool made = false;
  uint64_t frame = 0;         // ordinal on that port
  NetTime entered = 0;        // its last byte had come in; made: its first byte left
  std::vector<uint16_t> path; // chips that sent it on, the first first
};

// "R1:p0.17", as the port logs of R1 call it; "R1:m2.5": the sixth frame that left port 2 of R1 and
// was made there.
std::string text(const FrameIdentity& id, const std::vector<std::string>& chip_names);

// The identities of frames that came into one chip over links. Forgets those that the chip has
// forgotten, so memory stays bounded.
class Identities {
public:
  // Of frame `ordinal` of a receive port.
  void add(unsigned port, uint64_t ordinal, FrameIdentity id);
  const FrameIdentity* find(unsigned port, uint64_t ordinal) const;

  // `each_tag` calls its argument with the tags that the chip holds. Looks for what can be
  // forgotten when there is twice as much as after the last look.
  using EachTag = std::function<void(const TagVisitor&)>;
  void forget(const PacketLedger& ledger, const EachTag& each_tag);

private:
  static uint64_t key(unsigned port, uint64_t ordinal) { return ordinal << 5 | port; }
  std::unordered_map<uint64_t, FrameIdentity> identities_;
  size_t look_at_ = 1024;
};

} // namespace ixp
