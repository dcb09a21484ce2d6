// Boot: the work of the control core before there is traffic.
#include "base/files.h"
#include "config/program.h"
#include "emu/chip/chip.h"

#include <fmt/format.h>

namespace ixp {

namespace {

// Flash contents for an ARM program that boots the chip ([xscale] boot): the settings of [boot],
// rings and microengines as a table, and the images as a UOF file. docs/xscale.md has the format;
// microblocks/xscale/boot.c reads it.
//
// Kinds of records; board.h and docs/xscale.md have the same list.
enum class Record : uint32_t {
  End,
  Ring,
  Queue,
  SramRing,
  Freelist,
  Memory,
  RingWords,
  Rbuf,
  MsfRegister,
  Images,
  LocalCsr,
  Start
};
constexpr uint32_t kMagic = 0x49585042; // "IXPB"

class Table {
public:
  void word(uint32_t w) {
    for (int shift = 24; shift >= 0; shift -= 8)
      bytes_ += static_cast<char>(w >> shift);
  }
  void record(Record kind, const std::vector<uint32_t>& words) {
    word(static_cast<uint32_t>(kind));
    word(static_cast<uint32_t>(words.size()));
    for (const uint32_t w : words)
      word(w);
  }
  std::string take() { return std::move(bytes_); }

private:
  std::string bytes_;
};

uint32_t physical(Region region, uint32_t address) {
  switch (region) {
  case Region::Scratch: return 0xca000000 + address;
  case Region::Sram0: return 0x80000000 + address;
  case Region::Sram1: return 0x90000000 + address;
  case Region::Dram: break;
  }
  return address;
}

// The big-endian longwords of a file, padded with zero bytes.
std::vector<uint32_t> words_of(std::string_view bytes) {
  std::vector<uint32_t> words((bytes.size() + 3) / 4);
  for (size_t i = 0; i < bytes.size(); ++i)
    words[i / 4] |= uint32_t{static_cast<uint8_t>(bytes[i])} << (24 - 8 * (i % 4));
  return words;
}

void add_load(Table& table, const LoadConfig& load, const FileReader& read) {
  std::vector<uint32_t> words = load.file.empty() ? load.words : words_of(read(load.file));
  words.insert(words.begin(), load.ring ? *load.ring : physical(load.region, load.address));
  table.record(load.ring ? Record::RingWords : Record::Memory, words);
}

void add_boot(Table& table, const SystemConfig& s, const FileReader& read) {
  for (const RingConfig& r : s.rings)
    table.record(Record::Ring, {r.number, r.base, r.longwords, r.status_empty});
  for (const QueueConfig& q : s.boot.queues)
    table.record(Record::Queue, {q.channel, q.entry, q.descriptor});
  for (const SramRingConfig& r : s.boot.sram_rings)
    table.record(Record::SramRing, {r.channel, r.entry, r.base, r.longwords});
  for (const FreelistConfig& f : s.boot.freelists)
    table.record(Record::Freelist,
                 {f.channel, f.entry, f.buffers, f.descriptor_base, f.descriptor_bytes});
  table.record(Record::Images, {});
  for (const CounterConfig& c : s.counters)
    table.record(Record::Memory, {physical(c.region, c.address), 0});
  for (const LoadConfig& load : s.boot.loads)
    add_load(table, load, read);
  if (s.boot.rbuf) table.record(Record::Rbuf, {s.msf.element_bytes, s.boot.leave_out_erratum_69});
  for (const auto& [offset, value] : s.msf_registers)
    table.record(Record::MsfRegister, {offset, value});
}

void check_settable(const MicroengineConfig& me, const mecc::Image& image) {
  if (me.registers.empty() && image.registers.empty() && image.local_memory.empty()) return;
  throw InputError(me.image_where,
                   fmt::format("microengine {} begins with registers or local memory that are set, "
                               "which ARM code cannot do ([xscale] boot)",
                               me_name(me.index)));
}

void add_microengines(Table& table, const SystemConfig& s, const Images& images) {
  for (size_t i = 0; i < images.placed.size(); ++i) {
    const MicroengineConfig& me = s.microengines[i];
    check_settable(me, images.placed[i].image);
    for (const mecc::CsrInit& csr : me.csrs)
      table.record(Record::LocalCsr, {me_number(me.index), csr.address, csr.value});
  }
  for (size_t i = 0; i < images.placed.size(); ++i) {
    const MicroengineConfig& me = s.microengines[i];
    const bool four = images.placed[i].image.mode == mev2::ContextMode::Four;
    table.record(Record::Start, {me_number(me.index),
                                 me.start.value_or(static_cast<uint8_t>(four ? 0x55 : 0xff))});
  }
}

std::string uof_of(const Images& images) {
  mecc::Program program;
  program.memory = images.memory;
  for (const PlacedImage& p : images.placed) {
    mecc::Image image = p.image;
    image.assigned = 1u << me_number(p.me);
    image.lines.clear(), image.labels.clear(), image.symbols.clear();
    program.images.push_back(std::move(image));
  }
  return mecc::write_uof(program);
}

// `read` supplies the files of [boot] loads. Throws InputError for settings that ARM code cannot
// make: registers and local memory of microengines.
std::string make_boot_flash(const SystemConfig& system, const Images& images,
                            const FileReader& read) {
  Table table;
  add_boot(table, system, read);
  add_microengines(table, system, images);
  table.record(Record::End, {});
  const std::string records = table.take();
  table.word(kMagic);
  table.word(static_cast<uint32_t>(8 + records.size())); // offset of the UOF
  return table.take() + records + uof_of(images);
}

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
