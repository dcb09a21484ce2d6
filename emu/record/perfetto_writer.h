// Writes Perfetto's TrackEvent format (perfetto.dev/docs/reference/synthetic-track-event; field
// numbers as in protos/perfetto/trace/perfetto_trace.proto). Each track is a packet sequence of its
// own, so events need not name it and timestamps are differences to the previous event. Events of
// one track are contiguous in the file, thousands at a time: contexts repeat themselves, so this
// compresses to a third of the size in order of time. Memory does not grow with the run.
#pragma once

#include "emu/record/packer.h"
#include "emu/record/track_writer.h"

#include <memory>

namespace ixp {

class PerfettoWriter final : public TrackWriter {
public:
  PerfettoWriter(const std::string& path, const Params& params);

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
  enum class Type : uint8_t { Begin = 1, End, Instant, Counter };
  struct Parts { // parts of an event
    Type type{};
    Label name = Name{0};
    std::span<const Detail> details = {};
    uint64_t flow = 0;
    int64_t value = 0;
  };
  // Events of a track that are in no bundle yet.
  struct Sequence {
    std::unique_ptr<char[]> bytes;
    size_t used = 0;
    uint64_t last_ns = 0;
    std::vector<uint8_t> known; // by Name: bit mask of the forms in which it was interned
  };

  Track add_track(std::string_view descriptor);
  void add_event(Track t, Tick at, const Parts& e);
  template <unsigned kLength> char* write_event(char* to, Track t, uint64_t ns, const Parts& e);
  static bool knows_names(const Sequence& s, const Parts& e);
  void intern_names(Track t, const Parts& e);
  char* room(Track t, size_t bytes);
  void put_out(Sequence& s);
  void pack();
  uint64_t ns(Tick at);

  uint64_t tick_hz_;
  std::vector<Sequence> sequences_; // indexed by track - 1
  Tick last_tick_ = 0;              // tick that corresponds to last_ns_
  uint64_t last_ns_ = 0;
  std::string bundle_;
  Packer packer_;
};

} // namespace ixp
