#include "mecc/driver/declared_memory.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc {

using lower::Region;

namespace {

Region region_of(MemoryRegion r) {
  return r == MemoryRegion::Dram      ? Region::Dram
         : r == MemoryRegion::Scratch ? Region::Scratch
                                      : Region::Sram;
}

} // namespace

MemoryPlacer DeclaredMemory::placer() {
  return [this](const MemoryRequest& request, std::string& why) { return place(request, why); };
}

std::optional<uint32_t> DeclaredMemory::place(const MemoryRequest& request, std::string& why) {
  if (request.scope == MemoryScope::Global) return place_global(request, why);
  return take(pools_.of(region_of(request.region)), request, why);
}

std::optional<uint32_t> DeclaredMemory::place_global(const MemoryRequest& request,
                                                     std::string& why) {
  if (const auto known = globals_.find(request.name); known != globals_.end()) {
    const auto& [first, address] = known->second;
    if (first.region == request.region && first.bytes == request.bytes &&
        address % request.align == 0 && request.address.value_or(address) == address)
      return address;
    why =
        fmt::format("global '{}' is not the same as in {}:{}: there it is {} bytes of {} at {:#x}; "
                    "declare it alike in one file that both include",
                    request.name, first.where.file, first.where.line, first.bytes,
                    name_of(first.region), address);
    return {};
  }
  if (agreed_.contains(request.name)) {
    why = fmt::format("a C program exports '{0}'; take its address by .import_var {0} instead",
                      request.name);
    return {};
  }
  const auto address = take(pools_.of(region_of(request.region)), request, why);
  if (!address) return {};
  globals_.emplace(request.name, Global{request, *address});
  agreed_[request.name] = {region_of(request.region), *address};
  return address;
}

void DeclaredMemory::add_values(const std::string& program, const std::vector<MemoryInit>& values,
                                std::vector<MemoryInit>& to) {
  for (const MemoryInit& m : values) {
    const auto other = std::ranges::find_if(to, [&](const MemoryInit& o) {
      return o.region == m.region && o.address < m.address + m.bytes.size() &&
             m.address < o.address + o.bytes.size();
    });
    if (other == to.end())
      to.push_back(m);
    else if (other->address != m.address || other->bytes != m.bytes)
      throw ixp::InputError({program, 0, 0},
                            fmt::format("gives {} at {:#x} other initial values than another "
                                        "program; let one of them do it",
                                        m.region, m.address));
  }
}

void leave(SystemMemory& pools, Placement& to) {
  for (const Region r : {Region::Sram, Region::Dram, Region::Scratch})
    to.free[static_cast<size_t>(r)] = pools.of(r).largest();
}

} // namespace mecc
