// Programs and kernels for the XScale: any bytes are a program or an InputError. An accepted one is
// in the address space, and its bytes in the file.
#include "base/diagnostic.h"
#include "emu/chip/arm_program.h"
#include "tests/fuzz/nameless_file.h"

#include <cstdlib>

static void require(bool good) {
  if (!good) std::abort();
}

static void load_kernel(const uint8_t* data, size_t size) {
  constexpr uint64_t kDramBytes = 64 << 20;
  const NamelessFile file(data, size);
  ixp::XScaleConfig config;
  config.kernel.emplace().image = file.path();
  config.board = ixp::XScaleConfig::Board::Enp2611;
  try {
    for (const ixp::xscale::Segment& s : ixp::load_kernel(config, kDramBytes).segments)
      require(s.bytes.size() <= s.size && uint64_t{s.address} + s.size <= kDramBytes);
  } catch (const ixp::InputError& e) {
    require(!e.diagnostic().text.empty());
  }
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  load_kernel(data, size);
  ixp::xscale::Program program;
  try {
    program = ixp::xscale::read_elf({data, size}, "fuzz.elf");
  } catch (const ixp::InputError& e) {
    require(!e.diagnostic().text.empty());
    return 0;
  }
  require(!program.segments.empty());
  uint64_t total = 0, seen = 0;
  for (const ixp::xscale::Segment& s : program.segments) {
    require(s.bytes.size() <= s.size && s.bytes.size() <= size);
    require(uint64_t{s.address} + s.size <= uint64_t{1} << 32);
    total += s.size;
  }
  if (total > 1 << 20) return 0; // takes long, and shows no more
  for_each_byte(program, [&](uint32_t, uint8_t) { ++seen; });
  require(seen == total);
  return 0;
}
