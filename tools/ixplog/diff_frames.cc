#include "tools/ixplog/diff.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <unordered_map>
#include <utility>

namespace ixp {

namespace {

using Data = std::span<const uint8_t>;

// Field of an Ethernet frame at a byte offset, unless it depends on options and tags.
std::string field_at(Data frame, size_t at) {
  struct Field {
    size_t first, end;
    const char* name;
  };
  static constexpr Field kFields[] = {
      {0, 6, "destination MAC"},   {6, 12, "source MAC"},     {12, 14, "EtherType"},
      {14, 15, "IPv4 version"},    {15, 16, "IPv4 TOS"},      {16, 18, "IPv4 length"},
      {18, 20, "IPv4 id"},         {20, 22, "IPv4 fragment"}, {22, 23, "IPv4 TTL"},
      {23, 24, "IPv4 protocol"},   {24, 26, "IPv4 checksum"}, {26, 30, "IPv4 source"},
      {30, 34, "IPv4 destination"}};
  const bool ipv4 = frame.size() > 14 && frame[12] == 8 && frame[13] == 0 && frame[14] == 0x45;
  for (const Field& f : kFields)
    if (f.first <= at && at < f.end && (at < 14 || ipv4)) return fmt::format(" ({})", f.name);
  return {};
}

struct Pair {
  const PortLogLine *golden, *fresh; // null: only the other exists
  bool moved = false;
  Pair* before = nullptr; // in an increasing sequence
};

// A differing pair, as a line of the report without the frame's arrival.
struct Shown {
  uint64_t cycle;
  std::string place, line;
  std::optional<FrameName> tag;
};

class FrameDiff {
public:
  FrameDiff(const Input& golden, const Input& fresh, const DiffOptions& options,
            const Arrivals& arrivals)
      : golden_(golden), fresh_(fresh), options_(options), arrivals_(arrivals) {
    if (options.exact()) return; // everything must be the same
    const size_t golden_most = most_bytes(golden);
    common_ = std::min(golden_most, most_bytes(fresh));
    if (options.content_only && common_ == 0)
      throw InputError({golden_most == 0 ? golden.name : fresh.name},
                       "has frames without content (--log-data none), expected content, which is "
                       "to be compared");
  }

  LogDifference compare() {
    compare_in_step();
    compare_rest();
    const std::string head = header();
    LogDifference out{log_name(fresh_.name()), {}, {}, {}, note()};
    if (head.empty() && differing_ == 0 && renumbered_ == 0) return out;
    if (!shown_.empty()) {
      out.cycle = shown_.begin()->second.cycle;
      out.place = shown_.begin()->second.place;
    }
    out.report = summary() + head + shown();
    if (differing_ > options_.show)
      out.report += fmt::format("  ... and {} more\n", differing_ - options_.show);
    if (!out.note.empty()) out.report += "  " + out.note + '\n';
    return out;
  }

private:
  // Number of bytes that the log keeps of a frame: N of header:N.
  static size_t most_bytes(const Input& input) {
    PortLogReader log(input);
    size_t most = 0;
    bool cut = false;
    for (PortLogLine l; log.next(l);) {
      most = std::max(most, l.data.size());
      cut |= l.data.size() < l.bytes;
    }
    return cut ? most : std::numeric_limits<size_t>::max();
  }
  // Only the part that both logs keep is compared, unless everything must be equal.
  Data content(const PortLogLine& l) const {
    return Data(l.data).first(options_.exact() ? l.data.size() : std::min(l.data.size(), common_));
  }
  std::string key(const PortLogLine& l) const {
    if (!options_.content_only) return tag_text(l.tag);
    const Data c = content(l);
    return fmt::format("{} ", l.bytes) + std::string(c.begin(), c.end());
  }

  // Frames at the same position in both logs are paired at once, and none of them moved.
  void compare_in_step() {
    PortLogLine g, f;
    while (true) {
      const bool golden = golden_.next(g), fresh = fresh_.next(f);
      if (golden && fresh && key(g) == key(f)) {
        take({&g, &f});
        continue;
      }
      if (golden) golden_rest_.push_back(g);
      if (fresh) fresh_rest_.push_back(f);
      return;
    }
  }
  void compare_rest() {
    for (PortLogLine l; golden_.next(l);)
      golden_rest_.push_back(l);
    for (PortLogLine l; fresh_.next(l);)
      fresh_rest_.push_back(l);
    std::vector<Pair> pairs = paired_up();
    mark_moved(pairs);
    for (const Pair& p : pairs)
      take(p);
  }

  // Pairs in the order of the new log, then frames only in the golden one.
  std::vector<Pair> paired_up() const {
    std::unordered_map<std::string, size_t> first; // first unpaired golden line of each key
    std::vector<size_t> next(golden_rest_.size()); // next line with the same key
    const size_t none = golden_rest_.size();
    for (size_t i = none; i-- > 0;) {
      const auto [it, is_new] = first.emplace(key(golden_rest_[i]), i);
      next[i] = is_new ? none : std::exchange(it->second, i);
    }
    std::vector<bool> taken(golden_rest_.size(), false);
    std::vector<Pair> out;
    for (const PortLogLine& f : fresh_rest_) {
      const auto it = first.find(key(f));
      if (it == first.end() || it->second == none) {
        out.push_back({nullptr, &f});
        continue;
      }
      out.push_back({&golden_rest_[it->second], &f});
      taken[it->second] = true;
      it->second = next[it->second];
    }
    for (size_t i = 0; i < none; ++i)
      if (!taken[i]) out.push_back({&golden_rest_[i], nullptr});
    return out;
  }

  // Marks pairs outside a longest sequence with the same order in both logs.
  void mark_moved(std::vector<Pair>& all) const {
    if (options_.any_order) return;
    std::vector<Pair*> ends; // ends[n]: the minimum end of an increasing sequence of n + 1 pairs
    size_t pairs = 0;
    for (Pair& p : all) {
      if (!p.golden || !p.fresh) continue;
      ++pairs;
      const auto at =
          std::ranges::lower_bound(ends, p.golden, {}, [](const Pair* e) { return e->golden; });
      if (at != ends.begin()) p.before = *(at - 1);
      if (at == ends.end())
        ends.push_back(&p);
      else
        *at = &p;
    }
    if (ends.size() == pairs) return;
    for (Pair& p : all)
      p.moved = p.golden && p.fresh;
    for (Pair* p = ends.back(); p; p = p->before)
      p->moved = false;
  }

  void take(const Pair& p) {
    ++pairs_;
    const std::string what = differences(p);
    if (what.empty()) return;
    ++differing_;
    const uint64_t cycle = cycle_of(p);
    const size_t most = std::max<size_t>(options_.show, 1); // the first one is always reported
    if (shown_.size() == most && std::prev(shown_.end())->first <= cycle) return;
    shown_.emplace(cycle,
                   Shown{cycle, name_of(p), line(p, what), (p.fresh ? p.fresh : p.golden)->tag});
    if (shown_.size() > most) shown_.erase(std::prev(shown_.end()));
  }

  std::string header() const {
    const PortLogHeader &g = golden_.header(), &f = fresh_.header();
    std::string out;
    const auto compare = [&](const char* what, const auto& is, const auto& expected) {
      if (is != expected) out += fmt::format("  {} {}, expected {}\n", what, is, expected);
    };
    compare("port", f.port, g.port);
    compare("direction", name(f.direction), name(g.direction));
    if (options_.compares_time()) compare("me_hz", f.me_hz, g.me_hz);
    if (!options_.exact()) return out;
    compare("rate_mbps", f.rate_mbps, g.rate_mbps);
    compare("seed", f.seed, g.seed);
    const auto end = [](const PortLogHeader& h) {
      return h.mark.interrupted_at ? fmt::format("interrupted at cycle {}", *h.mark.interrupted_at)
                                   : std::string("not interrupted");
    };
    compare("the run was", end(f), end(g));
    return out;
  }

  // Differences of a pair; empty: equal, except for its number, which earlier frames may have
  // changed.
  std::string differences(const Pair& p) {
    if (!p.fresh) {
      ++missing_;
      return "not there";
    }
    if (!p.golden) {
      ++extra_;
      return "not expected";
    }
    std::vector<std::string> out;
    if (p.moved) {
      ++moved_;
      out.push_back(fmt::format("out of order, expected where line {} is", p.golden->line));
    }
    time(p, out);
    const size_t before = out.size();
    content(p, out);
    changed_ += out.size() > before;
    if (!options_.any_order && !options_.content_only && p.golden->frame != p.fresh->frame)
      ++renumbered_;
    return fmt::format("{}", fmt::join(out, "; "));
  }
  // Compares times; the first byte only if its difference is not that of the last one.
  void time(const Pair& p, std::vector<std::string>& out) {
    if (!options_.compares_time()) return;
    const PortLogLine &g = *p.golden, &f = *p.fresh;
    const size_t before = out.size();
    compare("last byte", f.eop_cycle, g.eop_cycle, out);
    if (f.eop_cycle - g.eop_cycle != f.sop_cycle - g.sop_cycle)
      compare("first byte", f.sop_cycle, g.sop_cycle, out);
    late_ += out.size() > before;
  }
  void compare(const char* what, uint64_t is, uint64_t expected, std::vector<std::string>& out) {
    const uint64_t by = is > expected ? is - expected : expected - is;
    if (by <= options_.tolerance) return;
    uint64_t& most = is < expected ? earliest_ : latest_;
    most = std::max(most, by);
    out.push_back(fmt::format("{} at cycle {}, expected {} ({} {})", what, is, expected, by,
                              is > expected ? "later" : "earlier"));
  }

  void content(const Pair& p, std::vector<std::string>& out) {
    const PortLogLine &g = *p.golden, &f = *p.fresh;
    if (f.tag != g.tag && !options_.content_only)
      out.push_back(fmt::format("tag {}, expected {}", tag_text(f.tag), tag_text(g.tag)));
    if (f.bytes != g.bytes) out.push_back(fmt::format("{} bytes, expected {}", f.bytes, g.bytes));
    const Data a = content(g), b = content(f);
    const size_t n = std::min(a.size(), b.size());
    if (n < std::min(g.bytes, f.bytes)) {
      ++cut_;
      fewest_ = std::min(fewest_, n);
      most_ = std::max(most_, n);
    }
    size_t differing = 0, first = n;
    for (size_t i = 0; i < n; ++i)
      if (a[i] != b[i] && differing++ == 0) first = i;
    if (differing)
      out.push_back(fmt::format("byte {} is {:02x}, expected {:02x}{}{}", first, b[first], a[first],
                                field_at(a, first),
                                differing > 1 ? fmt::format("; {} bytes differ", differing) : ""));
    else if (a.size() != b.size() && f.bytes == g.bytes)
      out.push_back(fmt::format("{} of its bytes are in the log, expected {}", b.size(), a.size()));
  }

  std::string note() const {
    if (options_.exact() || !cut_) return {};
    if (most_ == 0)
      return fmt::format("the content of {} frames was not compared: it is not in the logs", cut_);
    const std::string bytes =
        fewest_ == most_ ? fmt::format("{}", most_) : fmt::format("{} to {}", fewest_, most_);
    return fmt::format("of {} frames, only the first {} bytes were compared: the logs do not hold "
                       "more",
                       cut_, bytes);
  }

  static uint64_t cycle_of(const Pair& p) {
    return std::min(p.golden ? p.golden->eop_cycle : std::numeric_limits<uint64_t>::max(),
                    p.fresh ? p.fresh->eop_cycle : std::numeric_limits<uint64_t>::max());
  }
  static std::string name_of(const Pair& p) {
    const PortLogLine& l = p.fresh ? *p.fresh : *p.golden;
    return l.tag ? fmt::format("frame {}", l.tag->text())
                 : fmt::format("frame {} of microcode", l.frame);
  }

  std::string line(const Pair& p, const std::string& what) const {
    const PortLogLine& l = p.fresh ? *p.fresh : *p.golden;
    return fmt::format("  {}:{}: cycle {}, {}: {}", (p.fresh ? fresh_ : golden_).name(), l.line,
                       l.eop_cycle, name_of(p), what);
  }
  std::string shown() const {
    if (options_.show == 0) return {};
    std::set<FrameName> tags;
    for (const auto& [cycle, s] : shown_)
      if (s.tag) tags.insert(*s.tag);
    std::map<FrameName, std::string> came;
    if (arrivals_ && golden_.header().direction == Direction::Tx) came = arrivals_(tags);
    std::string out;
    for (const auto& [cycle, s] : shown_) {
      out += s.line;
      if (s.tag && came.contains(*s.tag)) out += fmt::format(" [{}]", came.at(*s.tag));
      out += '\n';
    }
    return out;
  }

  std::string summary() const {
    std::vector<std::string> parts;
    const auto part = [&](size_t n, const std::string& what) {
      if (n) parts.push_back(fmt::format("{} {}", n, what));
    };
    part(missing_, "not there");
    part(extra_, "not expected");
    part(moved_, "out of order");
    part(late_,
         fmt::format("at other times (up to {} cycles earlier, {} later)", earliest_, latest_));
    part(changed_, "with other content");
    part(renumbered_, "with another number");
    return fmt::format("{}: differs from {} in {} of {} frames{}{}\n", fresh_.name(),
                       golden_.name(), std::max(differing_, renumbered_), pairs_,
                       parts.empty() ? "" : ": ", fmt::join(parts, ", "));
  }

  PortLogReader golden_, fresh_;
  const DiffOptions& options_;
  const Arrivals& arrivals_;
  size_t common_ = std::numeric_limits<size_t>::max(); // bytes that both logs keep of a frame
  size_t cut_ = 0;                                     // pairs compared in part
  size_t fewest_ = std::numeric_limits<size_t>::max(), most_ = 0; // bytes of these compared
  std::vector<PortLogLine> golden_rest_, fresh_rest_; // after those paired at equal positions
  std::multimap<uint64_t, Shown> shown_;              // the first ones, by cycle
  size_t pairs_ = 0, differing_ = 0;
  size_t missing_ = 0, extra_ = 0, moved_ = 0, late_ = 0, changed_ = 0, renumbered_ = 0;
  uint64_t earliest_ = 0, latest_ = 0;
};

} // namespace

LogDifference diff_frames(const Input& golden, const Input& fresh, const DiffOptions& options,
                          const Arrivals& arrivals) {
  return FrameDiff(golden, fresh, options, arrivals).compare();
}

} // namespace ixp
