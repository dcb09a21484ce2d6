#include "emu/trace/perfetto_writer.h"

#include "emu/trace/proto.h"

#include <algorithm>

namespace ixp {

namespace {
// Trace, TracePacket
constexpr unsigned kPacket = 1, kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kInterned = 12,
                   kSequenceFlags = 13, kCompressed = 50, kTrackDescriptor = 60;
constexpr uint64_t kOnlySequence = 1, kStateCleared = 1;
// TrackDescriptor, ProcessDescriptor, ThreadDescriptor, CounterDescriptor
constexpr unsigned kUuid = 1, kName = 2, kProcess = 3, kThread = 4, kParent = 5, kCounter = 8;
constexpr unsigned kPid = 1, kProcessName = 6, kTid = 2, kThreadName = 5, kUnitName = 6;
// TrackEvent, DebugAnnotation
constexpr unsigned kDetails = 4, kType = 9, kNameId = 10, kTrack = 11, kEventName = 23,
                   kCounterValue = 30, kFlow = 47;
constexpr unsigned kKeyId = 1, kNumber = 3, kText = 6, kTextId = 17;
// InternedData: names of events and of details, texts of details; each {1: number, 2: text}
constexpr unsigned kEventNames = 2, kDetailNames = 3, kDetailTexts = 29;

constexpr size_t kBundle = 1 << 20;   // bytes that are packed together
constexpr size_t kPlain = 256;        // of a packet, without texts
constexpr size_t kLongestText = 1000; // of one event; longer ones are cut

std::string_view cut(std::string_view text) {
  return text.substr(0, kLongestText);
}
} // namespace

PerfettoWriter::PerfettoWriter(const std::string& path, const Params& params)
    : tick_hz_(params.pll_hz()), packer_(path, [](std::string_view packed) {
        const proto::Message packet = proto::Message().bytes(kCompressed, packed);
        return proto::Message().bytes(kPacket, packet.text()).text();
      }) {
  add_packet(proto::Message().number(kSequenceFlags, kStateCleared).text());
}

// Tracks of processes are known by their pid, and threads by pid and tid: both are the number of
// the track.
Track PerfettoWriter::process(std::string_view name) {
  const Track t = ++tracks_;
  const auto process = proto::Message().number(kPid, t).bytes(kProcessName, name);
  const auto track = proto::Message().number(kUuid, t).bytes(kProcess, process.text());
  add_packet(proto::Message().bytes(kTrackDescriptor, track.text()).text());
  return t;
}

Track PerfettoWriter::thread(Track process, std::string_view name) {
  const Track t = ++tracks_;
  const auto thread =
      proto::Message().number(kPid, process).number(kTid, t).bytes(kThreadName, name);
  const auto track =
      proto::Message().number(kUuid, t).number(kParent, process).bytes(kThread, thread.text());
  add_packet(proto::Message().bytes(kTrackDescriptor, track.text()).text());
  return t;
}

Track PerfettoWriter::counter(Track process, std::string_view name, std::string_view unit) {
  const Track t = ++tracks_;
  const auto counter = proto::Message().bytes(kUnitName, unit);
  const auto track = proto::Message()
                         .number(kUuid, t)
                         .bytes(kName, name)
                         .number(kParent, process)
                         .bytes(kCounter, counter.text());
  add_packet(proto::Message().bytes(kTrackDescriptor, track.text()).text());
  return t;
}

void PerfettoWriter::begin(Track t, Tick at, Label name, std::span<const Detail> details,
                           uint64_t flow) {
  add_event(Type::Begin, t, at, name, details, flow, 0);
}
void PerfettoWriter::end(Track t, Tick at, std::span<const Detail> details) {
  add_event(Type::End, t, at, Name{0}, details, 0, 0);
}
void PerfettoWriter::instant(Track t, Tick at, Label name, std::span<const Detail> details,
                             uint64_t flow) {
  add_event(Type::Instant, t, at, name, details, flow, 0);
}
void PerfettoWriter::count(Track t, Tick at, int64_t value) {
  add_event(Type::Counter, t, at, Name{0}, {}, 0, value);
}

void PerfettoWriter::use_name(Name n, unsigned field, std::vector<bool>& known) {
  if (n == 0 || (n < known.size() && known[n])) return;
  if (n >= known.size()) known.resize(n + 64);
  known[n] = true;
  const auto entry = proto::Message().number(1, n).bytes(2, text(n));
  interned_ += proto::Message().bytes(field, entry.text()).text();
}

// Names that the event is the first to use go out in a packet before it.
void PerfettoWriter::use_names(Label name, std::span<const Detail> details) {
  use_name(name.name, kEventNames, known_names_);
  for (const Detail& d : details) {
    use_name(d.key, kDetailNames, known_keys_);
    use_name(d.text, kDetailTexts, known_texts_);
  }
  if (interned_.empty()) return;
  add_packet(proto::Message().bytes(kInterned, interned_).text());
  interned_.clear();
}

// Where so many bytes more have room in the bundle.
char* PerfettoWriter::room(size_t bytes) {
  if (used_ + bytes > bundle_.size()) {
    flush();
    bundle_.resize(std::max(kBundle, bytes));
  }
  return bundle_.data() + used_;
}

void PerfettoWriter::add_packet(const std::string& packet) {
  const proto::Message sequence = proto::Message().number(kSequence, kOnlySequence);
  const std::string out = proto::Message().bytes(kPacket, packet + sequence.text()).text();
  std::ranges::copy(out, room(out.size()));
  used_ += out.size();
}

void PerfettoWriter::add_event(Type type, Track t, Tick at, Label name,
                               std::span<const Detail> details, uint64_t flow, int64_t value) {
  use_names(name, details);
  size_t bytes = kPlain + cut(name.text).size();
  for (const Detail& d : details)
    bytes += 40 + cut(d.once).size();
  char* const start = room(bytes);
  proto::Cursor c(start);
  char* const packet = c.open(kPacket);
  c.number(kTimestamp, nanoseconds(at, tick_hz_));
  c.number(kSequence, kOnlySequence);
  char* const event = c.open(kTrackEvent);
  c.number(kType, static_cast<uint64_t>(type));
  c.number(kTrack, t);
  if (name.name)
    c.number(kNameId, name.name);
  else if (!name.text.empty())
    c.bytes(kEventName, cut(name.text));
  for (const Detail& d : details) {
    char* const detail = c.open(kDetails);
    c.number(kKeyId, d.key);
    if (!d.once.empty())
      c.bytes(kText, cut(d.once));
    else if (d.text)
      c.number(kTextId, d.text);
    else
      c.number(kNumber, d.number);
    c.close(detail);
  }
  if (type == Type::Counter) c.number(kCounterValue, static_cast<uint64_t>(value));
  if (flow) c.fixed64(kFlow, flow);
  c.close(event);
  c.close(packet);
  used_ += static_cast<size_t>(c.at() - start);
}

void PerfettoWriter::flush() {
  if (used_ == 0) return;
  bundle_.resize(used_);
  packer_.add(std::move(bundle_));
  bundle_.clear();
  used_ = 0;
}

void PerfettoWriter::finish() {
  flush();
  packer_.finish();
}

void PerfettoWriter::commit() {
  finish();
  packer_.commit();
}

} // namespace ixp
