// System files: any text is a system or an InputError with a position. An accepted one keeps
// the promises that the chip relies on. The first line also goes through the options of ixpemu run.
#include "base/diagnostic.h"
#include "emu/chip/budget.h"
#include "emu/chip/system.h"

#include <cstdlib>

namespace {

template <class F> void try_option(const F& parse) {
  try {
    parse();
  } catch (const ixp::InputError&) {
  }
}

// The content of any file that `messages` names.
const std::string kMessages = "#define A 0\n#define A_HOLDS 256, M\n#define M_X 0, 31, 0, hex\n"
                              "#define COUNT_LOST 0x3f00\n";

void require(bool promise) {
  if (!promise) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string_view line = text.substr(0, text.find('\n'));
  try_option([&] { require(!ixp::parse_stop(line).empty()); });
  try_option([&] { require(ixp::parse_dump(line).longwords > 0); });

  ixp::SystemConfig system;
  try {
    system = ixp::parse_system(text, "fuzz.toml", [](const std::string&) { return kMessages; });
  } catch (const ixp::InputError& e) {
    require(!e.diagnostic().where.file.empty() && !e.diagnostic().text.empty());
    return 0;
  }
  try_option([&] { ixp::replace_stream(system, line); });
  ixp::budget_of(system);
  for (const ixp::RingConfig& ring : system.rings)
    require(ring.base % (ring.longwords * 4) == 0 &&
            ring.base + ring.longwords * 4 <= ixp::kScratchBytes);
  for (const ixp::MicroengineConfig& me : system.microengines)
    require(me.index < ixp::kMicroengines && !me.image().empty());
  for (const ixp::ParamInfo& p : ixp::all_params())
    require(system.params.*(p.field) >= p.min && system.params.*(p.field) <= p.max);
  for (const auto& [number, port] : system.ports)
    require(number < ixp::kMaxPorts && (port.rx || port.tx));
  return 0;
}
