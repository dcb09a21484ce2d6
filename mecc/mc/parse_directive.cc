// Directives: declarations, scopes, transfer orders, liveness hints, initial values.
#include "mecc/mc/parser.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

const std::vector<std::string>& directives() {
  static const std::vector<std::string> all{".reg",
                                            ".sig",
                                            ".xfer_order",
                                            ".xfer_order_rd",
                                            ".xfer_order_wr",
                                            ".begin",
                                            ".end",
                                            ".local",
                                            ".endlocal",
                                            ".subroutine",
                                            ".endsub",
                                            ".set",
                                            ".set_rd",
                                            ".set_wr",
                                            ".set_sig",
                                            ".use",
                                            ".use_rd",
                                            ".use_wr",
                                            ".use_sig",
                                            ".addr",
                                            ".init",
                                            ".init_csr",
                                            ".import_var",
                                            ".num_contexts",
                                            ".if",
                                            ".if_unsigned",
                                            ".elif",
                                            ".elif_unsigned",
                                            ".else",
                                            ".endif",
                                            ".while",
                                            ".while_unsigned",
                                            ".endw",
                                            ".repeat",
                                            ".until",
                                            ".until_unsigned",
                                            ".break",
                                            ".continue"};
  return all;
}

File file_of(std::string_view name) {
  if (name.starts_with('@')) name.remove_prefix(1);
  if (name.starts_with("$$")) return File::D;
  if (name.starts_with("$")) return File::S;
  if (name.starts_with("n$") || name.starts_with("N$")) return File::Neighbour;
  return File::Gpr;
}

// Where the bare name begins, behind @ $ $$ n$.
size_t sigils(std::string_view name) {
  size_t i = name.starts_with('@') ? 1 : 0;
  if (name.substr(i).starts_with("$$")) return i + 2;
  if (name.substr(i).starts_with("$")) return i + 1;
  if (name.substr(i).starts_with("n$") || name.substr(i).starts_with("N$")) return i + 2;
  return i;
}

} // namespace

void Parser::directive(const Piece& word, const Piece& rest) {
  const std::string name = lower(word.text);
  if (structured(name, word, rest)) return;
  const auto close = [&](const char* closer, const char* opener) {
    if (names_.close(closer)) return;
    if (names_.at_top()) fail(word, fmt::format(".{} without {}", closer, opener));
    unit_.error(place(word),
                fmt::format(".{} is expected before .{}", names_.expected_closer(), closer));
    unit_.note_place("the scope was opened here", names_.opened_at());
  };
  if (name == ".reg")
    declare_registers(rest, false);
  else if (name == ".sig")
    declare_signals(rest);
  else if (name.starts_with(".xfer_order"))
    transfer_order(rest);
  else if (name == ".begin")
    names_.open(place(word), "end");
  else if (name == ".end")
    close("end", ".begin");
  else if (name == ".subroutine")
    names_.open(place(word), "endsub");
  else if (name == ".endsub")
    close("endsub", ".subroutine");
  else if (name == ".local") {
    names_.open(place(word), "endlocal");
    declare_registers(rest, true);
  } else if (name == ".endlocal")
    close("endlocal", ".local");
  else if (name.starts_with(".set") || name.starts_with(".use"))
    hints(name, rest);
  else if (name == ".addr")
    pin(rest);
  else if (name == ".init")
    initial_value(rest);
  else if (name == ".init_csr")
    initial_csr(rest);
  else if (name == ".import_var")
    import_variables(rest);
  else if (name == ".num_contexts")
    num_contexts(rest);
  else {
    const std::string near = ixp::closest(name, directives());
    fail(word,
         fmt::format("'{}' is no directive{}", word.text,
                     near.empty() ? std::string() : fmt::format("; did you mean '{}'?", near)));
  }
}

// ---- .reg, .sig

void Parser::declare_registers(const Piece& rest, bool local) {
  Register like;
  bool global = false, any = false;
  for (const Piece& p : split_words(rest)) {
    const std::string word = lower(p.text);
    if (word == "read")
      like.read_only = true;
    else if (word == "write")
      like.write_only = true;
    else if (word == "volatile")
      like.is_volatile = true;
    else if (word == "visible" || word == "extern")
      like.visible = true;
    else if (word == "remote")
      like.remote = true;
    else if (word == "global")
      global = true;
    else {
      declare_register(p, like, global);
      any = true;
    }
  }
  if (!any && !local) fail(rest, "register names are expected after .reg");
}

void Parser::declare_register(const Piece& p, const Register& like, bool global) {
  std::string_view name = p.text;
  uint32_t count = 1;
  bool array = false;
  if (const size_t open = name.find('['); open != std::string_view::npos) {
    if (name.back() != ']') fail(p, fmt::format("'{}' has no matching ']'", name));
    const Piece size = trim(name.substr(open + 1, name.size() - open - 2),
                            p.offset + static_cast<uint32_t>(open + 1));
    count = static_cast<uint32_t>(known_number(size, 1, 128, "array size"));
    array = true;
    name = trim(name.substr(0, open), p.offset).text;
  }
  const size_t bare = sigils(name);
  bool good =
      bare < name.size() && (bare > 0 ? is_name_char(name[bare]) : is_name_start(name[bare]));
  for (char c : name.substr(std::min(bare, name.size())))
    good = good && is_name_char(c);
  if (!good)
    fail(
        p,
        fmt::format(
            "'{}' is no register name; names are letters, digits and _, with $, $$, n$ or @ before",
            p.text));

  Register r = like;
  r.file = file_of(name);
  r.absolute = name.starts_with('@');
  r.declared = place(p);
  if (r.absolute && r.file != File::Gpr)
    fail(p, "only general-purpose registers can be absolute (@name)");
  if ((r.read_only || r.write_only) && !r.transfer())
    fail(p, "'read' and 'write' are for transfer registers ($name, $$name)");
  if (r.read_only && r.write_only) r.read_only = r.write_only = false;

  const auto first = static_cast<RegisterId>(unit_.registers.size());
  Symbol symbol{Symbol::Kind::Register, first, count, array, r.declared};
  if (const Symbol* other = names_.declare(std::string(name), symbol, global)) {
    // A macro that is called twice in one scope declares its registers again.
    const Line &here = unit_.lines[line_], &there = unit_.lines[other->declared.line];
    if (here.expansion && here.file == there.file && here.line == there.line &&
        other->kind == symbol.kind)
      return;
    unit_.error(place(p), fmt::format("{} is already declared in this scope", name));
    unit_.note_place("declared here", other->declared);
    return;
  }
  for (uint32_t k = 0; k < count; ++k) {
    r.name = array ? fmt::format("{}[{}]", name, k) : std::string(name);
    unit_.registers.push_back(r);
  }
  if (array && r.transfer()) { // elements are consecutive by themselves
    Order order;
    order.at = r.declared;
    for (uint32_t k = 0; k < count; ++k) {
      unit_.registers[first + k].order = static_cast<uint32_t>(unit_.orders.size());
      unit_.registers[first + k].order_index = k;
      order.members.push_back(first + k);
    }
    unit_.orders.push_back(std::move(order));
  }
}

void Parser::declare_signals(const Piece& rest) {
  Signal like;
  bool any = false, global = false;
  for (const Piece& p : split_words(rest)) {
    const std::string word = lower(p.text);
    if (word == "volatile")
      like.is_volatile = true;
    else if (word == "visible" || word == "extern")
      like.visible = true;
    else if (word == "remote")
      like.remote = true;
    else if (word == "global")
      global = true;
    else {
      any = true;
      bool good = is_name_start(p.text[0]);
      for (char c : p.text)
        good = good && is_name_char(c);
      if (!good)
        fail(p, fmt::format("'{}' is no signal name; names are letters, digits and _", p.text));
      Signal s = like;
      s.name = std::string(p.text);
      s.declared = place(p);
      const Symbol symbol{Symbol::Kind::Signal, static_cast<uint32_t>(unit_.signals.size()), 1,
                          false, s.declared};
      if (const Symbol* other = names_.declare(s.name, symbol, global)) {
        const Line &here = unit_.lines[line_], &there = unit_.lines[other->declared.line];
        if (here.expansion && here.file == there.file && here.line == there.line &&
            other->kind == symbol.kind)
          continue;
        unit_.error(place(p), fmt::format("{} is already declared in this scope", s.name));
        unit_.note_place("declared here", other->declared);
        continue;
      }
      unit_.signals.push_back(std::move(s));
    }
  }
  if (!any) fail(rest, "signal names are expected after .sig");
}

// ---- .xfer_order

// Gives `members` consecutive places in one order, joining orders that share registers.
static bool join_orders(Unit& unit, const std::vector<RegisterId>& members, Place at,
                        std::string& why) {
  std::map<int, RegisterId> places; // relative to members[0]
  std::map<RegisterId, int> position;
  std::vector<uint32_t> joined;
  const auto put = [&](RegisterId r, int where) {
    auto [p, fresh] = position.emplace(r, where);
    auto [q, free] = places.emplace(where, r);
    if (!fresh && p->second != where)
      why = fmt::format("{} would need two places", unit.registers[r].name);
    else if (!free && q->second != r)
      why = fmt::format("{} and {} would need the same place", unit.registers[q->second].name,
                        unit.registers[r].name);
    else
      return true;
    return false;
  };
  for (size_t k = 0; k < members.size(); ++k) {
    const Register& r = unit.registers[members[k]];
    if (!put(members[k], static_cast<int>(k))) return false;
    if (r.order == kNothing || std::find(joined.begin(), joined.end(), r.order) != joined.end())
      continue;
    joined.push_back(r.order);
    const std::vector<RegisterId>& old = unit.orders[r.order].members;
    for (size_t j = 0; j < old.size(); ++j)
      if (old[j] != kNothing &&
          !put(old[j], static_cast<int>(k + j) - static_cast<int>(r.order_index)))
        return false;
  }
  Order order;
  order.at = at;
  const int first = places.begin()->first;
  for (const auto& [where, r] : places) {
    order.members.resize(static_cast<size_t>(where - first) + 1, kNothing);
    order.members.back() = r;
    unit.registers[r].order = static_cast<uint32_t>(unit.orders.size());
    unit.registers[r].order_index = static_cast<uint32_t>(where - first);
  }
  for (uint32_t o : joined)
    unit.orders[o].members.clear();
  unit.orders.push_back(std::move(order));
  return true;
}

void Parser::transfer_order(const Piece& rest) {
  std::vector<RegisterId> members;
  for (const Piece& p : split_words(rest)) {
    const std::vector<RegisterId> found = registers_named(p);
    if (found.empty()) unknown_name(p, "transfer register");
    for (RegisterId r : found) {
      if (!unit_.registers[r].transfer())
        fail(p, fmt::format("{} is not a transfer register", p.text));
      if (!members.empty() && unit_.registers[r].file != unit_.registers[members[0]].file)
        fail(p, "$ and $$ registers cannot be in one order; they are different files");
      members.push_back(r);
    }
  }
  if (members.empty()) fail(rest, "transfer registers are expected after .xfer_order");
  std::string why;
  if (!join_orders(unit_, members, place(rest), why))
    fail(rest, fmt::format("{}: this order contradicts an earlier one", why));
}

// ---- .set, .use

void Parser::hints(const std::string& word, const Piece& rest) {
  static const std::set<std::string> kKnown{".set", ".set_rd", ".set_wr", ".set_sig",
                                            ".use", ".use_rd", ".use_wr", ".use_sig"};
  if (!kKnown.contains(word)) fail(rest, fmt::format("'{}' is no directive", word));
  Hint h{};
  h.kind = word.starts_with(".set") ? Hint::Kind::Set : Hint::Kind::Use;
  if (word.ends_with("_rd")) h.side = Hint::Side::Read;
  if (word.ends_with("_wr")) h.side = Hint::Side::Write;
  for (const Piece& p : split_words(rest)) {
    const Symbol* s = names_.find(std::string(p.text), names_.current());
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

// ---- .addr, .init, .init_csr, .import_var, .num_contexts

// "a5", "@b17", or a number with or without its bank: "5 A". Sets the bank when it is said.
unsigned Parser::gpr_place(Register& r, const std::vector<Piece>& words) {
  using mev2::OperandKind;
  const Piece& p = words[1];
  if (const auto physical = physical_operand(p.text)) {
    if (physical->kind != (r.absolute ? OperandKind::AbsGpr : OperandKind::Gpr))
      fail(p, fmt::format("the place of {} is written {}, not '{}'", r.name,
                          r.absolute ? "@a0 .. @b127" : "a0 .. b15", p.text));
    r.pinned_bank = physical->bank;
    return physical->number;
  }
  if (words.size() > 2) {
    const std::string bank = lower(words[2].text);
    if (bank != "a" && bank != "b")
      fail(words[2], fmt::format("bank A or B is expected, not '{}'", words[2].text));
    r.pinned_bank = bank == "a" ? mev2::Bank::A : mev2::Bank::B;
  }
  return static_cast<unsigned>(
      known_number(p, 0, r.absolute ? 127 : unit_.registers_per_bank() - 1, "register number"));
}

void Parser::pin(const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2) fail(rest, "a name and its number are expected: .addr name 4");
  const Piece tail = trim(rest.text.substr(words[1].offset - rest.offset), words[1].offset);
  const Symbol* s = names_.find(std::string(words[0].text), names_.current());
  if (s && s->kind == Symbol::Kind::Signal) {
    Signal& signal = unit_.signals[s->first];
    signal.pinned = static_cast<unsigned>(known_number(tail, 1, 15, "signal number"));
    return;
  }
  const std::vector<RegisterId> found = registers_named(words[0]);
  if (found.empty()) unknown_name(words[0], "register or signal");
  Register& first = unit_.registers[found[0]];
  unsigned number = 0;
  if (first.file == File::Gpr) {
    number = gpr_place(first, words);
  } else {
    const int64_t limit =
        static_cast<int64_t>(unit_.registers_per_bank()) - static_cast<int64_t>(found.size());
    number = static_cast<unsigned>(known_number(tail, 0, limit, "register number"));
  }
  for (size_t k = 0; k < found.size(); ++k) {
    Register& r = unit_.registers[found[k]];
    r.pinned = number + static_cast<unsigned>(k);
    r.pinned_bank = first.pinned_bank;
  }
}

void Parser::initial_value(const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2) fail(rest, "a register and its value are expected: .init name 5");
  const std::vector<RegisterId> found = registers_named(words[0]);
  if (found.empty()) unknown_name(words[0], "register");
  if (words.size() - 1 > found.size())
    fail(words[found.size() + 1],
         fmt::format("{} has {} element{}; put an expression in parentheses", words[0].text,
                     found.size(), found.size() == 1 ? "" : "s"));
  for (size_t k = 0; k + 1 < words.size(); ++k)
    unit_.registers[found[k]].initial = static_cast<uint32_t>(
        known_number(words[k + 1], -(int64_t{1} << 31), (int64_t{1} << 32) - 1, "value"));
}

void Parser::initial_csr(const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2)
    fail(rest, "a local CSR and its value are expected: .init_csr CTX_ENABLES 0x100");
  std::string upper(words[0].text);
  for (char& ch : upper)
    ch = static_cast<char>(std::toupper(static_cast<unsigned char>(ch)));
  const auto address = mev2::local_csr_address(upper);
  if (!address) fail(words[0], fmt::format("'{}' is no local CSR", words[0].text));
  const Piece value = trim(rest.text.substr(words[1].offset - rest.offset), words[1].offset);
  unit_.csrs.push_back(
      {*address, static_cast<uint32_t>(
                     known_number(value, -(int64_t{1} << 31), (int64_t{1} << 32) - 1, "value"))});
}

void Parser::import_variables(const Piece& rest) {
  for (const Piece& p : split_words(rest)) {
    if (!is_name_start(p.text[0])) continue; // -D already replaced the name by its value
    const std::string name(p.text);
    const auto& defines = unit_.options.defines;
    const auto it = std::find_if(defines.begin(), defines.end(),
                                 [&](const auto& d) { return d.first == name; });
    int64_t value = 0;
    std::string error;
    size_t at = 0;
    if (it == defines.end()) {
      unit_.error(
          place(p),
          fmt::format("import variable {} has no value; give one with -D {}=value", name, name));
      value = 0;
    } else if (!evaluate(it->second, {}, value, error, at)) {
      unit_.error(place(p), fmt::format("import variable {} has the value '{}', which is no number",
                                        name, it->second));
    }
    imports_[name] = value;
  }
}

void Parser::num_contexts(const Piece& rest) {
  const int64_t n = known_number(rest, 4, 8, "number of contexts");
  if (n != 4 && n != 8) fail(rest, "the number of contexts is 4 or 8");
  unit_.mode = n == 4 ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
}

} // namespace mecc::mc
