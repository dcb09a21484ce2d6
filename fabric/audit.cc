#include "fabric/audit.h"

#include <fmt/format.h>
#include <numeric>
#include <stdexcept>

namespace ixp::fabric {

void Audit::fail(const std::string& what) const {
  throw std::logic_error(fmt::format("slot {}: {}", now_, what));
}

Audit::Book& Audit::book(PacketId id, const char* what) {
  if (id >= books_.size() || !books_[id].inside)
    fail(fmt::format("packet {} {}, but is not there", id, what));
  return books_[id];
}

void Audit::enter(PacketId id, const Packet& p) {
  if (id >= books_.size()) books_.resize(id + 1);
  if (books_[id].inside) fail(fmt::format("packet {} entered twice", id));
  Order& order = orders_[{p.of, p.input, p.output}];
  books_[id] = {p.input, p.output, p.cells, p.arrived, 0, p.of, order.entered++, true};
  arrived_ += p.arrived;
}

void Audit::more(PacketId id) {
  Book& b = book(id, "received a cell");
  if (++b.arrived > b.cells) fail(fmt::format("packet {} received more cells than it has", id));
  ++arrived_;
}

void Audit::cross(unsigned input, unsigned output, Lane lane, const Cell& cell) {
  Book& b = book(cell.packet, "crossed");
  if (inputs_ & bit(input)) fail(fmt::format("input {} sent two cells in a step", input));
  if (outputs_ & bit(output)) fail(fmt::format("output {} received two cells in a step", output));
  inputs_ |= bit(input);
  outputs_ |= bit(output);
  if (b.input != input || b.output != output)
    fail(fmt::format("packet {} of input {} to output {} crossed from {} to {}", cell.packet,
                     b.input, b.output, input, output));
  if (cell.index != b.crossed)
    fail(fmt::format("cell {} of packet {} crossed where cell {} was due", cell.index, cell.packet,
                     b.crossed));
  if (cell.index >= b.arrived)
    fail(fmt::format("cell {} of packet {} crossed before it arrived", cell.index, cell.packet));
  if (cell.last != (cell.index + 1u == b.cells))
    fail(
        fmt::format("cell {} of packet {} is wrong about being the last", cell.index, cell.packet));
  ++b.crossed;
  ++crossed_;
  if (holds_ && lane == Lane::Long) hold(input, output, cell);
}

void Audit::hold(unsigned input, unsigned output, const Cell& cell) {
  const PacketId due = cell.index == 0 ? kNoPacket : cell.packet;
  if (sending_[input] != due || receiving_[output] != due)
    fail(fmt::format("cell {} of packet {} crossed while another long packet had begun at input {} "
                     "or output {}",
                     cell.index, cell.packet, input, output));
  sending_[input] = receiving_[output] = cell.last ? kNoPacket : cell.packet;
}

Audit::Book& Audit::whole(unsigned output, PacketId id) {
  Book& b = book(id, "left");
  if (b.output != output || b.crossed != b.cells)
    fail(fmt::format("packet {} left at output {} with {} of {} cells; it is for output {}", id,
                     output, b.crossed, b.cells, b.output));
  return b;
}

void Audit::leave(unsigned output, PacketId id) {
  const Book& b = whole(output, id);
  if (sent_[output] != b.cells)
    fail(fmt::format("packet {} of {} cells left as {} cells", id, b.cells, sent_[output]));
  sent_[output] = 0;
  hand_over(output, id);
}

void Audit::hand_over(unsigned output, PacketId id) {
  Book& b = whole(output, id);
  Order& order = orders_[{b.of, b.input, b.output}];
  if (b.number != order.left++)
    fail(fmt::format("packet {} left before an earlier {} one from input {} to output {}", id,
                     name(b.of), b.input, b.output));
  left_ += b.cells;
  b.inside = false;
}

void Audit::end_slot(uint64_t at_inputs, uint64_t at_outputs) const {
  if (arrived_ - crossed_ != at_inputs)
    fail(fmt::format("{} cells wait at inputs, expected {}", at_inputs, arrived_ - crossed_));
  const uint64_t on_lines = std::accumulate(sent_.begin(), sent_.end(), uint64_t{0});
  if (crossed_ - left_ - on_lines != at_outputs)
    fail(fmt::format("{} cells are at outputs, expected {}", at_outputs,
                     crossed_ - left_ - on_lines));
}

} // namespace ixp::fabric
