#include "mecc/dialect/inline_asm.h"

#include "base/diagnostic.h"
#include "mecc/target/isa.h"

#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace mecc::dialect {

namespace tok = clang::tok;
using clang::SourceLocation;
using clang::Token;

namespace {

// What the places between the brackets hold: d is written, u is read and written, s is read, c is a
// constant, w is a word of the assembler's.
struct Form {
  std::string_view opcode, places;
  size_t fewest;
};
constexpr Form kForms[] = {
    {"alu", "dswsw", 4},   {"alu_shf", "dswsw", 5}, {"ld_field", "uwsw", 3},
    {"immed", "dcw", 2},   {"immed_b0", "uc", 2},   {"ld_field_w_clr", "dwsw", 3},
    {"immed_b1", "uc", 2}, {"immed_b2", "uc", 2},   {"immed_b3", "uc", 2},
    {"immed_w0", "uc", 2}, {"immed_w1", "uc", 2},   {"dbl_shf", "dssw", 4},
    {"ffs", "ds", 2},      {"nop", "", 0},
};

struct Instead {
  std::string_view opcode, what;
};
constexpr Instead kInstead[] = {
    {"sram", "call sram_read and the like from <ixp_sram.h>"},
    {"scratch", "call scratch_read and the like from <ixp_scratch.h>"},
    {"dram", "call dram_read and the like from <ixp_dram.h>"},
    {"msf", "call msf_read and the like from <ixp_msf.h>"},
    {"pci", "call pci_read or pci_write from <ixp_msf.h>"},
    {"cap", "call cap_read and the like from <ixp_cap.h>"},
    {"hash_48", "call hash_48 from <ixp_hash.h>"},
    {"hash_64", "call hash_64 from <ixp_hash.h>"},
    {"hash_128", "call hash_128 from <ixp_hash.h>"},
    {"ctx_arb", "call wait_for_all, wait_for_any or ctx_wait from <ixp_signal.h>"},
    {"halt", "call halt from <ixp_signal.h>"},
    {"local_csr_rd", "call local_csr_read from <ixp_csr.h>"},
    {"local_csr_wr", "call local_csr_write from <ixp_csr.h>"},
    {"cam_lookup", "call cam_lookup from <ixp_cam.h>"},
    {"cam_write", "call cam_write from <ixp_cam.h>"},
    {"cam_write_state", "call cam_write_state from <ixp_cam.h>"},
    {"cam_read_tag", "call cam_read_tag from <ixp_cam.h>"},
    {"cam_read_state", "call cam_read_state from <ixp_cam.h>"},
    {"cam_clear", "call cam_clear from <ixp_cam.h>"},
    {"crc_be", "call crc_32_be and the like from <ixp_crc.h>"},
    {"crc_le", "call crc_32_le and the like from <ixp_crc.h>"},
    {"mul_step", "write x * y, or call multiply_24x8 from <ixp_bits.h>"},
    {"pop_count1", "call pop_count from <ixp_bits.h>"},
    {"pop_count2", "call pop_count from <ixp_bits.h>"},
    {"pop_count3", "call pop_count from <ixp_bits.h>"},
    {"byte_align_be", "call byte_align_block_be from <ixp_bits.h>"},
    {"byte_align_le", "call byte_align_block_le from <ixp_bits.h>"},
    {"asr", "write >> on a signed value"},
    {"br", "write goto"},
    {"jump", "write switch"},
    {"rtn", "write return"},
};

// One instruction, read from the tokens.
class Instruction {
public:
  Instruction(clang::Preprocessor& pp, const Tokens& tokens, size_t at)
      : pp_(pp), make_(pp), tokens_(tokens), i_(at), where_(tokens[at].getLocation()) {}

  // The index behind the instruction; its replacement is in statement(), empty after an error.
  size_t read() {
    opcode_ = spelling(i_++);
    std::vector<std::pair<size_t, size_t>> operands;
    if (at(tok::l_square)) operands = split();
    const bool modified = modifiers();
    if (const Form* form = find_form()) {
      if (modified)
        error("an instruction in C takes no words behind its bracket; use the intrinsic that does "
              "what this says");
      else
        build(*form, operands);
    }
    return i_;
  }

  const Tokens& statement() const { return statement_; }

private:
  bool at(tok::TokenKind kind) const { return i_ < tokens_.size() && tokens_[i_].is(kind); }

  std::string spelling(size_t i) const {
    return tokens_[i].isAnnotation() ? std::string() : pp_.getSpelling(tokens_[i]);
  }

  std::string text(size_t from, size_t to) const {
    std::string out;
    for (; from < to; ++from)
      out += spelling(from);
    return out;
  }

  void error(const std::string& what) {
    if (!failed_) report(pp_, where_, clang::DiagnosticsEngine::Error, "%0") << what;
    failed_ = true;
  }

  // The operands, as ranges of tokens.
  std::vector<std::pair<size_t, size_t>> split() {
    std::vector<std::pair<size_t, size_t>> out;
    const size_t end = after_group(tokens_, i_);
    if (!tokens_[end - 1].is(tok::r_square))
      error(fmt::format("the operands of '{}' are never closed, write ']' behind them", opcode_));
    size_t begin = ++i_;
    while (i_ + 1 < end) {
      if (at(tok::comma)) {
        out.emplace_back(begin, i_);
        begin = i_ + 1;
      }
      i_ = tokens_[i_].isOneOf(tok::l_paren, tok::l_square, tok::l_brace) ? after_group(tokens_, i_)
                                                                          : i_ + 1;
    }
    if (begin < end - 1) out.emplace_back(begin, end - 1);
    i_ = std::min(end, tokens_.size() - 1);
    return out;
  }

  // ", sig_done[s]" and the like behind the bracket.
  bool modifiers() {
    bool any = false;
    while (at(tok::comma)) {
      any = true;
      ++i_;
      while (i_ < tokens_.size() && tokens_[i_].isOneOf(tok::identifier, tok::numeric_constant))
        ++i_;
      if (at(tok::l_square)) i_ = after_group(tokens_, i_);
    }
    i_ = std::min(i_, tokens_.size() - 1);
    return any;
  }

  const Form* find_form() {
    for (const Form& f : kForms)
      if (f.opcode == opcode_) return &f;
    for (const Instead& i : kInstead)
      if (i.opcode == opcode_) {
        error(fmt::format("'{}' in inline assembly; {}", opcode_, i.what));
        return nullptr;
      }
    if (opcode_.starts_with("br")) {
      error(fmt::format("'{}' in inline assembly; branch with if, switch or goto", opcode_));
      return nullptr;
    }
    std::vector<std::string> names;
    for (const Form& f : kForms)
      names.emplace_back(f.opcode);
    const std::string near = ixp::closest(opcode_, names);
    error(near.empty()
              ? fmt::format("'{}' is no instruction; expected alu, alu_shf, immed, ld_field, "
                            "dbl_shf, ffs or nop",
                            opcode_)
              : fmt::format("'{}' is no instruction; did you mean '{}'?", opcode_, near));
    return nullptr;
  }

  void build(const Form& form, const std::vector<std::pair<size_t, size_t>>& operands) {
    if (operands.size() < form.fewest || operands.size() > form.places.size())
      return error(fmt::format("'{}' has {} operands, expected {}", opcode_, operands.size(),
                               form.fewest == form.places.size()
                                   ? fmt::format("{}", form.fewest)
                                   : fmt::format("{} to {}", form.fewest, form.places.size())));
    unsigned sources = 0;
    for (size_t n = 0; n < operands.size(); ++n)
      sources += in_source_field(form.places[n]) && is_register(form.places[n], operands[n]);
    two_sources_ = sources > 1;
    // Outputs are numbered before inputs, so two rounds.
    std::vector<std::string> parts(operands.size());
    for (const char* kinds : {"du", "swc"})
      for (size_t n = 0; n < operands.size(); ++n)
        if (std::string_view(kinds).find(form.places[n]) != std::string_view::npos)
          parts[n] = operand(form.places[n], operands[n].first, operands[n].second);
    if (failed_) return;
    if (!operands.empty()) check(form, parts);
    const std::string list = fmt::format("{}", fmt::join(parts, ", "));
    finish(operands.empty() ? opcode_ : fmt::format("{}[{}]", opcode_, list));
  }

  // Its text in the template; a C expression also joins the outputs or inputs.
  std::string operand(char place, size_t from, size_t to) {
    const std::string as_text = text(from, to);
    if (as_text.empty()) {
      error(fmt::format("an operand of '{}' is missing, write -- for none", opcode_));
      return {};
    }
    if (place == 'w') return word(as_text);
    const bool number = tokens_[to - 1].is(tok::numeric_constant) &&
                        (to - from == 1 || (to - from == 2 && tokens_[from].is(tok::minus)));
    if (number && place != 'd' && place != 'u')
      return fmt::format("{:#x}", static_cast<uint32_t>(std::strtoll(as_text.c_str(), nullptr, 0)));
    if (as_text == "--") return as_text;
    if (as_text.find('$') != std::string::npos || tokens_[from].is(tok::star)) {
      error(
          fmt::format("'{}': registers are the compiler's to choose; name a C variable", as_text));
      return {};
    }
    if (is_word(tokens_[from], "__ct_const_val")) {
      place = 'c';
      ++from;
    }
    std::string constraint = place == 'c' ? "i" : bank(place);
    if (place == 'd') constraint.insert(0, "=");
    if (place == 'u') constraint.insert(0, "+");
    Tokens& list = place == 'd' || place == 'u' ? outputs_ : inputs_;
    if (!list.empty()) list.push_back(make_.punctuator(tok::comma, where_));
    const SourceLocation here = tokens_[from].getLocation();
    list.push_back(make_.string(constraint, here));
    list.push_back(make_.punctuator(tok::l_paren, here));
    list.insert(list.end(), tokens_.begin() + from, tokens_.begin() + to);
    list.push_back(make_.punctuator(tok::r_paren, here));
    return fmt::format("%{}", operands_++);
  }

  // A C expression that will be a register.
  bool is_register(char place, std::pair<size_t, size_t> o) const {
    const std::string as_text = text(o.first, o.second);
    return place != 'w' && place != 'c' && as_text != "--" && !as_text.empty() &&
           !(tokens_[o.second - 1].is(tok::numeric_constant) && o.second - o.first <= 2) &&
           !is_word(tokens_[o.first], "__ct_const_val");
  }

  // Whether the operand stands in one of the word's two source fields. ld_field_w_clr's destination
  // does, though it is not read.
  bool in_source_field(char place) const {
    return place == 's' || place == 'u' || (place == 'd' && opcode_ == "ld_field_w_clr");
  }

  // Two registers in the source fields come from different banks.
  std::string bank(char place) {
    if (!two_sources_ || !in_source_field(place)) return "r";
    return std::exchange(first_source_, false) ? "a" : "b";
  }

  std::string word(const std::string& text) {
    if (text.find("carry") != std::string::npos)
      error(fmt::format("'{}' needs the instruction before it, and the compiler may put others "
                        "between; add unsigned long long in C",
                        text));
    if (text.find("indirect") != std::string::npos)
      error(fmt::format("'{}' needs the instruction before it, and the compiler may put others "
                        "between; shift by a variable in C",
                        text));
    return text;
  }

  // The target's own parser knows operators, shifts and masks: ask it with registers for operands.
  void check(const Form& form, const std::vector<std::string>& parts) {
    std::vector<std::string> sample = parts;
    bool bank_b = true; // two sources come from different banks
    for (size_t n = 0; n < parts.size(); ++n) {
      if (!parts[n].starts_with('%')) continue;
      const bool source = form.places[n] == 's';
      sample[n] = form.places[n] == 'c' ? "0x0" : !source ? "a0" : bank_b ? "b1" : "a1";
      if (source) bank_b = false;
    }
    const std::string line = fmt::format("{}[{}]", opcode_, fmt::join(sample, ", "));
    std::string why;
    if (!mev2::parse(line, mev2::ContextMode::Eight, &why) && !why.empty())
      error(fmt::format("'{}' is not an instruction: {}", line, why));
  }

  void finish(const std::string& assembly) {
    if (failed_) return;
    Tokens& s = statement_;
    s = {make_.word("__asm__", where_), make_.word("volatile", where_),
         make_.punctuator(tok::l_paren, where_), make_.string(assembly, where_),
         make_.punctuator(tok::colon, where_)};
    s.insert(s.end(), outputs_.begin(), outputs_.end());
    s.push_back(make_.punctuator(tok::colon, where_));
    s.insert(s.end(), inputs_.begin(), inputs_.end());
    s.push_back(make_.punctuator(tok::r_paren, where_));
    s.push_back(make_.punctuator(tok::semi, where_));
  }

  clang::Preprocessor& pp_;
  TokenMaker make_;
  const Tokens& tokens_;
  size_t i_;
  SourceLocation where_;
  std::string opcode_;
  Tokens outputs_, inputs_, statement_;
  unsigned operands_ = 0;
  bool two_sources_ = false, first_source_ = true, failed_ = false;
};

} // namespace

bool is_inline_asm(const Tokens& tokens, size_t at) {
  if (at + 1 >= tokens.size() || !tokens[at].is(tok::kw_asm)) return false;
  const Token& next = tokens[at + 1];
  return next.isOneOf(tok::l_brace, tok::identifier, tok::kw___attribute);
}

size_t rewrite_inline_asm(clang::Preprocessor& pp, const Tokens& tokens, size_t at, Tokens& out) {
  const TokenMaker make(pp);
  const SourceLocation where = tokens[at].getLocation();
  size_t i = at + 1;
  if (tokens[i].is(tok::kw___attribute) && i + 1 < tokens.size())
    i = std::min(after_group(tokens, i + 1), tokens.size() - 1);
  const bool block = tokens[i].is(tok::l_brace);
  if (block) ++i;
  out.push_back(make.punctuator(tok::l_brace, where));
  do {
    if (!tokens[i].isOneOf(tok::identifier, tok::semi) && !(block && tokens[i].is(tok::r_brace))) {
      report(pp, tokens[i].getLocation(), clang::DiagnosticsEngine::Error,
             "expected an instruction such as alu[d, a, +, b]");
      while (block && !tokens[i].isOneOf(tok::r_brace, tok::eof))
        ++i;
    }
    if (!tokens[i].is(tok::identifier)) {
      if (tokens[i].is(tok::semi)) ++i;
      continue;
    }
    Instruction instruction(pp, tokens, i);
    i = instruction.read();
    out.insert(out.end(), instruction.statement().begin(), instruction.statement().end());
  } while (block && !tokens[i].isOneOf(tok::r_brace, tok::eof));
  out.push_back(make.punctuator(tok::r_brace, where));
  if (block && tokens[i].is(tok::r_brace)) ++i;
  if (tokens[i].is(tok::semi)) ++i;
  return i;
}

} // namespace mecc::dialect
