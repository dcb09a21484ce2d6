#include "emu/chip/run_identity.h"

#include "base/digest.h"

namespace ixp {

namespace {

void add(Digest& d, const std::vector<mecc::MemoryInit>& memory) {
  d.add(memory.size());
  for (const mecc::MemoryInit& m : memory) {
    d.add(m.region);
    d.add(m.address);
    d.add(std::span(m.bytes));
  }
}

// Hashes an image without its debug information, which contains paths.
void add(Digest& d, const PlacedImage& placed) {
  const mecc::Image& image = placed.image;
  d.add(placed.me);
  d.add(static_cast<uint64_t>(image.mode));
  d.add(image.lm0_global | image.lm1_global << 1 | image.nn_self << 2);
  d.add(image.entry);
  d.add(image.words.size());
  for (uint64_t word : image.words)
    d.add(word);
  d.add(image.csrs.size());
  for (const mecc::CsrInit& c : image.csrs)
    d.add(uint64_t{c.address} << 32 | c.value);
  d.add(image.registers.size());
  for (const mecc::RegisterInit& r : image.registers) {
    d.add(r.location);
    d.add(static_cast<uint64_t>(r.context) << 32 | r.value);
  }
  add(d, image.local_memory);
}

void add(Digest& d, const xscale::Program& program) {
  d.add(program.big_endian);
  d.add(program.entry);
  for (const uint32_t argument : program.arguments)
    d.add(argument);
  for (const xscale::Segment& s : program.segments) {
    d.add(uint64_t{s.address} << 32 | s.size);
    d.add(std::span(s.bytes));
  }
}

} // namespace

std::string run_identity(const SystemConfig& system, const Images& images, const Chip& chip,
                         bool check) {
  Digest d;
  d.add(system.inputs);
  d.add(system.seed);
  d.add(check);
  d.add(system.stop ? system.stop->text() : "");
  for (const PlacedImage& p : images.placed)
    add(d, p);
  add(d, images.memory);
  d.add(chip.loaded);
  if (images.arm) {
    add(d, *images.arm);
    d.add(chip.address_map->uart.script());
    if (const control::Typed* typed = chip.address_map->uart.typed()) d.add(to_text(*typed));
  }
  for (const auto& [number, port] : system.ports)
    if (port.rx) d.add(chip.rx.drawn(number));
  return d.text();
}

} // namespace ixp
