#include "preprocess/memory.h"

#include <fmt/format.h>

namespace mecc {

const char* name_of(MemoryRegion r) {
  static constexpr const char* kNames[] = {"SRAM", "DRAM", "the scratchpad", "local memory"};
  return kNames[static_cast<size_t>(r)];
}

const char* init_name_of(MemoryRegion r) {
  static constexpr const char* kNames[] = {"sram0", "dram", "scratch", "lmem"};
  return kNames[static_cast<size_t>(r)];
}

std::optional<uint32_t> take(MemoryPool& pool, const MemoryRequest& request, std::string& why) {
  if (request.address) {
    if (pool.claim(*request.address, uint64_t{*request.address} + request.bytes))
      return request.address;
    why = fmt::format("{:#x} to {:#x} of {} are not free for '{}'", *request.address,
                      uint64_t{*request.address} + request.bytes - 1, name_of(request.region),
                      request.name);
    return {};
  }
  const auto address = pool.take(request.bytes, request.align);
  if (!address)
    why = fmt::format("no place for '{}': it needs {} bytes, and {} of {} are free{}", request.name,
                      request.bytes, pool.free_bytes(), name_of(request.region),
                      request.region == MemoryRegion::Local
                          ? ""
                          : "; widen the range in [memory] of the system file");
  return address;
}

} // namespace mecc
