#include "emu/kernel/command_port.h"

namespace ixp {

using enum mev2::Opcode;

// Longwords one unit of `count` stands for.
static uint8_t longwords(mev2::Opcode op) {
  switch (op) {
  case DRAM_READ:
  case DRAM_WRITE:
  case MSF_READ64:
  case MSF_WRITE64:
  case HASH_48:
  case HASH_64: return 2;
  case HASH_128: return 4;
  default: return 1;
  }
}

static std::array<CommandShape, mev2::kOpcodes> make_shapes() {
  std::array<CommandShape, mev2::kOpcodes> shapes;
  for (unsigned i = 0; i < mev2::kOpcodes; ++i) {
    const auto op = static_cast<mev2::Opcode>(i);
    const mev2::OpcodeInfo& info = mev2::info(op);
    const uint8_t n = longwords(op); // also of commands without a count
    const CommandShape::Words words =
        info.has_count ? CommandShape::Words{0, n} : CommandShape::Words{n, 0};
    if (info.pulls) shapes[i].pulled = words;
    if (info.pushes) shapes[i].pushed = words;
    shapes[i].two_signals = info.two_signals;
  }
  // The status longword of a ring put.
  shapes[static_cast<unsigned>(SRAM_PUT)].pushed = {1, 0};
  return shapes;
}

const std::array<CommandShape, mev2::kOpcodes> kCommandShapes = make_shapes();

} // namespace ixp
