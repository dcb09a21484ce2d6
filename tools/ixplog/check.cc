#include "tools/ixplog/check.h"

#include "base/diagnostic.h"
#include "base/files.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>

namespace ixp {

static std::string with_caret(const std::string& expression, size_t at, const std::string& what) {
  size_t column = 0; // in characters, not bytes
  for (size_t i = 0; i < std::min(at, expression.size()); ++i)
    column += (static_cast<unsigned char>(expression[i]) & 0xc0) != 0x80;
  return fmt::format("{}\n  {}\n  {}^", what, expression, std::string(column, ' '));
}

CheckError::CheckError(const std::string& expression, size_t at, const std::string& what)
    : std::runtime_error(with_caret(expression, at, what)) {}

namespace {

enum class Kind : uint8_t { Number, Time, Rate };
constexpr const char* kKinds[] = {"a number", "a time", "a rate"};
const char* name(Kind k) {
  return kKinds[static_cast<size_t>(k)];
}

// A compared value does not exist: no frame, no such flow.
struct NothingThere {
  std::string why;
};

struct Run {
  const FlowFrames& frames;
  const Window& window;
};
using Value = std::function<double(const Run&)>; // a time in s, a rate in bit/s

struct Unit {
  const char* name;
  Kind kind;
  double factor; // 0: ME cycles
};
constexpr Unit kUnits[] = {
    {"ns", Kind::Time, 1e-9},    {"us", Kind::Time, 1e-6},     {"µs", Kind::Time, 1e-6},
    {"ms", Kind::Time, 1e-3},    {"s", Kind::Time, 1},         {"cycles", Kind::Time, 0},
    {"bit/s", Kind::Rate, 1},    {"kbit/s", Kind::Rate, 1e3},  {"Mbit/s", Kind::Rate, 1e6},
    {"Gbit/s", Kind::Rate, 1e9}, {"bps", Kind::Rate, 1},       {"kbps", Kind::Rate, 1e3},
    {"Mbps", Kind::Rate, 1e6},   {"Gbps", Kind::Rate, 1e9},    {"%", Kind::Number, 0.01},
    {"frames", Kind::Number, 1}, {"packets", Kind::Number, 1},
};

// Report of a selection's flows. Throws if the selection is empty, except all flows of a run
// without frames.
FlowReport select(const Run& run, const FlowSelection& s) {
  const auto flows = run.frames.flows();
  const bool all_of_none = flows.empty() && s.holds("", "");
  if (!all_of_none &&
      std::ranges::none_of(flows, [&](const FlowKey& f) { return s.holds(f.name, f.category); })) {
    std::string known;
    for (size_t i = 0; i < std::min<size_t>(flows.size(), 8); ++i)
      known += (i ? ", " : "") + flows[i].name;
    throw NothingThere{fmt::format("no flow is meant; there are {}{}",
                                   known.empty() ? "none" : known,
                                   flows.size() > 8 ? ", ..." : "")};
  }
  return run.frames.report({run.window, 0, s});
}

// Throws unless there are frames to evaluate.
const FlowReport& with_frames(const FlowReport& r) {
  if (r.all.received == 0) throw NothingThere{"none of these frames was received"};
  return r;
}

double seconds(double cycles, const FlowReport& r) {
  return cycles / static_cast<double>(r.me_hz);
}

using OfFrames = double (*)(const FlowReport&);

double jain(const FlowReport& r) {
  double sum = 0, squares = 0, n = 0;
  for (const FlowFigures& f : r.whole.flows)
    if (f.received) {
      sum += f.throughput_bps;
      squares += f.throughput_bps * f.throughput_bps;
      ++n;
    }
  if (squares == 0) throw NothingThere{"nothing was transmitted"};
  return sum * sum / (n * squares);
}

// Mean over all pairs of frames of a flow that left consecutively.
double jitter(const FlowReport& r) {
  double sum = 0, pairs = 0;
  for (const FlowFigures& f : r.whole.flows)
    if (f.jitter.change) {
      const double n = static_cast<double>(f.jitter.frames - 1);
      sum += *f.jitter.change * n;
      pairs += n;
    }
  if (pairs == 0) throw NothingThere{"no flow has two frames that were transmitted"};
  return seconds(sum / pairs, r);
}

double reordered(const FlowReport& r) {
  if (r.delays.empty()) throw NothingThere{"none of these frames was transmitted"};
  uint64_t frames = 0;
  for (const FlowFigures& f : r.whole.flows)
    frames += f.jitter.reordered;
  return static_cast<double>(frames);
}

double percentile(const FlowReport& r, double percent) {
  const double n = static_cast<double>(r.delays.size());
  const auto rank = static_cast<size_t>(std::ceil(percent / 100 * n - 1e-9));
  return static_cast<double>(r.delays[std::clamp<size_t>(rank, 1, r.delays.size()) - 1]);
}

struct Function {
  const char* name;
  const char* measure; // first argument, or ""
  Kind kind;
  bool of_arrivals; // port= is the receive port
  OfFrames value;
};
constexpr Function kFunctions[] = {
    {"received", "", Kind::Number, true,
     [](const FlowReport& r) { return static_cast<double>(r.all.received); }},
    {"transmitted", "", Kind::Number, false,
     [](const FlowReport& r) { return static_cast<double>(r.all.transmitted); }},
    {"loss", "", Kind::Number, true,
     [](const FlowReport& r) { return static_cast<double>(with_frames(r).all.lost); }},
    {"inside", "", Kind::Number, true,
     [](const FlowReport& r) { return static_cast<double>(with_frames(r).all.inside); }},
    {"missing", "", Kind::Number, true,
     [](const FlowReport& r) { return static_cast<double>(with_frames(r).all.missing); }},
    {"loss_rate", "", Kind::Number, true,
     [](const FlowReport& r) {
       return static_cast<double>(with_frames(r).all.lost) / static_cast<double>(r.all.received);
     }},
    {"offered", "", Kind::Rate, true, [](const FlowReport& r) { return r.all.offered_bps; }},
    {"throughput", "", Kind::Rate, false, [](const FlowReport& r) { return r.all.throughput_bps; }},
    {"reordered", "", Kind::Number, false, reordered},
    {"jitter", "", Kind::Time, false, jitter},
    {"jain", "throughput", Kind::Number, false, jain},
    {"min", "delay", Kind::Time, false,
     [](const FlowReport& r) { return seconds(static_cast<double>(r.all.delay.min), r); }},
    {"mean", "delay", Kind::Time, false,
     [](const FlowReport& r) { return seconds(r.all.delay.mean, r); }},
    {"max", "delay", Kind::Time, false,
     [](const FlowReport& r) { return seconds(static_cast<double>(r.all.delay.max), r); }},
    {"std", "delay", Kind::Time, false,
     [](const FlowReport& r) { return seconds(r.all.delay.deviation, r); }},
};

std::string with_unit(double value, Kind kind) {
  if (kind == Kind::Number) return fmt::format("{:.6g}", value);
  if (kind == Kind::Rate) return fmt::format("{:.6g} Mbit/s", value / 1e6);
  const double size = std::fabs(value);
  if (size >= 1e-3) return fmt::format("{:.6g} ms", value * 1e3);
  return size >= 1e-6 ? fmt::format("{:.6g} us", value * 1e6)
                      : fmt::format("{:.6g} ns", value * 1e9);
}

} // namespace

struct Check::Side {
  Kind kind = Kind::Number;
  Value value;
  bool constant = true; // independent of the run
  bool zero = false;    // compatible with any kind
};

namespace {

template <class Side> class Parser {
public:
  explicit Parser(const std::string& text) : text_(text) {}

  void check(std::unique_ptr<Side>& left, std::string& relation, std::unique_ptr<Side>& right) {
    left = std::make_unique<Side>(sum());
    blanks();
    const size_t at = at_;
    relation = take_relation();
    if (relation.empty())
      fail(at_, "expected one of < <= == != >= > here, and a value to compare with");
    right = std::make_unique<Side>(sum());
    blanks();
    if (at_ != text_.size()) fail(at_, "expected the end of the check here");
    same_kind(*left, *right, at);
    if (left->constant && right->constant)
      fail(0, "says nothing about the run; expected a function such as p99(delay)");
  }

private:
  [[noreturn]] void fail(size_t at, const std::string& what) const {
    throw CheckError(text_, at, what);
  }
  void blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t'))
      ++at_;
  }
  bool take(std::string_view word) {
    blanks();
    if (!std::string_view(text_).substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  std::string take_relation() {
    for (const char* r : {"<=", ">=", "==", "!=", "<", ">"})
      if (take(r)) return r;
    return {};
  }

  void same_kind(Side& a, Side& b, size_t at) const {
    if (a.kind == b.kind) return;
    if (a.zero)
      a.kind = b.kind;
    else if (b.zero)
      b.kind = a.kind;
    else
      fail(at, fmt::format("{} on the left, {} on the right; times have units as in 2ms, rates as "
                           "in 40Mbit/s",
                           name(a.kind), name(b.kind)));
  }

  Side sum() {
    Side out = product();
    for (blanks(); at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-'); blanks()) {
      const size_t at = at_;
      const bool minus = text_[at_++] == '-';
      Side right = product();
      same_kind(out, right, at);
      out = {out.kind,
             [a = out.value, b = right.value, minus](const Run& r) {
               return minus ? a(r) - b(r) : a(r) + b(r);
             },
             out.constant && right.constant, false};
    }
    return out;
  }

  Side product() {
    Side out = factor();
    for (blanks(); at_ < text_.size() && (text_[at_] == '*' || text_[at_] == '/'); blanks()) {
      const size_t at = at_;
      const bool divide = text_[at_++] == '/';
      const Side right = factor();
      Kind kind = out.kind;
      if (divide && right.kind == out.kind)
        kind = Kind::Number;
      else if (!divide && out.kind == Kind::Number)
        kind = right.kind;
      else if (right.kind != Kind::Number)
        fail(at, fmt::format("{} {} {} is nothing that can be compared", name(out.kind),
                             divide ? "divided by" : "times", name(right.kind)));
      out = {kind,
             [a = out.value, b = right.value, divide](const Run& r) {
               if (!divide) return a(r) * b(r);
               const double by = b(r);
               if (by == 0) throw NothingThere{"a division by 0"};
               return a(r) / by;
             },
             out.constant && right.constant, false};
    }
    return out;
  }

  Side factor() {
    blanks();
    if (++depth_ > kDeepest) fail(at_, "too deep; expected fewer parentheses");
    Side out = one();
    --depth_;
    return out;
  }
  Side one() {
    if (at_ == text_.size()) fail(at_, "expected a number or a function here");
    if (take("(")) {
      Side out = sum();
      if (!take(")")) fail(at_, "expected a ) here");
      return out;
    }
    if (take("-")) {
      const Side of = factor();
      return {of.kind, [v = of.value](const Run& r) { return -v(r); }, of.constant, of.zero};
    }
    const auto c = static_cast<unsigned char>(text_[at_]);
    if (std::isdigit(c) || c == '.') return number();
    if (std::isalpha(c)) return function();
    fail(at_, "expected a number or a function here");
  }

  Side number() {
    const size_t begin = at_;
    while (at_ < text_.size() &&
           (std::isdigit(static_cast<unsigned char>(text_[at_])) || text_[at_] == '.'))
      ++at_;
    double n = 0;
    const auto [end, error] = std::from_chars(text_.data() + begin, text_.data() + at_, n);
    if (error != std::errc() || end != text_.data() + at_) fail(begin, "is no number");
    const size_t at = at_;
    blanks();
    for (const Unit& u : kUnits)
      if (take_unit(u.name)) {
        const double value = n * u.factor;
        if (u.factor == 0)
          return {u.kind,
                  [n](const Run& r) { return seconds(n, r.frames.report({r.window, 0, {}})); },
                  true, false};
        return {u.kind, [value](const Run&) { return value; }, true, false};
      }
    if (at_ < text_.size() && std::isalpha(static_cast<unsigned char>(text_[at_])))
      fail(at_, "no unit known here; expected ns, us, ms, s, cycles, bit/s, kbit/s, Mbit/s, "
                "Gbit/s, % or frames");
    at_ = at;
    return {Kind::Number, [n](const Run&) { return n; }, true, n == 0};
  }
  bool take_unit(std::string_view unit) {
    const auto rest = std::string_view(text_).substr(at_);
    if (!rest.starts_with(unit)) return false;
    if (unit != "%" && rest.size() > unit.size() &&
        (std::isalnum(static_cast<unsigned char>(rest[unit.size()])) || rest[unit.size()] == '/'))
      return false;
    at_ += unit.size();
    return true;
  }

  std::string word() {
    const size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) ||
                                  text_[at_] == '_' || text_[at_] == '.'))
      ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // Value of "p99", "p99.9"; empty for other words.
  std::optional<double> percent(const std::string& word, size_t at) const {
    if (word.size() < 2 || word[0] != 'p' || !std::isdigit(static_cast<unsigned char>(word[1])))
      return {};
    double n = 0;
    const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), n);
    if (error != std::errc() || end != word.data() + word.size() || n <= 0 || n > 100)
      fail(at, "is no percentile; expected p and more than 0, at most 100, as in p99.9");
    return n;
  }

  Side function() {
    const size_t at = at_;
    const std::string called = word();
    const auto rank = percent(called, at);
    const auto* f = std::ranges::find(kFunctions, called, &Function::name);
    const bool known = f != std::end(kFunctions);
    if (!rank && !known) {
      std::vector<std::string> names = {"p99"};
      for (const Function& k : kFunctions)
        names.emplace_back(k.name);
      const std::string near = closest(called, names);
      fail(at, near.empty()
                   ? fmt::format("no function known here; there are {}, and p50, p99.9 and so on",
                                 fmt::join(names, ", "))
                   : fmt::format("no function known here; did you mean {}?", near));
    }
    if (!take("(")) fail(at_, fmt::format("expected a ( behind {}", called));
    const FlowSelection s = arguments(known ? f->measure : "delay", known && f->of_arrivals);
    if (!rank && std::string_view(f->measure) != "delay")
      return {f->kind, [f, s](const Run& r) { return f->value(select(r, s)); }, false, false};
    return {Kind::Time,
            [f, s, rank](const Run& r) {
              const FlowReport report = select(r, s);
              if (report.delays.empty()) throw NothingThere{"none of these frames was transmitted"};
              return rank ? seconds(percentile(report, *rank), report) : f->value(report);
            },
            false, false};
  }

  FlowSelection arguments(std::string_view measure, bool of_arrivals) {
    FlowSelection out;
    bool first = true;
    std::set<std::string> seen;
    for (blanks(); !take(")"); blanks(), first = false) {
      if (!first && !take(",")) fail(at_, "expected a , or ) here");
      blanks();
      const size_t at = at_;
      const std::string key = word();
      if (first && !measure.empty()) {
        if (key != measure) fail(at, fmt::format("expected {} here", measure));
        continue;
      }
      if (!take("=")) fail(at, "expected flow=, category=, port=, rx= or tx= here");
      if (!seen.insert(key == "port" ? (of_arrivals ? "rx" : "tx") : key).second)
        fail(at, "selects twice; expected one of each of flow=, category=, rx= and tx=");
      blanks();
      argument(key, at, of_arrivals, out);
    }
    if (first && !measure.empty()) fail(at_ - 1, fmt::format("expected {} here", measure));
    return out;
  }
  void argument(const std::string& key, size_t at, bool of_arrivals, FlowSelection& out) {
    if (key == "flow" || key == "category") {
      (key == "flow" ? out.flow : out.category) = pattern();
    } else if (key == "rx" || (key == "port" && of_arrivals)) {
      out.rx = port();
    } else if (key == "tx" || key == "port") {
      if (of_arrivals) fail(at, "frames that did not leave have no transmit port; expected rx=");
      out.tx = port();
    } else {
      fail(at, "expected flow=, category=, port=, rx= or tx= here");
    }
  }
  std::string pattern() {
    const size_t begin = at_;
    if (take("\"")) {
      const size_t end = text_.find('"', at_);
      if (end == text_.npos) fail(begin, "has no second \"");
      const std::string out = text_.substr(at_, end - at_);
      at_ = end + 1;
      if (out.empty()) fail(begin, "is empty, expected a name or a pattern such as modest*");
      return out;
    }
    at_ = std::min(text_.find_first_of(",) \t", at_), text_.size());
    if (at_ == begin) fail(begin, "expected a name or a pattern such as modest* here");
    return text_.substr(begin, at_ - begin);
  }
  unsigned port() {
    unsigned n = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), n);
    if (error != std::errc()) fail(at_, "expected the number of a port here");
    at_ = static_cast<size_t>(end - text_.data());
    return n;
  }

  static constexpr unsigned kDeepest = 100;
  const std::string& text_;
  size_t at_ = 0;
  unsigned depth_ = 0;
};

bool compare(double a, const std::string& relation, double b) {
  const bool equal = std::fabs(a - b) <= 1e-12 * std::max(std::fabs(a), std::fabs(b));
  if (relation == "==") return equal;
  if (relation == "!=") return !equal;
  if (relation == "<") return a < b && !equal;
  if (relation == "<=") return a < b || equal;
  if (relation == ">") return a > b && !equal;
  return a > b || equal;
}

} // namespace

Check::Check(std::string expression) : expression_(std::move(expression)) {
  Parser<Side>(expression_).check(left_, relation_, right_);
}
Check::~Check() = default;
Check::Check(Check&&) noexcept = default;

Check::Outcome Check::apply(const FlowFrames& frames, const Window& window) const {
  const Run run{frames, window};
  try {
    const double a = left_->value(run), b = right_->value(run);
    Outcome out;
    if (!left_->constant) out.values = with_unit(a, left_->kind);
    if (!right_->constant)
      out.values += (out.values.empty() ? "" : " " + relation_ + " ") + with_unit(b, right_->kind);
    if (!compare(a, relation_, b)) out.why = fmt::format("it is {}", out.values);
    return out;
  } catch (const NothingThere& nothing) {
    return {{}, nothing.why};
  }
}

std::vector<Check> read_checks(const std::string& path) {
  const std::string text = read_file(path);
  std::vector<Check> out;
  unsigned number = 0;
  for (size_t begin = text.starts_with("\xef\xbb\xbf") ? 3 : 0; // a byte order mark
       begin < text.size();) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    begin = end + 1;
    ++number;
    line.resize(std::min(line.find('#'), line.size()));
    line.erase(line.find_last_not_of(" \t\r") + 1);
    line.erase(0, line.find_first_not_of(" \t"));
    if (line.empty()) continue;
    try {
      out.emplace_back(std::move(line));
    } catch (const CheckError& e) {
      throw InputError({path, number, 0}, e.what());
    }
  }
  return out;
}

} // namespace ixp
