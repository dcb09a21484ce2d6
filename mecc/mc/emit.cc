#include "mecc/mc/emit.h"

#include "mecc/mc/passes.h"

#include <fmt/format.h>

namespace mecc::mc {

using mev2::InstrClass;
using mev2::Instruction;
using mev2::Opcode;
using mev2::OperandKind;

namespace {

class Lowering {
public:
  Lowering(Unit& unit, const Instr& i) : unit_(unit), i_(i), word_(i.word) {}

  // Expression for the word's value in terms of import variables; "" if it uses none.
  const std::string& open() const { return open_; }

  std::optional<Instruction> run() {
    lower(i_.dst, word_.dst);
    lower(i_.left, word_.left);
    lower(i_.right, word_.right);
    lower(i_.xfer, word_.xfer);
    for (const FieldNumber& f : i_.fields)
      set_field(f);
    signals();
    count();
    target();
    if (i_.info().is_command) word_.defer = 0; // Completion states it
    if (i_.op() == Opcode::IMMED && i_.target != kNothing) choose_immediate(word_.immediate, i_.at);
    if (bad_) return std::nullopt;
    return word_;
  }

private:
  void fail(Place at, std::string text) {
    unit_.error(at, std::move(text));
    bad_ = true;
  }

  void lower(const Slot& s, mev2::Operand& o) {
    switch (s.kind) {
    case Slot::Kind::None: return;
    case Slot::Kind::Fixed: o = s.fixed; return;
    case Slot::Kind::Register: o = location(unit_, s.reg); return;
    case Slot::Kind::Constant: break;
    }
    if (!s.number.known) return void(bad_ = true); // the error was reported
    const int64_t v = *s.number.known;
    const auto limit = static_cast<int64_t>(largest_constant(i_.info()));
    if (v < 0 || v > limit) {
      bad_ = true;
      if (v < -(int64_t{1} << 31) || v >= int64_t{1} << 32)
        return fail(s.at, fmt::format("constant {} does not fit 32 bits", v));
      if (s.number.late && !i_.info().is_branch) { // the next attempt loads it by immed
        unit_.too_wide.insert({s.at.line, s.at.offset});
        return;
      }
      return fail(s.at, fmt::format("constant {} (0x{:x}) does not fit: operands of {} are 0 to {}",
                                    v, static_cast<uint64_t>(v), i_.info().mnemonic, limit));
    }
    o.kind = OperandKind::Const;
    o.number = static_cast<uint16_t>(v);
  }

  // Import variables are supported in immed only.
  void wait_for_import(const FieldNumber& f) {
    if (i_.info().cls != InstrClass::Immed || i_.immed_bytes > 0)
      return fail(
          f.number.at,
          fmt::format("the {} must be known here; '{}' has a value only when the program is "
                      "loaded, give it one with -D NAME=value",
                      f.what, f.number.text));
    open_ = f.number.open;
  }

  void set_field(const FieldNumber& f) {
    if (!f.number.open.empty()) return wait_for_import(f);
    if (!f.number.known) return void(bad_ = true); // the error was reported
    const int64_t v = *f.number.known;
    if (v < f.low || v > f.high)
      return fail(f.number.at, fmt::format("{} {} is out of range; {} to {} are possible", f.what,
                                           v, f.low, f.high));
    switch (f.field) {
    case Field::Shift:
      word_.shift_amount = static_cast<uint8_t>(v);
      if (v == 0) word_.shift = mev2::ShiftKind::None;
      return;
    case Field::Parameter: word_.parameter = static_cast<uint8_t>(v); return;
    case Field::Compare: word_.compare = static_cast<uint8_t>(v); return;
    case Field::State: word_.state = static_cast<uint8_t>(v); return;
    case Field::CsrAddress: word_.csr = static_cast<uint16_t>(v); return;
    case Field::CapData: word_.immediate = static_cast<uint32_t>(v); return;
    case Field::Immediate:
      word_.immediate =
          static_cast<uint32_t>(v) & (i_.info().mnemonic.starts_with("immed_b") ? 0xff : 0xffff);
      return;
    case Field::ImmediateWhole: choose_immediate(static_cast<uint32_t>(v), f.number.at); return;
    }
  }

  // 16 bits, shifted by whole bytes and optionally inverted.
  void choose_immediate(uint32_t v, Place at) {
    const int bytes = i_.immed_bytes;
    if (bytes > 0) { // the source gives the shift: v is the unshifted value
      const bool inverted = v >> 16 == 0xffff;
      if (!inverted && v >> 16)
        return fail(at, fmt::format("0x{:x} has more than 16 bits to shift", v));
      word_.immed_shift = static_cast<uint8_t>(bytes);
      word_.invert = inverted;
      word_.immediate = inverted ? ~((~v & 0xffff) << 8 * bytes) : v << 8 * bytes;
      return;
    }
    if (mev2::fit_immed(v, word_) && (bytes < 0 || word_.immed_shift == 0)) return;
    fail(at, fmt::format("0x{:08x} does not fit one immed: 16 bits, shifted by 0, 8 or 16, or the "
                         "complement of that; "
                         "use immed_w0 and immed_w1",
                         v));
  }

  unsigned number_of(const SignalRef& s) {
    return s.kind == SignalRef::Kind::Fixed ? s.id
                                            : static_cast<unsigned>(unit_.signals[s.id].number);
  }

  void signals() {
    for (const SignalRef& s : i_.waits) {
      word_.signals = static_cast<uint16_t>(word_.signals | 1u << number_of(s));
      if (s.kind == SignalRef::Kind::Virtual && unit_.signals[s.id].pair)
        word_.signals = static_cast<uint16_t>(word_.signals | 2u << number_of(s));
    }
    if (i_.signal.kind == SignalRef::Kind::None) return;
    const unsigned n = number_of(i_.signal);
    if (i_.info().is_command)
      word_.signal = static_cast<uint8_t>(n);
    else
      word_.parameter = static_cast<uint8_t>(n);
  }

  // The word has room for a count of 8; the override word of indirect_ref can hold more.
  void count() {
    if (i_.word.count <= 8) return;
    if (!i_.word.indirect_ref)
      return fail(i_.at, fmt::format("a count of {} needs indirect_ref and the count in the ALU "
                                     "result before it: 1 << 25 | (n - 1) << 21",
                                     i_.word.count));
    word_.count = 8;
  }

  void target() {
    const LabelId l = unit_.target_of(i_);
    if (l == kNothing) return;
    const uint32_t address = unit_.labels[l].node;
    if (i_.op() == Opcode::IMMED)
      word_.immediate = address;
    else
      word_.target = static_cast<uint16_t>(address);
  }

  Unit& unit_;
  const Instr& i_;
  Instruction word_;
  std::string open_;
  bool bad_ = false;
};

// The initialised longwords, grouped into runs.
std::vector<MemoryInit> memory_values(Unit& unit, const Memory& m) {
  std::map<uint32_t, uint32_t> words;
  for (const Memory::Value& v : m.values) {
    if (!v.number.open.empty()) {
      unit.error(v.number.at, fmt::format("an initial value must be known here; '{}' has one only "
                                          "when the program is loaded, give it one with -D",
                                          v.number.text));
      continue;
    }
    if (!v.number.known) continue; // the error was reported
    const int64_t value = *v.number.known;
    if (value < -(int64_t{1} << 31) || value >= int64_t{1} << 32)
      unit.error(v.number.at, fmt::format("value {} does not fit 32 bits", value));
    const auto [word, fresh] = words.try_emplace(v.offset, static_cast<uint32_t>(value));
    if (!fresh && word->second != static_cast<uint32_t>(value))
      unit.error(v.number.at,
                 fmt::format("the longword at offset {} of {} has another value already", v.offset,
                             m.request.name));
  }
  std::vector<MemoryInit> runs;
  for (const auto& [offset, value] : words) {
    const uint32_t address = m.address + offset;
    if (runs.empty() || runs.back().address + runs.back().bytes.size() != address)
      runs.push_back({init_name_of(m.request.region), address, {}});
    for (unsigned shift : {24, 16, 8, 0})
      runs.back().bytes.push_back(static_cast<uint8_t>(value >> shift));
  }
  return runs;
}

void describe_lines(const Unit& unit, Image& image) {
  for (uint32_t n = 0; n < unit.code.size(); ++n) {
    const ixp::SourceLocation at = unit.where(unit.code[n].at);
    image.lines.push_back({n, at.file, at.line, at.column});
  }
}

void describe_labels(const Unit& unit, Image& image) {
  for (const Instr& i : unit.code)
    for (LabelId l : i.labels)
      if (unit.labels[l].name[0] != '.')
        image.labels.push_back({unit.labels[l].name, unit.labels[l].node});
}

} // namespace

std::optional<Instruction> physical(Unit& unit, const Instr& i) {
  return Lowering(unit, i).run();
}

void emit_memory(Unit& unit, AssemblerResult& result) {
  for (const Memory& m : unit.memory)
    for (MemoryInit& run : memory_values(unit, m))
      (m.request.region == MemoryRegion::Local ? result.image.local_memory : result.memory)
          .push_back(std::move(run));
}

void emit(Unit& unit, Image& image) {
  for (const Instr& i : unit.code) {
    Lowering lowering(unit, i);
    const auto word = lowering.run();
    if (!word) continue;
    if (!lowering.open().empty())
      image.import_uses.push_back({static_cast<uint32_t>(image.words.size()), lowering.open()});
    std::string why;
    if (const auto conflict = mev2::port_conflict(*word)) {
      unit.error(i.at, *conflict);
      continue;
    }
    const auto bits = mev2::encode(*word, unit.mode, &why);
    if (!bits) unit.error(i.at, why);
    image.words.push_back(bits.value_or(mev2::kNop));
  }
  image.entry = unit.entry_node();
  image.imports = unit.imports;
  describe_lines(unit, image);
  describe_labels(unit, image);
}

} // namespace mecc::mc
