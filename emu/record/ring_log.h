// The history of rings: one line per put and get, with the fields of the message (docs/formats.md).
// The bytes are the same from every engine, as with port logs.
#pragma once

#include "emu/chip/system.h"
#include "emu/kernel/event.h"
#include "emu/record/frame_name.h"
#include "emu/record/log_file.h"
#include "emu/record/run_mark.h"

#include <array>
#include <bitset>
#include <functional>
#include <string>
#include <string_view>

namespace ixp {

using RingSelection = std::bitset<kScratchRings>;

// Parses --rings: "all", or a comma-separated list of numbers and of names in `messages`. Throws
// InputError.
RingSelection select_rings(std::string_view option, const SystemConfig& system);

class RingLog final : public Probe {
public:
  // Writes `path`, or `path`.zst; the file appears at commit().
  RingLog(const std::string& path, const SystemConfig& system, RingSelection selection,
          Packing packing = Packing::None);
  // Lines also name the instruction: "@rx.uc:12"; "@pc17" if `source` returns "".
  void show_lines(std::function<std::string(int me, int pc)> source) {
    source_ = std::move(source);
  }
  // Lines also name the frame of the message, "frame=p0.17", if its buffer identifies one.
  void show_frames() { shows_frames_ = true; }
  // Omits gets that found nothing.
  void skip_polls() { shows_polls_ = false; }
  void event(const Event& event) override;
  static EventKinds kinds() { return {EventKind::Ring, EventKind::Frame}; }
  void mark(const RunMark& mark);
  void finish(); // OutputFile::finish()
  void commit();

private:
  void header(const SystemConfig& system);
  void number(uint64_t value, int base = 10);
  void message(unsigned ring, std::span<const uint32_t> words);
  void flush();

  struct Ring {
    std::string name; // name or number, followed by a space
    MessageLayout layout;
  };
  std::unique_ptr<Background> packing_thread_;
  LogFile file_;
  uint64_t run_offset_; // offset of the run identity in the first line
  std::string text_;    // not yet written
  RingSelection selection_;
  uint64_t me_div_;
  std::function<std::string(int me, int pc)> source_;
  bool shows_frames_ = false, shows_polls_ = true;
  FrameNames frames_;
  std::array<Ring, kScratchRings> rings_;
  std::array<std::string, kMicroengines> microengines_; // "0:1."
};

} // namespace ixp
