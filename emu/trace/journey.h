// Journeys of frames through the chip: from port to port by stages (a line, a buffer, a ring, a
// context), how long each took, what the context did there, and everything that touched the frame.
//
// Which frame a context works on is what it got last: with a status word, from a ring or queue
// whose message names a buffer (emu/chip/packet_buffers.h). A frame that microcode drops ends with
// the instruction that counted it.
#pragma once

#include "emu/chip/images.h"
#include "emu/chip/system.h"
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
};
struct JourneyStage {
  JourneyPlace place;
  Tick from = 0, to = 0;
  Tick executing = 0, ready = 0;                    // of a context
  std::vector<std::pair<uint32_t, Tick>> waiting{}; // of a context: for what (Awaited::id())
};
struct Journey {
  FrameName name;
  bool named = false; // by a selection: touches are kept
  Tick begin = 0, end = 0;
  std::string fate; // "transmitted by port 1", "dropped: no_buffer, counted by 0:0 at rx.uc:40"
  std::string drop; // the reason alone; "": not dropped
  std::vector<JourneyStage> stages;
  std::vector<Event> touches; // everything that touched the frame; words of rings are not there
};

class Journeys final : public Probe {
public:
  static constexpr size_t kMost = 100; // journeys kept of a class

  Journeys(const SystemConfig& system, const Images& images,
           std::vector<JourneySelection> selections);
  static EventKinds kinds();
  // Called when all frames that were named have left, and no others are asked for: nothing more
  // needs to be heard.
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
    uint32_t waits = 0; // for what
  };
  struct StageSum {
    uint64_t frames = 0;
    Tick sum = 0, most = 0;
  };
  struct Chosen {
    std::vector<Journey> journeys;
    uint64_t frames = 0;
    std::map<JourneyPlace, StageSum> stages; // of microengines: all contexts together
    std::vector<JourneyPlace> order;         // as they were met first
  };

  Journey* inside(PacketTag tag);
  Holder& holder(const Event& e) {
    return holders_[static_cast<unsigned>(e.me)][static_cast<unsigned>(e.ctx)];
  }
  static void move(Journey& j, const JourneyPlace& place, Tick at);
  void take(const Event& e, PacketTag tag);
  void give(const Event& e, PacketTag tag, const JourneyPlace& place);
  void account(const Event& e, Holder& h);
  static void touch(Journey& j, const Event& e) {
    if (j.named) j.touches.push_back(e);
  }
  void drawn(const Event& e);
  void received(const Event& e);
  void frame(const Event& e);
  void element(const Event& e);
  void ring(const Event& e);
  void queue(const Event& e);
  void context(const Event& e);
  void issued(const Event& e);
  void end(PacketTag tag, Tick at, std::string fate, std::string drop);
  bool follows(FrameName name) const;
  bool wanted(const JourneySelection& s, const Journey& j) const;
  void choose(const JourneySelection& s, Chosen& c, const Journey& j);
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
  std::unordered_map<PacketTag, Journey> inside_;
  std::vector<Journey> spare_; // of frames that have left: their memory is used again
  std::array<std::array<Holder, kContexts>, kMicroengines> holders_{};
  Awaited awaited_;
};

} // namespace ixp
