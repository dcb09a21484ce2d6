// What microcode did that silicon does not forgive: collected, counted, and told with the source
// line when the image knows it. A hazard in a loop would drown everything else, so of each (kind,
// microengine, address) only the first few are kept; all are counted.
//
// Microengines run ahead of shared time, so reports come in another order on another engine. What
// is kept and how it is printed depends on the hazards only, never on that order.
#pragma once

#include "emu/chip/images.h"
#include "emu/kernel/event_stream.h"
#include "emu/kernel/hazard.h"
#include "emu/kernel/params.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace ixp {

class HazardLog final : public HazardSink {
public:
  HazardLog(const Images& images, const Params& params);

  void report(Hazard h) override;
  // Called at each hazard that stops the run (an illegal instruction).
  void on_stop(std::function<void(const Hazard&)> callback) { on_stop_ = std::move(callback); }

  void tell(EventStream& events) { events_ = &events; }

  uint64_t total() const { return total_; }
  uint64_t count(HazardKind kind) const;
  // Those that make the run fail: how many, and the earliest.
  uint64_t count(FailOn fail_on) const;
  std::optional<Hazard> first(FailOn fail_on) const;
  // The earliest that stops the run, if any.
  std::optional<Hazard> fatal() const { return fatal_; }

  std::string text() const;    // hazards.txt: those kept, by time, then the counts
  std::string summary() const; // a line for each (kind, place), the most frequent first
  std::string
  describe(const Hazard& h) const; // "cycle 120 ME 0:1 ctx 3 pc 17 (rx.uc:12): kind: text"

  struct Place {
    HazardKind kind{};
    int me = -1, pc = -1;
    auto operator<=>(const Place&) const = default;
  };
  struct Seen {
    uint64_t count = 0;
    std::vector<Hazard> first; // by time
  };
  const std::map<Place, Seen>& places() const { return places_; }
  std::string source(int me, int pc) const; // "rx.uc:12", or ""

private:
  static constexpr size_t kKept = 4; // of one place

  const Images& images_;
  uint64_t me_div_;
  uint64_t total_ = 0;
  std::map<Place, Seen> places_;
  std::optional<Hazard> fatal_;
  std::function<void(const Hazard&)> on_stop_;
  EventStream* events_ = nullptr;
};

} // namespace ixp
