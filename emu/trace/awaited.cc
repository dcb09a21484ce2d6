#include "emu/trace/awaited.h"

#include "emu/observe/program_place.h"

#include <bit>
#include <fmt/format.h>

namespace ixp {

std::string command_text(mev2::Opcode op) {
  const mev2::OpcodeInfo& info = mev2::info(op);
  return fmt::format("{}[{}]", info.mnemonic, info.token);
}

void Awaited::issued(const Event& e) {
  if (e.command.signal == 0) return;
  Signals& s = commands_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  const auto op = static_cast<uint8_t>(static_cast<unsigned>(e.command.op) + 1);
  s[e.command.signal] = op;
  if (shape_of(e.command.op).two_signals) s[e.command.signal ^ 1u] = op;
}

static uint32_t signals_of(const Event& waits) {
  return waits.context.wakeup & 0xfffe; // without the voluntary bit
}

uint32_t Awaited::id(const Event& waits) {
  auto& by_address = known_[static_cast<unsigned>(waits.me)];
  const auto pc = static_cast<size_t>(waits.pc);
  if (pc >= by_address.size()) by_address.resize(pc + 64);
  const uint64_t wanted = key(waits);
  for (const Known& k : by_address[pc])
    if (k.key == wanted) return k.id;
  const auto id = static_cast<uint32_t>(texts_.size());
  texts_.push_back(make_text(waits));
  by_address[pc].push_back({wanted, id});
  return id;
}

std::vector<uint32_t> Awaited::ids_at(unsigned me, unsigned pc) const {
  std::vector<uint32_t> out;
  if (pc < known_[me].size())
    for (const Known& k : known_[me][pc])
      out.push_back(k.id);
  return out;
}

std::string Awaited::make_text(const Event& waits) const {
  const mecc::Image* image = image_on(images_, static_cast<unsigned>(waits.me));
  std::string out;
  uint8_t last = 0;
  for (uint32_t left = signals_of(waits); left; left &= left - 1) {
    const auto signal = static_cast<unsigned>(std::countr_zero(left));
    const uint8_t command = of(waits)[signal];
    if (command && command == last) continue; // both signals of one
    last = command;
    if (!out.empty()) out += waits.context.wakeup >> 16 & 1 ? " or " : " and ";
    out += command ? command_text(static_cast<mev2::Opcode>(command - 1))
           : image ? signal_name(*image, static_cast<unsigned>(waits.pc), signal)
                   : fmt::format("s{}", signal);
  }
  return out;
}

uint64_t Awaited::key(const Event& waits) const {
  uint64_t key = waits.context.wakeup;
  for (uint32_t left = signals_of(waits); left; left &= left - 1)
    key = key * 257 + of(waits)[static_cast<unsigned>(std::countr_zero(left))];
  return key;
}

} // namespace ixp
