#include "emu/record/ring_log.h"

#include <charconv>
#include <fmt/format.h>
#include <iterator>
#include <set>

namespace ixp {

namespace {

constexpr size_t kFlushAt = 1 << 18;

std::string name_of(const RingConfig& ring) {
  return ring.name.empty() ? fmt::format("{}", ring.number) : ring.name;
}

unsigned find_ring(const std::string& word, const SystemConfig& system) {
  std::vector<std::string> names;
  for (const RingConfig& r : system.rings) {
    names.push_back(name_of(r));
    if (word == names.back() || parse_number(word) == r.number) return r.number;
  }
  throw InputError(
      fmt::format("--rings: there is no ring '{}'; expected all, or some of {} between "
                  "commas",
                  word, fmt::join(names, ", ")));
}

} // namespace

RingSelection select_rings(std::string_view option, const SystemConfig& system) {
  RingSelection selection;
  if (option == "all") return selection.set();
  for (size_t begin = 0; begin <= option.size();) {
    const size_t end = std::min(option.find(',', begin), option.size());
    selection.set(find_ring(std::string(option.substr(begin, end - begin)), system));
    begin = end + 1;
  }
  return selection;
}

static std::string first_line(const SystemConfig& system) {
  return fmt::format("# ixp ring log 1 me_hz={} seed={} run={}\n", system.params.me_hz(),
                     system.seed, RunMark::kUnknown);
}

RingLog::RingLog(const std::string& path, const SystemConfig& system, RingSelection selection,
                 Packing packing)
    : packing_thread_(packing_thread(packing)),
      file_(path, packing_thread_.get(), first_line(system)),
      run_offset_(first_line(system).find(RunMark::kUnknown)), selection_(selection),
      me_div_(system.params.clock_me_div) {
  for (unsigned n = 0; n < kScratchRings; ++n)
    rings_[n].name = fmt::format("{} ", n);
  for (const RingConfig& r : system.rings)
    rings_[r.number] = {name_of(r) + ' ', r.message};
  for (unsigned n = 0; n < kMicroengines; ++n)
    microengines_[n] = me_name(n) + '.';
  header(system);
}

void RingLog::header(const SystemConfig& system) {
  std::set<std::string> told;
  for (const RingConfig& r : system.rings) {
    if (!selection_[r.number]) continue;
    const MessageLayout& m = r.message;
    text_ += fmt::format("# ring {} number={} longwords={} message={}\n", name_of(r), r.number,
                         r.longwords, m.name.empty() ? "-" : m.name);
    if (m.name.empty() || !told.insert(m.name).second) continue;
    text_ += fmt::format("# message {}", m.name);
    for (const MessageField& f : m.fields)
      text_ += fmt::format(" {}={}[{}:{}],{}", f.name, f.longword, f.high, f.low, f.unit);
    text_ += '\n';
  }
  text_ += "# cycle ring action by depth message\n";
}

void RingLog::event(const Event& event) {
  if (event.kind == EventKind::Frame) return frames_.learn(event);
  const Event::OfRing& e = event.ring;
  const unsigned ring = e.place.number;
  if (e.place.kind != QueuePlace::Scratch || !selection_[ring]) return;
  const bool empty = e.action == RingAction::Get && e.count == 0;
  if (empty && !shows_polls_) return;
  static constexpr const char* kActions[] = {"put ", "get ", "set "};
  number(event.tick / me_div_);
  text_ += ' ';
  text_ += rings_[ring].name;
  text_ += kActions[static_cast<unsigned>(e.action)];
  if (event.me < 0) {
    text_ += "core";
  } else {
    text_ += microengines_[static_cast<unsigned>(event.me)];
    number(static_cast<unsigned>(event.ctx));
  }
  text_ += ' ';
  number(e.depth);
  if (empty) text_ += " empty";
  message(ring, e.span());
  if (e.lost) text_ += fmt::format(" lost={}", e.lost);
  if (shows_frames_ && e.tag) text_ += " frame=" + frames_.text(e.tag);
  if (source_ && event.me >= 0) {
    const std::string line = source_(event.me, event.pc);
    text_ += line.empty() ? fmt::format(" @pc{}", event.pc) : " @" + line;
  }
  text_ += '\n';
  if (text_.size() > kFlushAt) flush();
}

// Formats complete messages by field, in sequence; other words unchanged.
void RingLog::message(unsigned ring, std::span<const uint32_t> words) {
  const MessageLayout& layout = rings_[ring].layout;
  const unsigned length = layout.longwords();
  if (length == 0 || words.size() % length != 0) {
    for (const uint32_t word : words)
      text_ += fmt::format(" {:#010x}", word);
    return;
  }
  for (size_t begin = 0; begin < words.size(); begin += length) {
    if (begin) text_ += " ;";
    for (const MessageField& f : layout.fields) {
      const uint32_t value = f.of(words[begin + f.longword]);
      text_ += ' ';
      text_ += f.name;
      text_ += f.unit == "hex" ? "=0x" : "=";
      number(value, f.unit == "hex" ? 16 : 10);
    }
  }
}

// Called often; fmt::format_to() into a long string takes ten times as long.
void RingLog::number(uint64_t value, int base) {
  char digits[20];
  text_.append(digits, std::to_chars(digits, std::end(digits), value, base).ptr);
}

void RingLog::flush() {
  file_.write(text_);
  text_.clear();
}

void RingLog::mark(const RunMark& mark) {
  flush();
  file_.patch(run_offset_, mark.run);
  file_.write(mark.last_line());
}

void RingLog::finish() {
  if (!text_.empty()) flush();
  file_.finish();
}

void RingLog::commit() {
  finish();
  file_.commit();
}

} // namespace ixp
