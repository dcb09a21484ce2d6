#include "mecc/dialect/asm_statement.h"

#include "isa/isa.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>

namespace mecc::dialect {

namespace tok = clang::tok;

namespace {

constexpr size_t kNone = SIZE_MAX;
constexpr unsigned kLargestConstant = 255; // largest constant that an operand can hold
constexpr size_t kMostSlots = 3;           // defer slots of a branch

} // namespace

void AsmStatement::error(clang::SourceLocation at, const std::string& text) {
  if (!failed_) report(pp_, at, clang::DiagnosticsEngine::Error, "%0") << text;
  failed_ = true;
}

// ---- lines --------------------------------------------------------------------------------------

void AsmStatement::add(const AsmLine& source) {
  Line line;
  line.at = source.at;
  line.opcode = source.name;
  line.is_label = source.is_label;
  if (source.is_label) return lines_.push_back(std::move(line));
  const AsmForm& form = *find_asm_form(source);
  const size_t count = source.operands.size();
  if (count < form.fewest || count > form.places.size())
    return error(line.at,
                 fmt::format("'{}' has {} operands, expected {}", line.opcode, count,
                             form.fewest == form.places.size()
                                 ? fmt::format("{}", form.fewest)
                                 : fmt::format("{} to {}", form.fewest, form.places.size())));
  if (line.opcode == "alu" && count == 5) line.opcode = "alu_shf";
  bool source_constant = false;
  for (size_t n = 0; n < count; ++n) {
    line.parts.push_back(part(line, form.places[n], source.operands[n], source_constant));
    source_constant |= form.places[n] == 's' && line.parts.back().text.starts_with("0x");
  }
  for (size_t n = 0; n < source.modifiers.size(); ++n) {
    const TokenRange a = source.arguments[n];
    line.modifiers.push_back(a.from == a.to
                                 ? canonical_word(source.modifiers[n])
                                 : fmt::format("{}[{}]", source.modifiers[n], reader_.text(a)));
    if (source.modifiers[n].starts_with("lm_addr"))
      error(line.at, "the LM_ADDR registers are the compiler's; index an array in local memory");
  }
  if (failed_) return;
  inspect(line);
  lines_.push_back(std::move(line));
}

// `second_constant`: the other source is a constant, and a word has room for only one.
AsmStatement::Part AsmStatement::part(const Line& line, char place, TokenRange range,
                                      bool second_constant) {
  Part p{place, reader_.text(range), kNone};
  if (p.text.empty()) {
    error(line.at, fmt::format("an operand of '{}' is missing, write -- for none", line.opcode));
    return p;
  }
  const bool number = tokens_[range.to - 1].is(tok::numeric_constant) &&
                      (range.to - range.from == 1 ||
                       (range.to - range.from == 2 && tokens_[range.from].is(tok::minus)));
  const auto value = static_cast<uint32_t>(number ? std::strtoll(p.text.c_str(), nullptr, 0) : 0);
  switch (place) {
  case 'w': p.text = canonical_word(p.text); return p;
  case 'n': p.text = number ? fmt::format("{}", value) : p.text; return p;
  case 'x': p.text = number ? fmt::format("{:#x}", value) : p.text; return p;
  case 'l':
    if (!p.text.ends_with('#')) p.text += '#';
    return p;
  case 'e':
    std::ranges::transform(p.text, p.text.begin(), [](unsigned char c) { return std::toupper(c); });
    return p;
  default: break;
  }
  if (p.text == "--") return p;
  const bool fits = place == 'c' || (value <= kLargestConstant && !second_constant);
  if (number && fits && place != 'd' && place != 'u') {
    p.text = fmt::format("{:#x}", value);
    return p;
  }
  if (p.text.find('$') != p.text.npos || tokens_[range.from].is(tok::star)) {
    error(line.at,
          fmt::format("'{}': registers are the compiler's to choose; name a C variable", p.text));
    return p;
  }
  const bool spelled_constant = is_word(tokens_[range.from], "__ct_const_val");
  if (spelled_constant) ++range.from;
  p.value = value_of(range, place == 'c' || spelled_constant);
  return p;
}

size_t AsmStatement::value_of(TokenRange range, bool constant) {
  const std::string key = (constant ? "#" : "") + reader_.text(range);
  const auto [known, fresh] = known_.try_emplace(key, values_.size());
  if (fresh) {
    Value v;
    v.range = range;
    v.constant = constant;
    values_.push_back(v);
  }
  return known->second;
}

size_t AsmStatement::variable(const std::string& kind) {
  Value v;
  v.name = fmt::format("__me_asm_{}{}_{}", kind, serial_, values_.size());
  values_.push_back(v);
  return values_.size() - 1;
}

// The target's parser handles operators, shifts and masks: it parses a sample with registers as
// operands.
void AsmStatement::inspect(Line& line) {
  const std::string sample = text_of(line, /*sample=*/true);
  std::string why;
  const auto parsed = mev2::parse(sample, mev2::ContextMode::Eight, &why);
  if (!parsed) return error(line.at, fmt::format("'{}' is not an instruction: {}", sample, why));
  const mev2::OpcodeInfo& info = mev2::info(parsed->opcode);
  const bool conditional =
      info.cls == mev2::InstrClass::Branch && line.opcode != "br" && !line.opcode.ends_with("=ctx");
  line.sets_codes = info.cls == mev2::InstrClass::LdField ? parsed->load_cc : info.sets_cc;
  line.reads_codes = conditional || info.token.find("carry") != std::string_view::npos;
  line.branches = info.is_branch;
  line.needs_last = parsed->shift == mev2::ShiftKind::LeftIndirect ||
                    parsed->shift == mev2::ShiftKind::RightIndirect || line.opcode == "asr" ||
                    line.opcode.starts_with("byte_align") ||
                    (line.opcode.starts_with("pop_count") && line.opcode != "pop_count1") ||
                    (line.opcode == "mul_step" &&
                     std::ranges::find(line.modifiers, "start") == line.modifiers.end());
}

std::string AsmStatement::text_of(const Line& line, bool sample) const {
  std::vector<std::string> parts;
  bool bank_b = true; // two sources of a sample come from different banks
  for (const Part& p : line.parts) {
    const bool label = p.place == 'l' && sample;
    if (p.value == kNone) {
      parts.push_back(label ? "l0#" : p.text);
    } else if (!sample) {
      parts.push_back(fmt::format("%{}", numbers_[p.value]));
    } else if (values_[p.value].constant) {
      parts.emplace_back("0x0");
    } else {
      const bool source = p.place == 's';
      parts.emplace_back(!source ? "a0" : bank_b ? "b1" : "a1");
      if (source) bank_b = false;
    }
  }
  std::string out = line.opcode;
  if (!parts.empty()) out += fmt::format("[{}]", fmt::join(parts, ", "));
  for (const std::string& m : line.modifiers)
    out += ", " + m;
  return out;
}

Tokens AsmStatement::keep_result() {
  if (lines_.empty() || lines_.back().parts.empty()) return {};
  Part& first = lines_.back().parts.front();
  if (first.place != 'd' || (first.value == kNone && first.text != "--")) return {};
  if (first.value == kNone) first.value = variable("result");
  const Value& v = values_[first.value];
  if (!v.name.empty()) return {make_.word(v.name, lines_.back().at)};
  return {tokens_.begin() + static_cast<std::ptrdiff_t>(v.range.from),
          tokens_.begin() + static_cast<std::ptrdiff_t>(v.range.to)};
}

std::string AsmStatement::add_flag(const AsmLine& branch) {
  const size_t flag = variable("taken");
  const auto set = [&](const char* value) {
    Line line;
    line.at = branch.at;
    line.opcode = "immed";
    line.parts = {{'d', {}, flag}, {'c', value, kNone}};
    return line;
  };
  Line jump, label;
  jump.at = label.at = branch.at;
  jump.opcode = branch.name;
  label.opcode = values_[flag].name;
  jump.parts = {{'l', label.opcode + "#", kNone}};
  label.is_label = true;
  inspect(jump);
  lines_.push_back(set("0x1"));
  lines_.push_back(std::move(jump));
  lines_.push_back(set("0x0"));
  lines_.push_back(std::move(label));
  return values_[flag].name;
}

// ---- accesses -----------------------------------------------------------------------------------

// A value is "=" (write only) if no instruction can read it before the write; not if the write
// follows a label or branch.
void AsmStatement::find_accesses() {
  size_t flow = lines_.size();
  for (size_t n = lines_.size(); n-- > 0;)
    if (lines_[n].is_label || lines_[n].branches) flow = n;
  for (size_t n = 0; n < lines_.size(); ++n) {
    for (const Part& p : lines_[n].parts) {
      if (p.value == kNone || p.place == 'd') continue;
      Value& v = values_[p.value];
      if (!v.written()) v.read_first = true;
      v.last_read = n;
    }
    for (const Part& p : lines_[n].parts) {
      if (p.value == kNone || (p.place != 'd' && p.place != 'u')) continue;
      Value& v = values_[p.value];
      v.first_write = std::min(v.first_write, n);
      if (n > flow && v.first_write == n && v.name.empty()) v.read_first = true;
    }
  }
  if (flow == lines_.size()) return;
  for (Value& v : values_) // a loop may read inputs on any line
    if (v.input()) v.last_read = lines_.size();
}

// ---- banks --------------------------------------------------------------------------------------

// Whether the operand is encoded in one of the word's two source fields. ld_field_w_clr's
// destination is, although it is not read.
bool AsmStatement::in_source_field(const Line& line, size_t part) const {
  const char place = line.parts[part].place;
  return place == 's' || (place == 'u' && line.opcode == "ld_field") ||
         (place == 'd' && line.opcode == "ld_field_w_clr");
}

std::vector<size_t> AsmStatement::sources(const Line& line) const {
  std::vector<size_t> out;
  for (size_t n = 0; n < line.parts.size(); ++n)
    if (const size_t v = line.parts[n].value;
        v != kNone && !values_[v].constant && in_source_field(line, n))
      out.push_back(n);
  return out;
}

std::pair<size_t, bool> AsmStatement::find(size_t value) const {
  bool other = false;
  for (; up_[value].first != value; value = up_[value].first)
    other ^= up_[value].second;
  return {value, other};
}

bool AsmStatement::bank(size_t value) const {
  return find(value).second;
}

bool AsmStatement::bind(size_t left, size_t right) {
  const auto [l, l_other] = find(left);
  const auto [r, r_other] = find(right);
  banked_[left] = banked_[right] = true;
  if (l == r) return l_other != r_other;
  up_[r] = {l, l_other == r_other};
  return true;
}

void AsmStatement::choose_banks() {
  const auto grow = [&] {
    for (size_t n = up_.size(); n < values_.size(); ++n) {
      up_.emplace_back(n, false);
      banked_.push_back(false);
    }
  };
  grow();
  for (size_t n = 0; n < lines_.size() && !failed_; ++n) {
    const std::vector<size_t> both = sources(lines_[n]);
    if (both.size() != 2) continue;
    if (bind(lines_[n].parts[both[0]].value, lines_[n].parts[both[1]].value)) continue;
    const size_t before = lines_.size();
    separate(n, both[0], both[1]);
    grow();
    n += lines_.size() - before;
    if (!failed_) bind(lines_[n].parts[both[0]].value, lines_[n].parts[both[1]].value);
  }
}

// An operand that is only read, if there is one, is passed as two inputs. Otherwise the right one
// is copied.
void AsmStatement::separate(size_t n, size_t left, size_t right) {
  for (const size_t side : {right, left}) {
    const size_t value = lines_[n].parts[side].value;
    if (values_[value].written()) continue;
    if (values_[value].twin == kNone) {
      Value twin = values_[value];
      values_[value].twin = values_.size();
      values_.push_back(twin);
      up_.emplace_back(value, true);
      banked_.push_back(true);
    }
    lines_[n].parts[side].value = values_[value].twin;
    return;
  }
  const size_t from = lines_[n].parts[right].value, at = place_of_copy(n, from);
  if (at == kNone) {
    const Value &l = values_[lines_[n].parts[left].value], &r = values_[from];
    return error(
        lines_[n].at,
        fmt::format("'{}' and '{}' would be in one register bank here, and this instruction "
                    "needs the one before it; copy one of them into another variable first",
                    reader_.text(l.range), reader_.text(r.range)));
  }
  Line copy;
  copy.at = lines_[n].at;
  copy.opcode = "ld_field_w_clr"; // leaves condition codes alone
  const size_t to = variable("copy");
  copy.parts = {{'d', {}, to}, {'w', "1111", kNone}, {'s', {}, from}};
  lines_[n].parts[right].value = to;
  for (Value& v : values_) { // lines from `at` on are one later
    if (v.written() && v.first_write >= at) ++v.first_write;
    if (v.last_read >= at) ++v.last_read;
  }
  values_[to].first_write = at;
  values_[to].last_read = n + 1;
  values_[from].last_read = std::max(values_[from].last_read, at);
  lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), std::move(copy));
}

// The branch whose defer slots line n is in; n if there is none.
size_t AsmStatement::branch_of_slot(size_t n) const {
  for (size_t slots = 1; slots <= std::min(n, kMostSlots); ++slots)
    for (const std::string& m : lines_[n - slots].modifiers)
      if (m.starts_with("defer[") && static_cast<size_t>(std::atoi(m.c_str() + 6)) >= slots)
        return n - slots;
  return n;
}

// The line in front of which a value may be copied for line n: not between instructions that belong
// together. kNone when the value changes among those.
size_t AsmStatement::place_of_copy(size_t n, size_t value) const {
  while (n > 0) {
    const bool last = lines_[n].needs_last;
    const size_t to = last ? n - 1 : branch_of_slot(n);
    if (to == n || (last && lines_[to].branches)) return to == n ? n : kNone;
    while (n-- > to) {
      if (lines_[n].is_label) return kNone;
      for (const Part& p : lines_[n].parts)
        if (p.value == value && (p.place == 'd' || p.place == 'u')) return kNone;
    }
    n = to;
  }
  return n;
}

// ---- checks -------------------------------------------------------------------------------------

void AsmStatement::check_entry() {
  for (const Line& line : lines_) {
    if (line.needs_last && &line == &lines_.front() && line.opcode != "mul_step" &&
        !line.opcode.starts_with("pop_count1") && !line.opcode.starts_with("byte_align"))
      error(line.at, fmt::format("'{}' needs the instruction before it; write both into one block: "
                                 "__asm {{ .. }}",
                                 line.opcode));
    if (line.reads_codes)
      error(line.at,
            lost_in_.empty()
                ? fmt::format("'{}' needs the condition codes of an instruction before it; write "
                              "both into one block: __asm {{ .. }}",
                              text_of(line, /*sample=*/true))
                : fmt::format("'{}' needs the condition codes, but '{}' in between loses them; put "
                              "it behind what sets them",
                              line.opcode, lost_in_));
    if (line.sets_codes || line.is_label) return;
  }
}

// A CSR's value is delivered by the next instruction, which must be immed[d, 0].
void AsmStatement::check_reads_of_csrs() {
  for (size_t n = 0; n < lines_.size(); ++n)
    if (lines_[n].opcode == "local_csr_rd" &&
        (n + 1 == lines_.size() || lines_[n + 1].opcode != "immed"))
      error(lines_[n].at,
            "the value that local_csr_rd reads arrives in the next instruction; write "
            "immed[variable, 0] behind it");
}

// ---- the statement ------------------------------------------------------------------------------

void AsmStatement::number_values() {
  numbers_.assign(values_.size(), 0);
  size_t next = 0;
  for (const bool outputs : {true, false}) {
    for (size_t v = 0; v < values_.size(); ++v)
      if (values_[v].written() == outputs) numbers_[v] = next++;
    if (outputs) outputs_ = next;
  }
}

std::string AsmStatement::constraint(size_t n) const {
  const Value& v = values_[n];
  if (v.constant) return "i";
  const char* file = !banked_[n] ? "r" : bank(n) ? "b" : "a";
  if (!v.written()) return file;
  // Early clobber: an input is read after the first write of this output.
  const bool early = std::ranges::any_of(values_, [&](const Value& other) {
    return &other != &v && other.input() && !other.constant && other.last_read > v.first_write;
  });
  return fmt::format("{}{}{}", v.read_first ? "+" : "=", early ? "&" : "", file);
}

void AsmStatement::append_operand(Tokens& list, size_t n) const {
  const Value& v = values_[n];
  const clang::SourceLocation here =
      v.name.empty() ? tokens_[v.range.from].getLocation() : lines_.front().at;
  list.push_back(make_.string(constraint(n), here));
  list.push_back(make_.punctuator(tok::l_paren, here));
  if (v.name.empty())
    list.insert(list.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(v.range.from),
                tokens_.begin() + static_cast<std::ptrdiff_t>(v.range.to));
  else
    list.push_back(make_.word(v.name, here));
  list.push_back(make_.punctuator(tok::r_paren, here));
}

// unsigned name; for each temporary. The caller opens a block around it.
Tokens AsmStatement::declarations() const {
  Tokens out;
  for (const Value& v : values_) {
    if (v.name.empty()) continue;
    const clang::SourceLocation at = lines_.front().at;
    out.push_back(make_.word("unsigned", at));
    out.push_back(make_.word(v.name, at));
    out.push_back(make_.punctuator(tok::semi, at));
  }
  return out;
}

Tokens AsmStatement::finish() {
  if (failed_ || lines_.empty()) return {};
  find_accesses();
  choose_banks();
  check_entry();
  check_reads_of_csrs();
  if (failed_) return {};
  number_values();
  std::string text;
  for (const Line& line : lines_)
    text += (text.empty() ? "" : "\n") +
            (line.is_label ? line.opcode + "#:" : text_of(line, /*sample=*/false));
  const clang::SourceLocation at = lines_.front().at;
  Tokens out = declarations();
  out.insert(out.end(), {make_.word("__asm__", at), make_.word("volatile", at),
                         make_.punctuator(tok::l_paren, at), make_.string(text, at)});
  for (const bool outputs : {true, false}) {
    out.push_back(make_.punctuator(tok::colon, at));
    bool first = true;
    for (size_t v = 0; v < values_.size(); ++v) {
      if (values_[v].written() != outputs) continue;
      if (!std::exchange(first, false)) out.push_back(make_.punctuator(tok::comma, at));
      append_operand(out, v);
    }
  }
  out.push_back(make_.punctuator(tok::r_paren, at));
  out.push_back(make_.punctuator(tok::semi, at));
  return out;
}

} // namespace mecc::dialect
