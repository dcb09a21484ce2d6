// RBUF and TBUF for the DRAM controller, which moves element data without a microengine.
#pragma once

#include "emu/kernel/packet_tag.h"

#include <cstdint>

namespace ixp {

class ElementStore {
public:
  virtual ~ElementStore() = default;
  // `offset`: byte offset in the 8 KB buffer, multiple of 8; bytes: multiple of 8. tags: one per
  // 8 bytes. Out-of-range parts read 0 / are ignored (the caller reports).
  virtual void read_rbuf(uint32_t offset, uint8_t* data, PacketTag* tags, unsigned bytes) = 0;
  virtual void write_tbuf(uint32_t offset, const uint8_t* data, const PacketTag* tags,
                          unsigned bytes) = 0;
};

} // namespace ixp
