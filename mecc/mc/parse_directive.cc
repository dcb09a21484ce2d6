// Parses directives: the table of all directives, scopes, liveness hints, addresses, entry point.
#include "mecc/mc/parser.h"

#include <fmt/format.h>

namespace mecc::mc {

const std::map<std::string, Parser::Handler>& Parser::handlers() {
  static const std::map<std::string, Handler> all{{".begin", &Parser::open_scope},
                                                  {".end", &Parser::close_scope},
                                                  {".subroutine", &Parser::open_scope},
                                                  {".endsub", &Parser::close_scope},
                                                  {".local", &Parser::open_scope},
                                                  {".endlocal", &Parser::close_scope},
                                                  {".reg", &Parser::declare_registers},
                                                  {".areg", &Parser::declare_banked},
                                                  {".breg", &Parser::declare_banked},
                                                  {".sig", &Parser::declare_signals},
                                                  {".sram", &Parser::declare_memory},
                                                  {".dram", &Parser::declare_memory},
                                                  {".sdram", &Parser::declare_memory},
                                                  {".scratch", &Parser::declare_memory},
                                                  {".local_mem", &Parser::declare_memory},
                                                  {".alloc_mem", &Parser::alloc_memory},
                                                  {".operand_synonym", &Parser::declare_synonym},
                                                  {".xfer_order", &Parser::transfer_order},
                                                  {".xfer_order_rd", &Parser::transfer_order},
                                                  {".xfer_order_wr", &Parser::transfer_order},
                                                  {".set", &Parser::hints},
                                                  {".set_rd", &Parser::hints},
                                                  {".set_wr", &Parser::hints},
                                                  {".set_sig", &Parser::hints},
                                                  {".use", &Parser::hints},
                                                  {".use_rd", &Parser::hints},
                                                  {".use_wr", &Parser::hints},
                                                  {".use_sig", &Parser::hints},
                                                  {".addr", &Parser::pin},
                                                  {".init", &Parser::initial_value},
                                                  {".init_csr", &Parser::initial_csr},
                                                  {".import_var", &Parser::import_variables},
                                                  {".num_contexts", &Parser::num_contexts},
                                                  {".entry", &Parser::entry},
                                                  {".global_label", &Parser::global_labels},
                                                  {".print", &Parser::print},
                                                  {".print_if", &Parser::print_if},
                                                  {".print_if_unsigned", &Parser::print_if},
                                                  {".assert", &Parser::assertion},
                                                  {".assert_unsigned", &Parser::assertion},
                                                  {".if", &Parser::open_if},
                                                  {".if_unsigned", &Parser::open_if},
                                                  {".elif", &Parser::else_if},
                                                  {".elif_unsigned", &Parser::else_if},
                                                  {".else", &Parser::else_if},
                                                  {".endif", &Parser::close_if},
                                                  {".while", &Parser::open_while},
                                                  {".while_unsigned", &Parser::open_while},
                                                  {".endw", &Parser::close_while},
                                                  {".repeat", &Parser::open_repeat},
                                                  {".until", &Parser::close_repeat},
                                                  {".until_unsigned", &Parser::close_repeat},
                                                  {".break", &Parser::leave_loop},
                                                  {".continue", &Parser::leave_loop}};
  return all;
}

void Parser::directive(const Piece& word, const Piece& rest) {
  const auto handler = handlers().find(lower(word.text));
  if (handler != handlers().end()) return (this->*handler->second)(word, rest);
  std::vector<std::string> names;
  for (const auto& [name, unused] : handlers())
    names.push_back(name);
  const std::string near = ixp::closest(lower(word.text), names);
  fail(word, fmt::format("'{}' is no directive{}", word.text,
                         near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
}

// ---- Scopes

void Parser::open_scope(const Piece& word, const Piece& rest) {
  const std::string name = lower(word.text);
  names_.open(place(word), name == ".begin" ? "end" : name == ".local" ? "endlocal" : "endsub");
  if (name == ".local" && !rest.empty()) declare_registers(word, rest);
}

void Parser::close_scope(const Piece& word, const Piece&) {
  const std::string closer = lower(word.text).substr(1);
  if (names_.close(closer.c_str())) return;
  if (names_.at_top())
    fail(word, fmt::format(".{} without {}", closer,
                           closer == "end"        ? ".begin"
                           : closer == "endlocal" ? ".local"
                                                  : ".subroutine"));
  unit_.error(place(word),
              fmt::format(".{} is expected before .{}", names_.expected_closer(), closer));
  unit_.note_place("the scope was opened here", names_.opened_at());
}

// ---- .set, .use

void Parser::hints(const Piece& directive, const Piece& rest) {
  const std::string word = lower(directive.text);
  Hint h{};
  h.kind = word.starts_with(".set") ? Hint::Kind::Set : Hint::Kind::Use;
  if (word.ends_with("_rd")) h.side = Hint::Side::Read;
  if (word.ends_with("_wr")) h.side = Hint::Side::Write;
  for (const Piece& p : split_words(rest)) {
    const Symbol* s = names_.find(std::string(p.text), names_.current());
    if (s && s->kind == Symbol::Kind::Operand) continue; // only declared names are affected
    h.is_signal = s && s->kind == Symbol::Kind::Signal;
    if (h.is_signal) {
      h.id = s->first;
      pending_hints_.push_back(h);
      continue;
    }
    const std::vector<RegisterId> found = registers_named(p);
    if (found.empty()) unknown_name(p, "register or signal");
    for (RegisterId r : found) {
      h.id = r;
      pending_hints_.push_back(h);
    }
  }
}

// ---- .addr

// "a5", "@b17", or a number with an optional bank: "5 A". Sets the bank if given.
unsigned Parser::gpr_place(Register& r, size_t count, const std::vector<Piece>& words) {
  using mev2::OperandKind;
  const Piece& p = words[1];
  const unsigned all = r.absolute ? mev2::kFileRegisters : unit_.registers_per_bank();
  const size_t most = physical_operand(p.text) ? 2 : 3;
  if (words.size() > most) fail(words[most], "nothing is expected after the register");
  if (const auto physical = physical_operand(p.text)) {
    if (physical->kind != (r.absolute ? OperandKind::AbsGpr : OperandKind::Gpr))
      fail(p, fmt::format("the place of {} is written {}, not '{}'", r.name,
                          r.absolute ? "@a0 .. @b127" : "a0 .. b15", p.text));
    if (physical->number + count > all)
      fail(p, fmt::format("the {} elements from {} on do not fit the {} registers of a bank", count,
                          p.text, all));
    set_bank(r, physical->bank, p);
    return physical->number;
  }
  if (words.size() > 2) {
    const std::string bank = lower(words[2].text);
    if (bank != "a" && bank != "b")
      fail(words[2], fmt::format("bank A or B is expected, not '{}'", words[2].text));
    set_bank(r, bank == "a" ? mev2::Bank::A : mev2::Bank::B, words[2]);
  }
  return static_cast<unsigned>(known_number(
      p, 0, static_cast<int64_t>(all) - static_cast<int64_t>(count), "register number"));
}

void Parser::set_bank(Register& r, mev2::Bank bank, const Piece& p) {
  if (r.pinned_bank.value_or(bank) != bank)
    fail(p, fmt::format("{} is in the other bank already", r.name));
  r.pinned_bank = bank;
}

void Parser::pin(const Piece&, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2) fail(rest, "a name and its number are expected: .addr name 4");
  const Piece tail = trim(rest.text.substr(words[1].offset - rest.offset), words[1].offset);
  const Symbol* s = names_.find(std::string(words[0].text), names_.current());
  if (s && s->kind == Symbol::Kind::Signal) {
    Signal& signal = unit_.signals[s->first];
    const auto number = static_cast<unsigned>(known_number(tail, 1, 15, "signal number"));
    if (signal.pinned.value_or(number) != number)
      fail(tail, fmt::format("{} has number {} already", signal.name, *signal.pinned));
    signal.pinned = number;
    return;
  }
  const std::vector<RegisterId> found = registers_named(words[0]);
  if (found.empty()) unknown_name(words[0], "register or signal");
  Register& first = unit_.registers[found[0]];
  unsigned number = 0;
  if (first.file == File::Gpr) {
    number = gpr_place(first, found.size(), words);
  } else {
    const int64_t limit =
        static_cast<int64_t>(unit_.registers_per_bank()) - static_cast<int64_t>(found.size());
    number = static_cast<unsigned>(known_number(tail, 0, limit, "register number"));
  }
  for (size_t k = 0; k < found.size(); ++k) {
    Register& r = unit_.registers[found[k]];
    const unsigned own = number + static_cast<unsigned>(k);
    if (r.pinned.value_or(own) != own)
      fail(tail, fmt::format("{} has number {} already", r.name, *r.pinned));
    r.pinned = own;
    r.pinned_bank = first.pinned_bank;
  }
}

// `&name` of a register or signal of another microengine is a number that only .addr can give.
void Parser::check_remote() {
  const auto check = [&](const auto& declared) {
    if (declared.remote && declared.address_taken && !declared.pinned)
      unit_.error(declared.declared, fmt::format("the number of {} is needed, as another program "
                                                 "decides it; give it with .addr",
                                                 declared.name));
  };
  for (const Register& r : unit_.registers)
    check(r);
  for (const Signal& s : unit_.signals)
    check(s);
}

// ---- The program as a whole

void Parser::num_contexts(const Piece& word, const Piece& rest) {
  const int64_t n = known_number(rest, INT32_MIN, INT32_MAX, "number of contexts");
  if (n != 4 && n != 8) fail(rest, "the number of contexts is 4 or 8");
  const auto mode = n == 4 ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
  if (mode_at_ && mode != unit_.mode) {
    unit_.error(place(word), "another number of contexts is given already");
    unit_.note_place("given here", *mode_at_);
    return;
  }
  unit_.mode = mode;
  mode_at_ = place(word);
}

void Parser::entry(const Piece& word, const Piece& rest) {
  if (unit_.entry != kNothing) {
    unit_.error(place(word), "the entry is given already; a program begins in one place");
    unit_.note_place("given here", unit_.label_uses[unit_.entry].at);
    return;
  }
  unit_.entry = label(rest);
}

void Parser::global_labels(const Piece&, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.empty()) fail(rest, "labels are expected: .global_label loop#");
  for (const Piece& p : words)
    names_.make_global(label_name(p), place(p));
}

} // namespace mecc::mc
