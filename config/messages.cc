#include "config/messages.h"

#include "base/folders.h"
#include "config/region.h"
#include "config/toml_tree.h"
#include "preprocess/preprocess_text.h"
#include "preprocess/source.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace ixp {

namespace {

using mecc::Definition;

constexpr std::string_view kHolds = "_HOLDS", kCount = "COUNT_", kCounts = "_COUNTS";
constexpr unsigned kMessageLongwords = 16; // maximum moved by one command

// A comma-separated part of a definition.
struct Part {
  std::string text;
  SourceLocation where;
};

std::vector<Part> parts_of(const Definition& d) {
  const std::string& s = d.value.text;
  std::vector<Part> parts;
  unsigned brackets = 0;
  size_t begin = 0;
  for (size_t i = 0; i <= s.size(); ++i) {
    if (i < s.size() && s[i] == '(') ++brackets;
    if (i < s.size() && s[i] == ')' && brackets) --brackets;
    if (i < s.size() && (s[i] != ',' || brackets)) continue;
    const size_t first = std::min(s.find_first_not_of(' ', begin), i);
    const size_t last = first == i ? i : s.find_last_not_of(' ', i - 1) + 1;
    parts.push_back({s.substr(first, last - first), s.empty() ? d.where : d.value.at(first)});
    begin = i + 1;
  }
  return parts;
}

bool is_word(const std::string& s) {
  return !s.empty() && mecc::pp::end_of_name(s, 0) == s.size();
}

unsigned number(const Part& part, const std::string& what, unsigned lo, unsigned hi) {
  int64_t value = 0;
  std::string why;
  size_t at = 0;
  if (!mecc::evaluate(part.text, {}, value, why, at) || value < lo || value > hi)
    throw InputError(part.where, fmt::format("{} is '{}', expected a number from {} to {}", what,
                                             part.text, lo, hi));
  return static_cast<unsigned>(value);
}

std::string quoted_value(const Definition& d) {
  return d.value.text.empty() ? "empty" : fmt::format("'{}'", d.value.text);
}

class Reader {
public:
  explicit Reader(const std::vector<Definition>& definitions) {
    for (const Definition& d : definitions)
      by_name_.emplace(d.name, &d);
    for (const Definition& d : definitions)
      if (is_ring(d.name))
        if (const auto parts = parts_of(d); parts.size() == 2) messages_.insert(parts[1].text);
  }

  std::vector<RingDefinition> rings() {
    std::vector<RingDefinition> rings;
    for (const auto& [name, d] : by_name_)
      if (is_ring(name)) rings.push_back(ring(*d));
    std::ranges::sort(rings, {},
                      [](const RingDefinition& r) { return std::pair(r.number, r.name); });
    for (size_t i = 1; i < rings.size(); ++i)
      if (rings[i].number == rings[i - 1].number)
        throw InputError(rings[i].where,
                         fmt::format("ring '{}' has number {}, as '{}' has; expected a number of "
                                     "its own",
                                     rings[i].name, rings[i].number, rings[i - 1].name));
    return rings;
  }

  std::vector<CounterDefinition> counters() const {
    std::vector<CounterDefinition> counters;
    for (const auto& [name, d] : by_name_)
      if (name.size() > kCounts.size() && name.ends_with(kCounts))
        counters.push_back(described_counter(*d));
      else if (name.size() > kCount.size() && name.starts_with(kCount))
        counters.push_back(
            {mecc::pp::lower(name.substr(kCount.size())), address_of(*d), d->where, {}, {}});
    std::ranges::sort(counters, {},
                      [](const CounterDefinition& c) { return std::pair(c.address, c.name); });
    return counters;
  }

private:
  static unsigned address_of(const Definition& d) {
    const unsigned address =
        number({d.value.text, d.where}, fmt::format("the address of counter '{}'", d.name), 0,
               kScratchBytes - 4);
    if (address % 4)
      throw InputError(d.where,
                       fmt::format("the address of counter '{}' is {:#x}, expected a multiple of 4",
                                   d.name, address));
    return address;
  }

  // The counter described by a definition that ends in _COUNTS.
  CounterDefinition described_counter(const Definition& d) const {
    const std::string name = d.name.substr(0, d.name.size() - kCounts.size());
    const auto addressed = by_name_.find(name);
    if (addressed == by_name_.end())
      throw InputError(d.where, fmt::format("counter '{0}' has no address; expected '#define {0}' "
                                            "with one in the scratchpad",
                                            name));
    const std::vector<Part> parts = parts_of(d);
    const auto counts = std::ranges::find(kCountsNames, parts[0].text);
    if (counts == kCountsNames.end() || parts.size() != 2 || !is_word(parts[1].text))
      throw InputError(d.where, fmt::format("'{}' is {}, expected {} and the block that counts, "
                                            "e.g. losses, divert",
                                            d.name, quoted_value(d), alternatives(kCountsNames)));
    return {mecc::pp::lower(name), address_of(*addressed->second), addressed->second->where,
            static_cast<Counts>(counts - kCountsNames.begin()), parts[1].text};
  }

  static bool is_ring(const std::string& name) {
    return name.size() > kHolds.size() && name.ends_with(kHolds);
  }

  // With messages PACKET and PACKET_V6, a field that fits both belongs to the second.
  bool belongs(const std::string& name, const std::string& message) const {
    return std::ranges::none_of(messages_, [&](const std::string& other) {
      return other.size() > message.size() && name.starts_with(other + '_');
    });
  }

  RingDefinition ring(const Definition& d) {
    RingDefinition r;
    r.name = d.name.substr(0, d.name.size() - kHolds.size());
    r.where = d.where;
    const auto numbered = by_name_.find(r.name);
    if (numbered == by_name_.end())
      throw InputError(d.where, fmt::format("ring '{0}' has no number; expected '#define {0}' with "
                                            "one from 0 to {1}",
                                            r.name, kScratchRings - 1));
    const Definition& n = *numbered->second;
    r.number = number({n.value.text, n.where}, fmt::format("'{}', the number of a ring,", r.name),
                      0, kScratchRings - 1);
    const std::vector<Part> parts = parts_of(d);
    if (parts.size() > 2 || (parts.size() == 2 && !is_word(parts[1].text)))
      throw InputError(d.where,
                       fmt::format("'{}' is {}, expected the ring's longwords and the name "
                                   "of its message, e.g. 256, PACKET",
                                   d.name, quoted_value(d)));
    r.longwords = number(parts[0], fmt::format("the size of ring '{}'", r.name), 128, 1024);
    if (!is_ring_size(r.longwords))
      throw InputError(parts[0].where,
                       fmt::format("the size of ring '{}' is {}, expected 128, 256, 512 or 1024 "
                                   "(longwords)",
                                   r.name, r.longwords));
    if (parts.size() == 2) r.message = layout(parts[1], r.name);
    return r;
  }

  MessageLayout layout(const Part& message, const std::string& ring) const {
    MessageLayout layout{message.text, {}};
    std::map<std::string, const Definition*> definitions;
    const std::string prefix = message.text + '_';
    for (auto it = by_name_.lower_bound(prefix);
         it != by_name_.end() && it->first.starts_with(prefix); ++it) {
      if (!belongs(it->first, message.text)) continue;
      if (it->second->value.text.empty()) continue; // PACKET_H, the include guard
      layout.fields.push_back(field(*it->second, message.text));
      definitions[layout.fields.back().name] = it->second;
    }
    if (layout.fields.empty())
      throw InputError(message.where,
                       fmt::format("message '{0}' of ring '{1}' has no fields; expected some, e.g. "
                                   "'#define {0}_BYTES 1, 15, 0, bytes'",
                                   message.text, ring));
    std::ranges::sort(layout.fields, [](const MessageField& a, const MessageField& b) {
      return a.longword != b.longword ? a.longword < b.longword : a.high > b.high;
    });
    for (size_t i = 1; i < layout.fields.size(); ++i) {
      const MessageField &a = layout.fields[i - 1], &b = layout.fields[i];
      if (a.longword != b.longword || a.low > b.high) continue;
      const Definition &da = *definitions[a.name], &db = *definitions[b.name];
      throw InputError(db.where,
                       fmt::format("field '{}' overlaps '{}' ({}:{}) in longword {}; expected "
                                   "bits of its own",
                                   db.name, da.name, da.where.file, da.where.line, a.longword));
    }
    return layout;
  }

  static MessageField field(const Definition& d, const std::string& message) {
    const std::vector<Part> parts = parts_of(d);
    if (parts.size() != 4 || !is_word(parts[3].text))
      throw InputError(
          d.where,
          fmt::format("field '{}' of message '{}' is {}, expected longword, high bit, low bit and "
                      "unit, e.g. 1, 15, 0, bytes; a name for anything else must not begin "
                      "with the message's",
                      d.name, message, quoted_value(d)));
    const auto called = [&](const char* what) {
      return fmt::format("the {} of '{}'", what, d.name);
    };
    MessageField f;
    f.name = mecc::pp::lower(d.name.substr(message.size() + 1));
    f.longword = number(parts[0], called("longword"), 0, kMessageLongwords - 1);
    f.high = number(parts[1], called("high bit"), 0, 31);
    f.low = number(parts[2], called("low bit"), 0, 31);
    f.unit = parts[3].text;
    if (f.name.empty())
      throw InputError(
          d.where, fmt::format("'{}' is no field; expected a name behind '{}_'", d.name, message));
    if (f.low > f.high)
      throw InputError(parts[2].where, fmt::format("{} is {}, expected at most its high bit, {}",
                                                   called("low bit"), f.low, f.high));
    return f;
  }

  std::map<std::string, const Definition*> by_name_;
  std::set<std::string> messages_;
};

} // namespace

Messages parse_messages(std::string_view text, const std::string& file_name, const FileReader& read,
                        const std::string& system) {
  mecc::PreprocessorOptions options;
  options.may_include = Folders::of_sources({file_name, system}, {});
  options.max_preprocessor_work = 100'000;
  options.read_source = [&](const std::string& path, std::string& included) {
    try {
      included = read(path);
      return true;
    } catch (const InputError&) {
      return false;
    }
  };
  std::vector<Diagnostic> diagnostics;
  const auto definitions = mecc::definitions(file_name, std::string(text), options, diagnostics);
  for (const Diagnostic& d : diagnostics)
    if (d.severity == Severity::Error) throw InputError(d);
  Reader reader(definitions);
  Messages messages{file_name, reader.rings(), reader.counters()};
  if (messages.rings.empty() && messages.counters.empty())
    throw InputError({file_name}, "defines no ring; expected its number and its contents, e.g. "
                                  "'#define SR_1 0' and '#define SR_1_HOLDS 256, PACKET'");
  return messages;
}

} // namespace ixp
