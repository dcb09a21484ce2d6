// The decoder against capstone: both must see the same instruction in a word. Random words, and
// random words of each entry of the tables. More than CI has time for:
//   IXP_XSCALE_WORDS=20000000 build/release/bin/test_xscale_capstone
#include "base/random.h"
#include "emu/xscale/decode.h"
#include "emu/xscale/disassemble.h"
#include "tests/catch.h"
#include "tests/unit/xscale/machine.h"

#include <cstdlib>
#include <fmt/format.h>
#include <map>
#include <set>

using namespace ixp;
using namespace ixp::xscale;

namespace {

uint64_t words() {
  const char* text = std::getenv("IXP_XSCALE_WORDS");
  return text ? std::strtoull(text, nullptr, 10) : 200'000;
}

// Capstone's names of an instruction where they differ from the table's: newer names, forms of
// addressing in the name, and short forms for operands that are common.
const std::map<std::string_view, std::set<std::string>, std::less<>> kOtherNames = {
    {"swi", {"svc"}},
    {"mov", {"lsl", "lsr", "asr", "ror", "rrx"}},
    {"lsl", {"mov"}}, // by 0, in Thumb state
    {"ldm", {"ldmda", "ldmdb", "ldmib", "pop"}},
    {"stm", {"stmda", "stmdb", "stmib", "push"}},
    {"ldr", {"pop"}}, // of one register
    {"str", {"push"}},
    {"ldc", {"ldcl"}},
    {"stc", {"stcl"}},
    {"ldc2", {"ldc2l"}},
    {"stc2", {"stc2l"}},
    {"smlaxy", {"smlabb", "smlabt", "smlatb", "smlatt"}},
    {"smulxy", {"smulbb", "smulbt", "smultb", "smultt"}},
    {"smlalxy", {"smlalbb", "smlalbt", "smlaltb", "smlaltt"}},
    {"smlawy", {"smlawb", "smlawt"}},
    {"smulwy", {"smulwb", "smulwt"}},
};

// Names in capstone of instructions after ARMv5TE or of ARMv5TEJ (bxj). Names with v belong to VFP
// and NEON.
const std::set<std::string> kNewer = {
    "bxj",     "bfc",    "bfi",    "cbnz",   "cbz",     "cps",     "hint",   "hvc",    "it",
    "ldrex",   "ldrexb", "ldrexd", "ldrexh", "ldrht",   "ldrsbt",  "ldrsht", "mls",    "movt",
    "movw",    "nop",    "pkhbt",  "pkhtb",  "pldw",    "pli",     "rbit",   "rev",    "rev16",
    "revsh",   "rfeda",  "rfedb",  "rfeia",  "rfeib",   "sbfx",    "sdiv",   "sel",    "setend",
    "sev",     "smlad",  "smladx", "smlald", "smlaldx", "smlsd",   "smlsdx", "smlsld", "smlsldx",
    "smmla",   "smmlar", "smmls",  "smmlsr", "smmul",   "smmulr",  "smuad",  "smuadx", "smusd",
    "smusdx",  "ssat",   "ssat16", "strex",  "strexb",  "strexd",  "strexh", "strht",  "sxtab",
    "sxtab16", "sxtah",  "sxtb",   "sxtb16", "sxth",    "trap",    "ubfx",   "udiv",   "umaal",
    "usad8",   "usada8", "usat",   "usat16", "uxtab",   "uxtab16", "uxtah",  "uxtb",   "uxtb16",
    "uxth",    "wfe",    "wfi",    "yield",  "clrex",   "dmb",     "dsb",    "isb",    "srsda",
    "srsdb",   "srsia",  "srsib",  "smc",    "dbg",     "eret",    "hlt",    "lda",    "stl",
    "udf"};

// Parallel additions and subtractions of parts of registers: a prefix and an operation.
bool is_parallel(const std::string& name) {
  for (const char* prefix : {"s", "q", "sh", "u", "uq", "uh"})
    for (const char* operation : {"add8", "add16", "sub8", "sub16", "asx", "sax"})
      if (name == std::string(prefix) + operation) return true;
  return false;
}

bool is_newer(const std::string& name) {
  return name.starts_with("v") || is_parallel(name) || kNewer.contains(name);
}

bool same_name(std::string_view ours, const std::string& theirs) {
  if (ours == theirs) return true;
  const auto other = kOtherNames.find(ours);
  return other != kOtherNames.end() && other->second.contains(theirs);
}

// Bits that should be zero or one are not; the manual calls such words unpredictable. Our decoder
// ignores them, capstone checks some.
bool breaks_should_be(const Instruction& i, uint32_t word) {
  bool breaks = false;
  each_bit(i, [&](char c, unsigned bit) { breaks |= c == (word >> bit & 1 ? 'z' : 'o'); });
  return breaks;
}

bool is_coprocessor(uint32_t word) {
  return (word >> 26 & 3) == 3 && (word >> 24 & 15) != 15;
}
// VFP and NEON: capstone decodes these as vector instructions.
bool is_vector_coprocessor(uint32_t word) {
  return is_coprocessor(word) && (word >> 9 & 7) == 5;
}

class Check {
public:
  // Empty when both agree, or differ for a known reason.
  std::string arm(uint32_t word) const {
    const Instruction& ours = decode_arm(word);
    const Disassembler::Line theirs = capstone_.line(word, false, 0x1000);
    if (ours.name == "udf") return undefined_here(word, theirs);
    if (theirs.id && same_name(ours.name, capstone_.name(theirs.id))) return "";
    if (breaks_should_be(ours, word) || is_vector_coprocessor(word)) return "";
    // A list without registers is unpredictable.
    if ((ours.name == "ldm" || ours.name == "stm") && !theirs.id && !(word & 0xffff)) return "";
    // MSR of no fields has no effect; ARMv6 made hints of it.
    if (ours.name == "msr" && !(word >> 16 & 15)) return "";
    return difference(word, ours, theirs);
  }
  std::string thumb(uint32_t word) const {
    const Instruction& ours = decode_thumb(word);
    const Disassembler::Line theirs = capstone_.line(word, true, 0x1000);
    if (ours.name == "udf")
      return !theirs.id || is_newer(capstone_.name(theirs.id)) ? ""
                                                               : difference(word, ours, theirs);
    if (theirs.id && same_name(ours.name, capstone_.name(theirs.id))) return "";
    if (breaks_should_be(ours, word)) return "";
    // Capstone needs both halves of BL and BLX.
    if (!theirs.id && (word & 0xf000) >= 0xe000 && ours.name.find("fix") != std::string_view::npos)
      return "";
    const bool list =
        ours.name == "ldm" || ours.name == "stm" || ours.name == "push" || ours.name == "pop";
    if (list && !theirs.id && !(word & 0xff)) return ""; // without registers: unpredictable
    return difference(word, ours, theirs);
  }

private:
  // Undefined in ARMv5TE but defined in capstone: a newer instruction, or two registers from an odd
  // one on.
  std::string undefined_here(uint32_t word, const Disassembler::Line& theirs) const {
    const std::string name = capstone_.name(theirs.id);
    if (!theirs.id || is_newer(name)) return "";
    if ((name == "ldrd" || name == "strd") && (word >> 12 & 1)) return "";
    return difference(word, decode_arm(word), theirs);
  }
  std::string difference(uint32_t word, const Instruction& ours,
                         const Disassembler::Line& theirs) const {
    return fmt::format("{:08x}: here {}, capstone {}", word, ours.name, theirs.text);
  }

  Disassembler capstone_;
};

} // namespace

TEST_CASE("ARM words decode as capstone decodes them") {
  const Check check;
  Random random(1);
  std::map<std::string_view, int> seen;
  for (uint64_t i = 0; i < words(); ++i) {
    const auto word = static_cast<uint32_t>(random.next());
    REQUIRE(check.arm(word) == "");
  }
  const uint64_t each = words() / arm_instructions().size();
  for (const Instruction& entry : arm_instructions())
    for (uint64_t i = 0; i < each; ++i) {
      const uint32_t word = (static_cast<uint32_t>(random.next()) & ~entry.mask) | entry.value;
      ++seen[decode_arm(word).name];
      REQUIRE(check.arm(word) == "");
    }
  for (const Instruction& entry : arm_instructions()) {
    INFO(entry.name << " " << entry.pattern);
    CHECK(seen[entry.name] > 0);
  }
}

TEST_CASE("all Thumb halfwords decode as capstone decodes them") {
  const Check check;
  for (uint32_t word = 0; word < 65536; ++word)
    REQUIRE(check.thumb(word) == "");
}

// Instructions of ARMv5TE in the architecture manual's index.
TEST_CASE("the tables have every instruction of ARMv5TE") {
  std::set<std::string_view> arm, thumb;
  for (const Instruction& i : arm_instructions())
    arm.insert(i.name);
  for (const Instruction& i : thumb_instructions())
    thumb.insert(i.name);
  for (const char* name :
       {"adc",  "add",  "and",    "b",     "bl",      "bic",    "bkpt",  "blx",    "bx",
        "cdp",  "cdp2", "clz",    "cmn",   "cmp",     "eor",    "ldc",   "ldc2",   "ldm",
        "ldr",  "ldrb", "ldrbt",  "ldrd",  "ldrh",    "ldrsb",  "ldrsh", "ldrt",   "mcr",
        "mcr2", "mcrr", "mla",    "mov",   "mrc",     "mrc2",   "mrrc",  "mrs",    "msr",
        "mul",  "mvn",  "orr",    "pld",   "qadd",    "qdadd",  "qdsub", "qsub",   "rsb",
        "rsc",  "sbc",  "smlaxy", "smlal", "smlalxy", "smlawy", "smull", "smulxy", "smulwy",
        "stc",  "stc2", "stm",    "str",   "strb",    "strbt",  "strd",  "strh",   "strt",
        "sub",  "swi",  "swp",    "swpb",  "teq",     "tst",    "umlal", "umull"})
    CHECK(arm.contains(name));
  for (const char* name :
       {"adc",       "add",        "and",  "asr",   "b",     "bic",  "bkpt", "bl_prefix",
        "bl_suffix", "blx_suffix", "blx",  "bx",    "cmn",   "cmp",  "eor",  "ldm",
        "ldr",       "ldrb",       "ldrh", "ldrsb", "ldrsh", "lsl",  "lsr",  "mov",
        "mul",       "mvn",        "rsb",  "orr",   "pop",   "push", "ror",  "sbc",
        "stm",       "str",        "strb", "strh",  "sub",   "swi",  "tst"})
    CHECK(thumb.contains(name));
}

// The order of entries matters only where an earlier one is a special case of a later one.
TEST_CASE("of two entries that match the same word the first is the narrower one") {
  for (const auto table : {arm_instructions(), thumb_instructions()})
    for (size_t a = 0; a < table.size(); ++a)
      for (size_t b = a + 1; b < table.size(); ++b) {
        const uint32_t both = table[a].mask & table[b].mask;
        if ((table[a].value ^ table[b].value) & both) continue;
        INFO(table[a].name << " " << table[a].pattern << ", " << table[b].name << " "
                           << table[b].pattern);
        const bool no_condition = table[a].pattern.starts_with("1111 ") && table.size() > 100;
        CHECK((no_condition || both == table[b].mask));
      }
}
