// A large memory with cost proportional to written data: pages come from the system, full of zeros,
// on first write; unwritten bytes read 0. Big-endian within longwords, like the chip. In addition
// to the data: the packet tags of DRAM (a shadow of 8-byte granules) and, for --uninitialised,
// which longwords were ever written.
#pragma once

#include "emu/kernel/packet_tag.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

namespace ixp {

class PagedMemory {
public:
  static constexpr uint32_t kPageBytes = 131072;

  // `track`: record written longwords (was_written()).
  explicit PagedMemory(uint64_t bytes, bool track = false)
      : bytes_(bytes), pages_((bytes + kPageBytes - 1) / kPageBytes),
        written_(track ? bytes / 4 : 0) {}

  uint64_t bytes() const { return bytes_; }

  // Aligned longword; the address must be inside.
  uint32_t read32(uint64_t address) const {
    const Page* p = pages_[address / kPageBytes].get();
    if (!p) return 0;
    const uint8_t* d = &p->data[address % kPageBytes];
    return uint32_t{d[0]} << 24 | uint32_t{d[1]} << 16 | uint32_t{d[2]} << 8 | d[3];
  }

  // Any bytes inside the memory.
  void read(uint64_t address, uint8_t* out, uint64_t n) const {
    for_each_part(address, n, [&](size_t page, size_t offset, size_t part) {
      if (const Page* p = pages_[page].get())
        std::memcpy(out, &p->data[offset], part);
      else
        std::memset(out, 0, part);
      out += part;
    });
  }
  void write(uint64_t address, const uint8_t* in, uint64_t n) {
    for_each_part(address, n, [&](size_t page, size_t offset, size_t part) {
      std::memcpy(&touch(page).data[offset], in, part);
      in += part;
    });
    if (!written_.empty() && n) [[unlikely]]
      std::fill(written_.begin() + static_cast<std::ptrdiff_t>(address / 4),
                written_.begin() + static_cast<std::ptrdiff_t>((address + n - 1) / 4 + 1), true);
  }

  // The page's bytes from the address on; null for writes that are recorded.
  uint8_t* bytes_at(uint64_t address, bool write) {
    if (write && !written_.empty()) return nullptr;
    return &touch(address / kPageBytes).data[address % kPageBytes];
  }

  // Packet tags of `n` bytes from a granule on, one a granule.
  void read_tags(uint64_t address, PacketTag* out, uint64_t n) const {
    for_each_part(address, n, [&](size_t page, size_t offset, size_t part) {
      const Page* p = pages_[page].get();
      for (size_t i = 0; i < part / kTagGranule; ++i)
        *out++ = p ? p->tags[offset / kTagGranule + i] : 0;
    });
  }
  void write_tags(uint64_t address, const PacketTag* in, uint64_t n) {
    for_each_part(address, n, [&](size_t page, size_t offset, size_t part) {
      PacketTag* const tags = &touch(page).tags[offset / kTagGranule];
      for (size_t i = 0; i < part / kTagGranule; ++i)
        tags[i] = *in++;
    });
  }
  // Packet tag of the granule that holds `address`.
  PacketTag tag(uint64_t address) const {
    const Page* p = pages_[address / kPageBytes].get();
    return p ? p->tags[address % kPageBytes / kTagGranule] : 0;
  }

  void visit_tags(const TagVisitor& visit) const {
    for (const auto& p : pages_)
      if (p) visit(p->tags);
  }

  // True if the longword at `address` was ever written; requires `track`.
  bool was_written(uint64_t address) const { return written_[address / 4]; }

private:
  struct Page {
    std::array<uint8_t, kPageBytes> data;
    std::array<PacketTag, kPageBytes / kTagGranule> tags;
  };
  struct Free {
    void operator()(Page* p) const { std::free(p); }
  };

  // Calls f(page, offset there, bytes) for n bytes.
  template <class F> static void for_each_part(uint64_t address, uint64_t n, F f) {
    while (n) {
      const uint64_t offset = address % kPageBytes, part = std::min(n, kPageBytes - offset);
      f(address / kPageBytes, offset, part);
      address += part, n -= part;
    }
  }
  // Zeros from the system cost nothing until they are used; a constructor would write them.
  Page& touch(size_t page) {
    std::unique_ptr<Page, Free>& p = pages_[page];
    if (!p) [[unlikely]]
      p.reset(static_cast<Page*>(std::calloc(1, sizeof(Page))));
    if (!p) [[unlikely]]
      throw std::bad_alloc();
    return *p;
  }

  uint64_t bytes_;
  std::vector<std::unique_ptr<Page, Free>> pages_;
  std::vector<bool> written_; // empty: not recorded
};

} // namespace ixp
