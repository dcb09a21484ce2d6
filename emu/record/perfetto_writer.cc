// Writes Perfetto's TrackEvent format (perfetto.dev/docs/reference/synthetic-track-event; field
// numbers as in protos/perfetto/trace/perfetto_trace.proto). Each track is a packet sequence of its
// own, so events need not name it and timestamps are differences to the previous event. Events of
// one track are contiguous in the file, thousands at a time: contexts repeat themselves, so this
// compresses to a third of the size in order of time. Memory does not grow with the run.
#include "base/background.h"
#include "base/files.h"
#include "emu/record/proto.h"
#include "emu/record/track_writer.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <libdeflate.h>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

namespace ixp {

// Compresses output (deflate, RFC 1950) and writes it to a file, on a separate thread. Bundles are
// written in order, so the file is deterministic.
class Packer {
public:
  // `frame` encloses compressed bytes for the file format.
  Packer(const std::string& path, std::function<std::string(std::string_view)> frame);
  // Queues a bundle; waits if too many are queued. Rethrows errors of earlier writes. Returns a
  // string to fill next, with reused memory if possible.
  std::string add(std::string bundle);
  void finish(); // compresses and writes everything; OutputFile::finish()
  void commit() { file_.commit(); }

private:
  void pack(std::string_view bundle);

  struct Free {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
  };

  static constexpr size_t kMostBundles = 5;
  OutputFile file_;
  std::function<std::string(std::string_view)> frame_;
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  std::string packed_;
  std::mutex mutex_; // guards done_
  std::string done_; // a finished bundle, whose memory is reused
  Background thread_{kMostBundles};
};

namespace {
constexpr int kLevel = 1; // fastest deflate level
}

Packer::Packer(const std::string& path, std::function<std::string(std::string_view)> frame)
    : file_(path), frame_(std::move(frame)), compressor_(libdeflate_alloc_compressor(kLevel)) {
  if (!compressor_) throw std::bad_alloc();
}

void Packer::pack(std::string_view bundle) {
  packed_.resize(libdeflate_zlib_compress_bound(compressor_.get(), bundle.size()));
  const size_t size = libdeflate_zlib_compress(compressor_.get(), bundle.data(), bundle.size(),
                                               packed_.data(), packed_.size());
  file_.write(frame_(std::string_view(packed_).substr(0, size)));
}

std::string Packer::add(std::string bundle) {
  thread_.add([this, bundle = std::move(bundle)]() mutable {
    pack(bundle);
    const std::lock_guard lock(mutex_);
    done_ = std::move(bundle);
  });
  const std::lock_guard lock(mutex_);
  return std::exchange(done_, {});
}

void Packer::finish() {
  thread_.wait();
  file_.finish();
}

namespace {
class PerfettoWriter final : public TrackWriter {
public:
  PerfettoWriter(const std::string& path, const Params& params);

  Track lane(Track parent, std::string_view name, unsigned rank) override;
  Track counter(Track group, std::string_view name, std::string_view unit, unsigned rank) override;
  void finish() override;
  void commit() override;

private:
  // Events of a track that are in no bundle yet.
  struct Sequence {
    std::unique_ptr<char[]> bytes;
    size_t used = 0;
    uint64_t last_ns = 0;
    std::vector<uint8_t> known; // by Name: bit mask of the forms in which it was interned
  };

  Track add_track(std::string_view descriptor);
  void add(Track t, Tick at, const TrackEvent& e) override;
  template <unsigned kLength>
  char* write_event(char* to, Track t, uint64_t ns, const TrackEvent& e);
  static bool knows_names(const Sequence& s, const TrackEvent& e);
  void intern_names(Track t, const TrackEvent& e);
  char* room(Track t, size_t bytes);
  void put_out(Sequence& s);
  void pack();
  uint64_t ns(Tick at);

  uint64_t tick_hz_;
  std::vector<Sequence> sequences_; // indexed by track - 1
  Tick last_tick_ = 0;              // tick that corresponds to last_ns_
  uint64_t last_ns_ = 0;
  std::string bundle_;
  Packer packer_;
};
} // namespace

namespace {
// Field numbers: Trace, TracePacket, TracePacketDefaults (and its defaults of track events)
constexpr unsigned kPacket = 1, kClockSnapshot = 6, kTimestamp = 8, kSequence = 10,
                   kTrackEvent = 11, kInterned = 12, kSequenceFlags = 13, kCompressed = 50,
                   kTimestampClock = 58, kDefaults = 59, kTrackDescriptor = 60;
constexpr uint64_t kStateCleared = 1;
// ClockSnapshot, ClockSnapshot.Clock, and clock ids
constexpr unsigned kClock = 1, kClockId = 1, kClockTime = 2, kClockIsIncremental = 3;
constexpr uint64_t kTraceClock = 6;   // BUILTIN_CLOCK_BOOTTIME: the clock of a trace's timestamps
constexpr uint64_t kDifferences = 64; // first id that a sequence may define itself
// TrackDescriptor, CounterDescriptor
constexpr unsigned kUuid = 1, kName = 2, kParent = 5, kCounter = 8, kChildOrdering = 11, kRank = 12;
constexpr uint64_t kByRank = 3;
constexpr unsigned kUnitName = 6;
// TrackEvent, DebugAnnotation
constexpr unsigned kDetails = 4, kType = 9, kNameId = 10, kTrack = 11, kEventName = 23,
                   kCounterValue = 30, kFlow = 47;
constexpr unsigned kKeyId = 1, kNumber = 3, kText = 6, kTextId = 17;
// InternedData: names of events, names and texts of details; each {1: number, 2: text}
constexpr unsigned kEventNames = 2, kDetailNames = 3, kDetailTexts = 29;
constexpr uint8_t kAsEvent = 1, kAsKey = 2, kAsText = 4; // bits of Sequence::known

constexpr size_t kRun = 1 << 15;      // bytes of consecutive events of one track
constexpr size_t kBundle = 1 << 20;   // bytes compressed together
constexpr size_t kPlain = 64;         // maximum size of an event without texts and details
constexpr size_t kDetail = 24;        // maximum size of a detail without text
constexpr size_t kLongestText = 1000; // maximum length of a text; longer ones are cut

std::string_view cut(std::string_view text) {
  return text.substr(0, kLongestText);
}

std::string packet(Track t, const proto::Message& fields) {
  const proto::Message sequence = proto::Message().number(kSequence, t);
  return proto::Message().bytes(kPacket, fields.text() + sequence.text()).text();
}
} // namespace

PerfettoWriter::PerfettoWriter(const std::string& path, const Params& params)
    : tick_hz_(params.pll_hz()), packer_(path, [](std::string_view packed) {
        const proto::Message packet = proto::Message().bytes(kCompressed, packed);
        return proto::Message().bytes(kPacket, packet.text()).text();
      }) {}

// ---- Tracks

// Writes the track descriptor, the defaults of the sequence's packets, and its clock's start at 0.
// Written at once, before the events: readers need a track before its children.
Track PerfettoWriter::add_track(std::string_view descriptor) {
  using proto::Message;
  sequences_.emplace_back().bytes = std::make_unique<char[]>(kRun);
  const auto t = static_cast<Track>(sequences_.size());
  const Message track = Message().number(kTrack, t);
  const Message defaults =
      Message().number(kTimestampClock, kDifferences).bytes(kTrackEvent, track.text());
  const std::string described = Message().number(kUuid, t).text() + std::string(descriptor);
  bundle_ += packet(t, Message()
                           .number(kSequenceFlags, kStateCleared)
                           .bytes(kDefaults, defaults.text())
                           .bytes(kTrackDescriptor, described));
  const Message trace = Message().number(kClockId, kTraceClock).number(kClockTime, 0);
  const Message differences =
      Message().number(kClockId, kDifferences).number(kClockTime, 0).number(kClockIsIncremental, 1);
  const Message clocks = Message().bytes(kClock, trace.text()).bytes(kClock, differences.text());
  bundle_ += packet(t, Message().bytes(kClockSnapshot, clocks.text()));
  return t;
}

static proto::Message descriptor(Track parent, std::string_view name, unsigned rank) {
  proto::Message out;
  out.bytes(kName, cut(name)).number(kChildOrdering, kByRank).number(kRank, rank);
  if (parent) out.number(kParent, parent);
  return out;
}

// Viewers put a number after the name of each process and thread, so tracks are neither. They sort
// groups by name.
Track PerfettoWriter::lane(Track parent, std::string_view name, unsigned rank) {
  return add_track(descriptor(parent, name, rank).text());
}

Track PerfettoWriter::counter(Track group, std::string_view name, std::string_view unit,
                              unsigned rank) {
  const auto counter = proto::Message().bytes(kUnitName, cut(unit));
  return add_track(descriptor(group, name, rank).bytes(kCounter, counter.text()).text());
}

// ---- Events

// Whether all names of the event were interned in its track.
bool PerfettoWriter::knows_names(const Sequence& s, const TrackEvent& e) {
  const uint8_t* const known = s.known.data();
  const size_t size = s.known.size();
  const auto knows = [&](Name n, uint8_t as) { return n == 0 || (n < size && known[n] & as); };
  if (!knows(e.name.name, kAsEvent)) return false;
  for (const Detail& d : e.details)
    if (!knows(d.key, kAsKey) || !knows(d.text, kAsText)) return false;
  return true;
}

// Names that the event is the first of its track to use are written in a packet before it.
void PerfettoWriter::intern_names(Track t, const TrackEvent& e) {
  std::vector<uint8_t>& known = sequences_[t - 1].known;
  std::string fresh;
  const auto use = [&](Name n, uint8_t as, unsigned field) {
    if (n == 0 || (n < known.size() && known[n] & as)) return;
    if (n >= known.size()) known.resize(n + 64);
    known[n] |= as;
    const auto entry = proto::Message().number(1, n).bytes(2, cut(text(n)));
    fresh += proto::Message().bytes(field, entry.text()).text();
  };
  use(e.name.name, kAsEvent, kEventNames);
  for (const Detail& d : e.details) {
    use(d.key, kAsKey, kDetailNames);
    use(d.text, kAsText, kDetailTexts);
  }
  const std::string out = packet(t, proto::Message().bytes(kInterned, fresh));
  std::memcpy(room(t, out.size()), out.data(), out.size());
  sequences_[t - 1].used += out.size();
}

uint64_t PerfettoWriter::ns(Tick at) {
  if (at != last_tick_) {
    last_tick_ = at;
    last_ns_ = nanoseconds(at, tick_hz_);
  }
  return last_ns_;
}

void PerfettoWriter::add(Track t, Tick at, const TrackEvent& e) {
  if (!knows_names(sequences_[t - 1], e)) intern_names(t, e);
  size_t most = kPlain + cut(e.name.text).size();
  for (const Detail& d : e.details)
    most += kDetail + cut(d.once).size();
  char* const to = room(t, most);
  char* const end = most <= proto::Cursor::kLongest[1] ? write_event<1>(to, t, ns(at), e)
                                                       : write_event<2>(to, t, ns(at), e);
  sequences_[t - 1].used += static_cast<size_t>(end - to);
}

// The timestamp is the difference to the previous event; absolute, in the trace's clock, if it is
// earlier than that.
template <unsigned kLength>
char* PerfettoWriter::write_event(char* to, Track t, uint64_t ns, const TrackEvent& e) {
  proto::Cursor c(to);
  char* const packet = c.open<kLength>(kPacket);
  uint64_t& last = sequences_[t - 1].last_ns;
  if (ns >= last) {
    c.number(kTimestamp, ns - last);
    last = ns;
  } else {
    c.number(kTimestamp, ns);
    c.number(kTimestampClock, kTraceClock);
  }
  c.number(kSequence, t);
  char* const event = c.open<kLength>(kTrackEvent);
  c.number(kType, static_cast<uint64_t>(e.type));
  if (e.name.name)
    c.number(kNameId, e.name.name);
  else if (!e.name.text.empty())
    c.bytes(kEventName, cut(e.name.text));
  for (const Detail& d : e.details) {
    char* const detail = c.open<kLength>(kDetails);
    c.number(kKeyId, d.key);
    if (!d.once.empty())
      c.bytes(kText, cut(d.once));
    else if (d.text)
      c.number(kTextId, d.text);
    else
      c.number(kNumber, d.number);
    c.close<kLength>(detail);
  }
  if (e.type == Type::Counter) c.number(kCounterValue, static_cast<uint64_t>(e.value));
  if (e.flow) c.fixed64(kFlow, e.flow);
  c.close<kLength>(event);
  c.close<kLength>(packet);
  return c.at();
}

// ---- Bytes

// Returns a position with room for `bytes` more bytes of the track.
char* PerfettoWriter::room(Track t, size_t bytes) {
  Sequence& s = sequences_[t - 1];
  if (s.used + bytes > kRun) put_out(s);
  return s.bytes.get() + s.used;
}

void PerfettoWriter::put_out(Sequence& s) {
  bundle_.append(s.bytes.get(), s.used);
  s.used = 0;
  if (bundle_.size() >= kBundle) pack();
}

void PerfettoWriter::pack() {
  bundle_ = packer_.add(std::move(bundle_));
  bundle_.clear();
}

void PerfettoWriter::finish() {
  for (Sequence& s : sequences_)
    put_out(s);
  if (!bundle_.empty()) pack();
  packer_.finish();
}

void PerfettoWriter::commit() {
  finish();
  packer_.commit();
}

std::unique_ptr<TrackWriter> make_perfetto_writer(const std::string& path, const Params& params) {
  return std::make_unique<PerfettoWriter>(path, params);
}

} // namespace ixp
