// The core against Unicorn: random sequences of instructions of User mode, little-endian, compared
// register by register. More than CI has time for:
//   IXP_XSCALE_SEED=1000 IXP_XSCALE_COUNT=100000 build/release/bin/test_xscale_unicorn
//
// memory_test.cc and exceptions_test.cc have the rest, which Unicorn 2.0.1 does otherwise: loads at
// addresses that are no multiple of their size (it does not rotate them), and all that needs
// another mode or byte order.
#include "base/random.h"
#include "emu/xscale/decode.h"
#include "emu/xscale/disassemble.h"
#include "tests/catch.h"
#include "tests/unit/xscale/machine.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <unicorn/unicorn.h>

using namespace ixp;
using namespace ixp::xscale;

namespace {

uint64_t setting(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

constexpr uint32_t kMemory = 0x10000, kCode = 0x1000, kData = 0x8000;
constexpr unsigned kLength = 24; // instructions in a sequence
constexpr uint32_t kCompared = psr::kFlags | psr::kT;

// Contents of both machines, before and after.
struct Contents {
  std::array<uint32_t, 16> r{};
  uint32_t cpsr = 0;
  std::vector<uint8_t> memory = std::vector<uint8_t>(kMemory); // as a little-endian program sees it

  bool operator==(const Contents&) const = default;
};

void put(std::vector<uint8_t>& memory, uint32_t at, uint32_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i)
    memory[at + i] = static_cast<uint8_t>(value >> 8 * i);
}

// Makes words of the tables' entries that both machines must execute with equal results.
class Generator {
public:
  Generator(uint64_t seed, bool thumb) : random_(seed), thumb_(thumb) {}

  Contents machine() {
    Contents m;
    for (uint32_t i = kData; i < kData + 0x1000; ++i)
      m.memory[i] = static_cast<uint8_t>(random_.next());
    for (unsigned i = 0; i < kLength; ++i)
      put(m.memory, kCode + i * size(), word(), size());
    for (unsigned i = 0; i < 15; ++i)
      m.r[i] = value();
    m.r[13] = kData + 0x800;
    m.r[15] = kCode;
    m.cpsr = static_cast<uint32_t>(random_.below(32)) << 27 | 0x10 | (thumb_ ? psr::kT : 0);
    return m;
  }
  unsigned size() const { return thumb_ ? 2 : 4; }

private:
  // A random value, often near a limit or the address of data.
  uint32_t value() {
    switch (random_.below(5)) {
    case 0: return static_cast<uint32_t>(random_.below(34)) - 1;
    case 1: return 0x80000000u - static_cast<uint32_t>(random_.below(3)) + 1;
    case 2:
    case 3: return kData + 0x400 + 8 * static_cast<uint32_t>(random_.below(64));
    default: return static_cast<uint32_t>(random_.next());
    }
  }
  uint32_t word() {
    const auto table = thumb_ ? thumb_instructions() : arm_instructions();
    for (;;) {
      const Instruction& i = table[random_.below(table.size())];
      uint32_t w = (static_cast<uint32_t>(random_.next()) & ~i.mask) | i.value;
      if (thumb_) w &= 0xffff;
      if (random_.below(4) == 0) clear_field(i, w, thumb_ ? 'i' : 'k'); // shifts by 0 are special
      settle_should_be(i, w);
      if (!thumb_ && i.pattern.starts_with("cccc") && random_.below(4))
        w = (w & 0x0fffffff) | 0xe0000000;
      const Instruction& decoded = thumb_ ? decode_thumb(w) : decode_arm(w);
      if (&decoded == &i && usable(i, w)) return w;
    }
  }
  static void clear_field(const Instruction& i, uint32_t& w, char letter) {
    each_bit(i, [&](char c, unsigned bit) {
      if (c == letter) w &= ~(1u << bit);
    });
  }
  static void settle_should_be(const Instruction& i, uint32_t& w) {
    each_bit(i, [&](char c, unsigned bit) {
      if (c == 'z') w &= ~(1u << bit);
      if (c == 'o') w |= 1u << bit;
    });
  }
  static uint32_t field(const Instruction& i, uint32_t w, char letter) {
    uint32_t value = 0;
    each_bit(i, [&](char c, unsigned bit) {
      if (c == letter) value = value << 1 | (w >> bit & 1);
    });
    return value;
  }
  static bool has(const Instruction& i, char letter) {
    return i.pattern.find(letter) != std::string_view::npos;
  }
  static bool is_any(std::string_view name, std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  }

  // Straight-line code that the manual does not call unpredictable.
  bool usable(const Instruction& i, uint32_t w) {
    if (is_any(i.name,
               {"udf",  "swi",   "bkpt",  "bx",         "blx",       "mrc",       "mcr",  "cdp",
                "ldc",  "stc",   "mrrc",  "mcrr",       "mrc2",      "mcr2",      "cdp2", "ldc2",
                "stc2", "mcrr2", "mrrc2", "blx_suffix", "bl_prefix", "bl_suffix", "b",    "bl"}))
      return false;
    return thumb_ ? usable_thumb(i, w) : usable_arm(i, w);
  }
  static bool usable_thumb(const Instruction& i, uint32_t w) {
    if (has(i, 'l') && !field(i, w, 'l')) return false;
    if (i.name == "pop" && field(i, w, 'R')) return false;
    if (i.pattern.starts_with("0100 01")) { // high registers
      const char target = i.name == "cmp" ? 'n' : 'd';
      const uint32_t d = field(i, w, target), m = field(i, w, 'm');
      return d < 13 && m != 15 && (d >= 8 || m >= 8);
    }
    return i.name != "stm" || !base_listed_behind(field(i, w, 'n'), field(i, w, 'l'));
  }
  // If STM also writes back its base, the stored base is undefined unless it is the first register.
  static bool base_listed_behind(uint32_t base, uint32_t list) {
    return list >> base & 1 && list & ((1u << base) - 1);
  }
  bool usable_arm(const Instruction& i, uint32_t w) {
    if (has(i, 'l') && (i.name == "ldm" || i.name == "stm")) return usable_block(i, w);
    for (const char letter : {'d', 'n', 'm', 's', 'h', 'l'})
      if (has(i, letter) &&
          field(i, w, letter) == (i.name == "ldrd" || i.name == "strd" ? 7u : 15u) &&
          (letter == 'd' || i.name != "ldrd"))
        return false;
    if (has(i, 'n') && field(i, w, 'n') == 15) return false;
    if (has(i, 'h') && field(i, w, 'h') == field(i, w, 'l')) return false;
    if (is_any(i.name, {"mul", "mla", "umull", "umlal", "smull", "smlal"})) {
      const uint32_t m = field(i, w, 'm'); // must differ from the destination before ARMv6
      if (m == field(i, w, has(i, 'h') ? 'h' : 'd') || (has(i, 'h') && m == field(i, w, 'l')))
        return false;
    }
    if (i.name == "mrs" || i.name == "msr") return !field(i, w, 'R') && field(i, w, 'f') != 0;
    if (is_any(i.name, {"swp", "swpb"}))
      return field(i, w, 'n') != field(i, w, 'm') && field(i, w, 'n') != field(i, w, 'd');
    if (has(i, 'u')) return usable_transfer(i, w);
    return true;
  }
  static bool usable_block(const Instruction& i, uint32_t w) {
    const uint32_t base = field(i, w, 'n'), list = field(i, w, 'l');
    if (base == 15 || field(i, w, 'S') || list >> 15 || !list) return false;
    if (!field(i, w, 'w')) return true;
    return i.name == "ldm" ? !(list >> base & 1) : !base_listed_behind(base, list);
  }
  static bool usable_transfer(const Instruction& i, uint32_t w) {
    if (i.name == "pld") return true;
    const uint32_t n = field(i, w, 'n'), d = field(i, w, 'd');
    const bool twice = i.name == "ldrd" || i.name == "strd";
    const uint32_t first = twice ? 2 * d : d;
    if (has(i, 'm') && (field(i, w, 'm') == 15 || field(i, w, 'm') == n)) return false;
    if (twice && has(i, 'm') && i.name == "ldrd" &&
        (field(i, w, 'm') == first || field(i, w, 'm') == first + 1))
      return false;
    const bool writes = !has(i, 'w') || field(i, w, 'w');
    return !writes || (n != first && (!twice || n != first + 1));
  }

  Random random_;
  bool thumb_;
};

// Unicorn, as its XScale model.
class Oracle {
public:
  Oracle() {
    REQUIRE(uc_open(UC_ARCH_ARM, UC_MODE_ARM, &engine_) == UC_ERR_OK);
    REQUIRE(uc_ctl_set_cpu_model(engine_, UC_CPU_ARM_PXA250) == UC_ERR_OK);
    REQUIRE(uc_mem_map(engine_, 0, kMemory, UC_PROT_ALL) == UC_ERR_OK);
  }
  ~Oracle() { uc_close(engine_); }

  void load(const Contents& m) {
    uc_mem_write(engine_, 0, m.memory.data(), m.memory.size());
    uc_ctl_remove_cache(engine_, uint64_t{0}, uint64_t{kMemory});
    set(UC_ARM_REG_CPSR, m.cpsr);
    for (unsigned i = 0; i < 15; ++i)
      set(reg(i), m.r[i]);
  }
  // One instruction at m.r[15]; false when Unicorn takes it for a fault.
  bool step(Contents& m) {
    const bool thumb = m.cpsr & psr::kT;
    const uc_err e = uc_emu_start(engine_, m.r[15] | uint32_t{thumb}, kMemory, 0, 1);
    for (unsigned i = 0; i < 16; ++i)
      m.r[i] = get(reg(i));
    m.cpsr = get(UC_ARM_REG_CPSR);
    return e == UC_ERR_OK;
  }
  void read_memory(Contents& m) { uc_mem_read(engine_, 0, m.memory.data(), m.memory.size()); }

private:
  static int reg(unsigned i) {
    switch (i) {
    case 13: return UC_ARM_REG_SP;
    case 14: return UC_ARM_REG_LR;
    case 15: return UC_ARM_REG_PC;
    default: return UC_ARM_REG_R0 + static_cast<int>(i);
    }
  }
  void set(int reg, uint32_t value) { uc_reg_write(engine_, reg, &value); }
  uint32_t get(int reg) const {
    uint32_t value = 0;
    uc_reg_read(engine_, reg, &value);
    return value;
  }

  uc_engine* engine_ = nullptr;
};

// Notes when a program rewrites itself: Unicorn runs stale code then.
class CheckedMemory : public TestMemory {
public:
  using TestMemory::TestMemory;
  Answer access(const Access& a) override {
    if (a.kind == AccessKind::Write && a.address < kData) written_code = true;
    return TestMemory::access(a);
  }
  bool written_code = false;
};

struct Ours {
  CheckedMemory memory{kMemory};
  Core core{memory};

  void load(const Contents& m) {
    core.reset(false);
    State& s = core.edit();
    write_cpsr(s, m.cpsr);
    s.r = m.r;
    s.system.control |= control::kAlignment; // unaligned accesses show as aborts
    for (uint32_t i = 0; i < kMemory; ++i)
      memory.put(i ^ 3, 1, m.memory[i]);
    memory.written_code = false;
  }
  enum class Result { Done, Skipped, Lost };
  // An instruction that aborts is skipped. Lost: memory changed where Unicorn would not follow.
  Result step(Contents& m) {
    const Contents before = m;
    memory.accesses.clear();
    core.step();
    State& s = core.edit();
    const bool wrote = std::any_of(memory.accesses.begin(), memory.accesses.end(),
                                   [](const Access& a) { return a.kind == AccessKind::Write; });
    if (memory.written_code || (s.faults && wrote)) return Result::Lost;
    if (!s.faults) {
      m.r = s.r, m.cpsr = s.cpsr;
      return Result::Done;
    }
    s.faults = 0;
    write_cpsr(s, s.spsr[static_cast<unsigned>(bank_of(s.mode()))]);
    s.r[15] = before.r[15];
    REQUIRE(s.r == before.r); // an abort leaves all registers as they were
    s.r[15] += s.thumb() ? 2 : 4;
    m.r = s.r;
    return Result::Skipped;
  }
  void read_memory(Contents& m) const {
    for (uint32_t i = 0; i < kMemory; ++i)
      m.memory[i] = static_cast<uint8_t>(memory.get(i ^ 3, 1));
  }
};

std::string show(const Contents& before, const Contents& ours, const Contents& theirs) {
  const bool thumb = before.cpsr & psr::kT;
  const uint32_t at = before.r[15];
  uint32_t word = 0;
  for (unsigned i = 0; i < (thumb ? 2 : 4); ++i)
    word |= uint32_t{before.memory[at + i]} << 8 * i;
  std::string text = fmt::format("{:08x} {}\n", word, Disassembler().line(word, thumb, at).text);
  for (unsigned i = 0; i < 16; ++i)
    text += fmt::format("r{:<2} before {:08x} ours {:08x} unicorn {:08x}{}\n", i, before.r[i],
                        ours.r[i], theirs.r[i], ours.r[i] == theirs.r[i] ? "" : " <--");
  return text + fmt::format("cpsr before {:08x} ours {:08x} unicorn {:08x}\n", before.cpsr,
                            ours.cpsr, theirs.cpsr);
}

// How many instructions were compared.
unsigned compare(uint64_t seed, bool thumb, Oracle& oracle) {
  Generator generator(seed, thumb);
  Contents ours = generator.machine(), theirs = ours;
  Ours core;
  core.load(ours);
  oracle.load(ours);
  unsigned compared = 0;
  INFO((thumb ? "Thumb" : "ARM") << "; repeat: tools/xscale-campaign instructions " << seed
                                 << " 1");
  for (unsigned i = 0; i < kLength; ++i) {
    const Contents before = ours;
    INFO("instruction " << i);
    const Ours::Result result = core.step(ours);
    if (result == Ours::Result::Lost) return compared;
    if (result == Ours::Result::Done)
      REQUIRE(oracle.step(theirs));
    else
      theirs.r[15] = ours.r[15];
    const bool same = ours.r == theirs.r && ((ours.cpsr ^ theirs.cpsr) & kCompared) == 0;
    INFO(show(before, ours, theirs));
    REQUIRE(same);
    compared += result == Ours::Result::Done;
  }
  core.read_memory(ours);
  oracle.read_memory(theirs);
  REQUIRE(ours.memory == theirs.memory);
  return compared;
}

} // namespace

TEST_CASE("random instructions do what they do in Unicorn") {
  const uint64_t first = setting("IXP_XSCALE_SEED", 1), count = setting("IXP_XSCALE_COUNT", 200);
  const bool thumb = GENERATE(false, true);
  Oracle oracle;
  uint64_t compared = 0;
  for (uint64_t seed = first; seed < first + count; ++seed)
    compared += compare(seed, thumb, oracle);
  WARN((thumb ? "Thumb: " : "ARM: ") << compared << " instructions compared");
  CHECK(compared > count * kLength / 3);
}
