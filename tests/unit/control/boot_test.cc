// Boot by ARM code leaves the chip as [boot] does: memories, queue arrays, CSRs, control stores.
#include "base/files.h"
#include "emu/chip/arm_program.h"
#include "emu/me/state.h"
#include "tests/unit/chip/chip_fixture.h"

namespace boot_test {

using namespace ixp;
using namespace ixp::test;

namespace {

// DRAM occupied by the ARM program itself (microblocks/xscale/board.ld).
constexpr uint32_t kProgram = 1 << 20;

const char* const kSystem = R"(
[chip]
sram.bytes = 1048576
dram.bytes = 2097152
[msf]
element_bytes = 128
registers = { RX_MPHY_POLL_LIMIT = 2 }
[ring.2]
size = 128
base = 0x200
status = "empty"
[ring.5]
size = 1024
base = 0x1000
[[microengine]]
at = "0:2"
image = "test.hex"
start = 0x07
csr = { T_INDEX = 0x10, CTX_ENABLES = 0x40000000 }
[[microengine]]
at = "1:3"
image = "test.hex"
start = 0x81
[boot]
freelist = [{ entry = 0, buffers = 100, descriptor_base = 0x10000, data_base = 0x100000, buffer_bytes = 64 },
            { channel = 1, entry = 9, buffers = 7, descriptor_base = 0x20000, data_base = 0x110000 }]
queue = [{ channel = 1, entry = 5, descriptor = 0x8000 }]
sram_ring = [{ entry = 7, base = 0x2000, size = 1024 }]
load = [{ ring = 2, words = [7, 8, 9] }, { region = "sram1", address = 0x40, words = [0xcafe, 1], repeat = 3 },
        { region = "sram0", address = 0x3000, words = [5, 6] }, { region = "scratch", address = 0x3000, words = [77] },
        { region = "dram", address = 0x100080, words = [0x12345678, 0x9abcdef0] }]
[counters]
lost = { region = "scratch", address = 0x3f00 }
)";
const char* const kArm = "[xscale]\nprogram = \"boot.c\"\nboot = true\nbig_endian = ";

const char* const kNote = "immed[a4, 0x2000]\n"
                          "alu[$2, --, B, a4]\n"
                          "scratch[write, $2, a4, 0x0, 1], ctx_swap[s3]\n"
                          "ctx_arb[kill]\n";

Images with_memory(const SystemConfig& system) {
  Images images = place(system, assemble(kNote));
  images.placed.back().image.csrs.push_back({0x0f4, 9});
  images.placed.back().image.entry = 1;
  images.placed.back().image.lm0_global = true;
  images.memory = {{"sram0", 0x30000, {1, 2, 3, 4, 5, 6, 7, 8}}, {"dram", 0x120000, {9, 8, 7, 6}}};
  return images;
}

std::unique_ptr<Simulation> by_arm(bool big, const char* source, EngineKind engine) {
  const std::string file = std::string(IXP_BINARY_DIR) + "/boot.c";
  write_file(file, source);
  const SystemConfig system = parse_system(std::string(kSystem) + kArm + (big ? "true" : "false") +
                                               "\n[stop]\nidle = true\n",
                                           std::string(IXP_BINARY_DIR) + "/boot.toml");
  Images images = with_memory(system);
  images.arm = load_arm_program(*system.xscale);
  return std::make_unique<Simulation>(system, images, SimulationOptions{engine});
}

std::unique_ptr<Simulation> by_boot() {
  std::string text = kSystem;
  const SystemConfig system = parse_system(text + "[stop]\nidle = true\n", "boot.toml");
  return std::make_unique<Simulation>(system, with_memory(system), SimulationOptions{});
}

void compare_memories(Simulation& a, Simulation& b) {
  const auto same = [&](Region region, uint32_t first, uint32_t end) {
    for (uint32_t at = first; at < end; at += 4)
      if (a.read(region, at) != b.read(region, at)) {
        INFO(name(region) << " " << at);
        REQUIRE(a.read(region, at) == b.read(region, at));
      }
  };
  same(Region::Scratch, 0, kScratchBytes);
  same(Region::Sram0, 0, 1 << 20);
  same(Region::Sram1, 0, 1 << 20);
  same(Region::Dram, kProgram, 2 << 20);
}

void compare_units(Chip& a, Chip& b) {
  for (unsigned channel = 0; channel < 2; ++channel)
    for (unsigned n = 0; n < kQueueEntries; ++n) {
      INFO("entry " << n << " of channel " << channel);
      const QueueEntry &x = a.sram[channel]->entry(n), &y = b.sram[channel]->entry(n);
      CHECK(x.head == y.head);
      CHECK(x.tail == y.tail);
      CHECK(x.count == y.count);
      CHECK((x.set_up == y.set_up || y.depth() > 0));
    }
  for (unsigned ring = 0; ring < kScratchRings; ++ring)
    for (unsigned offset = 0; offset < 12; offset += 4)
      CHECK(a.scratch.read_ring_csr(ring, offset) == b.scratch.read_ring_csr(ring, offset));
  for (const uint32_t offset : {0x00u, 0x04u, 0x48u})
    CHECK(a.msf->read_register(offset, 0) == b.msf->read_register(offset, 0));
  CHECK(a.msf->describe() == b.msf->describe());
}

void compare_microengines(Chip& a, Chip& b, Tick now) {
  for (unsigned me = 0; me < kMicroengines; ++me) {
    Microengine &x = *a.microengines[me], &y = *b.microengines[me];
    INFO("microengine " << me_name(me));
    for (uint16_t csr = 0; csr < 0x400; csr += 4) {
      const std::string_view name = mev2::local_csr_name(csr);
      if (name.empty() || name.starts_with("TIMESTAMP") || name == "PROFILE_COUNT" ||
          name.starts_with("USTORE") || name == "PSEUDO_RANDOM_NUMBER" ||
          name == "CTX_ENABLES") // which contexts are enabled: with their release
        continue;
      for (uint32_t context = 0; context < 8; ++context) {
        x.set_csr(0x20, context), y.set_csr(0x20, context);
        INFO(name << " of context " << context);
        const uint32_t mask =
            name == "INDIRECT_CTX_STS" ? 0x7fffffff : ~0u; // the Ready bit: likewise
        CHECK((x.read_csr_from_outside(csr, now) & mask) ==
              (y.read_csr_from_outside(csr, now) & mask));
      }
    }
    CHECK((x.read_csr_from_outside(0x18, now) & ~0xff00u) ==
          (y.read_csr_from_outside(0x18, now) & ~0xff00u));
    for (uint32_t at = 0; at < 16; ++at)
      for (const uint16_t part : {0x004, 0x008}) {
        x.set_csr(0, 0x80000000 | at), y.set_csr(0, 0x80000000 | at);
        CHECK(x.read_csr_from_outside(part, now) == y.read_csr_from_outside(part, now));
      }
  }
}

} // namespace

TEST_CASE("boot by ARM code leaves what [boot] leaves when microengines are released") {
  for (const bool big : {true, false}) {
    const auto arm = by_arm(big, "#include \"board.h\"\nint main(void) { return boot_set_up(); }\n",
                            EngineKind::Threaded);
    REQUIRE(arm->run().reason == EndReason::Idle);
    CHECK(arm->chip().address_map->uart.sent() == "");
    const auto boot = by_boot();
    compare_memories(*boot, *arm);
    compare_units(boot->chip(), arm->chip());
    compare_microengines(boot->chip(), arm->chip(), arm->now());
  }
}

TEST_CASE("microengines that ARM code has released run as those that [boot] starts") {
  const auto boot = by_boot();
  boot->run();
  std::string statistics;
  for (const EngineKind engine : {EngineKind::Threaded, EngineKind::Reference}) {
    const auto arm = by_arm(
        true, "#include \"board.h\"\nint main(void) { return boot_set_up() || boot_release(); }\n",
        engine);
    REQUIRE(arm->run().reason == EndReason::Idle);
    compare_memories(*boot, *arm);
    for (const unsigned me : {2u, 7u})
      for (unsigned c = 0; c < 8; ++c)
        CHECK(boot->microengine(me).state().ctx[c].has_run ==
              arm->microengine(me).state().ctx[c].has_run);
    const std::string now = to_json(arm->statistics());
    if (!statistics.empty()) CHECK(difference(statistics, now) == "");
    statistics = now;
  }
}

TEST_CASE("what ARM code cannot set is refused, and so is a table that is not there") {
  const SystemConfig system =
      parse_system(std::string(kSystem) + kArm + "true\n[stop]\nidle = true\n", "boot.toml");
  Images images = with_memory(system);
  images.placed[0].image.registers.push_back({"a3", -1, 5});
  std::string why;
  try {
    Simulation sim(system, images, SimulationOptions{});
  } catch (const InputError& e) {
    why = e.what();
  }
  CHECK(why.find("which ARM code cannot do") != why.npos);
  const std::string file = std::string(IXP_BINARY_DIR) + "/boot.c";
  write_file(file, "#include \"board.h\"\nint main(void) { return boot_set_up(); }\n");
  const SystemConfig plain =
      parse_system("[xscale]\nprogram = \"" + file + "\"\n[stop]\nidle = true\n", "plain.toml");
  Images alone;
  alone.arm = load_arm_program(*plain.xscale);
  Simulation sim(plain, alone);
  CHECK(sim.run().reason == EndReason::Hazard);
  CHECK(sim.chip().address_map->uart.sent().starts_with("boot: there is no table in flash"));
}

} // namespace boot_test
