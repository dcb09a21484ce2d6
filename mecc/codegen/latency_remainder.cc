// The microengine has one CRC remainder: it is lost when another context runs.
#include "mecc/codegen/word_stages.h"

#include "mecc/mc/flow.h"

namespace mecc::codegen {

using mc::Instr;
using mev2::Opcode;

void check_remainder(mc::Unit& unit) {
  const mc::Flow flow = mc::build_flow(unit);
  const uint16_t remainder = *mev2::local_csr_address("crc_remainder");
  const auto reads = [&](const Instr& i) {
    return i.op() == Opcode::CRC || (i.op() == Opcode::LOCAL_CSR_RD && i.word.csr == remainder);
  };
  const auto sets = [&](const Instr& i) {
    return i.op() == Opcode::LOCAL_CSR_WR && i.word.csr == remainder;
  };
  std::vector<bool> wanted_after(unit.code.size());
  mc::solve_backward(flow, false, [&](uint32_t n, bool wanted) {
    wanted_after[n] = wanted;
    return reads(unit.code[n]) || (wanted && !sets(unit.code[n]));
  });
  for (size_t n = 0; n < unit.code.size(); ++n)
    if (mc::swaps_context(unit.code[n]) && wanted_after[n])
      unit.warning(unit.code[n].at,
                   "the CRC remainder is still wanted here, where another context may run and "
                   "change it; read it before, and write it back after");
}

} // namespace mecc::codegen
