// What every file of a run says about the whole of it, so that files of different runs are told
// apart and files of a run that somebody ended are not taken for complete.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>

namespace ixp {

struct RunMark {
  // Stands in files for `run` until that is known: it depends on frames yet to come.
  static constexpr std::string_view kUnknown = "----------------";

  std::string run{kUnknown};              // 16 characters (emu/chip/run_identity.h)
  std::optional<uint64_t> interrupted_at; // ME cycle

  static constexpr std::string_view kInterrupted = "# interrupted at cycle ";
  // A last line for text files, or nothing.
  std::string last_line() const {
    return interrupted_at ? fmt::format("{}{}\n", kInterrupted, *interrupted_at) : "";
  }
};

} // namespace ixp
