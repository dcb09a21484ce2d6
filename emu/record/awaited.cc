#include "emu/record/awaited.h"

#include "emu/explain/program_place.h"

#include <bit>
#include <fmt/format.h>

namespace ixp {

std::string command_text(mev2::Opcode op) {
  const mev2::OpcodeInfo& info = mev2::info(op);
  return fmt::format("{}[{}]", info.mnemonic, info.token);
}

static uint32_t signals_of(uint32_t wakeup) {
  return wakeup & 0xfffe; // excludes the voluntary bit
}

uint32_t Awaited::id(unsigned me, unsigned pc, uint32_t wakeup, const SignalCommands& commands) {
  auto& by_address = known_[me];
  if (pc >= by_address.size()) by_address.resize(pc + 64);
  const uint64_t wanted = key(commands, wakeup);
  for (const Known& k : by_address[pc])
    if (k.key == wanted) return k.id;
  const auto id = static_cast<uint32_t>(texts_.size());
  texts_.push_back(make_text(me, pc, wakeup, commands));
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

std::string Awaited::make_text(unsigned me, unsigned pc, uint32_t wakeup,
                               const SignalCommands& commands) const {
  const mecc::Image* image = image_on(images_, me);
  std::string out;
  uint8_t last = 0;
  for (uint32_t left = signals_of(wakeup); left; left &= left - 1) {
    const auto signal = static_cast<unsigned>(std::countr_zero(left));
    const uint8_t command = commands[signal];
    if (command && command == last) continue; // a command with two signals is listed once
    last = command;
    if (!out.empty()) out += wakeup >> 16 & 1 ? " or " : " and ";
    out += command ? command_text(static_cast<mev2::Opcode>(command - 1))
           : image ? signal_name(*image, pc, signal)
                   : fmt::format("s{}", signal);
  }
  return out;
}

uint64_t Awaited::key(const SignalCommands& commands, uint32_t wakeup) {
  uint64_t key = wakeup;
  for (uint32_t left = signals_of(wakeup); left; left &= left - 1)
    key = key * 257 + commands[static_cast<unsigned>(std::countr_zero(left))];
  return key;
}

} // namespace ixp
