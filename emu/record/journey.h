// Journeys of frames through the chip, from port to port in stages (a line, a buffer, a ring, a
// context): the duration of each stage, the context's activity in it, and every access to the
// frame.
//
// A context works on the frame that it received last: with a status word, or from a ring or queue
// whose message names a buffer (emu/chip/packet_buffers.h). A frame that microcode drops ends at
// the instruction that counted the drop.
//
// A class of frames is summarised per stage. This needs events for frame positions and the context
// diary for context activity; both cost time only while a class is observed, and the diary only
// while more journeys are to be stored. A frame carries the diary entries of its contexts; they are
// evaluated when it has left and its journey is stored.
#pragma once

#include "emu/chip/images.h"
#include "emu/chip/system.h"
#include "emu/kernel/context_diary.h"
#include "emu/record/awaited.h"
#include "emu/record/frame_name.h"

#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ixp {

// Selects the frames to follow.
struct JourneySelection {
  enum class Kind : uint8_t { Frame, Port, Drop, Slowest } kind{};
  FrameName frame;     // Frame
  unsigned number = 0; // Port: the receive port; Slowest: number of frames
  std::string reason;  // Drop: a counter ("no_buffer") or a hardware reason; "": any
  std::string text;    // the option text
};
// Parses "p0.17", "port 1", "drop", "drop:no_buffer", "slowest 10". Throws InputError.
JourneySelection parse_journey(const std::string& text);

// Position of a frame: "port 0 receives", "ring SR_1 (2)", "ME 0:1 context 3 (ipv4_forward)".
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
  int16_t number = 0; // port or microengine
  int8_t context = 0;
  QueuePlace queue = {};
  auto operator<=>(const JourneyPlace&) const = default;
  // Number of the position, below kRows; equal for all contexts of a microengine.
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
  Tick executing = 0, ready = 0; // context activity
};
struct JourneyWait { // wait of a context in a stage
  size_t stage;
  uint32_t what; // Awaited::id()
  Tick ticks;
};
struct Journey {
  FrameName name;
  bool named = false; // selected by name: accesses are stored
  uint32_t bytes = 0; // 0: it has not arrived whole
  Tick begin = 0, end = 0;
  // "transmitted by port 1", "dropped: no_buffer, counted by 0:0 at rx.uc:40"; "": inside
  std::string fate;
  std::vector<JourneyStage> stages;
  std::vector<JourneyWait> waits; // in ascending order of stages
  std::vector<Event> touches;     // all accesses to the frame; the words of rings are not stored
};

// How a frame's journey ended.
struct JourneyEnd {
  enum class Kind : uint8_t { Transmitted, LostOnTransmit, ByHardware, ByMicrocode, Inside } kind{};
  std::string_view reason = {}; // of a drop or loss; "": transmitted or inside
  int16_t port = -1;            // Transmitted: the port
  int8_t me = -1, ctx = -1;     // ByMicrocode: the context that counted the drop,
  uint16_t pc = 0;              // and its instruction
};

class FrameEnds;

class Journeys final : public Probe {
public:
  static constexpr size_t kMost = 100; // limit on stored journeys of a class

  // Every frame's end goes to `ends`, if it is observed.
  Journeys(const SystemConfig& system, const Images& images,
           std::vector<JourneySelection> selections, const FrameEnds* ends = nullptr);
  EventKinds kinds() const; // events needed in addition to the diary
  ContextDiary& diary() { return diary_; }
  // Sets the function called when all named frames have left and no classes are selected. Neither
  // events nor the diary are needed from then on.
  void on_complete(std::function<void()> tell) { complete_ = std::move(tell); }
  void event(const Event& e) override;
  bool hears_empty_gets() const override { return false; }
  void close(Tick end); // frames still inside end at their position
  // Also stores the stages of the last `most` frames that left, without context activity.
  void remember(size_t most) { remembered_ = most; }
  // These frames, the latest last.
  const std::deque<Journey>& left() const { return left_; }
  // Journeys up to `now` of the frames inside, by arrival. All events before `now` were reported.
  std::vector<Journey> inside(Tick now);
  std::string text(const JourneyPlace& place, bool context = true) const;

  // Named frames that never arrived, by selection; call after the run.
  std::vector<std::string> missing() const;
  // Report of every selection: its journeys, and the time by stage over all of its frames.
  std::string text() const;
  // Stored journeys of a selection: slowest first for Slowest, else by time.
  const std::vector<Journey>& kept(size_t selection) const { return chosen_[selection].journeys; }

private:
  struct Moment { // a point in time: after all earlier ticks, and after the earlier slots of this
                  // tick
    Tick tick = 0;
    Slot slot{};
    bool operator==(const Moment&) const = default;
    // all ticks below this are complete
    Tick over(unsigned me) const { return tick + (me_slot(me) < slot); }
    bool after(Tick t, unsigned me) const { return t < over(me); }
  };
  // A context's activity for a frame in a stage: the part of its diary between two moments.
  struct Share {
    size_t stage;
    size_t context;
    size_t turns;    // number of entries in Traveller::turns, after those of earlier shares
    Moment from, to; // the first turn is in progress at `from`
    Tick since;      // the context has held the frame since then
    Tick until;      // end of the last turn; kNever: as the diary says
  };
  struct Traveller : Journey { // a frame inside the chip
    PacketTag tag = 0;
    Tick received = 0;         // end of its last byte
    uint64_t holders = 0;      // bit mask of contexts that hold it
    std::vector<Share> shares; // not evaluated yet
    std::vector<ContextDiary::Turn> turns;
  };
  struct Holder { // a context
    Traveller* frame = nullptr;
    Tick since = 0; // begin of holding `frame`, or none
    Moment read;    // position up to which its diary has been read
  };
  struct StageSum {
    uint64_t visits = 0; // of frames; a frame may reach a stage several times
    Tick sum = 0, most = 0;
  };
  struct Chosen {
    std::vector<Journey> journeys;
    uint64_t frames = 0;
    // Contexts of a microengine are summed. In the order of first use.
    std::vector<std::pair<JourneyPlace, StageSum>> stages;
    // Indexed by JourneyPlace::row(): 1 + index in `stages`; 0: none.
    std::vector<uint16_t> places = std::vector<uint16_t>(JourneyPlace::kRows);
    void add(const std::vector<JourneyStage>& all);
    void meet(const JourneyPlace& place);
    bool keeps(const JourneySelection& s, const Journey& j) const;
    void keep(const JourneySelection& s, const Journey& j);
  };
  // End of a frame's journey.
  struct End : JourneyEnd {
    Tick at;
    Moment now;
  };

  Traveller* inside(PacketTag tag);
  Holder& holder(const Event& e) { return holders_[context_number(e)]; }
  static size_t context_number(const Event& e) {
    return static_cast<size_t>(e.me) * kContexts + static_cast<size_t>(e.ctx);
  }
  static JourneyPlace context_place(size_t context) {
    return {JourneyPlace::Kind::Context, static_cast<int16_t>(context / kContexts),
            static_cast<int8_t>(context % kContexts)};
  }
  static Moment moment(const Event& e) { return {e.tick, e.slot}; }
  bool names_frames() const;

  // Positions of frames (journey.cc).
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
  void end(Traveller& t, const End& how);
  void report_end(const Traveller& t, const End& how) const;

  // Context activity (journey_contexts.cc).
  void read_diary(uint64_t contexts, Moment now); // `contexts`: a bit mask
  void read_page(size_t context, Moment now, Tick until = kNever);
  bool works_in_stage(size_t context, const Traveller& t) const;
  void leave_stage(Traveller& t, Tick at, Moment now);
  void hold(const Event& e, Traveller* frame);
  void work_out(Traveller& t);
  void work_out(Traveller& t, const Share& share, const ContextDiary::Turn* turns);
  void read_watched(Moment now);
  void watched(const ContextDiary::Watched& w);

  // Selection of stored journeys (journey_classes.cc).
  bool follows(FrameName name) const;
  bool wanted(const JourneySelection& s, const Journey& j, const JourneyEnd& how) const;
  void choose(Traveller& t, const JourneyEnd& how);
  bool keeps_more(size_t selection) const;

  std::string fate(const JourneyEnd& how) const;
  std::string touch_text(const Event& e) const;
  std::string line(int me, int pc) const;
  std::string show(const Journey& j) const;
  std::string show_stages(const Chosen& c) const;

  const SystemConfig& system_;
  const Images& images_;
  std::vector<JourneySelection> selections_;
  std::vector<Chosen> chosen_; // indexed by selection
  const FrameEnds* ends_;      // null: not observed
  size_t remembered_ = 0;      // limit of left_
  std::deque<Journey> left_;
  size_t to_come_; // named frames that have not left, plus number of classes, plus 1 for ends_
  std::function<void()> complete_;
  Tick me_div_;
  using Inside = std::unordered_map<PacketTag, Traveller>;
  Inside inside_;
  std::vector<Inside::node_type> spare_; // nodes of departed frames, for reuse
  std::array<Holder, kMicroengines * kContexts> holders_{};
  ContextDiary diary_;
  Tick next_reading_ = 0; // tick of the next reading of the whole diary
  bool accounts_;         // more journeys are to be stored, so the diary is read
  Awaited awaited_;
};

} // namespace ixp
