// Journeys of frames through the chip: from port to port by stages (a line, a buffer, a ring, a
// context), how long each took, what the context did there, and everything that touched the frame.
//
// Which frame a context works on is what it got last: with a status word, from a ring or queue
// whose message names a buffer (emu/chip/packet_buffers.h). A frame that microcode drops ends with
// the instruction that counted it.
//
// Most of what happens to frames of a class is told in a table by stage: who asks for the class
// pays for where frames go, by events, and for what contexts do, by a diary that is kept only as
// long as more journeys are. A frame takes along what its contexts noted down; that is worked out
// when it has left and its journey is kept.
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
#include <string_view>
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
  // A number for the place, below kRows; of all contexts of a microengine the same.
  static constexpr size_t kRows = 4 << 11;
  size_t row() const {
    if (kind == Kind::Queue)
      return size_t{queue.kind} << 11 | size_t{queue.unit} << 8 | queue.number;
    return size_t{static_cast<unsigned>(kind)} << 8 | static_cast<uint8_t>(number);
  }
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
  std::vector<JourneyStage> stages;
  std::vector<JourneyWait> waits; // stages ascend
  std::vector<Event> touches;     // everything that touched the frame; words of rings are not there
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
  bool hears_empty_gets() const override { return false; }
  void close(Tick end); // frames inside end where they are

  // Named frames that never came, by selection; of a run that is over.
  std::vector<std::string> missing() const;
  // Every selection: its journeys, and the time by stage over all of its frames.
  std::string text() const;
  // Of the first selection, and so on; the slowest first, others by time.
  const std::vector<Journey>& kept(size_t selection) const { return chosen_[selection].journeys; }

private:
  struct Moment { // all earlier is over, and of the tick what earlier slots do
    Tick tick = 0;
    Slot slot{};
    bool operator==(const Moment&) const = default;
    Tick over(unsigned me) const { return tick + (me_slot(me) < slot); } // earlier ticks are
    bool after(Tick t, unsigned me) const { return t < over(me); }
  };
  // What a context did for a frame in a stage: what begins in its diary between two moments.
  struct Share {
    size_t stage;
    size_t context;
    size_t turns;    // of Traveller::turns, behind those of earlier shares
    Moment from, to; // the first turn is that of `from`
    Tick since;      // the frame's since then
    Tick until;      // and that long; kNever: as long as the diary says
  };
  struct Traveller : Journey { // a frame that is inside
    PacketTag tag = 0;
    uint64_t holders = 0;      // contexts that have it, a bit each
    std::vector<Share> shares; // not worked out yet
    std::vector<ContextDiary::Turn> turns;
  };
  struct Holder { // a context
    Traveller* frame = nullptr;
    Tick since = 0; // it has the frame, or none
    Moment read;    // so far its diary was read
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
    // By JourneyPlace::row(): 1 + place in `stages`; 0: none.
    std::vector<uint16_t> places = std::vector<uint16_t>(JourneyPlace::kRows);
    void add(const std::vector<JourneyStage>& all);
    void meet(const JourneyPlace& place);
    bool keeps(const JourneySelection& s, const Journey& j) const;
    void keep(const JourneySelection& s, const Journey& j);
  };
  // How a frame came to its end.
  struct End {
    Tick at;
    Moment now;
    std::string_view drop; // the reason; "": not dropped
  };
  using Fate = std::function<std::string()>; // Journey::fate, of those that are kept

  Traveller* inside(PacketTag tag);
  Holder& holder(const Event& e) { return holders_[context_number(e)]; }
  static size_t context_number(const Event& e) {
    return static_cast<size_t>(e.me) * kContexts + static_cast<size_t>(e.ctx);
  }
  static Moment moment(const Event& e) { return {e.tick, e.slot}; }
  bool names_frames() const;

  // Where frames are (journey.cc).
  void move(Traveller& t, const JourneyPlace& place, Tick at, Moment now);
  void take(const Event& e, PacketTag tag);
  void give(const Event& e, PacketTag tag, const JourneyPlace& place);
  static void touch(Journey& j, const Event& e) {
    if (j.named) j.touches.push_back(e);
  }
  void drawn(const Event& e);
  void received(const Event& e, Traveller& t);
  void frame(const Event& e);
  void element(const Event& e);
  void ring(const Event& e);
  void queue(const Event& e);
  void end(Traveller& t, const End& how, const Fate& fate);

  // What contexts do meanwhile (journey_contexts.cc).
  void read_diary(uint64_t contexts, Moment now); // a bit each
  void read_page(size_t context, Moment now, Tick until = kNever);
  void hold(const Event& e, Traveller* frame);
  void work_out(Traveller& t);
  void work_out(Traveller& t, const Share& share, const ContextDiary::Turn* turns);
  void read_watched(Moment now);
  void watched(const ContextDiary::Watched& w);

  // Which frames are kept (journey_classes.cc).
  bool follows(FrameName name) const;
  bool wanted(const JourneySelection& s, const Journey& j, std::string_view drop) const;
  void choose(Traveller& t, std::string_view drop, const Fate& fate);
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
  using Inside = std::unordered_map<PacketTag, Traveller>;
  Inside inside_;
  std::vector<Inside::node_type> spare_; // of frames that have left: their memory is used again
  std::array<Holder, kMicroengines * kContexts> holders_{};
  ContextDiary diary_;
  Tick next_reading_ = 0; // of all of the diary
  bool accounts_ = true;  // for what contexts do, as more journeys are kept
  Awaited awaited_;
};

} // namespace ixp
