// Control-store words under --uninitialised: for any words, the chip survives, stops when it
// should, and both engines agree. The input is a list of records for two microengines: one byte
// picks an opcode of the description, five give the word, whose identifying bits the opcode then
// overrides; a record with an odd flag byte keeps its word even when it is undefined (the run must
// then stop).
#include "emu/sim/simulation.h"
#include "isa/isa.h"

#include <cstdio>
#include <cstdlib>

namespace {

constexpr size_t kRecord = 7, kMostRecords = 64;

uint64_t word_of(const uint8_t* record, mev2::ContextMode mode) {
  const mev2::OpcodeInfo& info = mev2::info(static_cast<mev2::Opcode>(record[1] % mev2::kOpcodes));
  uint64_t word = 0;
  for (int i = 2; i < 7; ++i)
    word = word << 8 | record[i];
  word = (word & ~info.fixed_mask) | info.fixed_value;
  const auto i = mev2::decode(word, mode);
  if (record[0] & 1) return word;
  if (!i) return mev2::kNop;
  mev2::Instruction kept = *i;
  if (info.is_branch) kept.target %= kMostRecords; // most targets should be inside the program
  return mev2::encode(kept, mode).value_or(mev2::kNop);
}

ixp::Images images_of(const uint8_t* data, size_t size, mev2::ContextMode mode) {
  ixp::Images images;
  images.placed.resize(2);
  for (unsigned m = 0; m < 2; ++m) {
    images.placed[m].me = m;
    images.placed[m].image.mode = mode;
  }
  for (size_t n = 0; n < kMostRecords && (n + 1) * kRecord <= size; ++n)
    images.placed[n & 1].image.words.push_back(word_of(data + n * kRecord, mode));
  for (ixp::PlacedImage& p : images.placed)
    p.image.words.push_back(0xd800000018); // br[l0#]
  return images;
}

struct Outcome {
  std::string end, hazards;
  uint64_t instructions = 0;
  std::vector<uint32_t> scratch;
  bool operator==(const Outcome&) const = default;
};

Outcome run(const ixp::SystemConfig& system, const ixp::Images& images, ixp::EngineKind engine) {
  ixp::Simulation sim(system, images, {engine, true});
  const ixp::RunEnd& end = sim.run();
  Outcome o{end.text, sim.hazards().text(), 0, {}};
  for (unsigned me = 0; me < ixp::kMicroengines; ++me)
    o.instructions += sim.microengine(me).statistics(end.tick).total().executing;
  for (uint32_t a = 0; a < 0x400; a += 4)
    o.scratch.push_back(sim.read(ixp::Region::Scratch, a));
  return o;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 1 + kRecord) return 0;
  static const char* const kSystem = R"(
[[microengine]]
at = "0:0"
image = "a.hex"
[[microengine]]
at = "0:1"
image = "b.hex"
[ring.0]
size = 128
base = 0x400
status = "full"
[boot]
freelist = { channel = 0, entry = 0, buffers = 16, buffer_bytes = 2048, descriptor_base = 0x1000, data_base = 0x10000 }
[chip]
dram.bytes = 1048576 # small, as each run clears a bit for every byte
sram.bytes = 262144
[stop]
cycles = 1500
)";
  const mev2::ContextMode mode = data[0] & 1 ? mev2::ContextMode::Four : mev2::ContextMode::Eight;
  ixp::SystemConfig system = ixp::parse_system(kSystem, "fuzz.toml");
  for (ixp::MicroengineConfig& me : system.microengines)
    me.start = mode == mev2::ContextMode::Four ? 0x55 : 0xff;
  const ixp::Images images = images_of(data + 1, size - 1, mode);
  const Outcome threaded = run(system, images, ixp::EngineKind::Threaded);
  const Outcome reference = run(system, images, ixp::EngineKind::Reference);
  if (threaded == reference) return 0;
  std::fprintf(
      stderr,
      "engines differ\nthreaded: %s, %llu instructions\n%s\nreference: %s, %llu instructions\n%s\n",
      threaded.end.c_str(), static_cast<unsigned long long>(threaded.instructions),
      threaded.hazards.c_str(), reference.end.c_str(),
      static_cast<unsigned long long>(reference.instructions), reference.hazards.c_str());
  for (const ixp::PlacedImage& p : images.placed)
    for (uint64_t w : p.image.words) {
      const auto i = mev2::decode(w, mode);
      std::fprintf(stderr, "%u %010llx %s\n", p.me, static_cast<unsigned long long>(w),
                   i ? mev2::print(*i).c_str() : "undefined");
    }
  std::abort();
}
