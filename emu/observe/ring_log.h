// The history of rings: a line for each put and get, the message by its fields (docs/formats.md).
// Same bytes from every engine, as port logs.
#pragma once

#include "emu/chip/system.h"
#include "emu/kernel/event.h"
#include "emu/observe/frame_names.h"
#include "emu/observe/log_file.h"
#include "emu/observe/run_mark.h"

#include <array>
#include <bitset>
#include <functional>
#include <string>
#include <string_view>

namespace ixp {

using RingSelection = std::bitset<kScratchRings>;

// --rings: "all", or names of `messages` and numbers between commas. Throws InputError.
RingSelection select_rings(std::string_view option, const SystemConfig& system);

class RingLog final : public Probe {
public:
  // Writes `path`, or that and ".zst"; nothing is there before commit().
  RingLog(const std::string& path, const SystemConfig& system, RingSelection selection,
          Packing packing = Packing::None);
  // Lines also say which instruction it was: "@rx.uc:12", "@pc17" when `source` says nothing.
  void show_lines(std::function<std::string(int me, int pc)> source) {
    source_ = std::move(source);
  }
  // Lines also say which frame the message is about, "frame=p0.17", where its buffer tells.
  void show_frames() { shows_frames_ = true; }
  void event(const Event& event) override;
  static EventKinds kinds() { return {EventKind::Ring, EventKind::Frame}; }
  void mark(const RunMark& mark);
  void finish(); // of OutputFile
  void commit();

private:
  void header(const SystemConfig& system);
  void number(uint64_t value, int base = 10);
  void message(unsigned ring, std::span<const uint32_t> words);
  void flush();

  struct Ring {
    std::string name; // or its number, and a space
    MessageLayout layout;
  };
  std::unique_ptr<Background> packing_thread_;
  LogFile file_;
  uint64_t run_offset_; // where the first line says which run it was
  std::string text_;    // not yet written
  RingSelection selection_;
  uint64_t me_div_;
  std::function<std::string(int me, int pc)> source_;
  bool shows_frames_ = false;
  FrameNames frames_;
  std::array<Ring, kScratchRings> rings_;
  std::array<std::string, kMicroengines> microengines_; // "0:1."
};

} // namespace ixp
