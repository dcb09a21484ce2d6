#include "fabric/maximum.h"

#include <algorithm>

namespace ixp::fabric {

void MaximumSize::match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs, Slot,
                        Match& match) {
  const unsigned n = buffers.ports();
  std::array<Ports, kMaxPorts> wanted{};
  Ports any = 0;
  for_each(inputs, [&](unsigned i) { any |= wanted[i] = buffers.wanted(lane, i) & outputs; });
  if (!any) return;
  matching_.solve(std::span(wanted).first(n), static_cast<unsigned>(random_.below(n)));
  for_each(inputs, [&](unsigned i) {
    if (matching_.output_of(i) != kNone) match.add(i, matching_.output_of(i), lane);
  });
}

void MaximumWeight::Side::fill(Ports set, unsigned first) {
  size = 0;
  const auto add = [&](unsigned port) {
    place[port] = static_cast<uint8_t>(size);
    ports[size++] = static_cast<uint8_t>(port);
  };
  for_each(set & ~first_ports(first), add);
  for_each(set & first_ports(first), add);
}

void MaximumWeight::match(const InputBuffers& buffers, Lane lane, Ports inputs, Ports outputs,
                          Slot now, Match& match) {
  Ports asking = 0, asked = 0;
  for_each(inputs, [&](unsigned i) {
    const Ports wanted = buffers.wanted(lane, i) & outputs;
    if (wanted) asking |= bit(i);
    asked |= wanted;
  });
  if (!asking) return;
  rows_.fill(asking, static_cast<unsigned>(random_.below(buffers.ports())));
  columns_.fill(asked, static_cast<unsigned>(random_.below(buffers.ports())));
  matching_.resize(std::max(rows_.size, columns_.size));
  for_each(asking, [&](unsigned i) {
    for_each(buffers.wanted(lane, i) & outputs, [&](unsigned j) {
      const uint64_t weight =
          by_ == By::Length ? buffers.length(lane, i, j) : buffers.age(lane, i, j, now);
      matching_.set(rows_.place[i], columns_.place[j], static_cast<int64_t>(weight));
    });
  });
  matching_.solve();
  for (unsigned row = 0; row < rows_.size; ++row) {
    const unsigned column = matching_.column_of(row);
    if (matching_.weight(row, column) > 0)
      match.add(rows_.ports[row], columns_.ports[column], lane);
  }
}

} // namespace ixp::fabric
