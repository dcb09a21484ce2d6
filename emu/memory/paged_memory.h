// A large memory with cost proportional to written data: 64 KB pages allocated on first write;
// unwritten bytes read 0. Big-endian within longwords, like the chip. In addition to the data: the
// packet tags of DRAM (a shadow of 8-byte granules) and, for --uninitialised, which longwords were
// ever written. Both are allocated on demand.
#pragma once

#include "emu/kernel/packet_tag.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace ixp {

class PagedMemory {
public:
  static constexpr uint32_t kPageBytes = 65536;

  // `track`: record written longwords (was_written()).
  explicit PagedMemory(uint64_t bytes, bool track = false)
      : bytes_(bytes), track_(track), pages_((bytes + kPageBytes - 1) / kPageBytes) {}

  uint64_t bytes() const { return bytes_; }

  // Aligned longword; the address must be inside.
  uint32_t read32(uint64_t address) const {
    const Page* p = pages_[address / kPageBytes].get();
    if (!p) return 0;
    const uint8_t* d = &p->data[address % kPageBytes];
    return uint32_t{d[0]} << 24 | uint32_t{d[1]} << 16 | uint32_t{d[2]} << 8 | d[3];
  }
  void write32(uint64_t address, uint32_t v) {
    Page& p = touch(address);
    uint8_t* d = &p.data[address % kPageBytes];
    d[0] = v >> 24, d[1] = v >> 16, d[2] = v >> 8, d[3] = v;
    mark(p, address, 4);
  }

  // Any bytes inside the memory.
  void read(uint64_t address, uint8_t* out, uint64_t n) const {
    while (n) {
      const uint64_t offset = address % kPageBytes,
                     part = std::min<uint64_t>(n, kPageBytes - offset);
      if (const Page* p = pages_[address / kPageBytes].get())
        std::memcpy(out, &p->data[offset], part);
      else
        std::memset(out, 0, part);
      address += part, out += part, n -= part;
    }
  }
  void write(uint64_t address, const uint8_t* in, uint64_t n) {
    while (n) {
      const uint64_t offset = address % kPageBytes,
                     part = std::min<uint64_t>(n, kPageBytes - offset);
      Page& p = touch(address);
      std::memcpy(&p.data[offset], in, part);
      mark(p, address, part);
      address += part, in += part, n -= part;
    }
  }

  // The page's bytes from the address on; null for writes that are recorded.
  uint8_t* bytes_at(uint64_t address, bool write) {
    if (write && track_) return nullptr;
    return &touch(address).data[address % kPageBytes];
  }

  // Packet tag of the granule that holds `address`.
  PacketTag tag(uint64_t address) const {
    const Page* p = pages_[address / kPageBytes].get();
    return p && p->tags ? (*p->tags)[address % kPageBytes / kTagGranule] : 0;
  }
  void set_tag(uint64_t address, PacketTag t) {
    Page& p = touch(address);
    if (!p.tags) p.tags = std::make_unique<Tags>();
    (*p.tags)[address % kPageBytes / kTagGranule] = t;
  }

  void visit_tags(const TagVisitor& visit) const {
    for (const std::unique_ptr<Page>& p : pages_)
      if (p && p->tags) visit(*p->tags);
  }

  // True if the longword at `address` was ever written; requires `track`.
  bool was_written(uint64_t address) const {
    const Page* p = pages_[address / kPageBytes].get();
    return p && p->written && (*p->written)[address % kPageBytes / 4];
  }

private:
  using Tags = std::array<PacketTag, kPageBytes / kTagGranule>;
  using Written = std::bitset<kPageBytes / 4>;
  struct Page {
    std::array<uint8_t, kPageBytes> data{};
    std::unique_ptr<Tags> tags;
    std::unique_ptr<Written> written;
  };

  Page& touch(uint64_t address) {
    std::unique_ptr<Page>& p = pages_[address / kPageBytes];
    if (!p) {
      p = std::make_unique<Page>();
      if (track_) p->written = std::make_unique<Written>();
    }
    return *p;
  }
  void mark(Page& p, uint64_t address, uint64_t n) {
    if (!p.written) return;
    const uint64_t first = address % kPageBytes / 4, last = (address % kPageBytes + n - 1) / 4;
    for (uint64_t i = first; i <= last; ++i)
      p.written->set(i);
  }

  uint64_t bytes_;
  bool track_;
  std::vector<std::unique_ptr<Page>> pages_;
};

} // namespace ixp
