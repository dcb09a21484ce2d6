// The inverse of print.cc: the text is matched against the AsmString of every form with the same
// beginning; the first complete match wins. If none matches, the error is that of the form that
// matched furthest.
#include "isa/tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace mev2 {
namespace {

constexpr size_t kMaxExpectations = 20; // listed in a message

// Errors of the forms that matched furthest.
struct Failure {
  size_t at = 0;
  std::vector<std::string_view> expected;

  void note(size_t where, std::string_view what) {
    if (where < at) return;
    if (where > at) expected.clear();
    at = where;
    if (std::ranges::find(expected, what) == expected.end()) expected.push_back(what);
  }
};

class FormParser {
public:
  FormParser(std::string_view text, Failure& failure) : text_(text), failure_(failure) {}

  bool parse(Opcode op, std::span<const TextPiece> pieces, Instruction& i);

private:
  bool expected(std::string_view what) {
    failure_.note(at_, what);
    return false;
  }
  std::string_view rest() const { return text_.substr(at_); }
  bool accept(std::string_view word) {
    if (!rest().starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool literal(std::string_view literal);
  bool token(std::string_view word); // ", word" followed by a delimiter
  bool digits(unsigned base, uint32_t max, uint32_t& value);
  bool decimal(uint32_t max, uint32_t& value, std::string_view what);
  bool hex(uint32_t max, uint32_t& value, std::string_view what);
  template <class T> bool decimal(T& out, uint32_t max, std::string_view what) {
    uint32_t value = 0;
    if (!decimal(max, value, what)) return false;
    out = static_cast<T>(value);
    return true;
  }
  std::string_view identifier();

  bool operand(Operand& o);
  bool indexed(OperandKind kind, Operand& o);
  bool shift(Instruction& i);
  bool mask(Instruction& i);
  bool immed_shift(Instruction& i);
  bool label(uint16_t& target);
  bool defer(uint32_t& value);
  bool signal(uint32_t& value);
  bool wakeup(Instruction& i);
  bool ctx_tokens(Instruction& i);
  bool crc_tokens(Instruction& i);
  bool lm_addr(Instruction& i);
  bool local_csr(Instruction& i);
  bool command_tokens(Instruction& i);
  bool field(TextField f, Instruction& i);

  std::string_view text_;
  Failure& failure_;
  size_t at_ = 0;
};

bool word_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// ---- letters ------------------------------------------------------------------------------------

// Any number of blanks is accepted after a comma.
bool FormParser::literal(std::string_view want) {
  const size_t start = at_;
  size_t reached = 0; // in `want`
  for (char c : want) {
    if (c == ' ') {
      while (at_ < text_.size() && text_[at_] == ' ')
        ++at_;
    } else if (at_ < text_.size() && text_[at_] == c) {
      ++at_;
    } else {
      break;
    }
    ++reached;
  }
  if (reached == want.size()) return true;
  // Report a whole word of the literal instead of the differing letter.
  size_t word = reached;
  while (word > 0 && want[word - 1] != ' ' && want[word - 1] != '[')
    --word;
  const size_t back = reached - word;
  failure_.note(std::max(start, at_ - std::min(back, at_ - start)), want.substr(word));
  return false;
}

bool FormParser::token(std::string_view word) {
  const size_t start = at_;
  if (accept(",")) {
    while (accept(" ")) {
    }
    if (accept(word) && (word.back() == '[' || at_ == text_.size() || !word_char(text_[at_])))
      return true;
  }
  at_ = start;
  return false;
}

bool FormParser::digits(unsigned base, uint32_t max, uint32_t& value) {
  const size_t start = at_;
  uint64_t n = 0;
  for (; at_ < text_.size(); ++at_) {
    const char c = text_[at_];
    unsigned digit = base;
    if (c >= '0' && c <= '9') digit = static_cast<unsigned>(c - '0');
    if (c >= 'a' && c <= 'f') digit = static_cast<unsigned>(c - 'a') + 10;
    if (digit >= base) break;
    n = n * base + digit;
    if (n > max) break;
  }
  const bool number_ends = at_ == text_.size() || !word_char(text_[at_]);
  if (at_ > start && n <= max && number_ends) {
    value = static_cast<uint32_t>(n);
    return true;
  }
  at_ = start;
  return false;
}

bool FormParser::decimal(uint32_t max, uint32_t& value, std::string_view what) {
  return digits(10, max, value) || expected(what);
}

bool FormParser::hex(uint32_t max, uint32_t& value, std::string_view what) {
  const size_t start = at_;
  if (accept("0x") && digits(16, max, value)) return true;
  at_ = start;
  return expected(what);
}

std::string_view FormParser::identifier() {
  size_t length = 0;
  while (at_ + length < text_.size() && word_char(text_[at_ + length]))
    ++length;
  return text_.substr(at_, length);
}

// ---- operands -----------------------------------------------------------------------------------

bool FormParser::indexed(OperandKind kind, Operand& o) {
  o = Operand{};
  o.kind = kind;
  if (accept("++")) o.step = Step::Increment;
  if (accept("--")) o.step = Step::Decrement;
  const bool has_offset = kind == OperandKind::Lm0 || kind == OperandKind::Lm1;
  if (!has_offset || o.step != Step::Keep || !accept("[")) return true;
  return decimal(o.number, 15, "an offset from 0 to 15") && literal("]");
}

bool FormParser::operand(Operand& o) {
  struct Prefix {
    std::string_view text;
    OperandKind kind;
    Bank bank;
  };
  using K = OperandKind;
  static constexpr Prefix kPrefixes[] = {
      {"*l$index0", K::Lm0, Bank::A},   {"*l$index1", K::Lm1, Bank::A},
      {"*n$index", K::NnRing, Bank::A}, {"*$$index", K::DIndex, Bank::A},
      {"*$index", K::SIndex, Bank::A},  {"@a", K::AbsGpr, Bank::A},
      {"@b", K::AbsGpr, Bank::B},       {"n$", K::Nn, Bank::A},
      {"$$", K::DXfer, Bank::A},        {"$", K::SXfer, Bank::A},
      {"a", K::Gpr, Bank::A},           {"b", K::Gpr, Bank::B},
  };
  o = Operand{};
  if (accept("--")) return true;
  if (rest().starts_with("0x")) {
    o.kind = K::Const;
    uint32_t value = 0;
    if (!hex(255, value, "a constant from 0x0 to 0xff")) return false;
    o.number = static_cast<uint16_t>(value);
    return true;
  }
  for (const Prefix& p : kPrefixes) {
    if (!accept(p.text)) continue;
    if (p.text[0] == '*') return indexed(p.kind, o);
    o.kind = p.kind;
    o.bank = p.bank;
    return decimal(o.number, p.kind == K::AbsGpr ? 127 : 31,
                   p.kind == K::AbsGpr ? "a register number from 0 to 127"
                                       : "a register number from 0 to 31");
  }
  return expected("a register, constant or --");
}

// ---- fields -------------------------------------------------------------------------------------

bool FormParser::shift(Instruction& i) {
  if (token(">>indirect")) {
    i.shift = ShiftKind::RightIndirect;
    return true;
  }
  if (token("<<indirect")) {
    i.shift = ShiftKind::LeftIndirect;
    return true;
  }
  const size_t start = at_;
  if (!accept(",")) return true;
  while (accept(" ")) {
  }
  if (accept(">>rot"))
    i.shift = ShiftKind::RotateRight;
  else if (accept(">>"))
    i.shift = ShiftKind::Right;
  else if (accept("<<"))
    i.shift = ShiftKind::Left;
  else
    return expected("a shift: >>n, <<n, >>rotn, >>indirect or <<indirect"), at_ = start, true;
  return decimal(i.shift_amount, 31, "a shift amount from 1 to 31");
}

bool FormParser::mask(Instruction& i) {
  const std::string_view bits = identifier();
  if (bits.size() != 4 || bits.find_first_not_of("01") != bits.npos)
    return expected("a byte mask such as 1011");
  for (char c : bits)
    i.byte_mask = static_cast<uint8_t>(i.byte_mask << 1 | (c - '0'));
  at_ += bits.size();
  return true;
}

bool FormParser::immed_shift(Instruction& i) {
  if (token("<<8"))
    i.immed_shift = 1;
  else if (token("<<16"))
    i.immed_shift = 2;
  else
    expected("]"), expected(", <<8"), expected(", <<16");
  return true;
}

bool FormParser::label(uint16_t& target) {
  const size_t start = at_;
  uint32_t value = 0;
  if (accept("l") && digits(10, 0x1fff, value) && accept("#")) {
    target = static_cast<uint16_t>(value);
    return true;
  }
  at_ = start;
  return expected("a target from l0# to l8191#");
}

bool FormParser::defer(uint32_t& value) {
  if (!token("defer[")) return true;
  if (decimal(3, value, "1, 2 or 3") && value) return literal("]");
  return expected("1, 2 or 3");
}

bool FormParser::signal(uint32_t& value) {
  const size_t start = at_;
  if (accept("s") && digits(10, 15, value) && value) return true;
  at_ = start;
  return expected("a signal from s1 to s15");
}

bool FormParser::wakeup(Instruction& i) {
  if (accept("kill")) {
    i.any = true;
    return true;
  }
  do {
    while (accept(" ")) {
    }
    uint32_t n = 0;
    if (accept("--"))
      i.keep_wakeup = true;
    else if (accept("bpt"))
      i.bpt = true;
    else if (accept("voluntary"))
      i.signals |= 1;
    else if (signal(n))
      i.signals = static_cast<uint16_t>(i.signals | 1u << n);
    else
      return expected("voluntary, kill, bpt or --");
  } while (accept(","));
  return true;
}

bool FormParser::ctx_tokens(Instruction& i) {
  const bool kill = i.any;
  if (!kill && token("any")) i.any = true;
  if (token("br[")) {
    i.has_target = true;
    if (!label(i.target) || !literal("]")) return false;
  }
  uint32_t n = 0;
  if (!defer(n)) return false;
  i.defer = static_cast<uint8_t>(n);
  return true;
}

bool FormParser::crc_tokens(Instruction& i) {
  for (const NamedNumber& n : crc_bytes_names())
    if (n.number && token(n.name)) i.crc_bytes = static_cast<uint8_t>(n.number);
  i.crc_bit_swap = token("bit_swap");
  return true;
}

bool FormParser::lm_addr(Instruction& i) {
  for (unsigned n = 0; n < 2; ++n) {
    if (!token(n ? "lm_addr1[" : "lm_addr0[")) continue;
    uint8_t constant = 0;
    if (!decimal(constant, 3, "a number from 0 to 3") || !literal("]")) return false;
    if (i.lm_addr_mask && constant != i.lm_addr_constant)
      return expected("the same number for both LM_ADDR");
    i.lm_addr_mask = static_cast<uint8_t>(i.lm_addr_mask | 1u << n);
    i.lm_addr_constant = constant;
  }
  return true;
}

bool FormParser::local_csr(Instruction& i) {
  const std::string_view name = identifier();
  if (name.starts_with("0x")) {
    uint32_t address = 0;
    if (!hex(0x1ffc, address, "a CSR byte address")) return false;
    i.csr = static_cast<uint16_t>(address);
    return true;
  }
  const auto address = local_csr_address(name);
  if (!address) return expected("the name of a local CSR");
  i.csr = *address;
  at_ += name.size();
  return true;
}

bool FormParser::command_tokens(Instruction& i) {
  i.indirect_ref = token("indirect_ref");
  i.ignore_data_error = token("ignore_data_error");
  uint32_t n = 0;
  if (token("sig_done[")) {
    if (!signal(n) || !literal("]")) return false;
  } else if (token("ctx_swap[")) {
    if (!accept("--") && !signal(n)) return false;
    uint32_t slots = 0;
    if (!literal("]") || !defer(slots)) return false;
    if (slots > 2) return expected("at most defer[2]");
    i.completion = static_cast<Completion>(slots);
  }
  i.signal = static_cast<uint8_t>(n);
  return true;
}

bool FormParser::field(TextField f, Instruction& i) {
  uint32_t n = 0;
  switch (f) {
  case TextField::end: return at_ == text_.size() || expected("the end of the instruction");
  case TextField::dst: return operand(i.dst);
  case TextField::left: return operand(i.left);
  case TextField::right: return operand(i.right);
  case TextField::xfer: return operand(i.xfer);
  case TextField::shift: return shift(i);
  case TextField::mask: return mask(i);
  case TextField::load_cc: i.load_cc = token("load_cc"); return true;
  case TextField::immediate: return hex(~uint32_t{0}, i.immediate, "a hexadecimal value");
  case TextField::immed_shift: return immed_shift(i);
  case TextField::data: return hex(0x3fff, i.immediate, "ALU or a value from 0x0 to 0x3fff");
  case TextField::label: return label(i.target);
  case TextField::defer:
    if (!defer(n)) return false;
    i.defer = static_cast<uint8_t>(n);
    return true;
  case TextField::bit: return decimal(i.parameter, 31, "a bit number from 0 to 31");
  case TextField::byte: return decimal(i.parameter, 3, "a byte number from 0 to 3");
  case TextField::context: return decimal(i.parameter, 15, "a context number");
  case TextField::signal:
    if (!signal(n)) return false;
    i.parameter = static_cast<uint8_t>(n);
    return true;
  case TextField::input_state: {
    const std::string_view name = identifier();
    const auto state = input_state_number(name);
    if (!state) return expected("the name of an input state");
    i.parameter = *state;
    at_ += name.size();
    return true;
  }
  case TextField::compare:
    if (!hex(0xff, n, "a byte from 0x0 to 0xff")) return false;
    i.compare = static_cast<uint8_t>(n);
    return true;
  case TextField::wakeup: return wakeup(i);
  case TextField::ctx_tokens: return ctx_tokens(i);
  case TextField::endian:
    i.crc_le = accept("le");
    return i.crc_le || accept("be") || expected("crc_be or crc_le");
  case TextField::crc_type: {
    const std::string_view name = identifier();
    const auto types = crc_type_names();
    const auto type = std::ranges::find(types, name, &NamedNumber::name);
    if (type == types.end()) return expected("a CRC type such as crc_32");
    i.crc_type = static_cast<uint8_t>(type->number);
    at_ += name.size();
    return true;
  }
  case TextField::crc_tokens: return crc_tokens(i);
  case TextField::lm_addr: return lm_addr(i);
  case TextField::state: return decimal(i.state, 15, "a CAM state from 0 to 15");
  case TextField::local_csr: return local_csr(i);
  case TextField::cap_csr:
    if (!hex(0xffff, n, "a CSR byte address from 0x0000 to 0xffff")) return false;
    i.csr = static_cast<uint16_t>(n);
    return true;
  case TextField::count: return decimal(i.count, 255, "a count");
  case TextField::tokens: return command_tokens(i);
  }
  return false;
}

// The text has the value before its shift; 0xffffvvvv denotes the inverted form.
void finish_immed(Instruction& i) {
  const uint32_t written = i.immediate;
  const unsigned shift = 8u * i.immed_shift;
  i.invert = written > 0xffff;
  i.immediate = i.invert ? ~(~written << shift) : written << shift;
}

// Whether a whole-register immediate is 16 bits or 16 inverted bits.
bool immed_fits(const Instruction& i, uint32_t written) {
  return !i.invert || ~written <= 0xffff;
}

bool FormParser::parse(Opcode op, std::span<const TextPiece> pieces, Instruction& i) {
  i.opcode = op;
  if (info(op).cls == InstrClass::Immed) // fixed in immed_b1 and similar forms
    i.immed_shift = static_cast<uint8_t>(layout::immed::byte_position.get(form(op).word));
  for (const TextPiece& piece : pieces) {
    if (!literal(piece.literal) || !field(piece.field, i)) return false;
    if (op == Opcode::IMMED && piece.field == TextField::immed_shift) {
      const uint32_t written = i.immediate;
      finish_immed(i);
      if (!immed_fits(i, written))
        return expected("a value of 16 bits (0x0-0xffff, or 0xffff0000-0xffffffff)");
    }
  }
  return true;
}

// "AND" of "AND, ".
std::string_view without_comma(std::string_view expected) {
  const size_t end = expected.find_last_not_of(", ");
  return end == expected.npos ? expected : expected.substr(0, end + 1);
}

std::string explain(std::string_view text, const Failure& failure) {
  std::string expected;
  for (size_t n = 0; n < failure.expected.size() && n < kMaxExpectations; ++n)
    expected += fmt::format("{}{}", n ? " | " : "", without_comma(failure.expected[n]));
  if (failure.expected.size() > kMaxExpectations) expected += " | ...";
  const std::string_view found = text.substr(failure.at);
  return fmt::format(
      "{}, expected {}",
      found.empty() ? "the text ends early" : fmt::format("unexpected \"{}\"", found), expected);
}

} // namespace

std::optional<Instruction> parse(std::string_view text, ContextMode mode, std::string* why,
                                 size_t* at) {
  Failure failure;
  for (unsigned n = 0; n < kOpcodes; ++n) {
    const Opcode op = static_cast<Opcode>(n);
    const Form& f = form(op);
    for (const auto& pieces : {f.text(), f.text_base0()}) {
      if (pieces.empty()) continue;
      const std::string_view start = pieces[0].literal;
      if (!text.starts_with(start.substr(0, start.find('[')))) continue;
      Instruction i;
      if (!FormParser(text, failure).parse(op, pieces, i)) continue;
      if (at) *at = 0;
      if (!encode(i, mode, why)) return std::nullopt;
      return i;
    }
  }
  if (at) *at = failure.at;
  if (why)
    *why = failure.expected.empty()
               ? fmt::format("no instruction starts like \"{}\"", text.substr(0, text.find('[')))
               : explain(text, failure);
  return std::nullopt;
}

} // namespace mev2
