// Headers that define rings and messages: any text is a list of rings or an InputError. An
// accepted list keeps the promises of config/messages.h.
#include "config/messages.h"
#include "config/region.h"

#include <cstdlib>

static void require(bool promise) {
  if (!promise) std::abort();
}

static void check(const ixp::RingDefinition& ring) {
  require(!ring.name.empty() && ring.number < ixp::kScratchRings &&
          ixp::is_ring_size(ring.longwords));
  uint32_t taken[16] = {};
  for (const ixp::MessageField& f : ring.message.fields) {
    require(f.longword < 16 && f.low <= f.high && f.high < 32 && !f.name.empty());
    const uint32_t bits = f.of(~uint32_t{0}) << f.low;
    require((taken[f.longword] & bits) == 0);
    taken[f.longword] |= bits;
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const ixp::Messages messages =
        ixp::parse_messages(text, "fuzz.h", [&](const std::string&) { return text; });
    for (const ixp::RingDefinition& ring : messages.rings)
      check(ring);
    for (const ixp::CounterDefinition& c : messages.counters)
      require(c.address % 4 == 0 && c.address < ixp::kScratchBytes);
  } catch (const ixp::InputError& e) {
    require(!e.diagnostic().where.file.empty() && !e.diagnostic().text.empty());
  }
  return 0;
}
