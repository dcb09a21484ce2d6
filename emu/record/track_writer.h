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
  virtual Track group(std::string_view name, unsigned rank) = 0;
  // `parent`: a group, or a lane of it that the viewer may fold.
  virtual Track lane(Track parent, std::string_view name, unsigned rank) = 0;
  virtual Track counter(Track group, std::string_view name, std::string_view unit,
                        unsigned rank) = 0;

  // `flow`: arrows join the slices and instants of one flow in order of time; 0: none.
  virtual void begin(Track t, Tick at, Label name, std::span<const Detail> details,
                     uint64_t flow = 0) = 0;
  virtual void end(Track t, Tick at, std::span<const Detail> details = {}) = 0;
  virtual void instant(Track t, Tick at, Label name, std::span<const Detail> details,
                       uint64_t flow = 0) = 0;
  virtual void count(Track t, Tick at, int64_t value) = 0;

  virtual void finish() = 0; // OutputFile::finish()
  virtual void commit() = 0;

private:
  std::unordered_map<std::string, Name> names_;
  std::vector<std::string> texts_;
};

// Chooses the format by file name: .json is Chrome's, .pftrace Perfetto's. Throws InputError for
// other names, or if the file cannot be created.
std::unique_ptr<TrackWriter> make_track_writer(const std::string& path, const Params& params);
std::unique_ptr<TrackWriter> make_perfetto_writer(const std::string& path, const Params& params);

} // namespace ixp
