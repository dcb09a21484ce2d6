// Operands that stand in the instruction word must be constants when everything is inlined: counts,
// numbers of control registers, what to do until a command is done.
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
};

constexpr const char* kSync = "what to do until the command is done";
constexpr const char* kEnumerator = "write sig_done or ctx_swap";
constexpr const char* kCount = "how much the command moves";
constexpr const char* kIndirect = "give the _ind form the largest count and ind_count(n)";
constexpr const char* kRegister = "the control register";
constexpr const char* kConstant = "write a constant";

constexpr Operand kCommand[] = {{3, kCount, kIndirect}, {4, kSync, kEnumerator}};
constexpr Operand kIndirectCommand[] = {{3, "the largest count of the command", kConstant},
                                        {5, kSync, kEnumerator}};
constexpr Operand kCap[] = {{1, kRegister, "call cap_read_address or cap_write_address"},
                            {2, kCount, kConstant},
                            {3, kSync, kEnumerator}};
constexpr Operand kFirst[] = {{0, kRegister, kConstant}};
constexpr Operand kInput[] = {{0, "the input state", kConstant}};
constexpr Operand kCam[] = {{2, "the state of a CAM entry", kConstant}};
constexpr Operand kCamState[] = {{1, "the state of a CAM entry", kConstant}};
constexpr Operand kCrc[] = {{0, "the polynomial", kConstant},
                            {1, "the byte order", kConstant},
                            {2, "the bit order", kConstant},
                            {3, "which bytes count", "write bytes_0_3 or the like"}};
constexpr Operand kPin[] = {{1, "the number of the register", kConstant}};
constexpr Operand kBytes[] = {{1, "how many bytes the hardware touches", kConstant}};

std::span<const Operand> constants_of(StringRef name) {
  if (name.starts_with("cmd_")) return kCommand;
  if (name.starts_with("cmdi_")) return kIndirectCommand;
  if (name == "cap_read" || name == "cap_write") return kCap;
  if (name == "cap_fast_wr" || name == "csr_rd" || name == "csr_wr") return kFirst;
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
      for (const Operand& o : constants_of(name))
        if (!isa<ConstantInt>(cast<CallBase>(i).getArgOperand(o.argument)))
          job.report.error(
              i, fmt::format("{} is not known when the program is compiled; {}", o.what, o.remedy));
    }
}

} // namespace mecc::lower
