#include "mecc/mc/distance.h"

#include "mecc/mc/flow.h"

#include <map>

namespace mecc::mc {

using mev2::Opcode;
using mev2::OperandKind;

namespace {

uint16_t csr(std::string_view name) {
  return *mev2::local_csr_address(name);
}

// State changed by a write of a local CSR.
enum class Changes {
  Other,
  Lm0,
  Lm1,
  TransferIndex,
  ByteIndex,
  NnPut,
  NnGet,
  Remainder,
  Wakeup,
  Selection,
  Signal
};

Changes changes(uint16_t address) {
  static const std::map<uint16_t, Changes> known = {
      {csr("indirect_lm_addr_0"), Changes::Lm0},
      {csr("active_lm_addr_0"), Changes::Lm0},
      {csr("indirect_lm_addr_0_byte_index"), Changes::Lm0},
      {csr("active_lm_addr_0_byte_index"), Changes::Lm0},
      {csr("indirect_lm_addr_1"), Changes::Lm1},
      {csr("active_lm_addr_1"), Changes::Lm1},
      {csr("indirect_lm_addr_1_byte_index"), Changes::Lm1},
      {csr("active_lm_addr_1_byte_index"), Changes::Lm1},
      {csr("t_index"), Changes::TransferIndex},
      {csr("t_index_byte_index"), Changes::TransferIndex},
      {csr("byte_index"), Changes::ByteIndex},
      {csr("nn_put"), Changes::NnPut},
      {csr("nn_get"), Changes::NnGet},
      {csr("crc_remainder"), Changes::Remainder},
      {csr("active_ctx_wakeup_events"), Changes::Wakeup},
      {csr("csr_ctx_pointer"), Changes::Selection},
      {csr("next_neighbor_signal"), Changes::Signal},
      {csr("prev_neighbor_signal"), Changes::Signal},
      {csr("same_me_signal"), Changes::Signal}};
  const auto i = known.find(address);
  return i == known.end() ? Changes::Other : i->second;
}

bool is_pointer(Changes c) {
  return c >= Changes::Lm0 && c <= Changes::NnGet;
}

bool names(const Slot& s, OperandKind kind) {
  return s.kind == Slot::Kind::Fixed && s.fixed.kind == kind;
}
bool uses(const Instr& i, OperandKind kind) {
  return names(i.dst, kind) || names(i.left, kind) || names(i.right, kind);
}

// Whether the instruction uses the pointer other than by reading its CSR.
bool goes_through(const Instr& i, Changes c) {
  switch (c) {
  case Changes::Lm0: return uses(i, OperandKind::Lm0);
  case Changes::Lm1: return uses(i, OperandKind::Lm1);
  case Changes::TransferIndex: return uses(i, OperandKind::SIndex) || uses(i, OperandKind::DIndex);
  case Changes::ByteIndex:
    return i.op() == Opcode::BYTE_ALIGN_BE || i.op() == Opcode::BYTE_ALIGN_LE;
  case Changes::NnPut: return names(i.dst, OperandKind::NnRing);
  case Changes::NnGet:
    return names(i.left, OperandKind::NnRing) || names(i.right, OperandKind::NnRing);
  default: return false;
  }
}

bool reads_csr(const Instr& i, uint16_t address) {
  return i.op() == Opcode::LOCAL_CSR_RD && i.word.csr == address;
}

unsigned after_csr_write(uint16_t address, const Instr& second) {
  const Changes c = changes(address);
  if (c == Changes::Signal)
    return second.op() == Opcode::LOCAL_CSR_WR && changes(second.word.csr) == c ? 2 : 1;
  const unsigned latency = is_pointer(c) ? kPointerLatency : kCsrLatency;
  const bool other_part = second.op() == Opcode::LOCAL_CSR_RD && is_pointer(c) &&
                          changes(second.word.csr) == c; // the same pointer under another name
  if (goes_through(second, c) || reads_csr(second, address) || other_part) return latency + 1;
  if (c == Changes::Remainder && second.op() == Opcode::CRC) return latency + 1;
  if (c == Changes::Wakeup && second.word.keep_wakeup) return latency + 1;
  if (c == Changes::Selection && second.info().cls == mev2::InstrClass::LocalCsr &&
      mev2::local_csr_name(second.word.csr).starts_with("INDIRECT"))
    return latency + 1;
  return 1;
}

} // namespace

unsigned least_distance(const Instr& first, const Instr& second) {
  switch (first.op()) {
  case Opcode::LOCAL_CSR_WR: return after_csr_write(first.word.csr, second);
  case Opcode::CAM_LOOKUP:
    if ((first.word.lm_addr_mask & 1 && goes_through(second, Changes::Lm0)) ||
        (first.word.lm_addr_mask & 2 && goes_through(second, Changes::Lm1)))
      return kPointerLatency + 1;
    return 1;
  case Opcode::CRC:
    if (second.op() == Opcode::CRC) return 2;
    return reads_csr(second, csr("crc_remainder")) ? kCrcLatency : 1;
  case Opcode::BR_SIGNAL:
  case Opcode::BR_NOT_SIGNAL:
    return second.info().is_command && second.signal.kind != SignalRef::Kind::None &&
                   signal_key(second.signal) == signal_key(first.signal)
               ? kSignalReuse + 1
               : 1;
  default: return 1;
  }
}

} // namespace mecc::mc
