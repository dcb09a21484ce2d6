#include "emu/chip/boot_table.h"

#include "config/program.h"

#include <fmt/format.h>

namespace ixp {

namespace {

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

} // namespace

std::vector<uint32_t> words_of(std::string_view bytes) {
  std::vector<uint32_t> words((bytes.size() + 3) / 4);
  for (size_t i = 0; i < bytes.size(); ++i)
    words[i / 4] |= uint32_t{static_cast<uint8_t>(bytes[i])} << (24 - 8 * (i % 4));
  return words;
}

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

} // namespace ixp
