// Memory that programs declare: its address, its initial contents, its use by programs.
#include "tests/unit/asm/run.h"

using namespace mecc;
using namespace mecc::test;
using ixp::Region;

namespace {

std::vector<std::string> memory_of(const std::string& declarations) {
  const AssemblerResult r = assemble_text(declarations + "\nctx_arb[kill]\n");
  INFO(diagnostics_of(r));
  REQUIRE(r.ok);
  std::vector<std::string> lines;
  std::istringstream report(r.report);
  for (std::string line; std::getline(report, line);)
    if (line.starts_with("memory: ")) lines.push_back(line.substr(8));
  return lines;
}

} // namespace

TEST_CASE("memory lies one behind the other, aligned") {
  CHECK(memory_of(".sram a 5\n.sram b 4\n.sram c 256 aligned 64\n.SRAM d 4 aligned(16) me\n") ==
        std::vector<std::string>{"a at 0x100000 of SRAM, 5 bytes", "b at 0x100008 of SRAM, 4 bytes",
                                 "c at 0x100040 of SRAM, 256 bytes",
                                 "d at 0x100010 of SRAM, 4 bytes"});
  CHECK(
      memory_of(".dram a 4\n.dram b 4\n.scratch s 12\n.local_mem l 4\n.local_mem m 8 aligned 32") ==
      std::vector<std::string>{"a at 0x400000 of DRAM, 4 bytes", "b at 0x400008 of DRAM, 4 bytes",
                               "s at 0x2000 of the scratchpad, 12 bytes",
                               "l at 0x0 of local memory, 4 bytes",
                               "m at 0x20 of local memory, 8 bytes"});
}

TEST_CASE(".alloc_mem says the memory in words, and perhaps where") {
  CHECK(memory_of(".alloc_mem a sram global 8 8\n.alloc_mem b lmem me 64 64\n"
                  ".alloc_mem c scratch+0x3f00 global 16\n.alloc_mem d sram + 0x40 me 4 4\n"
                  "#define BASE 0x100\n.alloc_mem e lmem+(BASE*2) me 4\n.alloc_mem f dram me 1") ==
        std::vector<std::string>{
            "a at 0x100000 of SRAM, 8 bytes", "b at 0x0 of local memory, 64 bytes",
            "c at 0x3f00 of the scratchpad, 16 bytes", "d at 0x40 of SRAM, 4 bytes",
            "e at 0x200 of local memory, 4 bytes", "f at 0x400000 of DRAM, 1 bytes"});
}

TEST_CASE("names of memory are visible in their scope") {
  CHECK(
      memory_of(".begin\n.sram a 4\n.end\n.begin\n.sram a 4\n.end") ==
      std::vector<std::string>{"a at 0x100000 of SRAM, 4 bytes", "a at 0x100004 of SRAM, 4 bytes"});
  // Declared once, though the macro is expanded twice.
  CHECK(memory_of("#macro table\n.sram t 4\n#endm\ntable\ntable").size() == 1);
}

TEST_CASE("a program finds what it declared and initialised") {
  SourceRun r(R"(
#define ENTRIES 4
.sram table (ENTRIES * 8) aligned 32
.dram buffer 16
.scratch counters 8 global
.local_mem state 24 aligned 16
.init table 0x11 0x22 (3 << 4)
.init table+24 -1 (sizeof(table) + 1)
.init buffer+8 0xabcd
.init counters 100
.init state+4 7 after#

.reg read $entry[3]
.reg $$quad[2]
.reg base sum byte lm
.sig done both
    alu[base, --, B, table]                 ; a whole address, loaded
    sram[read, $entry[0], base, 0, 3], ctx_swap[done]
    alu[sum, --, B, $entry[0]]
    alu[sum, sum, +, $entry[1]]
    alu[sum, sum, +, $entry[2]]
    sram[read, $entry[0], table, 24, 2], ctx_swap[done]
    alu[sum, sum, +, $entry[0]]
    alu[sum, sum, +, $entry[1]]
    dram[read, $$quad[0], buffer, 8, 1], sig_done[both]
    ctx_arb[both]
    alu[sum, sum, +, $$quad[0]]
    scratch[incr, --, counters, 0]
    scratch[incr, --, counters, 4]
    local_csr_wr[ACTIVE_LM_ADDR_0, state]
    immed[byte, (counters >> 8)]
    immed[lm, state]
    nop
    alu[sum, sum, +, *l$index0[1]]
    alu[sum, sum, +, *l$index0[2]]
after#:
    alu[*l$index0[5], --, B, sum]
    alu[lm, lm, +, *l$index0[5]]
.use sum byte lm
ctx_arb[kill]
)");
  const uint32_t after = r.image().labels.at(0).address;
  const uint32_t sum = 0x11 + 0x22 + 0x30 - 1 + 33 + 0xabcd + 7 + after;
  CHECK(r.reg("sum") == sum);
  CHECK(r.reg("byte") == 0x20);
  CHECK(r.reg("lm") == sum);
  CHECK(r.memory(Region::Sram0, 0x100000 + 8) == 0x30);
  CHECK(r.memory(Region::Sram0, 0x100000 + 12) == 0);
  CHECK(r.memory(Region::Dram, 0x400008) == 0xabcd);
  CHECK(r.scratch(0x2000) == 101);
  CHECK(r.scratch(0x2004) == 1);
}

TEST_CASE("a table of addresses in memory is jumped through") {
  SourceRun r(R"(
.scratch handlers 12
.init handlers first# second# third#
.reg read $where
.reg which result target
.sig done
immed[result, 0]
immed[which, 4]
alu[which, which, +, handlers]
scratch[read, $where, which, 0, 1], ctx_swap[done]
alu[target, --, B, $where]
rtn[target]
first#:  alu[result, result, OR, 1]
br[end#]
second#: alu[result, result, OR, 2]
br[end#]
third#:  alu[result, result, OR, 4]
end#:
.use result
ctx_arb[kill]
)");
  CHECK(r.reg("result") == 2);
}

TEST_CASE("assembling again for a wide constant does not take memory twice") {
  unsigned asked = 0;
  AssemblerOptions options;
  options.place_memory = [&](const MemoryRequest& m, std::string&) {
    ++asked;
    return std::optional<uint32_t>(0x1000u * asked + m.bytes);
  };
  const AssemblerResult r = assemble_text(".sram a 4\n.scratch b 8\n.local_mem c 4\n.reg x\n"
                                          "immed[x, a]\nalu[x, x, +, (end# + 1000)]\nend#:\n"
                                          "ctx_arb[kill]\n",
                                          options);
  CHECK(diagnostics_of(r) == "");
  CHECK(asked == 2);
  CHECK(listing_of(r) == "immed[b0, 0x1004]\nimmed[a0, 0x3ec]\nimmed_w1[a0, 0x0]\n"
                         "alu[b0, b0, +, a0]\nctx_arb[kill]\n");
}
