// Memory in editors: references to it, reads and writes. Bytes are in the chip's order, the most
// significant of a longword first.
#include "emu/chip/region.h"
#include "emu/debug/dap_server.h"
#include "emu/me/state.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

constexpr uint64_t kMostRead = 1 << 20, kMostWritten = 4096; // bytes of one request
constexpr std::string_view kLocal = "lm";
constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::string base64(const std::string& bytes) {
  std::string out;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    uint32_t group = 0;
    for (size_t j = 0; j < 3; ++j)
      group = group << 8 | (i + j < bytes.size() ? static_cast<uint8_t>(bytes[i + j]) : 0u);
    for (size_t j = 0; j < 4; ++j)
      out += i + j < bytes.size() + 1 ? kDigits[group >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

std::string bytes_of_base64(std::string_view text) {
  std::string out;
  const size_t digits = text.find_last_not_of('=') + 1;
  if (text.size() % 4 || text.size() - digits > 2 ||
      text.substr(0, digits).find_first_not_of(kDigits) != text.npos)
    throw InputError("'data' is not base64: expected groups of four of A-Z, a-z, 0-9, + and /, the "
                     "last one filled up with =");
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t group = 0;
    for (size_t j = 0; j < 4; ++j)
      group = group << 6 | (i + j < digits ? static_cast<uint32_t>(kDigits.find(text[i + j])) : 0u);
    for (size_t j = 0; j < 3 && i + j + 1 < digits; ++j)
      out += static_cast<char>(group >> (16 - 8 * j));
  }
  return out;
}

// Bytes of a memory, for local memory that of the thread's microengine.
struct Bytes {
  std::string region;
  Thread thread;
  uint64_t begin = 0;

  uint64_t first_longword() const { return begin / 4 * 4; }
  // Number of longwords that hold `count` bytes.
  uint64_t longwords(uint64_t count) const { return (begin + count - first_longword() + 3) / 4; }
  uint64_t index(uint64_t address) const { return region == kLocal ? address / 4 : address; }
};

Bytes referenced_bytes(const Json& arguments, Session& session) {
  const std::string reference = text_of(arguments, "memoryReference");
  const size_t colon = reference.rfind(':');
  const auto base =
      colon == reference.npos ? std::nullopt : parse_number(reference.substr(colon + 1));
  if (!base || *base > kFarthest)
    throw InputError("expected a memory and an address, as in 'sram0:0x1000'");
  Bytes out{reference.substr(0, colon), session.thread()};
  if (out.region.starts_with("lm@")) {
    const auto of = parse_thread(out.region.substr(kLocal.size() + 1));
    if (!of || !session.program().image(of->me))
      throw InputError("expected a microengine with a program, as in 'lm@0:1:0x10'");
    out.thread = *of;
    out.region = kLocal;
  }
  const int64_t begin = static_cast<int64_t>(*base) + offset(arguments, "offset");
  if (begin < 0)
    throw InputError(fmt::format("{} has no address {}, expected 0 or more", out.region, begin));
  out.begin = static_cast<uint64_t>(begin);
  return out;
}

// The longwords with `count` bytes, at most to the end of the memory. Throws InputError if there
// are none.
std::string read_longwords(Session& session, const Bytes& bytes, uint64_t count) {
  const Json reply = session.history().ask({{"what", "memory"},
                                            {"thread", bytes.thread},
                                            {"region", bytes.region},
                                            {"address", bytes.index(bytes.first_longword())},
                                            {"longwords", bytes.longwords(count)}});
  std::string out;
  for (const Json& w : reply.at("words"))
    for (int shift = 24; shift >= 0; shift -= 8)
      out += static_cast<char>(w.get<uint32_t>() >> shift);
  return out;
}

} // namespace

std::string memory_reference(unsigned me, const std::string& place) {
  const size_t bracket = place.find('[');
  const auto index = bracket == place.npos
                         ? std::nullopt
                         : parse_number(place.substr(bracket + 1, place.size() - bracket - 2));
  if (!index) return "";
  const std::string region = place.substr(0, bracket);
  if (region == kLocal) return fmt::format("lm@{}:{:#x}", me_name(me), 4 * *index);
  return fmt::format("{}:{:#x}", region, *index);
}

Json DapServer::memories() {
  const unsigned me = session().thread().me;
  Json out = Json::array();
  const auto add = [&](std::string_view region, uint64_t bytes) {
    if (!bytes) return;
    Json one = shown(std::string(region), fmt::format("{} bytes", bytes));
    one["memoryReference"] = memory_reference(me, fmt::format("{}[0]", region));
    out.push_back(std::move(one));
  };
  for (const char* region : {"scratch", "sram0", "sram1", "dram"})
    add(region, region_bytes(*parse_region(region), session().simulation().system().params));
  add(kLocal, 4 * me::kLocalMemory);
  return out;
}

Json DapServer::read_memory(const Json& arguments) {
  const Bytes bytes = referenced_bytes(arguments, session());
  const uint64_t count = std::min(whole(arguments, "count"), kMostRead);
  std::string data;
  if (count)
    data =
        read_longwords(session(), bytes, count).substr(bytes.begin - bytes.first_longword(), count);
  return {{"address", fmt::format("{:#x}", bytes.begin)},
          {"data", base64(data)},
          {"unreadableBytes", count - data.size()}};
}

// Writes all bytes, or with `allowPartial` those up to the end of the memory. They are part of the
// run from this cycle on.
Json DapServer::write_memory(const Json& arguments) {
  const Bytes bytes = referenced_bytes(arguments, session());
  std::string data = bytes_of_base64(text_of(arguments, "data"));
  if (data.size() > kMostWritten)
    throw InputError(fmt::format("'data' has {} bytes, expected at most {} in one request",
                                 data.size(), kMostWritten));
  const bool partial = arguments.value("allowPartial", false);
  if (data.empty()) return {{"bytesWritten", 0}};
  std::string words = read_longwords(session(), bytes, data.size());
  const uint64_t skipped = bytes.begin - bytes.first_longword(), room = words.size() - skipped;
  if (data.size() > room && !partial)
    throw InputError(fmt::format("{} ends {} bytes after {:#x}, expected no more bytes or "
                                 "'allowPartial'",
                                 bytes.region, room, bytes.begin));
  data.resize(std::min<uint64_t>(data.size(), room));
  words.replace(skipped, data.size(), data);
  for (size_t i = 0; i < words.size(); i += 4) {
    uint32_t value = 0;
    for (size_t j = 0; j < 4; ++j)
      value = value << 8 | static_cast<uint8_t>(words[i + j]);
    session().history().edit(
        bytes.thread,
        fmt::format("{}[{:#x}]", bytes.region, bytes.index(bytes.first_longword() + i)), value);
  }
  if (refreshes_)
    afterwards_ = [this] { event("invalidated", {{"areas", Json::array({"variables"})}}); };
  return {{"bytesWritten", data.size()}};
}

} // namespace ixp::debug
