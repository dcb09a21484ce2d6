// Translation, permissions and faults of the MMU (ARM architecture reference manual, part B3).
#include "machine.h"

#include "emu/xscale/mmu.h"

#include "tests/catch.h"

using namespace ixp::xscale;

namespace {

constexpr uint32_t kFirst = 0x4000, kCoarse = 0x8000, kFine = 0x9000;
constexpr uint32_t kLoad = 0xe5910000, kStore = 0xe5810000;             // ldr, str r0, [r1]
constexpr uint32_t kLoadAsUser = 0xe4b10000, kStoreAsUser = 0xe4a10000; // ldrt, strt r0, [r1]
constexpr uint32_t kFlush = 0xee080f17, kControlFrom2 = 0xee012f10;     // mcr p15 c8, c1 (r2)
constexpr uint32_t kClient = 1, kManager = 3;                           // of a domain

// The first megabyte at its own address, by a section with all rights; domain 1 is the test's.
struct Mapped : Machine {
  explicit Mapped(uint32_t domain = kClient) {
    s().system.translation_base = kFirst;
    s().system.domains = kClient | domain << 2;
    first(0, 0xc02);
    s().system.control |= control::kMmu;
  }
  void first(uint32_t megabyte, uint32_t descriptor) {
    memory.put(kFirst + 4 * megabyte, 4, descriptor);
  }
  // Domain 1.
  void section(uint32_t megabyte, uint32_t rights) { first(megabyte, 0x22 | rights << 10); }
  void coarse(uint32_t megabyte, uint32_t page, uint32_t descriptor) {
    first(megabyte, kCoarse | 0x21);
    memory.put(kCoarse + 4 * page, 4, descriptor);
  }
  void fine(uint32_t megabyte, uint32_t page, uint32_t descriptor) {
    first(megabyte, kFine | 0x23);
    memory.put(kFine + 4 * page, 4, descriptor);
  }
  // The fault status of an instruction with r1 = address; 0: none.
  uint32_t fault(uint32_t word, uint32_t address, bool user = false) {
    arm({word});
    r(1) = address;
    if (user) write_cpsr(s(), static_cast<uint32_t>(Mode::User));
    run(1);
    if (s().mode() != Mode::Abort) return 0;
    CHECK(s().system.fault_address == address);
    CHECK(r(14) == kCode + 8);
    return s().system.fault_status;
  }
};

} // namespace

TEST_CASE("an address is translated by each kind of descriptor") {
  Mapped m;
  m.memory.put(0xa000, 4, 0x11111111), m.memory.put(0xa400, 4, 0x22222222);
  SECTION("section") {
    m.section(0x100, 3); // 0x10000000 -> 0
    CHECK(m.fault(kLoad, 0x1000a400) == 0);
  }
  SECTION("large page: its 16 KB have rights of their own") {
    for (uint32_t page = 0x10; page < 0x20; ++page)
      m.coarse(0x100, page, 0xff1 & ~0xc0); // 0x10010000 -> 0, no rights in the second quarter
    Mapped other;
    other.memory = m.memory;
    CHECK(other.fault(kLoad, 0x10014000) == 0x1f);
    CHECK(m.fault(kLoad, 0x1001a400) == 0);
  }
  SECTION("small page: its 1 KB have rights of their own") {
    m.coarse(0x100, 0x12, 0xaff2 & ~0x300); // no rights in the third kilobyte
    CHECK(m.fault(kLoad, 0x10012400) == 0);
    Mapped other;
    other.coarse(0x100, 0x12, 0xaff2 & ~0x300);
    CHECK(other.fault(kLoad, 0x10012800) == 0x1f);
  }
  SECTION("extended small page of the XScale") {
    m.coarse(0x100, 0x13, 0xa000 | 3 << 4 | 3);
    CHECK(m.fault(kLoad, 0x10013400) == 0);
  }
  SECTION("tiny page") {
    m.fine(0x100, 0x21, 0xa400 | 3 << 4 | 3);
    CHECK(m.fault(kLoad, 0x10008400) == 0);
    Mapped other;
    other.fine(0x100, 0x21, 0xa803); // no rights
    CHECK(other.fault(kLoad, 0x10008400) == 0x1f);
    const auto word = [&](uint32_t at) { return std::optional(other.memory.get(at, 4)); };
    CHECK(physical_address(other.s(), word, 0x10008404) == 0xa804u);
  }
  CHECK(m.r(0) == 0x22222222);
}

TEST_CASE("addresses without a descriptor are translation faults of section and page") {
  CHECK(Mapped().fault(kLoad, 0x20000000) == 0x05);
  Mapped page;
  page.coarse(0x100, 0, 0);
  CHECK(page.fault(kStore, 0x10000000) == 0x17);
  Mapped outside; // a table where no memory is
  outside.first(0x100, 0x00f00021);
  CHECK(outside.fault(kLoad, 0x10000000) == 0x1e);
}

TEST_CASE("domains decide whether rights are checked") {
  for (const uint32_t domain : {0u, 2u}) {
    Mapped section(domain);
    section.section(0x100, 3);
    CHECK(section.fault(kLoad, 0x10000000) == 0x19);
    Mapped page(domain);
    page.coarse(0x100, 0, 0xaff2);
    CHECK(page.fault(kLoad, 0x10000000) == 0x1b);
  }
  Mapped manager(kManager);
  manager.section(0x100, 0);
  CHECK(manager.fault(kLoad, 0x1000a000) == 0);
}

TEST_CASE("rights of a privileged mode and of User mode") {
  struct Row {
    uint32_t rights, system_and_rom;
    bool load, store, user_load, user_store;
  };
  const Row row =
      GENERATE(Row{0, 0, false, false, false, false}, Row{0, 1, true, false, false, false},
               Row{0, 2, true, false, true, false}, Row{1, 0, true, true, false, false},
               Row{2, 0, true, true, true, false}, Row{3, 0, true, true, true, true});
  const auto allowed = [&](uint32_t word, bool user) {
    Mapped m;
    m.section(0x100, row.rights);
    m.s().system.control |= row.system_and_rom << 8;
    const uint32_t fault = m.fault(word, 0x1000a000, user);
    CHECK((fault == 0 || fault == 0x1d));
    return fault == 0;
  };
  CAPTURE(row.rights, row.system_and_rom);
  CHECK(allowed(kLoad, false) == row.load);
  CHECK(allowed(kStore, false) == row.store);
  CHECK(allowed(kLoad, true) == row.user_load);
  CHECK(allowed(kStore, true) == row.user_store);
  CHECK(allowed(kLoadAsUser, false) == row.user_load);
  CHECK(allowed(kStoreAsUser, false) == row.user_store);
}

TEST_CASE("a load that aborts leaves its registers, and can begin again") {
  Mapped m;
  m.coarse(0x100, 0, 0xaff2);      // the next page is missing
  m.arm({0xe8b1000d, 0xe8b1000d}); // ldm r1!, {r0, r2, r3}
  m.r(0) = 1, m.r(1) = 0x10000ff8, m.r(2) = 2, m.r(3) = 3;
  m.run(1);
  CHECK(m.s().system.fault_address == 0x10001000);
  CHECK((m.r(0) == 1 && m.r(1) == 0x10000ff8 && m.r(2) == 2 && m.r(3) == 3));
  m.memory.put(kCoarse + 4, 4, 0xbff2);
  write_cpsr(m.s(), static_cast<uint32_t>(Mode::System));
  m.r(15) = Machine::kCode;
  m.memory.put(0xaff8, 4, 7), m.memory.put(0xaffc, 4, 8), m.memory.put(0xb000, 4, 9);
  m.run(1);
  CHECK((m.r(0) == 7 && m.r(1) == 0x10001004 && m.r(2) == 8 && m.r(3) == 9));
}

TEST_CASE("a fetch without translation is a prefetch abort at its address") {
  Mapped m;
  m.r(15) = 0x30000000;
  m.run(1);
  CHECK(m.s().mode() == Mode::Abort);
  CHECK(m.r(14) == 0x30000004);
  CHECK(m.r(15) == 0x0c);
  CHECK(m.s().system.fault_status == 0x400);
}

TEST_CASE("a changed descriptor counts after an operation on the TLB") {
  Mapped m;
  m.section(0x100, 3);
  CHECK(m.fault(kLoad, 0x1000a000) == 0);
  m.first(0x100, 0);
  m.arm({kFlush, kLoad});
  m.r(15) = Machine::kCode;
  m.run(2);
  CHECK(m.s().system.fault_status == 0x05);
}

TEST_CASE("code turns the MMU on, and goes on behind") {
  Mapped m;
  m.s().system.control &= ~control::kMmu;
  m.section(0x100, 3);
  m.memory.put(0xa000, 4, 0x33333333);
  m.arm({kControlFrom2, kLoad});
  m.r(1) = 0x1000a000, m.r(2) = m.s().system.control | control::kMmu;
  m.run(2);
  CHECK(m.r(0) == 0x33333333);
}

TEST_CASE("the process identity moves the lowest 32 MB") {
  Mapped m;
  m.s().system.process_id = 0x10000000;
  m.section(0x100, 3);
  CHECK(m.fault(0xe1a00000, 0) == 0); // code too: its megabyte is that of the section
  m.memory.put(0xa000, 4, 0x44444444);
  m.r(15) = Machine::kCode;
  CHECK(m.fault(kLoad, 0xa000) == 0);
  CHECK(m.r(0) == 0x44444444);
}

TEST_CASE("a report has the mapping, also where there is none") {
  Mapped m;
  m.section(0x100, 3);
  const auto table = [&](uint32_t at) -> std::optional<uint32_t> { return m.memory.get(at, 4); };
  CHECK(describe_mapping(m.s(), table, 0x10001234) == "0x10001234 -> 0x00001234");
  CHECK(describe_mapping(m.s(), table, 0x50000000) == "0x50000000, not mapped");
}
