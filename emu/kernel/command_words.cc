#include "emu/kernel/command_port.h"

namespace ixp {

// From those of a count of 0 and of 1.
static CommandShape::Words words(unsigned none, unsigned one) {
  return {static_cast<uint8_t>(none), static_cast<uint8_t>(one - none)};
}

static std::array<CommandShape, mev2::kOpcodes> make_shapes() {
  std::array<CommandShape, mev2::kOpcodes> shapes;
  for (unsigned i = 0; i < mev2::kOpcodes; ++i) {
    const auto op = static_cast<mev2::Opcode>(i);
    const mev2::OpcodeInfo& info = mev2::info(op);
    shapes[i].pulled = words(info.pulled(0), info.pulled(1));
    shapes[i].pushed = words(info.pushed(0), info.pushed(1));
    shapes[i].two_signals = info.two_signals;
  }
  return shapes;
}

const std::array<CommandShape, mev2::kOpcodes> kCommandShapes = make_shapes();

} // namespace ixp
