#include "mecc/mc/ir.h"

#include <algorithm>

namespace mecc::mc {

void Unit::say(ixp::Severity severity, Place at, std::string text) {
  ixp::Diagnostic d;
  if (at.line < lines.size())
    d = diagnose(severity, lines[at.line], at.offset, std::move(text));
  else
    d = {severity, {path, 0, 0}, std::move(text)};
  diagnostics.push_back(std::move(d));
  diagnostic_places.push_back(at);
}

void Unit::note_place(const char* text, Place at) {
  if (diagnostics.empty() || at.line >= lines.size()) return;
  diagnostics.back().notes.push_back({ixp::Severity::Note, where(at), text});
}

bool Unit::failed() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const ixp::Diagnostic& d) { return d.severity == ixp::Severity::Error; });
}

ixp::SourceLocation Unit::where(Place at) const {
  return at.line < lines.size() ? lines[at.line].at(at.offset) : ixp::SourceLocation{path, 0, 0};
}

void Unit::place_labels() {
  for (uint32_t n = 0; n < code.size(); ++n)
    for (LabelId l : code[n].labels)
      labels[l].node = n;
  for (LabelId l : end_labels)
    labels[l].node = static_cast<uint32_t>(code.size());
}

std::optional<uint32_t> Unit::take_memory(const MemoryRequest& request, Place at,
                                          std::string& why) {
  if (request.region == MemoryRegion::Local || !options.place_memory)
    return own_memory.take(request, why);
  const std::pair key{at.line, at.offset};
  if (const auto given = places_given.find(key); given != places_given.end()) return given->second;
  const auto address = options.place_memory(request, why);
  if (address) places_given[key] = *address;
  return address;
}

uint32_t Unit::entry_node() const {
  const LabelId l = entry == kNothing ? kNothing : label_uses[entry].label;
  return l == kNothing ? 0 : labels[l].node;
}

unsigned largest_constant(const mev2::OpcodeInfo& info) {
  // Restricted fields hold 7 bits; ALU_SHF, LD_FIELD and BR_BYTE carry bit 7 in bit 18.
  return info.is_command ? 127 : 255;
}

unsigned transfer_count(const Instr& i) {
  if (!i.xfer.present()) return 0;
  return i.info().moved(std::max<unsigned>(i.word.count, 1));
}

std::vector<RegisterId> transfer_registers(const Unit& unit, const Instr& i) {
  std::vector<RegisterId> out;
  if (!i.xfer.is_register()) return out;
  const unsigned count = transfer_count(i);
  const Register& base = unit.registers[i.xfer.reg];
  out.push_back(i.xfer.reg);
  for (unsigned k = 1; k < count; ++k) {
    RegisterId next = kNothing;
    if (base.order != kNothing) {
      const std::vector<RegisterId>& members = unit.orders[base.order].members;
      if (base.order_index + k < members.size()) next = members[base.order_index + k];
    }
    out.push_back(next);
  }
  return out;
}

std::vector<Access> accesses(const Unit& unit, const Instr& i) {
  std::vector<Access> out;
  const mev2::OpcodeInfo& info = i.info();
  auto source = [&](const Slot& s) {
    if (s.is_register()) out.push_back({s.reg, Side::In, false, false});
  };
  source(i.left);
  source(i.right);
  if (info.reads_dst) source(i.dst);
  if (i.dst.is_register() && info.writes_dst) {
    const Side side = unit.registers[i.dst.reg].transfer() ? Side::Out : Side::In;
    out.push_back({i.dst.reg, side, true, false});
  }
  if (info.is_command) {
    for (RegisterId r : transfer_registers(unit, i)) {
      if (r == kNothing) continue;
      if (info.pulls) out.push_back({r, Side::Out, false, true});
      if (info.pushes) out.push_back({r, Side::In, true, true});
    }
  }
  return out;
}

} // namespace mecc::mc
