// Cells, requests and grants as frames on the wires of a fabric: the two longwords of rings/cell.h,
// which microcode also reads, or CSIX C-frames with these as payload.
#pragma once

#include "fabric/packet.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ixp {

enum class CellType : uint8_t { Unicast = 1, Request = 2, Grant = 3 };

struct CellHeader {
  CellType type = CellType::Unicast;
  fabric::Class of = fabric::Class::Long;
  uint8_t input = 0, output = 0;
  uint8_t length = 0; // bytes after the header
  bool first = false, last = false;
  uint16_t packet = 0; // packet number within its class, modulo kPacketNumbers
  uint16_t behind = 0; // cells of the packet after this one; in a request: after its first
};
constexpr uint16_t kPacketNumbers = 1 << 13;

// Returns an error message, or "" if the frame is a cell, request or grant of a fabric with `ports`
// ports.
std::string read_cell(std::span<const uint8_t> frame, unsigned ports, CellHeader& header);
// The same for a C-frame. "" with `idle` set: it carries ready bits only.
std::string read_cell_cframe(std::span<const uint8_t> frame, unsigned ports, CellHeader& header,
                             bool& idle);
// Writes a C-frame whose ready bits are set: the fabric model is always ready.
void make_ready(std::span<uint8_t> frame);
// The frame that carries a grant.
std::vector<uint8_t> grant_frame(const CellHeader& header, bool cframe);

} // namespace ixp
