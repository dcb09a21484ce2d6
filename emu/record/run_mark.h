// Marks in every file of a run: the run's identity, to distinguish files of different runs, and an
// interruption, so that files of an interrupted run are not taken for complete.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

struct RunMark {
  // Placeholder for `run`, which depends on frames still to come.
  static constexpr std::string_view kUnknown = "----------------";

  std::string run{kUnknown};              // 16 characters (emu/chip/run_identity.h)
  std::optional<uint64_t> interrupted_at; // ME cycle

  static constexpr std::string_view kInterrupted = "# interrupted at cycle ";
  // Last line of text files; may be empty.
  std::string last_line() const {
    return interrupted_at ? fmt::format("{}{}\n", kInterrupted, *interrupted_at) : "";
  }
};

} // namespace ixp
