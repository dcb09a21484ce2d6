#include "fabric/order.h"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace ixp::fabric {

const char* name(Content c) {
  static constexpr const char* kNames[] = {
      "TCP data", "TCP without data", "short UDP", "long UDP", "other", "short", "long"};
  return kNames[static_cast<size_t>(c)];
}

void OrderCounts::add(const OrderCounts& other) {
  for (size_t c = 0; c < kContents; ++c) {
    left[c] += other.left[c];
    for (size_t by = 0; by < kContents; ++by)
      late[c][by] += other.late[c][by];
  }
}

void Reordering::leave(const Packet& packet, OrderCounts* counts) {
  if (packet.flow >= newest_.size()) newest_.resize(packet.flow + 1);
  Newest& newest = newest_[packet.flow];
  const auto c = static_cast<size_t>(packet.content);
  if (packet.content == Content::TcpData && newest[c] > packet.number)
    throw std::logic_error(
        fmt::format("TCP data of flow {} left after later data of it", packet.flow));
  if (counts) {
    ++counts->left[c];
    for (size_t by = 0; by < kContents; ++by)
      counts->late[c][by] += newest[by] > packet.number;
  }
  newest[c] = std::max(newest[c], packet.number);
}

} // namespace ixp::fabric
