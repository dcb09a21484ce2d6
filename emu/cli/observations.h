// Outputs of ixpemu run made from events: --timeline, --journey, --frames, --profile, and ends of
// frames for a capture.
#pragma once

#include "emu/record/event_window.h"
#include "emu/record/frame_end.h"
#include "emu/record/journey.h"
#include "emu/record/profile.h"
#include "emu/record/timeline.h"
#include "emu/sim/simulation.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct ObservationOptions {
  std::string timeline;             // file; "": none
  std::string timeline_of = "all";  // parts of the chip to show
  std::optional<uint64_t> from, to; // window in cycles
  std::string around;               // or the event at its centre
  uint64_t span = 10000;            // cycles before and after that event
  std::vector<std::string> journeys;
  std::string frames;              // folder for frames.csv; "": none
  Packing packing = Packing::None; // of frames.csv
  std::string profile;             // folder; "": none
};

class Observations {
public:
  // Observes from now on. Creates the files under temporary names; throws InputError. `capture`:
  // receives ends of frames; null: none.
  Observations(const ObservationOptions& options, Simulation& sim, FrameEndObserver* capture);
  // Completes the files at the end of the run, still under temporary names. Throws InputError if
  // the run did not reach the timeline's window.
  void finish(const Statistics& statistics);
  void commit();
  std::string text() const { return journeys_ ? journeys_->text() : ""; } // for standard output

private:
  void follow_frames(const ObservationOptions& options);
  void check_arrivals() const;
  void make_timeline(const ObservationOptions& options);

  Simulation& sim_;
  ObservationOptions options_;
  std::unique_ptr<Timeline> timeline_;
  std::unique_ptr<EventWindow> window_;
  std::unique_ptr<FrameTable> frames_;
  FrameEnds ends_;
  std::unique_ptr<Journeys> journeys_;
  std::unique_ptr<Profile> profile_;
  std::unique_ptr<ProfileFiles> profile_files_;
};

} // namespace ixp
