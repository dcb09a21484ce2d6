#include "emu/xscale/report.h"
#include "emu/xscale/disassemble.h"
#include "emu/xscale/mmu.h"

#include <fmt/format.h>

namespace ixp::xscale {

static const char* name_of(Exception e) {
  switch (e) {
  case Exception::Reset: return "reset";
  case Exception::Undefined: return "undefined instruction";
  case Exception::SoftwareInterrupt: return "software interrupt";
  case Exception::PrefetchAbort: return "prefetch abort";
  case Exception::DataAbort: return "data abort";
  case Exception::Irq: return "interrupt";
  case Exception::Fiq: return "fast interrupt";
  }
  return "";
}

static const char* name_of(Mode m) {
  switch (m) {
  case Mode::User: return "user";
  case Mode::Fiq: return "fiq";
  case Mode::Irq: return "irq";
  case Mode::Supervisor: return "supervisor";
  case Mode::Abort: return "abort";
  case Mode::Undefined: return "undefined";
  case Mode::System: return "system";
  }
  return "no mode";
}

static const char* name_of(Missing m) {
  switch (m) {
  case Missing::Nothing: break;
  case Missing::EventCounters: return "counters of events; read the cycle counter of CP14 only";
  case Missing::PowerAndDebug: return "power management and debugging by CP14";
  }
  return "";
}

std::string describe(const Fault& fault) {
  std::string text = fmt::format("{} at pc {:#010x}", name_of(fault.exception), fault.pc);
  if (fault.exception == Exception::DataAbort || fault.exception == Exception::PrefetchAbort)
    text += fmt::format(", address {:#010x}", fault.address);
  return text;
}

std::string describe(const Stop& stop) {
  switch (stop.reason) {
  case StopReason::None: return "";
  case StopReason::FaultLoop:
    return "endless faults: the handlers of aborts and undefined instructions make no progress; "
           "the last: " +
           describe(stop.at);
  case StopReason::BranchHere:
    return fmt::format(
        "a branch to itself at pc {:#010x} with interrupts masked: nothing can end it", stop.at.pc);
  case StopReason::BadMode:
    return fmt::format("pc {:#010x} sets a processor mode that does not exist", stop.at.pc);
  case StopReason::NotModelled:
    return fmt::format("pc {:#010x} uses a part that is not modelled: {}", stop.at.pc,
                       name_of(stop.what));
  case StopReason::Exception: return describe(stop.at);
  }
  return "";
}

// The instruction at `address`, taken from its longword.
static std::optional<uint32_t> code_at(const State& s, const Peek& peek, uint32_t address) {
  const std::optional<uint32_t> word = peek(address & ~3u);
  if (!word || !s.thumb()) return word;
  const bool upper = ((address & 2) != 0) != s.big_endian();
  return upper ? *word >> 16 : *word & 0xffff;
}

std::string listing(const State& s, const Peek& peek, uint32_t pc) {
  constexpr uint32_t kBefore = 6, kBehind = 4;
  const Disassembler disassembler;
  const uint32_t size = s.thumb() ? 2 : 4;
  const int width = s.thumb() ? 4 : 8;
  std::string text;
  for (uint32_t i = 0; i <= kBefore + kBehind; ++i) {
    const uint32_t address = pc + (i - kBefore) * size;
    const std::optional<uint32_t> code = code_at(s, peek, address);
    text += fmt::format("{} {:08x}  ", i == kBefore ? "->" : "  ", address);
    if (code)
      text += fmt::format("{:0{}x}  {}\n", *code, width,
                          disassembler.line(*code, s.thumb(), address).text);
    else
      text += fmt::format("{:-<{}}  no memory\n", "", width);
  }
  return text;
}

static std::string status(uint32_t psr) {
  std::string text;
  for (unsigned i = 0; i < 5; ++i)
    text += psr >> (31 - i) & 1 ? "NZCVQ"[i] : '-';
  text += ' ';
  for (unsigned i = 0; i < 3; ++i)
    text += psr >> (7 - i) & 1 ? "IFT"[i] : '-';
  return text;
}

std::string registers(const State& s) {
  std::string text;
  for (unsigned i = 0; i < 16; ++i)
    text += fmt::format("r{:<2} {:08x}{}", i, s.r[i], i % 4 == 3 ? "\n" : "  ");
  text += fmt::format("cpsr {:08x} {} {}, {}-endian; {} instructions, {} cycles\n", s.cpsr,
                      status(s.cpsr), name_of(s.mode()), s.big_endian() ? "big" : "little",
                      s.instructions, s.cycles);
  return text;
}

std::string report(const State& s, const Peek& peek) {
  const bool stopped = s.stop.reason != StopReason::None;
  const uint32_t pc = stopped ? s.stop.at.pc : s.r[15];
  std::string text;
  if (stopped) text += "XScale: " + describe(s.stop) + "\n";
  if (s.faults && s.stop.at != s.last_fault) text += "last fault: " + describe(s.last_fault) + "\n";
  if (!s.system.translates())
    return text + "mapping: none, the MMU is off\n" + listing(s, peek, pc) + registers(s);
  text += "mapping: " + describe_mapping(s, peek, pc);
  if (s.faults) text += "; " + describe_mapping(s, peek, s.last_fault.address);
  const Peek by_program = [&](uint32_t address) -> std::optional<uint32_t> {
    const std::optional<uint32_t> physical = physical_address(s, peek, address);
    return physical ? peek(*physical) : std::nullopt;
  };
  return text + "\n" + listing(s, by_program, pc) + registers(s);
}

} // namespace ixp::xscale
