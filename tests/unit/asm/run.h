// Sources run on the emulated chip, one on each microengine, under both engines: their results in
// registers and memories.
#pragma once

#include "tests/unit/asm/assemble.h"
#include "tests/unit/chip/chip_fixture.h"

#include <memory>

namespace mecc::test {

class SourceRun {
public:
  // `start`: contexts of each microengine, as in a system file; `more`: further lines of it.
  explicit SourceRun(const std::vector<std::string>& sources, AssemblerOptions options = {},
                     unsigned start = 1, const std::string& more = "") {
    std::string text = "[stop]\nidle = true\ncycles = 200000\n" + more +
                       ixp::test::microengines(static_cast<unsigned>(sources.size()), start);
    const ixp::SystemConfig system = ixp::parse_system(text, "test.toml");
    ixp::Images images;
    for (unsigned i = 0; i < sources.size(); ++i) {
      results_.push_back(assemble_text(sources[i], options));
      INFO(diagnostics_of(results_.back()));
      REQUIRE(results_.back().ok);
      images.placed.push_back({system.microengines[i].index, results_.back().image});
      for (const MemoryInit& m : results_.back().memory)
        images.memory.push_back(m);
    }
    for (const auto engine : {ixp::EngineKind::Reference, ixp::EngineKind::Threaded}) {
      chips_.push_back(
          std::make_unique<ixp::Simulation>(system, images, ixp::SimulationOptions{engine}));
      const ixp::RunEnd end = chips_.back()->run();
      INFO(end.text);
      CHECK_FALSE(end.failed());
      CHECK(end.reason == ixp::EndReason::Idle);
    }
  }
  explicit SourceRun(const std::string& source) : SourceRun(std::vector<std::string>{source}) {}

  // A symbolic register that the program keeps to its end (.use), or a location such as "a3".
  uint32_t reg(const std::string& name, unsigned context = 0, unsigned microengine = 0) {
    const std::string symbolic = location_of(image(microengine), name);
    const std::string place = symbolic.empty() ? name : symbolic;
    return same([&](ixp::Simulation& r) {
      return r.chip().microengines[microengine]->get_register(place, context);
    });
  }
  uint32_t scratch(uint32_t address) { return memory(ixp::Region::Scratch, address); }
  uint32_t memory(ixp::Region region, uint32_t address) {
    return same([&](ixp::Simulation& r) { return r.chip().read(region, address); });
  }
  const Image& image(unsigned microengine = 0) const { return results_[microengine].image; }
  ixp::Simulation& chip() { return *chips_[0]; }

private:
  template <class F> uint32_t same(F f) {
    const uint32_t reference = f(*chips_[0]), threaded = f(*chips_[1]);
    CHECK(reference == threaded);
    return reference;
  }

  std::vector<AssemblerResult> results_;
  std::vector<std::unique_ptr<ixp::Simulation>> chips_;
};

} // namespace mecc::test
