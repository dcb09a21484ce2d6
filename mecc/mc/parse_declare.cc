// Parses declarations: registers, signals, synonyms, and the order of transfer registers.
#include "isa/microengine.h"
#include "mecc/mc/parser.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

File file_of(std::string_view name) {
  if (name.starts_with('@')) name.remove_prefix(1);
  if (name.starts_with("$$")) return File::D;
  if (name.starts_with("$")) return File::S;
  if (name.starts_with("n$") || name.starts_with("N$")) return File::Neighbour;
  return File::Gpr;
}

// An attribute before a name, allowed for registers and signals; recorded in `like` and `global`.
template <typename Declared>
bool is_attribute(std::string_view word, Declared& like, bool& global) {
  if (word == "volatile")
    like.is_volatile = true;
  else if (word == "visible" || word == "extern")
    like.visible = true;
  else if (word == "remote")
    like.remote = true;
  else if (word == "global")
    global = true;
  else
    return false;
  return true;
}

} // namespace

size_t Parser::sigils_of(std::string_view name) {
  size_t i = name.starts_with('@') ? 1 : 0;
  if (name.substr(i).starts_with("$$")) return i + 2;
  if (name.substr(i).starts_with("$")) return i + 1;
  if (name.substr(i).starts_with("n$") || name.substr(i).starts_with("N$")) return i + 2;
  return i;
}

// A name declared twice in one scope is an error, except by two calls of a macro.
bool Parser::declare(const Piece& p, const std::string& name, const Symbol& symbol, bool global) {
  const Symbol* other = names_.declare(name, symbol, global);
  if (!other) return true;
  const Line &here = unit_.lines[line_], &there = unit_.lines[other->declared.line];
  if (here.expansion && here.file == there.file && here.line == there.line &&
      other->kind == symbol.kind)
    return false;
  unit_.error(place(p), fmt::format("{} is already declared in this scope", name));
  unit_.note_place("declared here", other->declared);
  return false;
}

// ---- .reg, .areg, .breg

void Parser::declare_registers(const Piece&, const Piece& rest) {
  Register like;
  bool global = false, any = false;
  for (const Piece& p : split_words(rest)) {
    const std::string word = lower(p.text);
    if (word == "read")
      like.read_only = true;
    else if (word == "write")
      like.write_only = true;
    else if (!is_attribute(word, like, global)) {
      declare_register(p, like, global);
      any = true;
    }
  }
  if (!any) fail(rest, "register names are expected after .reg");
}

// `.areg name number name`: in bank A, optionally with a number.
void Parser::declare_banked(const Piece& word, const Piece& rest) {
  Register like;
  like.pinned_bank = lower(word.text) == ".areg" ? mev2::Bank::A : mev2::Bank::B;
  std::vector<RegisterId> last;
  bool any = false;
  for (const Piece& p : split_words(rest)) {
    if (std::isdigit(static_cast<unsigned char>(p.text[0])) || p.text[0] == '(') {
      if (!any) fail(p, fmt::format("a name is expected before its number, not '{}'", p.text));
      const bool absolute = !last.empty() && unit_.registers[last[0]].absolute;
      const unsigned limit = absolute ? mev2::kFileRegisters : unit_.registers_per_bank();
      const auto first = static_cast<unsigned>(
          known_number(p, 0, static_cast<int64_t>(limit) - static_cast<int64_t>(last.size()),
                       "register number"));
      for (size_t k = 0; k < last.size(); ++k)
        unit_.registers[last[k]].pinned = first + static_cast<unsigned>(k);
      last.clear();
      continue;
    }
    if (file_of(p.text) != File::Gpr)
      fail(p, fmt::format("only general-purpose registers are in banks; declare {} with .reg",
                          p.text));
    last = declare_register(p, like, false);
    any = true;
  }
  if (!any) fail(rest, fmt::format("register names are expected after {}", lower(word.text)));
}

// The registers it declared; none if the name already existed.
std::vector<RegisterId> Parser::declare_register(const Piece& p, const Register& like,
                                                 bool global) {
  std::string_view name = p.text;
  uint32_t count = 1;
  bool array = false;
  if (const size_t open = name.find('['); open != std::string_view::npos) {
    if (name.back() != ']') fail(p, fmt::format("'{}' has no matching ']'", name));
    const Piece size = trim(name.substr(open + 1, name.size() - open - 2),
                            p.offset + static_cast<uint32_t>(open + 1));
    count = static_cast<uint32_t>(known_number(size, 1, mev2::kFileRegisters, "array size"));
    array = true;
    name = trim(name.substr(0, open), p.offset).text;
  }
  check_register_name(p, name);

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
  const Symbol symbol{Symbol::Kind::Register, first, count, array, r.declared};
  if (!declare(p, std::string(name), symbol, global)) return {};
  std::vector<RegisterId> made;
  for (uint32_t k = 0; k < count; ++k) {
    r.name = array ? fmt::format("{}[{}]", name, k) : std::string(name);
    made.push_back(first + k);
    unit_.registers.push_back(r);
  }
  if (array && r.transfer()) { // array elements are always consecutive
    Order order;
    order.at = r.declared;
    for (uint32_t k = 0; k < count; ++k) {
      unit_.registers[first + k].order = static_cast<uint32_t>(unit_.orders.size());
      unit_.registers[first + k].order_index = k;
      order.members.push_back(first + k);
    }
    unit_.orders.push_back(std::move(order));
  }
  return made;
}

void Parser::check_register_name(const Piece& p, std::string_view name) const {
  const size_t bare = sigils_of(name);
  bool good =
      bare < name.size() && (bare > 0 ? is_name_char(name[bare]) : is_name_start(name[bare]));
  for (char c : name.substr(std::min(bare, name.size())))
    good = good && is_name_char(c);
  if (!good)
    fail(p, fmt::format("'{}' is no register name; names are letters, digits and _, with $, $$, n$ "
                        "or @ before",
                        p.text));
}

// ---- .sig

void Parser::declare_signals(const Piece&, const Piece& rest) {
  Signal like;
  bool any = false, global = false;
  for (const Piece& p : split_words(rest)) {
    if (is_attribute(lower(p.text), like, global)) continue;
    any = true;
    bool good = is_name_start(p.text[0]);
    for (char c : p.text)
      good = good && is_name_char(c);
    if (!good)
      fail(p, fmt::format("'{}' is no signal name; names are letters, digits and _", p.text));
    Signal s = like;
    s.name = std::string(p.text);
    s.declared = place(p);
    const Symbol symbol{Symbol::Kind::Signal, static_cast<uint32_t>(unit_.signals.size()), 1, false,
                        s.declared};
    if (declare(p, s.name, symbol, global)) unit_.signals.push_back(std::move(s));
  }
  if (!any) fail(rest, "signal names are expected after .sig");
}

// ---- .operand_synonym

// `.operand_synonym name operand`: from here on the name means that operand, regardless of later
// declarations.
void Parser::declare_synonym(const Piece&, const Piece& rest) {
  const std::vector<Piece> words = split_words(rest);
  if (words.size() < 2)
    fail(rest, "a name and the operand it stands for are expected: .operand_synonym ttl $ip[2]");
  check_register_name(words[0], words[0].text);
  const Piece meaning = trim(rest.text.substr(words[1].offset - rest.offset), words[1].offset);
  const Symbol* known = names_.find(std::string(meaning.text), names_.current());
  Symbol symbol{};
  if (known) { // a register, an array, a signal
    symbol = *known;
  } else {
    const Slot slot = operand(meaning);
    symbol.kind = slot.is_register() ? Symbol::Kind::Register : Symbol::Kind::Operand;
    symbol.first = slot.is_register() ? slot.reg : static_cast<uint32_t>(synonyms_.size());
    if (!slot.is_register()) synonyms_.push_back(slot);
  }
  symbol.declared = place(words[0]);
  declare(words[0], std::string(words[0].text), symbol, false);
}

// ---- .xfer_order

// Gives `members` consecutive positions in one order, and joins orders that share registers.
static bool join_orders(Unit& unit, const std::vector<RegisterId>& members, Place at,
                        std::string& why) {
  std::map<int, RegisterId> places; // position relative to members[0]
  std::map<RegisterId, int> position;
  std::vector<uint32_t> joined;
  const auto put = [&](RegisterId r, int where) {
    auto [p, fresh] = position.emplace(r, where);
    auto [q, free] = places.emplace(where, r);
    if (!fresh && p->second != where)
      why = fmt::format("{} would need two positions", unit.registers[r].name);
    else if (!free && q->second != r)
      why = fmt::format("{} and {} would need the same position", unit.registers[q->second].name,
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

void Parser::transfer_order(const Piece&, const Piece& rest) {
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

} // namespace mecc::mc
