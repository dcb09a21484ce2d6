// A file that viewers of timelines open: tracks with slices, instants and counters, and flows that
// join them. Two forms: Perfetto's TrackEvent (perfetto_writer.h), and Chrome's JSON for small runs
// (chrome_writer.h). Whatever order events are written in, viewers sort them by time.
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
using Name = uint32_t;  // of intern(); 0: none

// How a slice stands out, where the form of the file has colours: by its name, or by these.
enum class Shade : uint8_t { ByName, Idle, Ready, Bad };

// What a slice is called: a Name, or text that is hardly used twice.
struct Label {
  Name name = 0;
  std::string_view text = {};
  Shade shade = Shade::ByName;
  Label(Name n, Shade s = Shade::ByName) : name(n), shade(s) {}
  Label(std::string_view t) : text(t) {}
};

// Says more about a slice or an instant: a number, a name, or text that is hardly used twice.
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

  virtual Track process(std::string_view name) = 0;
  virtual Track thread(Track process, std::string_view name) = 0;
  virtual Track counter(Track process, std::string_view name, std::string_view unit) = 0;

  // `flow`: slices and instants of one flow are joined by arrows, in order of time; 0: none.
  virtual void begin(Track t, Tick at, Label name, std::span<const Detail> details,
                     uint64_t flow = 0) = 0;
  virtual void end(Track t, Tick at, std::span<const Detail> details = {}) = 0;
  virtual void instant(Track t, Tick at, Label name, std::span<const Detail> details,
                       uint64_t flow = 0) = 0;
  virtual void count(Track t, Tick at, int64_t value) = 0;

  virtual void finish() = 0; // of OutputFile
  virtual void commit() = 0;

private:
  std::unordered_map<std::string, Name> names_;
  std::vector<std::string> texts_;
};

// By the name of the file: .json is Chrome's form, .pftrace Perfetto's. Throws InputError for
// others, or when the file cannot be there.
std::unique_ptr<TrackWriter> make_track_writer(const std::string& path, const Params& params);

} // namespace ixp
