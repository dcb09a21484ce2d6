// Commands to units: contents of the instruction word, overrides by indirect_ref, and transfer
// registers in use until the unit has pulled or pushed them.
#include "emu/me/core.h"

#include <fmt/format.h>

namespace ixp::me {

using mev2::Completion;
using mev2::Instruction;
using mev2::Opcode;

// indirect_ref (IXP format): the previous instruction's ALU result replaces parts of a command.
// [25] count, [24:21] count - 1; [4] register, [11:5] absolute register; [31] ME, [30:26] ME
// number; [3] context, [2:0] context. Byte masks and buffer addresses stay in override_word for the
// units. Returns false if [30:26] is no microengine's number; the field is then ignored.
static bool apply_override(Command& c, uint32_t word) {
  c.has_override = true;
  c.override_word = word;
  const mev2::OpcodeInfo& info = mev2::info(c.op);
  if (info.has_count && info.cls != mev2::InstrClass::Hash && (word >> 25 & 1))
    c.count = static_cast<uint8_t>((word >> 21 & 15) + 1);
  if (word >> 3 & 1) { // UNCERTAIN in public sources: signals and registers of another context
    c.xfer = static_cast<uint8_t>((c.xfer + 16 * ((word & 7) - c.ctx)) & (kFile - 1));
    c.ctx = word & 7;
  }
  // Moves between DRAM and the media buffers use [18:5] for the buffer address.
  if (c.op == Opcode::DRAM_RBUF_RD || c.op == Opcode::DRAM_TBUF_WR) return true;
  if (word >> 4 & 1) c.xfer = word >> 5 & (kFile - 1);
  if (word >> 31) {
    const int me = me_index(word >> 26 & 31);
    if (me < 0) return false;
    c.data_me = static_cast<uint8_t>(me);
  }
  return true;
}

CommandWord Core::prepare(const Instruction& i) const {
  const mev2::OpcodeInfo& info = mev2::info(i.opcode);
  CommandWord w;
  Command& c = w.command;
  c.op = i.opcode;
  c.me = c.data_me = static_cast<uint8_t>(index());
  c.signal = i.signal;
  c.count = i.count;
  c.file = i.xfer.kind == mev2::OperandKind::DXfer ? XferFile::D : XferFile::S;
  if (i.opcode == Opcode::CAP_FAST_WR_IMM) c.data = i.immediate;
  if (info.cls == mev2::InstrClass::Cap && i.csr) {
    c.address = i.csr;
  } else {
    w.left = i.left;
    w.right = i.right;
  }
  w.indirect = i.indirect_ref;
  w.uses_result = w.indirect || i.opcode == Opcode::CAP_FAST_WR_ALU;
  w.xfer = static_cast<uint8_t>(i.xfer.number % kFile);
  w.pulled = static_cast<uint8_t>(words_pulled(c));
  w.pushed = static_cast<uint8_t>(words_pushed(c));
  w.from = static_cast<uint16_t>(out_file(c.file));
  w.to = static_cast<uint16_t>(in_file(c.file));
  if (i.completion == Completion::NoSwap) return w;
  w.wakeup = 1u << i.signal; // signal 0 is the voluntary bit
  if (info.two_signals && i.signal) w.wakeup = 3u << (i.signal & 14);
  w.flow.kind = Flow::Kind::Swap;
  w.flow.defer = static_cast<uint8_t>(i.completion);
  w.flow.penalty = static_cast<uint8_t>(params_.me_ctx_swap_penalty);
  return w;
}

Flow Core::issue(const CommandWord& w) {
  const uint32_t address = read(w.left) + read(w.right);
  send(w, address, s_.prev_result);
  if (w.flow.kind == Flow::Kind::Swap) request_swap(swap_of(w));
  return w.flow;
}

// The unit announces registers of another microengine when it accepts the command.
void Core::use_result(const CommandWord& w, Command& c, uint32_t result) {
  if (c.op == Opcode::CAP_FAST_WR_ALU) c.data = result;
  if (w.indirect && !apply_override(c, result))
    hazard(HazardKind::BadAddress, "indirect_ref names a microengine that does not exist");
  if (c.data_me != index()) return;
  await_words(in_file(c.file), c.xfer, words_pushed(c));
  await_words(out_file(c.file), c.xfer, words_pulled(c));
}

} // namespace ixp::me
