// The first difference between two runs, and the compared state of a microengine.
#pragma once

#include "emu/kernel/hazard.h"
#include "emu/me/microengine.h"
#include "emu/me/state.h"
#include "tests/differential/program.h"

#include <fmt/format.h>

#include <random>
#include <string>
#include <vector>

namespace ixp::test {

class Differences {
public:
  template <class T> void same(const std::string& what, const T& reference, const T& threaded) {
    if (first_.empty() && !(reference == threaded))
      first_ = fmt::format("{}: reference {}, threaded {}", what, show(reference), show(threaded));
  }
  void found(const std::string& text) {
    if (first_.empty()) first_ = text;
  }
  const std::string& first() const { return first_; }

private:
  template <class T> static std::string show(const T& v) {
    if constexpr (std::is_same_v<T, std::string>)
      return v;
    else
      return fmt::format("0x{:x}", static_cast<uint64_t>(v));
  }
  std::string first_;
};

void compare_hazards(Differences& d, const std::vector<Hazard>& reference,
                     const std::vector<Hazard>& threaded);
void compare_states(Differences& d, const std::string& me, const me::MeState& a,
                    const me::MeState& b);
void compare_statistics(Differences& d, const std::string& me, const MeStatistics& sa,
                        const MeStatistics& sb);

// The same random registers and local memory for both runs.
void initialise(Microengine& me, mev2::ContextMode mode, std::mt19937& random);

} // namespace ixp::test
