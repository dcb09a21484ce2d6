#include "tools/ixplog/flow_key.h"

#include "tools/ixpgen/flow_frame.h"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <fmt/format.h>
#include <numeric>
#include <tuple>

namespace ixp {

namespace {

constexpr char kDescribed = 0, kNumbered = 1, kPacket = 2, kOther = 3, kUnknown = 4;

using Bytes = std::span<const uint8_t>;

unsigned half(Bytes b, size_t at) {
  return static_cast<unsigned>(b[at]) << 8 | b[at + 1];
}
std::string big_endian(uint32_t n) {
  std::string out;
  for (int shift = 24; shift >= 0; shift -= 8)
    out += static_cast<char>(n >> shift);
  return out;
}
std::string text(Bytes b) {
  return {b.begin(), b.end()};
}

std::string address(Bytes b) {
  std::array<char, INET6_ADDRSTRLEN> out{};
  inet_ntop(b.size() == 4 ? AF_INET : AF_INET6, b.data(), out.data(), out.size());
  return out.data();
}

std::string protocol_name(unsigned protocol) {
  switch (protocol) {
  case 1: return "icmp";
  case 6: return "tcp";
  case 17: return "udp";
  case 58: return "icmp6";
  case 132: return "sctp";
  default: return fmt::format("protocol {}", protocol);
  }
}
bool has_ports(unsigned protocol) {
  return protocol == 6 || protocol == 17 || protocol == 132;
}

struct Packet {
  Bytes source, destination, ports; // ports: empty, or four bytes
  unsigned protocol = 0;
};

// For an IPv6 packet with extension headers, `protocol` is the first of them.
FlowKey key_of(const Packet& p) {
  FlowKey key;
  key.order = kPacket + text(p.source) + text(p.ports.first(p.ports.size() / 2)) +
              text(p.destination) + text(p.ports.subspan(p.ports.size() / 2)) +
              static_cast<char>(p.protocol);
  const bool brackets = !p.ports.empty() && p.source.size() != 4;
  const auto end = [&](Bytes a, size_t port) {
    std::string out = brackets ? '[' + address(a) + ']' : address(a);
    return p.ports.empty() ? out : out + fmt::format(":{}", half(p.ports, port));
  };
  key.name =
      fmt::format("{} > {} {}", end(p.source, 0), end(p.destination, 2), protocol_name(p.protocol));
  return key;
}

Bytes ports_at(Bytes packet, size_t at, unsigned protocol) {
  return has_ports(protocol) && packet.size() >= at + 4 ? packet.subspan(at, 4) : Bytes();
}

std::optional<FlowKey> ip_packet(unsigned type, Bytes b) {
  constexpr unsigned kIpv4 = 0x0800, kIpv6 = 0x86dd;
  if (type == kIpv4 && b.size() >= 20 && b[0] >> 4 == 4) {
    const bool first = (half(b, 6) & 0x1fff) == 0; // later fragments have no ports
    const unsigned protocol = b[9];
    const size_t header = (b[0] & 15U) * 4U;
    return key_of({b.subspan(12, 4), b.subspan(16, 4),
                   first ? ports_at(b, header, protocol) : Bytes(), protocol});
  }
  if (type == kIpv6 && b.size() >= 40 && b[0] >> 4 == 6)
    return key_of({b.subspan(8, 16), b.subspan(24, 16), ports_at(b, 40, b[6]), b[6]});
  return {};
}

FlowKey by_content(Bytes b, unsigned port) {
  constexpr size_t kMac = 12;
  size_t at = kMac;
  const auto is_tag = [&] { return half(b, at) == 0x8100 || half(b, at) == 0x88a8; };
  while (b.size() >= at + 2 && is_tag())
    at += 4;
  if (b.size() < at + 2)
    return {kUnknown + big_endian(port), fmt::format("port {}, content not in the log", port), {}};
  const unsigned type = half(b, at);
  if (auto key = ip_packet(type, b.subspan(at + 2))) return *key;
  return {kOther + big_endian(type), fmt::format("ethertype {:04x}", type), {}};
}

} // namespace

std::vector<size_t> order_of(const FlowFile& flows) {
  std::vector<size_t> out(flows.flows.size());
  std::iota(out.begin(), out.end(), size_t{0});
  std::ranges::sort(out, {}, [&](size_t i) {
    const SourceLocation& at = flows.flows[i].where;
    return std::tuple(at.line, at.column, i);
  });
  return out;
}

FlowKeys::FlowKeys(const FlowFile* flows) : flows_(flows) {
  if (!flows) return;
  const auto order = order_of(*flows);
  place_.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    place_[order[i]] = i;
}

FlowKey FlowKeys::of(const PortLogLine& line, unsigned port) const {
  const auto id = read_flow_frame(line.data);
  if (!id) return by_content(line.data, port);
  if (!flows_) return {kNumbered + big_endian(id->flow), fmt::format("flow {}", id->flow), {}};
  const Flow* flow = flows_->find(id->flow);
  if (!flow)
    throw InputError({flows_->path},
                     fmt::format("does not describe flow {}, which frame {} belongs to; expected "
                                 "the description the streams were made from",
                                 id->flow, tag_text(line.tag)));
  const auto place = place_[static_cast<size_t>(flow - flows_->flows.data())];
  return {kDescribed + big_endian(static_cast<uint32_t>(place)), flow->name, flow->category()};
}

std::vector<FlowKey> FlowKeys::described() const {
  std::vector<FlowKey> out(place_.size());
  for (size_t i = 0; i < place_.size(); ++i) {
    const Flow& f = flows_->flows[i];
    out[place_[i]] = {kDescribed + big_endian(static_cast<uint32_t>(place_[i])), f.name,
                      f.category()};
  }
  return out;
}

} // namespace ixp
