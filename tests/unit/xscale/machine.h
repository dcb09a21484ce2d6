// A core with a memory from address 0 on, for tests.
#pragma once

#include "emu/xscale/core.h"
#include "emu/xscale/decode.h"
#include "emu/xscale/modes.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace ixp::xscale {

// Calls f(letter, number of the bit) for an encoding's bits, the highest first.
void each_bit(const Instruction& i, auto f) {
  unsigned bit = i.pattern.size() > 20 ? 32 : 16;
  for (const char c : i.pattern)
    if (c != ' ') f(c, --bit);
}

class TestMemory : public Bus {
public:
  explicit TestMemory(uint32_t bytes) : bytes_(bytes) {}

  Answer access(const Access& a) override {
    accesses.push_back(a);
    const auto size = static_cast<uint32_t>(a.size);
    if (a.address >= bytes_.size()) return {Answer::Failed, 0, 0};
    if (a.kind != AccessKind::Write) return {Answer::Done, get(a.address, size), 0};
    put(a.address, size, a.value);
    return {Answer::Done, 0, 0};
  }

  Direct direct(uint32_t address, bool) override {
    const uint32_t first = address & ~((1u << kGranuleBits) - 1);
    return is_open && first < bytes_.size() ? Direct{&bytes_[first], 0} : Direct{};
  }

  // As the bus counts bytes: the first is the highest.
  uint32_t get(uint32_t address, uint32_t size) const {
    uint32_t value = 0;
    for (uint32_t i = 0; i < size; ++i)
      value = value << 8 | bytes_[address + i];
    return value;
  }
  void put(uint32_t address, uint32_t size, uint32_t value) {
    for (uint32_t i = 0; i < size; ++i)
      bytes_[address + i] = static_cast<uint8_t>(value >> 8 * (size - 1 - i));
  }
  uint32_t size() const { return static_cast<uint32_t>(bytes_.size()); }

  const std::vector<uint8_t>& bytes() const { return bytes_; }

  std::vector<Access> accesses; // all on the bus, in their order
  bool is_open = false;         // the core may access memory by itself

private:
  std::vector<uint8_t> bytes_;
};

struct Machine {
  static constexpr uint32_t kCode = 0x1000;

  // In System mode with the code at kCode.
  explicit Machine(bool big_endian = false) : memory(0x10000), core(memory) {
    core.reset(big_endian);
    write_cpsr(core.edit(), static_cast<uint32_t>(Mode::System));
    core.edit().r[15] = kCode;
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void arm(std::initializer_list<uint32_t> words, uint32_t at = kCode) {
    for (const uint32_t word : words)
      memory.put(at, 4, word), at += 4;
  }
  void thumb(std::initializer_list<uint32_t> halfwords, uint32_t at = kCode) {
    const uint32_t turn = core.state().big_endian() ? 0 : 2;
    for (const uint32_t half : halfwords)
      memory.put(at ^ turn, 2, half), at += 2;
    core.edit().cpsr |= psr::kT;
  }
  Step run(unsigned steps) {
    Step last = Step::Done;
    while (steps-- && last == Step::Done)
      last = core.step();
    return last;
  }
  uint32_t& r(unsigned n) { return core.edit().r[n]; }
  State& s() { return core.edit(); }
  // N Z C V Q as letters, or '-'.
  std::string flags() const {
    std::string text;
    for (unsigned i = 0; i < 5; ++i)
      text += core.state().cpsr >> (31 - i) & 1 ? "NZCVQ"[i] : '-';
    return text;
  }

  TestMemory memory;
  Core core;
};

} // namespace ixp::xscale
