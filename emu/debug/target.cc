#include "emu/debug/target.h"

#include "isa/isa.h"

#include <algorithm>

namespace ixp::debug {

using mev2::InstrClass;

Target::Target(const std::string& place, Thread thread, const SystemConfig& system)
    : system_(system), thread_(thread) {
  const size_t bracket = place.find('[');
  if (bracket != place.npos) {
    const auto region = parse_region(place.substr(0, bracket));
    const auto address = parse_number(place.substr(bracket + 1, place.size() - bracket - 2));
    if (place.starts_with("lm[")) kind = Kind::Register;
    if (!region || !address) return;
    kind = Kind::Memory;
    region_ = *region;
    address_ = *address;
    return;
  }
  const size_t digits = place.find_first_of("0123456789");
  const auto number = digits == place.npos ? std::nullopt : parse_number(place.substr(digits));
  if (!number) return;
  const std::string file = place.substr(0, digits);
  number_ = static_cast<unsigned>(*number);
  kind = Kind::Register;
  if (file == "$" || file == "$$" || file == "n$") kind = Kind::Pushed;
  if (file == "$$") file_ = XferFile::D;
}

namespace {

// False for commands that only read memories, rings and queues.
bool writes_memory(std::string_view token) {
  return token != "read" && token != "get" && token != "dequeue" && token != "tbuf_wr";
}

} // namespace

bool Target::is_filled_by(const nlohmann::json& c) const {
  if (c.at("data_me") != thread_.me || c.at("file") != static_cast<int>(file_)) return false;
  const mev2::OpcodeInfo& op = mev2::info(static_cast<mev2::Opcode>(c.at("op").get<int>()));
  const unsigned first = c.at("xfer"), at = 16 * thread_.ctx + number_;
  return first <= at && at < first + op.pushed(c.at("count").get<unsigned>());
}

bool Target::is_written_by(mev2::Opcode opcode, uint32_t first, unsigned count) const {
  const mev2::OpcodeInfo& op = mev2::info(opcode);
  if (kind != Kind::Memory || !writes_memory(op.token)) return false;
  uint64_t address = first, bytes = 4 * uint64_t{std::max(1u, count)};
  Region region = Region::Scratch;
  if (op.cls == InstrClass::Dram) {
    region = Region::Dram;
    bytes *= 2;
  } else if (op.cls == InstrClass::Sram) {
    region = address >> 30 ? Region::Sram1 : Region::Sram0;
    address &= (uint64_t{1} << 30) - 1;
  } else if (op.cls != InstrClass::Scratch) {
    return false;
  } else if (op.token == std::string_view("put")) { // anywhere in the ring
    const auto ring = std::ranges::find(system_.rings, address >> 2 & 15, &RingConfig::number);
    if (ring == system_.rings.end()) return false;
    address = ring->base;
    bytes = 4 * uint64_t{ring->longwords};
  }
  return region == region_ && address <= address_ && address_ < address + bytes;
}

} // namespace ixp::debug
