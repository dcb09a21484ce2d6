// Writes a run as a timeline. Each microengine is a group with a lane for each context, which shows
// execution only. Below it, a lane shows its waits, and further lanes its commands in
// flight. Rings and queues are counters. Arrows join the slices that belong to one frame.
#pragma once

#include "emu/chip/images.h"
#include "emu/chip/system.h"
#include "emu/record/awaited.h"
#include "emu/record/frame_name.h"
#include "emu/record/track_writer.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace ixp {

// Names that a timeline uses for positions and activities of programs, created on first use.
class TimelineNames {
public:
  TimelineNames(TrackWriter& writer, const Images& images);
  Name function(int me, int pc); // "rewrite#"; "executes" if the image has no label
  Name line(int me, int pc);     // "rx.uc:12", "pc 17"
  Name opcode(mev2::Opcode op);  // "sram[read]"
  Name waits(const Event& e);    // "waits for sram[read]"
  void issued(const Event& e) { awaited_.issued(e); }

private:
  struct Program { // indexed by address
    const mecc::Image* image = nullptr;
    std::vector<Name> functions, lines;
  };
  TrackWriter& writer_;
  std::array<Program, kMicroengines> programs_;
  std::array<Name, mev2::kOpcodes> opcodes_{};
  Awaited awaited_;
  std::vector<Name> waits_; // indexed by Awaited::id()
};

// The parts of a chip that a timeline shows.
struct TimelineSelection {
  std::array<uint8_t, kMicroengines> contexts{}; // bit n: context n
  bool references = true, rings = true, queues = true, media = true;
};
// Parses "all", or a comma-separated list: "0:1" (a microengine), "0:1.3" (a context),
// "references", "rings", "queues", "media". Throws InputError.
TimelineSelection parse_timeline_selection(const std::string& text);

class Timeline final : public Probe {
public:
  Timeline(std::unique_ptr<TrackWriter> writer, const SystemConfig& system, const Images& images,
           const TimelineSelection& selection);
  static EventKinds kinds(const TimelineSelection& selection);

  void event(const Event& e) override;
  // Ends the run or the window: all open slices end here.
  void close(Tick end);
  void finish() { writer_->finish(); } // OutputFile::finish()
  void commit() { writer_->commit(); }

private:
  struct Lane { // a command in flight
    Track track = 0;
    Tick issued = kNever; // kNever: free
    Tick granted = 0, performed = 0;
  };
  struct Context {
    Track track = 0, waiting = 0;
    unsigned rank = 0; // of its track; its further lanes have the next ones
    enum class Doing : uint8_t { Unknown, Runs, Waits, Ready } doing{};
    Name waits = 0;            // awaited events while it Waits or is Ready
    Tick since = 0, ready = 0; // begin of the wait; begin of Ready
    std::vector<Lane> lanes;
    PacketTag frame = 0; // the last frame that it received
  };
  struct QueueTrack {
    Track counter = 0;
    Name put = 0, get = 0;
  };

  bool shown(int me, int ctx) const;
  Context& context(const Event& e);
  Track media_track(std::string_view name, unsigned rank);
  void end_doing(Context& c, Tick at);
  void show(Track t, Tick from, Tick to, Label name);
  void ready(const Event& e);
  void runs(const Event& e);
  void waits(const Event& e);
  void stalled(const Event& e);
  void issued(const Event& e);
  void goes_on(const Event& e);
  void end_reference(Lane& lane, Tick at);
  void ring(const Event& e);
  void queue(const Event& e);
  void element(const Event& e);
  void frame(const Event& e);
  QueueTrack& place(const QueuePlace& at, const char* unit);

  std::unique_ptr<TrackWriter> writer_;
  TimelineSelection selection_;
  const SystemConfig& system_;
  const Images& images_;
  Tick me_div_;
  TimelineNames programs_;
  std::array<Track, kMicroengines> groups_{};
  std::array<std::array<Context, kContexts>, kMicroengines> contexts_;
  std::array<Name, 6> elements_{}; // indexed by ElementAction
  std::map<QueuePlace, QueueTrack> queues_;
  std::map<std::string, Track, std::less<>> media_tracks_;
  std::array<std::array<Track, 2>, 256> port_tracks_{}; // indexed by port: receives, transmits
  Track memory_ = 0, media_ = 0;                        // groups
  FrameNames names_;
  struct {
    Name line, address, granted, performed, frame, ready, stalled;
  } keys_;
};

} // namespace ixp
