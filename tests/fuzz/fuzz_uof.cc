// UOF reader: any bytes are a program or an InputError. An accepted file can be listed, written
// again, and reads back as the same file. The emulator runs it, and the debugger shows its names.
// The checksums are mended, so that the fuzzer gets past them.
#include "base/diagnostic.h"
#include "emu/debug/station.h"
#include "mecc/image/uof_layout.h"
#include "tests/fuzz/nameless_file.h"

#include <cstdlib>

namespace {

void mend_checksums(std::string& s) {
  for (size_t header = 12; header + 20 <= s.size() && header <= 32; header += 20) {
    uint32_t f[3]; // checksum, offset, size
    for (size_t k = 0; k < 3; ++k) {
      f[k] = 0;
      for (size_t i = 4; i-- > 0;)
        f[k] = f[k] << 8 | static_cast<unsigned char>(s[header + 8 + 4 * k + i]);
    }
    if (f[1] > s.size() || f[2] > s.size() - f[1]) continue;
    const uint32_t crc = mecc::uof::crc16(std::string_view(s).substr(f[1], f[2]));
    for (size_t i = 0; i < 4; ++i)
      s[header + 8 + i] = static_cast<char>(crc >> (8 * i));
  }
}

constexpr const char* kSystem = R"(
[[microengine]]
at = "0:0"
image = "a.uof"
[chip]
dram.bytes = 1048576 # small, as each run clears a bit for every byte
sram.bytes = 262144
[stop]
cycles = 300
)";

void run(const std::string& bytes) {
  static const ixp::SystemConfig kConfig = ixp::parse_system(kSystem, "fuzz.toml");
  const NamelessFile file(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
  ixp::SystemConfig system = kConfig;
  system.images = file.path();
  try {
    ixp::Simulation sim(system);
    sim.run();
    const ixp::debug::Thread thread{0, 0};
    for (const char* what : {"threads", "variables", "registers", "signals", "commands"})
      ixp::debug::query(sim, {{"what", what}, {"thread", thread}});
  } catch (const ixp::InputError& e) {
    if (e.diagnostic().text.empty()) std::abort();
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes(reinterpret_cast<const char*>(data), size);
  mend_checksums(bytes);
  mecc::Program program;
  try {
    program = mecc::read_uof(bytes, "fuzz.uof");
  } catch (const ixp::InputError&) {
    return 0;
  }
  for (const mecc::Image& image : program.images)
    mecc::listing(image);
  const std::string once = mecc::write_uof(program);
  if (mecc::write_uof(mecc::read_uof(once, "again.uof")) != once) std::abort();
  run(bytes);
  return 0;
}
