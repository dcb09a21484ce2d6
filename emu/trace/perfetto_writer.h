// Perfetto's TrackEvent form (perfetto.dev/docs/reference/synthetic-track-event; field numbers as
// in protos/perfetto/trace/perfetto_trace.proto). Names are sent once and then by number; packets
// go out in packed bundles, as they come, so memory does not grow with the run.
#pragma once

#include "emu/trace/packer.h"
#include "emu/trace/track_writer.h"

namespace ixp {

class PerfettoWriter final : public TrackWriter {
public:
  PerfettoWriter(const std::string& path, const Params& params);

  Track process(std::string_view name) override;
  Track thread(Track process, std::string_view name) override;
  Track counter(Track process, std::string_view name, std::string_view unit) override;
  void begin(Track t, Tick at, Label name, std::span<const Detail> details, uint64_t flow) override;
  void end(Track t, Tick at, std::span<const Detail> details) override;
  void instant(Track t, Tick at, Label name, std::span<const Detail> details,
               uint64_t flow) override;
  void count(Track t, Tick at, int64_t value) override;
  void finish() override;
  void commit() override;

private:
  enum class Type : uint8_t { Begin = 1, End, Instant, Counter };
  void add_event(Type type, Track t, Tick at, Label name, std::span<const Detail> details,
                 uint64_t flow, int64_t value);
  void use_name(Name n, unsigned field, std::vector<bool>& known);
  void use_names(Label name, std::span<const Detail> details);
  void add_packet(const std::string& packet);
  char* room(size_t bytes);
  void flush();

  uint64_t tick_hz_;
  Track tracks_ = 0;
  std::vector<bool> known_names_, known_keys_, known_texts_; // by Name: interned in the file
  std::string interned_;                                     // to go out before the next event
  std::string bundle_;
  size_t used_ = 0; // of the bundle
  Packer packer_;
};

} // namespace ixp
