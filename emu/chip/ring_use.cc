#include "emu/chip/ring_use.h"

#include "emu/me/register_values.h"

#include <fmt/format.h>

namespace ixp {

namespace {

constexpr size_t kCore = kMicroengines;

// A register known from "a3", "@b7" etc.; empty if it is not a general-purpose register.
std::optional<me::KnownRegister> known(std::string_view location, int context, uint32_t value) {
  me::KnownRegister r;
  const bool absolute = location.starts_with('@');
  if (absolute) location.remove_prefix(1);
  if (!location.starts_with('a') && !location.starts_with('b')) return {};
  const auto number = parse_number(location.substr(1));
  if (!number) return {};
  r.where.kind = absolute ? mev2::OperandKind::AbsGpr : mev2::OperandKind::Gpr;
  r.where.bank = location[0] == 'a' ? mev2::Bank::A : mev2::Bank::B;
  r.where.number = static_cast<uint16_t>(*number);
  r.value = value;
  r.in_every_context = context < 0;
  return r;
}

std::vector<me::KnownRegister> at_start(const mecc::Image& image, const MicroengineConfig& config) {
  std::vector<me::KnownRegister> out;
  const auto add = [&](const std::string& location, int context, uint32_t value) {
    if (const auto r = known(location, context, value)) out.push_back(*r);
  };
  for (const mecc::RegisterInit& r : image.registers)
    add(r.location, r.context, r.value);
  for (const RegisterSetting& r : config.registers)
    add(r.location, r.context, r.value);
  return out;
}

void add_program(RingUses& uses, unsigned me, const mecc::Image& image,
                 const std::vector<me::KnownRegister>& registers) {
  for (const auto& [pc, addresses] : me::command_addresses(image, registers)) {
    const auto op = mev2::decode(image.words[pc], image.mode)->opcode;
    if (op != mev2::Opcode::SCRATCH_GET && op != mev2::Opcode::SCRATCH_PUT) continue;
    const bool writes = op == mev2::Opcode::SCRATCH_PUT;
    if (addresses.is_any()) uses.unknown.push_back({me, pc, writes});
    for (const uint32_t address : addresses.values()) {
      RingUse& ring = uses.rings[address / 4 % kScratchRings]; // as decoded by the scratchpad
      (writes ? ring.writers : ring.readers).set(me);
    }
  }
}

void add_control_core(RingUses& uses, const SystemConfig& system) {
  for (const AgentConfig& a : system.agents) {
    if (a.kind == AgentConfig::Kind::Count) continue;
    uses.rings[a.from].readers.set(kCore);
    if (a.kind == AgentConfig::Kind::Move) uses.rings[a.to].writers.set(kCore);
  }
  for (const LoadConfig& l : system.boot.loads)
    if (l.ring) uses.rings[*l.ring].writers.set(kCore);
  if (!system.xscale) return;
  const auto& [gets, puts] = system.xscale->rings;
  uses.core_gets_any = !gets;
  uses.core_puts_any = !puts;
  for (const unsigned ring : gets.value_or(std::vector<unsigned>{}))
    uses.rings[ring].readers.set(kCore);
  for (const unsigned ring : puts.value_or(std::vector<unsigned>{}))
    uses.rings[ring].writers.set(kCore);
}

RingUsers unknown_users(const std::vector<UnknownRingUse>& unknown, bool write, bool core) {
  RingUsers users;
  for (const UnknownRingUse& u : unknown)
    if (u.writes == write) users.set(u.me);
  users.set(kCore, core);
  return users;
}

} // namespace

std::string names(const RingUsers& users) {
  std::vector<std::string> out;
  for (unsigned me = 0; me < kMicroengines; ++me)
    if (users[me]) out.push_back(me_name(me));
  if (users[kCore]) out.emplace_back("core");
  return fmt::format("{}", fmt::join(out, ", "));
}

RingUsers RingUses::unknown_readers() const {
  return unknown_users(unknown, false, core_gets_any);
}
RingUsers RingUses::unknown_writers() const {
  return unknown_users(unknown, true, core_puts_any);
}

RingUses find_ring_uses(const SystemConfig& system, const Images& images) {
  RingUses uses;
  for (size_t i = 0; i < images.placed.size(); ++i) {
    const PlacedImage& p = images.placed[i];
    add_program(uses, p.me, p.image, at_start(p.image, system.microengines[i]));
  }
  add_control_core(uses, system);
  return uses;
}

std::string too_many_readers(const RingConfig& r, const RingUsers& readers) {
  return fmt::format("{} is read by {}; expected {} reader{}, for a message goes to the first "
                     "that asks; if that is meant, say readers = {} in [ring.{}]",
                     called(r), names(readers), r.readers, r.readers == 1 ? "" : "s",
                     readers.count(), r.number);
}

std::vector<Diagnostic> check_ring_uses(const SystemConfig& system, const RingUses& uses) {
  std::vector<Diagnostic> out;
  const auto warn = [&](const SourceLocation& where, std::string text) {
    out.push_back({Severity::Warning, where, std::move(text)});
  };
  for (const RingConfig& r : system.rings) {
    const auto& [readers, writers] = uses.rings[r.number];
    if (readers.count() > r.readers) warn(r.where, too_many_readers(r, readers));
    if (writers.any() && (readers | uses.unknown_readers()).none() && r.readers)
      warn(r.where, fmt::format("{} is written by {} and has no reader; if that is meant, say "
                                "readers = 0 in [ring.{}]",
                                called(r), names(writers), r.number));
    if (readers.any() && (writers | uses.unknown_writers()).none())
      warn(r.where, fmt::format("{} is read by {} and has no writer, so it stays empty", called(r),
                                names(readers)));
  }
  for (unsigned n = 0; n < kScratchRings; ++n) {
    const RingUsers users = uses.rings[n].readers | uses.rings[n].writers;
    if (users.any() && !system.ring(n))
      warn({system.path},
           fmt::format("ring {} is used by {}, but is none of the system's; expected "
                       "[ring.{}], or its definition in `messages`",
                       n, names(users), n));
  }
  return out;
}

} // namespace ixp
