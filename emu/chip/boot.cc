// Boot: the work of the control core before there is traffic.
#include "emu/chip/boot_table.h"
#include "emu/chip/chip.h"

#include "base/files.h"

#include <fmt/format.h>

namespace ixp {

namespace {

void set_up_rings(Chip& chip, const SystemConfig& system) {
  for (const RingConfig& r : system.rings)
    chip.scratch.set_up_ring(r.number, r.base, r.longwords,
                             r.status_empty ? RingStatus::Empty : RingStatus::NearlyFull);
}

void set_up_queues(Chip& chip, const BootConfig& boot) {
  for (const QueueConfig& q : boot.queues)
    chip.sram[q.channel]->set_up_queue(q.entry, q.descriptor);
  for (const SramRingConfig& r : boot.sram_rings)
    chip.sram[r.channel]->set_up_ring(r.entry, r.base, r.longwords);
  for (const FreelistConfig& f : boot.freelists)
    chip.sram[f.channel]->fill_freelist(f.entry, f.descriptor_base, f.buffers, f.descriptor_bytes);
}

// Writes bytes to big-endian memory: the first byte of a longword is the most significant one. Pads
// the last longword with zeros.
void write_bytes(Chip& chip, Region region, uint32_t address, std::string_view bytes) {
  for (size_t i = 0; i < bytes.size(); i += 4) {
    uint32_t word = 0;
    for (size_t j = 0; j < 4; ++j)
      word = word << 8 | (i + j < bytes.size() ? static_cast<uint8_t>(bytes[i + j]) : 0);
    chip.write(region, address + static_cast<uint32_t>(i), word);
  }
}

std::string read_bytes(Chip& chip, const LoadConfig& load) {
  std::string bytes = read_file(load.file);
  chip.loaded.add(bytes);
  return bytes;
}

void load_ring(Chip& chip, const LoadConfig& load) {
  const std::vector<uint32_t> words =
      load.file.empty() ? load.words : words_of(read_bytes(chip, load));
  if (words.size() > chip.scratch.ring_size(*load.ring))
    throw InputError(load.where,
                     fmt::format("{} words do not fit ring {} of {} longwords", words.size(),
                                 *load.ring, chip.scratch.ring_size(*load.ring)));
  for (uint32_t word : words)
    chip.scratch.ring_put(*load.ring, word);
}

void load_memory(Chip& chip, const LoadConfig& load) {
  if (load.file.empty()) {
    for (size_t i = 0; i < load.words.size(); ++i)
      chip.write(load.region, load.address + 4 * static_cast<uint32_t>(i), load.words[i]);
    return;
  }
  const std::string bytes = read_bytes(chip, load);
  const uint64_t size = region_bytes(load.region, chip.params);
  if (load.address + bytes.size() > size)
    throw InputError(load.where,
                     fmt::format("{} of {} bytes at {:#x} does not fit {} of {:#x} "
                                 "bytes",
                                 load.file, bytes.size(), load.address, name(load.region), size));
  write_bytes(chip, load.region, load.address, bytes);
}

// Writes the memory contents given in images.
void load_image_memory(Chip& chip, const Images& images) {
  for (const mecc::MemoryInit& m : images.memory) {
    const auto region = parse_region(m.region);
    if (!region || m.address % 4 || m.address + m.bytes.size() > region_bytes(*region, chip.params))
      throw InputError(fmt::format("an image initialises {} bytes of {} at {:#x}, which this chip "
                                   "does not have",
                                   m.bytes.size(), m.region, m.address));
    write_bytes(chip, *region, m.address,
                {reinterpret_cast<const char*>(m.bytes.data()), m.bytes.size()});
  }
}

void load_microengine(Microengine& me, const MicroengineConfig& config, const mecc::Image& image) {
  me.load(image);
  for (const mecc::CsrInit& csr : config.csrs)
    me.set_csr(csr.address, csr.value);
  for (const RegisterSetting& r : config.registers) {
    try {
      me.set_register(r.location, r.context, r.value);
    } catch (const InputError& e) {
      throw InputError(r.where, e.diagnostic().text);
    }
  }
}

uint8_t contexts_at_start(const MicroengineConfig& config, const mecc::Image& image) {
  const uint8_t all = image.mode == mev2::ContextMode::Four ? 0x55 : 0xff;
  return config.start.value_or(all);
}

} // namespace

void boot(Chip& chip, const SystemConfig& system, const Images& images) {
  if (system.xscale && system.xscale->kernel) return; // its drivers do all of it
  if (system.xscale && system.xscale->boots) {
    chip.address_map->flash =
        make_boot_flash(system, images, [&](const std::string& file) { return read_file(file); });
    chip.loaded.add(chip.address_map->flash);
    return;
  }
  set_up_rings(chip, system);
  set_up_queues(chip, system.boot);
  load_image_memory(chip, images);
  for (const CounterConfig& c : system.counters) // start at zero, also for --uninitialised
    chip.write(c.region, c.address, 0);
  for (const LoadConfig& load : system.boot.loads)
    load.ring ? load_ring(chip, load) : load_memory(chip, load);
  if (system.boot.rbuf) chip.msf->populate_rbuf(system.boot.leave_out_erratum_69);
  for (const auto& [offset, value] : system.msf_registers)
    chip.msf->write_register(offset, value, 0);
  for (size_t i = 0; i < images.placed.size(); ++i)
    load_microengine(*chip.microengines[images.placed[i].me], system.microengines[i],
                     images.placed[i].image);
  for (size_t i = 0; i < images.placed.size(); ++i)
    chip.microengines[images.placed[i].me]->start(
        contexts_at_start(system.microengines[i], images.placed[i].image));
}

} // namespace ixp
