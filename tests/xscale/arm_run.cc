// Runs a linked ARM program on the core, with a memory and two of Linux's system calls: write and
// exit.
//   arm_run PROGRAM [INSTRUCTIONS]
//   arm_run --system PROGRAM
// Ends with the program's exit status. Standard error and 125: the core stopped, and why.
// --system: starts as the chip does, and handles its exceptions. A word written to kUart is a
// character of the output; 4 ends the program.
#include "base/diagnostic.h"
#include "base/files.h"
#include "emu/xscale/core.h"
#include "emu/xscale/elf.h"
#include "emu/xscale/modes.h"
#include "emu/xscale/report.h"

#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <string_view>
#include <vector>

using namespace ixp;
using namespace ixp::xscale;

namespace {

constexpr uint32_t kMemory = 16 << 20, kCalls = 0xf0000000, kStub = 0x40;
constexpr uint32_t kUart = 0x101f1000, kEnd = 4; // as on the board Versatile
constexpr uint64_t kInstructions = 2'000'000'000;

// Memory from 0 on, and at kCalls a device to which the handler of SWI gives r0 to r7 and which has
// the result behind them.
class Board : public Bus {
public:
  Answer access(const Access& a) override {
    const auto size = static_cast<uint32_t>(a.size);
    if (a.address >= kCalls && size == 4) return call(a);
    if (a.address == kUart && a.kind == AccessKind::Write) return send(a.value);
    if (a.address >= kMemory) return {Answer::Failed, 0, 0};
    if (a.kind != AccessKind::Write) return {Answer::Done, get(a.address, size), 0};
    put(a.address, size, a.value);
    return {Answer::Done, 0, 0};
  }
  Direct direct(uint32_t address, bool) override {
    const uint32_t first = address & ~((1u << kGranuleBits) - 1);
    return address < kMemory ? Direct{&memory_[first], 0} : Direct{};
  }
  void put(uint32_t address, uint32_t size, uint32_t value) {
    for (uint32_t i = 0; i < size; ++i)
      memory_[address + i] = static_cast<uint8_t>(value >> 8 * (size - 1 - i));
  }
  uint32_t get(uint32_t address, uint32_t size) const {
    uint32_t value = 0;
    for (uint32_t i = 0; i < size; ++i)
      value = value << 8 | memory_[address + i];
    return value;
  }

  uint32_t turn = 0; // of byte addresses: 3 for a little-endian program
  bool exited = false;
  int status = 0;

private:
  Answer send(uint32_t character) {
    if (character == kEnd)
      exited = true;
    else
      std::putchar(static_cast<int>(character));
    return {Answer::Done, 0, 0};
  }
  Answer call(const Access& a) {
    const uint32_t number = (a.address - kCalls) / 4;
    if (number > 8) return {Answer::Failed, 0, 0};
    if (a.kind != AccessKind::Write) return {Answer::Done, result_, 0};
    registers_[number] = a.value;
    if (number == 7) perform();
    return {Answer::Done, 0, 0};
  }
  void perform() {
    switch (registers_[7]) {
    case 1: exited = true, status = static_cast<int>(registers_[0] & 0xff); return;
    case 4: result_ = write(registers_[1], registers_[2]); return;
    default: result_ = static_cast<uint32_t>(-38); // ENOSYS
    }
  }
  uint32_t write(uint32_t address, uint32_t count) const {
    for (uint32_t i = 0; i < count && address + i < kMemory; ++i)
      std::putchar(memory_[(address + i) ^ turn]);
    return count;
  }

  std::vector<uint8_t> memory_ = std::vector<uint8_t>(kMemory);
  uint32_t registers_[9] = {}, result_ = 0;
};

void load(Board& board, Core& core, const Program& program, bool system) {
  for_each_byte(program, [&](uint32_t address, uint8_t byte) {
    if (address >= kMemory) throw InputError(fmt::format("{:#010x} is beyond the memory", address));
    board.put(address, 1, byte);
  });
  core.reset(program.big_endian);
  if (system) {
    core.edit().r[15] = program.entry;
    return;
  }
  board.turn = program.big_endian ? 0 : 3;
  board.put(0x08, 4, 0xea00000c);       // b kStub
  const uint32_t stub[] = {0xe3a0d20f,  // mov sp, #0xf0000000
                           0xe88d00ff,  // stm sp, {r0-r7}
                           0xe59d0020,  // ldr r0, [sp, #32]
                           0xe1b0f00e}; // movs pc, lr
  for (uint32_t i = 0; i < 4; ++i)
    board.put(kStub + 4 * i, 4, stub[i]);
  State& s = core.edit();
  write_cpsr(s, static_cast<uint32_t>(Mode::User) | (program.entry & 1 ? psr::kT : 0));
  s.r[15] = program.entry & ~1u;
  s.r[13] = kMemory - 64;
  s.system.coprocessor_access = 1; // acc0
}

int run(const char* path, bool system, uint64_t instructions) {
  const std::string data = read_file(path);
  const Program program =
      read_elf({reinterpret_cast<const uint8_t*>(data.data()), data.size()}, path);
  Board board;
  Core core(board);
  load(board, core, program, system);
  for (const Exception e : {Exception::Undefined, Exception::PrefetchAbort, Exception::DataAbort})
    if (!system) core.stop_on(e);
  while (!board.exited && core.state().instructions < instructions)
    if (core.step() != Step::Done) break;
  std::fflush(stdout);
  if (board.exited) return board.status;
  fmt::print(stderr, "{}: not at its end after {} instructions\n{}", path,
             core.state().instructions,
             report(core.state(), [&](uint32_t a) -> std::optional<uint32_t> {
               if (a >= kMemory) return std::nullopt;
               return board.get(a, 4);
             }));
  return 125;
}

} // namespace

int main(int argc, char** argv) {
  const bool system = argc == 3 && argv[1] == std::string_view("--system");
  if (argc < 2) {
    fmt::print(stderr, "usage: arm_run PROGRAM [INSTRUCTIONS]\n       arm_run --system PROGRAM\n");
    return 125;
  }
  try {
    if (system) return run(argv[2], true, kInstructions);
    return run(argv[1], false, argc > 2 ? std::strtoull(argv[2], nullptr, 10) : kInstructions);
  } catch (const InputError& e) {
    complain(e.diagnostic());
    return 125;
  }
}
