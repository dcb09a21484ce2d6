// Operands encoded in the instruction word must be constants after inlining: numbers of control
// registers, and how a command signals completion. Counts need not be: counts.cc.
#include "mecc/lower/job.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <span>

using namespace llvm;

namespace mecc::lower {

namespace {

struct Operand {
  unsigned argument;
  const char* what;
  const char* remedy;
  uint64_t most = UINT64_MAX; // maximum that the instruction word can encode
};

constexpr const char* kSync = "what to do until the command is done";
constexpr const char* kEnumerator = "write sig_done or ctx_swap";
constexpr const char* kRegister = "the control register";
constexpr const char* kConstant = "write a constant";

constexpr Operand kCommand[] = {{4, kSync, kEnumerator, 2}};
constexpr Operand kIndirectCommand[] = {{3, "the largest count of the command", kConstant},
                                        {5, kSync, kEnumerator, 2}};
constexpr Operand kCap[] = {{1, kRegister, "call cap_read_address or cap_write_address", 0xffff},
                            {3, kSync, kEnumerator, 2}};
constexpr Operand kFastWrite[] = {{0, kRegister, kConstant, 0xffff}};
constexpr Operand kLocalCsr[] = {{0, kRegister, kConstant, 0x1fff}};
constexpr Operand kInput[] = {{0, "the input state", kConstant, 15}};
constexpr Operand kCam[] = {{2, "the state of a CAM entry", kConstant, 15}};
constexpr Operand kCamState[] = {{1, "the state of a CAM entry", kConstant, 15}};
constexpr Operand kCrc[] = {{0, "the polynomial", kConstant, 7},
                            {1, "the byte order", kConstant, 1},
                            {2, "the bit order", kConstant, 1},
                            {3, "which bytes count", "write bytes_0_3 or the like", 6}};
constexpr Operand kPin[] = {{1, "the number of the register", kConstant, 127}};
constexpr Operand kBytes[] = {{1, "how many bytes the hardware touches", kConstant}};

std::span<const Operand> constants_of(StringRef name) {
  if (name.starts_with("cmd_")) return kCommand;
  if (name.starts_with("cmdi_")) return kIndirectCommand;
  if (name == "cap_read" || name == "cap_write") return kCap;
  if (name == "cap_fast_wr") return kFastWrite;
  if (name == "csr_rd" || name == "csr_wr") return kLocalCsr;
  if (name == "inp_state") return kInput;
  if (name == "cam_write") return kCam;
  if (name == "cam_write_state") return kCamState;
  if (name == "crc") return kCrc;
  if (name == "pin") return kPin;
  if (name == "implicit_read" || name == "implicit_write" || name == "implicit_undef")
    return kBytes;
  return {};
}

} // namespace

void check_constants(Job& job) {
  for (Function& f : job.module)
    for (Instruction& i : instructions(f)) {
      const StringRef name = primitive_of(i);
      if (name.empty()) continue;
      for (const Operand& o : constants_of(name)) {
        const auto* value = dyn_cast<ConstantInt>(cast<CallBase>(i).getArgOperand(o.argument));
        if (!value)
          job.report.error(
              i, fmt::format("{} is not known when the program is compiled; {}", o.what, o.remedy));
        else if (value->getZExtValue() > o.most)
          job.report.error(
              i, fmt::format("{} is {}, expected 0 to {}", o.what, value->getZExtValue(), o.most));
      }
    }
}

} // namespace mecc::lower
