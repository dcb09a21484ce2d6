// Journeys of frames through the chip: from port to port by stages (a line, a buffer, a ring, a
// context), how long each took, what the context did there, and everything that touched the frame.
//
// Which frame a context works on is what it got last: with a status word, from a ring or queue
// whose message names a buffer (emu/chip/packet_buffers.h). A frame that microcode drops ends with
// the instruction that counted it.
//
// Most of what happens to frames of a class is told in a table by stage: who asks for the class
// pays for where frames go, by events, and for what contexts do, by a diary that is read when a
// frame moves on, and kept only as long as more journeys are.
#pragma once

#include "emu/chip/images.h"
#include "emu/chip/system.h"
#include "emu/kernel/context_diary.h"
#include "emu/observe/frame_names.h"
#include "emu/trace/awaited.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace ixp {

// Which frames.
struct JourneySelection {
  enum class Kind : uint8_t { Frame, Port, Drop, Slowest } kind{};
  FrameName frame;     // Frame
  unsigned number = 0; // Port: where it came in; Slowest: how many
  std::string reason;  // Drop: of a counter ("no_buffer") or of hardware; "": any
  std::string text;    // as given
};
// "p0.17", "port 1", "drop", "drop:no_buffer", "slowest 10". Throws InputError.
JourneySelection parse_journey(const std::string& text);

// Where a frame is: "port 0 receives", "ring SR_1 (2)", "ME 0:1 context 3 (ipv4_forward)".
struct JourneyPlace {
  enum class Kind : uint8_t {
    PortReceives,
    ReceiveBuffer,
    Rbuf,
    Context,
    Queue,
    Tbuf,
    TransmitBuffer,
    PortTransmits
  } kind{};
  int16_t number = 0; // of a port, of a microengine
  int8_t context = 0;
  QueuePlace queue = {};
  auto operator<=>(const JourneyPlace&) const = default;
  struct Hash {
    size_t operator()(const JourneyPlace& p) const {
      const auto port = static_cast<uint16_t>(p.number);
      return size_t{static_cast<unsigned>(p.kind)} << 32 | size_t{p.queue.kind} << 36 |
             (size_t{port} << 16 ^ p.queue.unit << 8 ^ p.queue.number);
    }
  };
};
struct JourneyStage {
  JourneyPlace place;
  Tick from = 0, to = 0;
  Tick executing = 0, ready = 0; // of a context
};
struct JourneyWait { // of a context in a stage
  size_t stage;
  uint32_t what; // Awaited::id()
  Tick ticks;
};
struct Journey {
  FrameName name;
  bool named = false; // by a selection: touches are kept
  Tick begin = 0, end = 0;
  std::string fate; // "transmitted by port 1", "dropped: no_buffer, counted by 0:0 at rx.uc:40"
  std::string drop; // the reason alone; "": not dropped
  std::vector<JourneyStage> stages;
  std::vector<JourneyWait> waits; // stages ascend
  uint64_t holders = 0;           // contexts that have it, a bit each
  std::vector<Event> touches;     // everything that touched the frame; words of rings are not there
  void wait(uint32_t what, Tick ticks); // in the last stage
};

class Journeys final : public Probe {
public:
  static constexpr size_t kMost = 100; // journeys kept of a class

  Journeys(const SystemConfig& system, const Images& images,
           std::vector<JourneySelection> selections);
  EventKinds kinds() const; // to be heard, beside the diary
  ContextDiary& diary() { return diary_; }
  // Called when all frames that were named have left, and no others are asked for: nothing more
  // needs to be heard, and no diary kept.
  void on_complete(std::function<void()> tell) { complete_ = std::move(tell); }
  void event(const Event& e) override;
  void close(Tick end); // frames inside end where they are

  // Named frames that never came, by selection; of a run that is over.
  std::vector<std::string> missing() const;
  // Every selection: its journeys, and the time by stage over all of its frames.
  std::string text() const;
  // Of the first selection, and so on; the slowest first, others by time.
  const std::vector<Journey>& kept(size_t selection) const { return chosen_[selection].journeys; }

private:
  struct Holder { // a context
    PacketTag frame = 0;
    enum class Doing : uint8_t { Unknown, Runs, Waits, Ready } doing{};
    Tick since = 0;
    uint32_t wakeup = 0; // Waits: for what,
    uint16_t pc = 0;     // and where
  };
  struct Moment { // all earlier is over, and of the tick what earlier slots do
    Tick tick;
    Slot slot;
    bool after(Tick t, unsigned me) const { return t < tick || (t == tick && me_slot(me) < slot); }
  };
  struct StageSum {
    uint64_t frames = 0;
    Tick sum = 0, most = 0;
  };
  struct Chosen {
    std::vector<Journey> journeys;
    uint64_t frames = 0;
    // Of microengines: all contexts together. In the order in which they were met first.
    std::vector<std::pair<JourneyPlace, StageSum>> stages;
    std::unordered_map<JourneyPlace, size_t, JourneyPlace::Hash> places; // in `stages`
    void add(const JourneyStage& stage);
    void keep(const JourneySelection& s, const Journey& j);
  };

  Journey* inside(PacketTag tag);
  Holder& holder(const Event& e) { return holders_[context_number(e)]; }
  static size_t context_number(const Event& e) {
    return static_cast<size_t>(e.me) * kContexts + static_cast<size_t>(e.ctx);
  }
  static Awaited::Context context_of(size_t number) {
    return {static_cast<unsigned>(number / kContexts), static_cast<unsigned>(number % kContexts)};
  }
  static Moment moment(const Event& e) { return {e.tick, e.slot}; }
  bool names_frames() const;

  // Where frames are (journey.cc).
  void move(Journey& j, const JourneyPlace& place, Tick at, Moment now);
  void take(const Event& e, PacketTag tag);
  void give(const Event& e, PacketTag tag, const JourneyPlace& place);
  static void touch(Journey& j, const Event& e) {
    if (j.named) j.touches.push_back(e);
  }
  void drawn(const Event& e);
  void received(const Event& e);
  void frame(const Event& e);
  void element(const Event& e);
  void ring(const Event& e);
  void queue(const Event& e);
  void end(PacketTag tag, Tick at, Moment now, std::string fate, std::string drop);

  // What contexts do meanwhile (journey_contexts.cc).
  void read_diary(uint64_t contexts, Moment now); // a bit each
  void read_page(size_t context, Moment now);
  void enter(size_t context, const ContextDiary::Entry& e);
  void account(size_t context, Tick at);
  void hold(const Event& e, PacketTag tag);
  void read_watched(Moment now);
  void watched(const ContextDiary::Watched& w);

  // Which frames are kept (journey_classes.cc).
  bool follows(FrameName name) const;
  bool wanted(const JourneySelection& s, const Journey& j) const;
  void choose(const Journey& j);
  bool keeps_more(size_t selection) const;

  std::string text(const JourneyPlace& place, bool context = true) const;
  std::string touch_text(const Event& e) const;
  std::string line(int me, int pc) const;
  std::string show(const Journey& j) const;
  std::string show_stages(const Chosen& c) const;

  const SystemConfig& system_;
  const Images& images_;
  std::vector<JourneySelection> selections_;
  std::vector<Chosen> chosen_; // by selection
  size_t to_come_ = 0;         // named frames that have not left, and classes
  std::function<void()> complete_;
  Tick me_div_;
  using Inside = std::unordered_map<PacketTag, Journey>;
  Inside inside_;
  std::vector<Inside::node_type> spare_; // of frames that have left: their memory is used again
  std::array<Holder, kMicroengines * kContexts> holders_{};
  ContextDiary diary_;
  Tick next_reading_ = 0; // of all of the diary
  bool accounts_ = true;  // for what contexts do, as more journeys are kept
  Awaited awaited_;
};

} // namespace ixp
