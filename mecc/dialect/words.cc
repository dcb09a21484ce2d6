#include "mecc/dialect/words.h"

#include "base/diagnostic.h"

#include <string>
#include <vector>

namespace mecc::dialect {

// Descendants of the chip renamed some words and added memories; their words are mapped to the
// closest equivalent here.
static constexpr Word kWords[] = {
    {"sram", WordKind::Region, 1, "sram"},
    {"sram0", WordKind::Region, 1, "sram"},
    {"sram1", WordKind::Region, 1, "sram"},
    {"sram2", WordKind::Region, 1, "sram"},
    {"sram3", WordKind::Region, 1, "sram"},
    {"dram", WordKind::Region, 2, "dram"},
    {"sdram", WordKind::Region, 2, "dram"},
    {"mem", WordKind::Region, 2, "dram"},
    {"emem", WordKind::Region, 2, "dram"},
    {"imem", WordKind::Region, 2, "dram"},
    {"scratch", WordKind::Region, 3, "scratch"},
    {"ctm", WordKind::Region, 3, "scratch"},
    {"cls", WordKind::Region, 3, "scratch"},
    {"rbuf", WordKind::Region, 4, "rbuf"},
    {"tbuf", WordKind::Region, 5, "tbuf"},
    {"gp_reg", WordKind::Register, 0, "gp_reg"},
    {"local_mem", WordKind::Register, 0, "local_mem"},
    {"lmem", WordKind::Register, 0, "local_mem"},
    {"sram_read_reg", WordKind::Register, 0, "sram_read_reg"},
    {"sram_write_reg", WordKind::Register, 0, "sram_write_reg"},
    {"sram_read_write_reg", WordKind::Register, 0, "sram_read_write_reg"},
    {"read_reg", WordKind::Register, 0, "sram_read_reg"},
    {"write_reg", WordKind::Register, 0, "sram_write_reg"},
    {"read_write_reg", WordKind::Register, 0, "sram_read_write_reg"},
    {"dram_read_reg", WordKind::Register, 0, "dram_read_reg"},
    {"dram_write_reg", WordKind::Register, 0, "dram_write_reg"},
    {"dram_read_write_reg", WordKind::Register, 0, "dram_read_write_reg"},
    {"nn_local_reg", WordKind::Register, 0, "nn_local_reg"},
    {"nn_remote_reg", WordKind::Register, 0, "nn_remote_reg"},
    {"shared", WordKind::Storage, 0, "shared"},
    {"visible", WordKind::Storage, 0, "visible"},
    {"remote", WordKind::Storage, 0, "remote"},
    {"import", WordKind::Storage, 0, "import"},
    {"export", WordKind::Storage, 0, "export"},
    {"aligned", WordKind::Layout, 0, "aligned"},
    {"packed", WordKind::Layout, 0, "packed"},
    {"packed_bits", WordKind::Layout, 0, "packed"},
    {"signal", WordKind::Ignored, 0, ""},
    {"signal_pair", WordKind::Ignored, 0, ""},
    {"scope", WordKind::Ignored, 0, ""},
    {"island", WordKind::Ignored, 0, ""},
    {"global", WordKind::Ignored, 0, ""},
    {"addr32", WordKind::Ignored, 0, ""},
    {"addr40", WordKind::Ignored, 0, ""},
    {"atomic", WordKind::Ignored, 0, ""},
};

const Word* find_word(std::string_view spelling) {
  for (const Word& w : kWords)
    if (w.spelling == spelling) return &w;
  return nullptr;
}

std::string_view memory_word(unsigned address_space) {
  for (const Word& w : kWords)
    if (w.kind == WordKind::Region && w.address_space == address_space) return w.canonical;
  return {};
}

std::string_view closest_word(std::string_view spelling) {
  std::vector<std::string> all;
  for (const Word& w : kWords)
    all.emplace_back(w.spelling);
  const std::string best = ixp::closest(std::string(spelling), all);
  const Word* w = find_word(best);
  return w ? w->spelling : std::string_view{};
}

} // namespace mecc::dialect
