// Small programs whose results follow from the manual, on both engines.
#pragma once

#include "tests/unit/me/machine.h"

#include <string>

namespace ixp::test {

// Runs `text` on context 0 of both engines, then looks.
template <class F> void on_both(const std::string& text, F look, uint64_t cycles = 300) {
  for (const EngineKind kind : kEngines) {
    Machine m(kind);
    m.load(0, text + "\nctx_arb[kill]\n");
    m.run(cycles);
    INFO((kind == EngineKind::Reference ? "reference" : "threaded"));
    CHECK(m.hazards.seen.empty());
    look(m);
  }
}

} // namespace ixp::test
