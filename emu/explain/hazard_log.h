// Collects and counts hazards, and reports them with the source line if the image has it. A hazard
// in a loop would hide all others, so only the first few of each (kind, microengine, address) are
// stored; all are counted.
//
// Microengines run ahead of shared time, so the order of reports depends on the engine. The stored
// hazards and their text depend on the hazards only, not on that order.
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
  // The callback is called at each hazard that stops the run (an illegal instruction).
  void on_stop(std::function<void(const Hazard&)> callback) { on_stop_ = std::move(callback); }

  void tell(EventStream& events) { events_ = &events; }

  uint64_t total() const { return total_; }
  uint64_t count(HazardKind kind) const;
  // Hazards that make the run fail: their number, and the earliest.
  uint64_t count(FailOn fail_on) const;
  std::optional<Hazard> first(FailOn fail_on) const;
  // The earliest hazard that stops the run, if any.
  std::optional<Hazard> fatal() const { return fatal_; }

  std::string text() const;    // hazards.txt: the stored hazards by time, then the counts
  std::string summary() const; // one line per (kind, position), the most frequent first
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
  static constexpr size_t kKept = 4; // per position

  const Images& images_;
  uint64_t me_div_;
  uint64_t total_ = 0;
  std::map<Place, Seen> places_;
  std::optional<Hazard> fatal_;
  std::function<void(const Hazard&)> on_stop_;
  EventStream* events_ = nullptr;
};

} // namespace ixp
