#include "fabric/arrival_file.h"

#include "base/diagnostic.h"

#include <array>
#include <charconv>
#include <fmt/format.h>
#include <map>

namespace ixp::fabric {

namespace {

constexpr std::string_view kHeader = "slot,input,packet,class,output,last";
constexpr size_t kColumns = 6;
constexpr size_t kMostPackets = ~uint32_t{0};

class Reader {
public:
  Reader(const std::string& path, unsigned ports) : path_(path), ports_(ports) {
    out_.cells.resize(ports);
  }

  ArrivalFile read(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(std::min(text.size(), end_ + 1))) {
      end_ = text.find('\n');
      if (end_ == text.npos) end_ = text.size();
      ++line_;
      const std::string_view row = text.substr(0, end_);
      if (line_ > 1)
        cell(row);
      else if (row != kHeader)
        fail(fmt::format("expected the header {}", kHeader));
    }
    if (out_.empty()) fail("there is no cell");
    if (!open_.empty())
      fail(fmt::format("packet {} of input {} has no last cell", open_.begin()->first.second,
                       open_.begin()->first.first));
    return std::move(out_);
  }

private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(SourceLocation{path_, line_, 1}, what);
  }

  std::array<std::string_view, kColumns> columns(std::string_view row) const {
    std::array<std::string_view, kColumns> out;
    for (size_t k = 0; k < kColumns; ++k) {
      const size_t comma = row.find(',');
      if ((comma == row.npos) != (k + 1 == kColumns))
        fail(fmt::format("expected {} columns: {}", kColumns, kHeader));
      out[k] = row.substr(0, comma);
      row.remove_prefix(comma == row.npos ? row.size() : comma + 1);
    }
    return out;
  }

  uint64_t number(std::string_view text, const char* name, uint64_t most) const {
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value > most)
      fail(fmt::format("'{}' is '{}', expected a number up to {}", name, text, most));
    return value;
  }

  void cell(std::string_view row) {
    const auto c = columns(row);
    const Slot slot = number(c[0], "slot", ~uint64_t{0} >> 1);
    const auto input = static_cast<unsigned>(number(c[1], "input", ports_ - 1));
    const auto output = static_cast<uint8_t>(number(c[4], "output", ports_ - 1));
    const bool last = number(c[5], "last", 1) == 1;
    if (c[3] != name(Class::Short) && c[3] != name(Class::Long))
      fail(fmt::format("'class' is '{}', expected 'short' or 'long'", c[3]));
    const Class of = c[3] == name(Class::Short) ? Class::Short : Class::Long;
    if (slot < now_) fail(fmt::format("slot {} after slot {}", slot, now_));
    now_ = slot;

    const Key key{input, number(c[2], "packet", ~uint64_t{0} >> 1)};
    const auto [at, first] = open_.try_emplace(key, static_cast<uint32_t>(out_.packets.size()));
    if (first) begin(of, output);
    Draw& packet = out_.packets[at->second];
    if (packet.of != of || packet.output != output)
      fail(fmt::format("packet {} of input {} was {} and for output {}", key.second, input,
                       name(packet.of), packet.output));
    if (!first && ++packet.cells > kMaxCells)
      fail(fmt::format("packet {} of input {} has more than {} cells", key.second, input,
                       kMaxCells));
    if (of == Class::Short && !last) fail("a short packet has one cell, its last");
    out_.cells[input].push_back({slot, at->second, first});
    if (last) open_.erase(at);
  }

  void begin(Class of, uint8_t output) {
    if (out_.packets.size() == kMostPackets) fail("too many packets");
    Draw packet;
    packet.of = of;
    packet.content = of == Class::Short ? Content::Short : Content::Long;
    packet.output = output;
    out_.packets.push_back(packet);
  }

  using Key = std::pair<unsigned, uint64_t>; // input, packet
  std::string path_;
  unsigned ports_, line_ = 0;
  size_t end_ = 0;
  Slot now_ = 0;
  std::map<Key, uint32_t> open_;
  ArrivalFile out_;
};

} // namespace

ArrivalFile parse_arrivals(std::string_view text, const std::string& path, unsigned ports) {
  return Reader(path, ports).read(text);
}

} // namespace ixp::fabric
