// What ixpemu run makes of a run's events besides logs: --timeline, --journey, --profile.
#pragma once

#include "emu/sim/simulation.h"
#include "emu/trace/event_window.h"
#include "emu/trace/journey.h"
#include "emu/trace/profile.h"
#include "emu/trace/timeline.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ixp {

struct ObservationOptions {
  std::string timeline;             // file; "": none
  std::string timeline_of = "all";  // what of the chip it shows
  std::optional<uint64_t> from, to; // cycles: its window
  std::string around;               // or what happens in its middle
  uint64_t span = 10000;            // cycles before and after that
  std::vector<std::string> journeys;
  std::string profile; // folder; "": none
};

class Observations {
public:
  // Listens from now on. Files are created, under temporary names; throws InputError.
  Observations(const ObservationOptions& options, Simulation& sim);
  // The run is over: files are complete, under temporary names still. InputError when the window
  // of the timeline was not met.
  void finish();
  void commit();
  std::string text() const { return journeys_ ? journeys_->text() : ""; } // for standard output

private:
  void check_arrivals() const;
  void make_timeline(const ObservationOptions& options);

  Simulation& sim_;
  ObservationOptions options_;
  std::unique_ptr<Timeline> timeline_;
  std::unique_ptr<EventWindow> window_;
  std::unique_ptr<Journeys> journeys_;
  std::unique_ptr<Profile> profile_;
  std::unique_ptr<ProfileFiles> profile_files_;
};

} // namespace ixp
