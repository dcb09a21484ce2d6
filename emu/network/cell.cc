#include "emu/network/cell.h"

#include "emu/media/cframe.h"
#include "rings/cell.h"

#include <fmt/format.h>

namespace ixp {

static uint32_t longword(std::span<const uint8_t> bytes, size_t at) {
  return uint32_t{bytes[at]} << 24 | uint32_t{bytes[at + 1]} << 16 | uint32_t{bytes[at + 2]} << 8 |
         bytes[at + 3];
}

std::string read_cell(std::span<const uint8_t> frame, unsigned ports, CellHeader& h) {
  if (frame.size() < CELL_HEADER_BYTES || frame.size() > CELL_HEADER_BYTES + CELL_BYTES)
    return fmt::format("has {} bytes, expected {} to {}", frame.size(), CELL_HEADER_BYTES,
                       CELL_HEADER_BYTES + CELL_BYTES);
  const uint32_t first = longword(frame, 0), second = longword(frame, 4);
  const uint32_t type = FIELD_GET(CELL_TYPE, first), of = FIELD_GET(CELL_CLASS, first);
  if (type != CELL_UNICAST && type != CELL_REQUEST && type != CELL_GRANT)
    return fmt::format("is of type {}", type);
  if (of != CLASS_SHORT && of != CLASS_LONG) return fmt::format("is of class {}", of);
  h.type = static_cast<CellType>(type);
  h.of = of == CLASS_SHORT ? fabric::Class::Short : fabric::Class::Long;
  h.output = static_cast<uint8_t>(FIELD_GET(CELL_OUTPUT, first));
  h.input = static_cast<uint8_t>(FIELD_GET(CELL_INPUT, first));
  h.length = static_cast<uint8_t>(FIELD_GET(CELL_LENGTH, first));
  h.first = FIELD_GET(CELL_FIRST, second);
  h.last = FIELD_GET(CELL_LAST, second);
  h.packet = static_cast<uint16_t>(FIELD_GET(CELL_PACKET, second));
  h.behind = static_cast<uint16_t>(FIELD_GET(CELL_BEHIND, second));
  if (h.output >= ports || h.input >= ports)
    return fmt::format("is from input {} to output {} of {} ports", h.input, h.output, ports);
  if (h.length != frame.size() - CELL_HEADER_BYTES)
    return fmt::format("has {} bytes after its header, which says {}",
                       frame.size() - CELL_HEADER_BYTES, h.length);
  if (h.behind >= fabric::kMaxCells) return fmt::format("has {} cells after it", h.behind);
  if (h.type == CellType::Unicast && h.last != (h.behind == 0))
    return fmt::format("has {} cells after it and is {}the last", h.behind, h.last ? "" : "not ");
  if (h.of == fabric::Class::Short && h.behind > 0) return "is short and of more than one cell";
  return {};
}

std::string read_cell_cframe(std::span<const uint8_t> frame, unsigned ports, CellHeader& h,
                             bool& idle) {
  const CFrame f = read_cframe(frame);
  if (f.headless || f.length_error)
    return fmt::format("has {} bytes, which are no C-frame", frame.size());
  if (f.parity_error) return "is a C-frame with wrong vertical parity";
  idle = f.header.type == CFrameType::Idle;
  if (idle) return {};
  if (std::string wrong = read_cell(f.payload, ports, h); !wrong.empty()) return wrong;
  const bool cell = h.type == CellType::Unicast;
  if (f.header.type != (cell ? CFrameType::Unicast : CFrameType::FlowControl))
    return fmt::format("is a C-frame of type {} with a {}", static_cast<unsigned>(f.header.type),
                       cell ? "cell" : "request or grant");
  if (cell && (FIELD_GET(EXTENSION_OUTPUT, f.header.extension) != h.output ||
               FIELD_GET(EXTENSION_CLASS, f.header.extension) !=
                   (h.of == fabric::Class::Short ? CLASS_SHORT : CLASS_LONG)))
    return fmt::format("has the extension header {:#010x} before a {} cell to output {}",
                       f.header.extension, name(h.of), h.output);
  return {};
}

void make_ready(std::span<uint8_t> frame) {
  constexpr uint8_t kReady = 0xc0; // the first two bits of the base header
  frame[0] |= kReady;
  seal(frame);
}

std::vector<uint8_t> grant_frame(const CellHeader& h, bool cframe) {
  const uint32_t first =
      FIELD_PUT(CELL_TYPE, CELL_GRANT) |
      FIELD_PUT(CELL_CLASS, h.of == fabric::Class::Short ? CLASS_SHORT : CLASS_LONG) |
      FIELD_PUT(CELL_OUTPUT, uint32_t{h.output}) | FIELD_PUT(CELL_INPUT, uint32_t{h.input});
  const uint32_t second =
      FIELD_PUT(CELL_PACKET, uint32_t{h.packet}) | FIELD_PUT(CELL_BEHIND, uint32_t{h.behind});
  std::vector<uint8_t> frame;
  for (const uint32_t word : {first, second})
    for (const unsigned shift : {24u, 16u, 8u, 0u})
      frame.push_back(static_cast<uint8_t>(word >> shift));
  if (!cframe) return frame;
  CFrameHeader header;
  header.type = CFrameType::FlowControl;
  header.payload = static_cast<unsigned>(frame.size());
  return make_cframe(header, frame);
}

} // namespace ixp
