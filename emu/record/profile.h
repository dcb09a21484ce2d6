// Cycles of microengines by instruction, source line and function: executing, lost, stalled,
// waiting for a command or signal, Ready and not executing. Also the instructions that never ran.
//
// A context that was swapped out waits at the instruction that caused the swap.
#pragma once

#include "base/files.h"
#include "emu/chip/chip.h"
#include "emu/me/statistics.h"
#include "emu/record/awaited.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ixp {

struct ProfileRow { // in cycles
  uint64_t executing = 0, aborted = 0, stalled = 0, waiting = 0, ready = 0;
  ProfileRow& operator+=(const ProfileRow& r);
  uint64_t busy() const { return executing + aborted + stalled; }
};

class Profile final : public Probe {
public:
  // Counts from now on. The profile must outlive the run.
  Profile(Chip& chip, const Images& images);
  static constexpr EventKinds kinds() {
    return {EventKind::Issued, EventKind::Waits, EventKind::Ready, EventKind::Runs};
  }
  void event(const Event& e) override;
  void close(Tick end); // ends the profile: contexts have waited until now

  const Images& images() const { return images_; }
  ProfileRow row(unsigned me, unsigned pc) const;
  // Wait times at the instruction, in cycles, by text of the awaited events.
  std::map<std::string, uint64_t> waits(unsigned me, unsigned pc) const;

private:
  struct Context {
    enum class Doing : uint8_t { Unknown, Waits, Ready } doing{};
    Tick since = 0;
    size_t pc = 0;     // instruction that swapped it out
    uint32_t wait = 0; // Awaited::id()
  };
  void account(unsigned me, Context& c, Tick until);
  void fit_to_end(Tick end);

  Chip& chip_;
  const Images& images_;
  Tick me_div_;
  Awaited awaited_;
  std::array<std::unique_ptr<InstructionCounts>, kMicroengines> counts_;
  std::array<std::array<Context, kContexts>, kMicroengines> contexts_{};
  std::array<std::vector<Tick>, kMicroengines> ready_; // indexed by address
  std::vector<Tick> waited_;                           // indexed by Awaited::id()
};

// The files of a profile: lines.txt (annotated sources), instructions.txt, coverage.txt,
// lcov.info, callgrind.out (kcachegrind) and folded.txt (flame graphs). Written all
// together or not at all.
class ProfileFiles {
public:
  explicit ProfileFiles(const std::string& folder); // throws InputError
  void write(const Profile& profile);
  void finish();
  void commit();

private:
  std::vector<std::unique_ptr<OutputFile>> files_; // in the order above
};

std::string profile_lines(const Profile& p);
std::string profile_instructions(const Profile& p);
std::string profile_coverage(const Profile& p);
std::string profile_lcov(const Profile& p);
std::string profile_callgrind(const Profile& p);
std::string profile_folded(const Profile& p);

} // namespace ixp
