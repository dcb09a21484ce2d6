// Inline assembly with C expressions as operands: __asm instruction, and __asm { lines }.
//
//     __asm { loop:                                loop: ;
//             sram[read, x, p, 0, 1], ctx_swap[s]  __me_cmd_SRAM_READ(&x, p, 0, 1, ctx_swap, &s);
//             alu[sum, sum, +, x]                  __asm__ volatile("alu[%0, %0, +, %1] ..
//             br_bclr[x, 31, loop] }               if ((x >> 31 & 1) == 0) goto loop;
//
// Consecutive computing instructions with their branches become one GNU assembly statement
// (asm_statement.h). Commands and waits need transfer registers and signals that have no numbers
// yet, so they become calls of primitives; if there are any, labels become C labels.
#include "isa/isa.h"
#include "mecc/dialect/asm_statement.h"
#include "mecc/dialect/rewrite.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <memory>

namespace mecc::dialect {

namespace tok = clang::tok;
using clang::SourceLocation;

namespace {

// Translates the lines of one __asm to C statements.
class Block {
public:
  Block(clang::Preprocessor& pp, const Tokens& tokens, std::vector<AsmLine> lines)
      : pp_(pp), make_(pp), tokens_(tokens), reader_(pp, tokens), lines_(std::move(lines)) {}

  Tokens run() {
    const bool mixed = std::ranges::any_of(lines_, [](const AsmLine& l) {
      return !l.is_label && (is_asm_command(l.name) || is_asm_wait(l.name));
    });
    if (!check_labels()) return {};
    begin_statement({});
    for (const AsmLine& line : lines_)
      if (!line.is_label && is_asm_command(line.name))
        command(line);
      else if (!line.is_label && is_asm_wait(line.name))
        wait(line);
      else if (mixed && line.is_label)
        label(line);
      else if (mixed && line.name.starts_with('b') && !line.name.starts_with("byte"))
        branch(line);
      else if (line.is_label || find_asm_form(line))
        statement_->add(line);
      else
        error(line.at, asm_remedy(line.name));
    end_statement();
    return std::move(out_);
  }

private:
  void error(SourceLocation at, const std::string& text) {
    report(pp_, at, clang::DiagnosticsEngine::Error, "%0") << text;
  }

  // ---- C statements

  void begin_statement(const std::string& behind) {
    statement_ = std::make_unique<AsmStatement>(pp_, tokens_, serial_++);
    if (!behind.empty()) statement_->forbid_entry_codes(behind);
  }
  void end_statement() {
    const Tokens done = statement_->finish();
    out_.insert(out_.end(), done.begin(), done.end());
  }
  void flush(const AsmLine& before) {
    end_statement();
    begin_statement(before.name);
  }

  using Arguments = std::vector<Tokens>;
  Tokens tokens(TokenRange r) const {
    return {tokens_.begin() + static_cast<std::ptrdiff_t>(r.from),
            tokens_.begin() + static_cast<std::ptrdiff_t>(r.to)};
  }

  // Emits C tokens from text separated by blanks; %0 to %9 are arguments.
  void emit(SourceLocation at, std::string_view text, const Arguments& arguments = {}) {
    static constexpr std::pair<std::string_view, tok::TokenKind> kPunctuators[] = {
        {"(", tok::l_paren}, {")", tok::r_paren},         {",", tok::comma},   {"&", tok::amp},
        {";", tok::semi},    {">>", tok::greatergreater}, {"!", tok::exclaim}, {":", tok::colon},
        {"*", tok::star},    {"==", tok::equalequal}};
    while (!text.empty()) {
      const std::string_view word = text.substr(0, text.find(' '));
      text.remove_prefix(std::min(text.size(), word.size() + 1));
      if (word.empty()) continue;
      const auto* p = std::ranges::find(kPunctuators, word,
                                        &std::pair<std::string_view, tok::TokenKind>::first);
      if (p != std::end(kPunctuators)) {
        out_.push_back(make_.punctuator(p->second, at));
      } else if (word[0] == '%') {
        const Tokens& a = arguments[static_cast<size_t>(word[1] - '0')];
        out_.insert(out_.end(), a.begin(), a.end());
      } else if (std::isdigit(static_cast<unsigned char>(word[0]))) {
        out_.push_back(make_.number(static_cast<unsigned>(std::stoul(std::string(word))), at));
      } else {
        out_.push_back(make_.word(word, at));
      }
    }
  }

  // ---- Labels and branches

  // The last operand of a branch; empty for other instructions.
  std::string target_of(const AsmLine& line) const {
    const AsmForm* form = line.is_label ? nullptr : find_asm_form(line);
    const bool branches =
        form ? form->places.ends_with('l') : is_asm_wait(line.name) && line.name.starts_with("br");
    if (!branches || line.operands.empty()) return {};
    std::string name = reader_.text(line.operands.back());
    if (name.ends_with('#')) name.pop_back();
    return name;
  }

  bool check_labels() {
    std::vector<std::string> labels;
    bool good = true;
    const auto wrong = [&](SourceLocation at, const std::string& text) {
      error(at, text);
      good = false;
    };
    for (const AsmLine& line : lines_) {
      if (!line.is_label) continue;
      if (std::ranges::find(labels, line.name) != labels.end())
        wrong(line.at, fmt::format("label '{}' stands twice in this block", line.name));
      labels.push_back(line.name);
    }
    for (const AsmLine& line : lines_)
      if (const std::string to = target_of(line);
          !to.empty() && std::ranges::find(labels, to) == labels.end())
        wrong(line.at, fmt::format("label '{}' does not stand in this block; leave it by if and "
                                   "goto behind it",
                                   to));
    return good;
  }

  // Labels are made unique for each use of a block.
  std::string label_name(std::string name) const {
    if (name.ends_with('#')) name.pop_back();
    return fmt::format("__me_asm_{}_{}", lines_.front().at.getRawEncoding(), name);
  }

  void label(const AsmLine& line) {
    flush(line);
    emit(line.at, label_name(line.name) + " : ;");
  }

  void branch(const AsmLine& line) {
    const AsmForm* form = find_asm_form(line);
    if (!form) return error(line.at, asm_remedy(line.name));
    if (line.operands.size() != form->places.size())
      return error(line.at, fmt::format("'{}' has {} operands, expected {}", line.name,
                                        line.operands.size(), form->places.size()));
    if (!line.modifiers.empty())
      return error(line.at, "a branch in a block with commands takes no words behind it; the "
                            "compiler fills its defer slots");
    const std::string to = label_name(reader_.text(line.operands.back()));
    Arguments a;
    for (const TokenRange& o : line.operands)
      a.push_back(tokens(o));
    const bool negated = line.name.find('!') != line.name.npos || line.name == "br_bclr";
    const std::string condition = negated ? "if ( ! ( " : "if ( ( ";
    if (line.name == "br") {
      flush(line);
      emit(line.at, fmt::format("goto {} ;", to));
    } else if (line.name.ends_with("byte")) {
      flush(line);
      emit(line.at, condition + "( ( %0 ) >> 8 * ( %1 ) & 255 ) == ( %2 ) ) ) goto " + to + " ;",
           a);
    } else if (line.name.ends_with("ctx")) {
      flush(line);
      emit(line.at, condition + "__me_ctx ( ) == ( %0 ) ) ) goto " + to + " ;", a);
    } else if (line.name.starts_with("br_")) {
      flush(line);
      emit(line.at, condition + "( %0 ) >> ( %1 ) & 1 ) ) goto " + to + " ;", a);
    } else {
      const std::string taken = statement_->add_flag(line);
      flush(line);
      emit(line.at, fmt::format("if ( {} ) goto {} ;", taken, to));
    }
  }

  // ---- Waits

  void wait(const AsmLine& line) {
    const bool arb = line.name == "ctx_arb";
    if (line.operands.empty() || (!arb && line.operands.size() != 2))
      return error(line.at, arb ? "'ctx_arb' waits for nothing; name signals, voluntary or kill"
                                : fmt::format("'{}' has {} operands, expected 2", line.name,
                                              line.operands.size()));
    flush(line);
    if (arb) return arbitrate(line);
    if (!line.modifiers.empty())
      return error(line.at, "a test of a signal or state takes no words behind it here");
    const std::string condition = line.name.find('!') != line.name.npos ? "if ( ! " : "if ( ";
    const std::string to = label_name(reader_.text(line.operands[1]));
    if (line.name.ends_with("signal"))
      return emit(line.at, condition + "__me_signal_test ( & ( %0 ) ) ) goto " + to + " ;",
                  {tokens(line.operands[0])});
    const std::string name = reader_.text(line.operands[0]);
    const auto state = mev2::input_state_number(canonical_word(name));
    if (!state) return error(line.at, fmt::format("'{}' is no input state", name));
    emit(line.at, fmt::format("{}__me_inp_state ( {} ) ) goto {} ;", condition, *state, to));
  }

  void arbitrate(const AsmLine& line) {
    const std::string first = reader_.text(line.operands[0]);
    const bool any = std::ranges::find(line.modifiers, "any") != line.modifiers.end();
    for (const std::string& m : line.modifiers)
      if (m != "any" && m != "all")
        return error(line.at, fmt::format("'{}' behind ctx_arb in inline assembly; write a branch "
                                          "in a line of its own",
                                          m));
    for (const char* word : {"voluntary", "kill", "bpt"})
      if (first == word) return emit(line.at, fmt::format("__me_ctx_{} ( ) ;", word));
    if (first == "--")
      return error(line.at, "'ctx_arb[--]' in inline assembly; call wait_sig_mask from "
                            "<ixp_signal.h>");
    emit(line.at, any ? "__me_wait_any (" : "__me_wait_all (");
    for (size_t n = 0; n < line.operands.size(); ++n)
      emit(line.at, n ? ", & ( %0 )" : "& ( %0 )", {tokens(line.operands[n])});
    emit(line.at, ") ;");
  }

  // ---- Commands

  std::optional<mev2::Opcode> opcode_of(const AsmLine& line) const {
    const bool hash = line.name.starts_with("hash");
    const std::string token =
        hash || line.operands.empty() ? "" : canonical_word(reader_.text(line.operands[0]));
    for (unsigned n = 0; n < mev2::kOpcodes; ++n) {
      const auto op = static_cast<mev2::Opcode>(n);
      if (mev2::info(op).mnemonic == line.name && mev2::info(op).token == token) return op;
    }
    return std::nullopt;
  }

  // The address of an object; a null pointer for --.
  Tokens address_of(TokenRange range, SourceLocation at) const {
    if (reader_.text(range) == "--") return {make_.number(0, at)};
    Tokens out{make_.punctuator(tok::amp, at), make_.punctuator(tok::l_paren, at)};
    const Tokens object = tokens(range);
    out.insert(out.end(), object.begin(), object.end());
    out.push_back(make_.punctuator(tok::r_paren, at));
    return out;
  }

  // max_4 means 4.
  Tokens count_of(TokenRange range) const {
    const std::string text = reader_.text(range);
    const bool most = text.starts_with("max_") && text.size() <= 6 &&
                      text.find_first_not_of("0123456789", 4) == text.npos && text.size() > 4;
    if (!most) return tokens(range);
    return {make_.number(static_cast<unsigned>(std::stoul(text.substr(4))),
                         tokens_[range.from].getLocation())};
  }

  void command(const AsmLine& line) {
    const auto op = opcode_of(line);
    if (!op)
      return error(line.at,
                   fmt::format("'{}[{}' is no command", line.name,
                               line.operands.empty() ? "" : reader_.text(line.operands[0])));
    const mev2::OpcodeInfo& info = mev2::info(*op);
    const bool hash = info.cls == mev2::InstrClass::Hash;
    const size_t expected = (hash ? 1 : 4) + (info.has_count ? 1 : 0);
    if (line.operands.size() != expected)
      return error(line.at, fmt::format("'{}' has {} operands, expected {}", line.name,
                                        line.operands.size(), expected));
    Tokens signal{make_.number(0, line.at)};
    const char* sync = "2";
    bool indirect = false;
    for (size_t n = 0; n < line.modifiers.size(); ++n) {
      const std::string& m = line.modifiers[n];
      if (m == "sig_done" || m == "ctx_swap") {
        sync = m == "sig_done" ? "0" : "1";
        signal = address_of(line.arguments[n], line.at);
      } else if (m == "indirect_ref") {
        indirect = true;
      } else if (m != "optimize_mem") {
        return error(line.at, fmt::format("'{}' behind a command in inline assembly, expected "
                                          "sig_done[signal], ctx_swap[signal] or indirect_ref",
                                          m));
      }
    }
    const Tokens override_word = indirect ? statement_->keep_result() : Tokens();
    if (indirect && override_word.empty())
      return error(line.at, "indirect_ref takes the result of the instruction in front; write an "
                            "alu there");
    flush(line);
    const size_t xfer = hash ? 0 : 1;
    Arguments a{address_of(line.operands[xfer], line.at)};
    a.push_back(hash ? signal : tokens(line.operands[2]));
    a.push_back(hash ? signal : tokens(line.operands[3]));
    a.push_back(info.has_count ? count_of(line.operands.back()) : Tokens{make_.number(0, line.at)});
    a.push_back(override_word);
    a.push_back(signal);
    const std::string address = hash ? "0 , 0" : "( unsigned ) ( %1 ) , ( unsigned ) ( %2 )";
    emit(line.at,
         fmt::format("__me_{}_{} ( %0 , {} , ( %3 ) , {} {} , %5 ) ;", indirect ? "cmdi" : "cmd",
                     info.name, address, indirect ? "( %4 ) ," : "", sync),
         a);
  }

  clang::Preprocessor& pp_;
  TokenMaker make_;
  const Tokens& tokens_;
  AsmReader reader_;
  std::vector<AsmLine> lines_;
  std::unique_ptr<AsmStatement> statement_;
  unsigned serial_ = 0;
  Tokens out_;
};

// A word that may begin a line: names of instructions and labels may be keywords or macros of C.
bool begins_line(const clang::Token& t) {
  return !t.isAnnotation() && t.getIdentifierInfo();
}

} // namespace

bool is_inline_asm(const Tokens& tokens, size_t at) {
  if (at + 1 >= tokens.size() || !tokens[at].is(tok::kw_asm)) return false;
  const clang::Token& next = tokens[at + 1];
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
  std::vector<AsmLine> lines;
  bool good = true;
  do {
    if (begins_line(tokens[i])) {
      std::optional<AsmLine> line = AsmReader(pp, tokens).read(i);
      good &= line.has_value();
      if (!line) continue;
      line->name = line->is_label ? line->name : canonical_opcode(line->name);
      lines.push_back(std::move(*line));
    } else if (tokens[i].is(tok::semi)) {
      ++i;
    } else if (!block || !tokens[i].is(tok::r_brace)) {
      report(pp, tokens[i].getLocation(), clang::DiagnosticsEngine::Error,
             "expected an instruction such as alu[d, a, +, b]");
      good = false;
      while (block && !tokens[i].isOneOf(tok::r_brace, tok::eof))
        ++i;
    }
  } while (block && !tokens[i].isOneOf(tok::r_brace, tok::eof));
  out.push_back(make.punctuator(tok::l_brace, where));
  if (good && !lines.empty()) {
    const Tokens statements = Block(pp, tokens, std::move(lines)).run();
    out.insert(out.end(), statements.begin(), statements.end());
  }
  out.push_back(make.punctuator(tok::r_brace, where));
  if (block && tokens[i].is(tok::r_brace)) ++i;
  if (tokens[i].is(tok::semi)) ++i;
  return i;
}

} // namespace mecc::dialect
