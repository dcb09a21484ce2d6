// Interface to timeline files: tracks with slices, instants and counters, and flows that join them.
// Two formats: Perfetto's TrackEvent (perfetto_writer.cc), and Chrome's JSON for small runs
// (chrome_writer.cc). Events may be written in any order, as viewers sort them by time.
#pragma once

#include "base/files.h"
#include "emu/kernel/params.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ixp {

using Track = uint32_t; // 0: none
using Name = uint32_t;  // result of intern(); 0: none

// Colour of a slice, if the format has colours: chosen by the viewer from its name, or one of
// these.
enum class Shade : uint8_t { ByName, Idle, Ready, Bad };

// Label of a slice: a Name, or text that is rarely repeated.
struct Label {
  Name name = 0;
  std::string_view text = {};
  Shade shade = Shade::ByName;
  Label(Name n, Shade s = Shade::ByName) : name(n), shade(s) {}
  Label(std::string_view t) : text(t) {}
};

// Extra information about a slice or an instant: a number, a name, or text that is rarely repeated.
struct Detail {
  Name key = 0;
  uint64_t number = 0;
  Name text = 0;
  std::string_view once = {};
};

// An event of a track. Types are numbered as in Perfetto's TrackEvent.
struct TrackEvent {
  enum class Type : uint8_t { Begin = 1, End, Instant, Counter };
  Type type{};
  Label name = Name{0};
  std::span<const Detail> details = {};
  uint64_t flow = 0; // arrows join the slices and instants of one flow in order of time; 0: none
  int64_t value = 0; // of a counter
};

class TrackWriter {
public:
  virtual ~TrackWriter() = default;

  Name intern(std::string_view text) {
    const auto [at, fresh] =
        names_.try_emplace(std::string(text), static_cast<Name>(names_.size() + 1));
    if (fresh) texts_.push_back(at->first);
    return at->second;
  }
  const std::string& text(Name n) const { return texts_[n - 1]; }

  // New tracks. Viewers show groups, and the tracks of one group, in ascending order of `rank`.
  Track group(std::string_view name, unsigned rank) { return lane(0, name, rank); }
  // `parent`: a group, or one of its lanes, under which the viewer can fold this one; 0: the new
  // lane is a group.
  virtual Track lane(Track parent, std::string_view name, unsigned rank) = 0;
  virtual Track counter(Track group, std::string_view name, std::string_view unit,
                        unsigned rank) = 0;

  void begin(Track t, Tick at, Label name, std::span<const Detail> details, uint64_t flow = 0) {
    add(t, at, {Type::Begin, name, details, flow});
  }
  void end(Track t, Tick at, std::span<const Detail> details = {}) {
    add(t, at, {Type::End, Name{0}, details});
  }
  void instant(Track t, Tick at, Label name, std::span<const Detail> details, uint64_t flow = 0) {
    add(t, at, {Type::Instant, name, details, flow});
  }
  void count(Track t, Tick at, int64_t value) {
    add(t, at, {Type::Counter, Name{0}, {}, 0, value});
  }

  virtual void finish() = 0; // OutputFile::finish()
  virtual void commit() = 0;

protected:
  using Type = TrackEvent::Type;

private:
  virtual void add(Track t, Tick at, const TrackEvent& e) = 0;

  std::unordered_map<std::string, Name> names_;
  std::vector<std::string> texts_;
};

// Chooses the format by file name: .json is Chrome's, .pftrace Perfetto's. Throws InputError for
// other names, or if the file cannot be created.
std::unique_ptr<TrackWriter> make_track_writer(const std::string& path, const Params& params);
std::unique_ptr<TrackWriter> make_perfetto_writer(const std::string& path, const Params& params);

} // namespace ixp
