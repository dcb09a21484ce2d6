// Writes Chrome's Trace Event Format (JSON): human-readable, supported by many viewers, ten times
// as large as Perfetto's.
#pragma once

#include "emu/record/track_writer.h"

#include <unordered_set>

namespace ixp {

class ChromeWriter final : public TrackWriter {
public:
  ChromeWriter(const std::string& path, const Params& params);

  Track group(std::string_view name, unsigned rank) override;
  Track lane(Track parent, std::string_view name, unsigned rank) override;
  Track counter(Track group, std::string_view name, std::string_view unit, unsigned rank) override;
  void begin(Track t, Tick at, Label name, std::span<const Detail> details, uint64_t flow) override;
  void end(Track t, Tick at, std::span<const Detail> details) override;
  void instant(Track t, Tick at, Label name, std::span<const Detail> details,
               uint64_t flow) override;
  void count(Track t, Tick at, int64_t value) override;
  void finish() override;
  void commit() override;

private:
  struct Place {
    Track process = 0;
    std::string name;
  };
  Track add(Track parent, std::string_view name);
  Track describe(Track t, const char* what, unsigned rank); // returns t
  void open(char phase, Track t, Tick at);
  std::string value_of(const Detail& d) const;
  void add_label(const Label& name);
  void add_details(std::span<const Detail> details);
  void join_flow(uint64_t flow, Track t, Tick at);

  OutputFile file_;
  uint64_t tick_hz_;
  std::vector<Place> places_ = {{}}; // indexed by track
  std::unordered_set<uint64_t> flows_;
  bool first_ = true, ended_ = false;
};

} // namespace ixp
