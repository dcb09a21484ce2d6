#include "mecc/dialect/asm_forms.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fmt/format.h>
#include <vector>

namespace mecc::dialect {

namespace {

constexpr AsmForm kForms[] = {
    {"alu", "dswsw", 4},
    {"alu_shf", "dswsw", 5},
    {"asr", "dsw", 3},
    {"br", "l", 1},
    {"br!=byte", "snxl", 4},
    {"br!=ctx", "nl", 2},
    {"br=byte", "snxl", 4},
    {"br=ctx", "nl", 2},
    {"br_bclr", "snl", 3},
    {"br_bset", "snl", 3},
    {"byte_align_be", "ds", 2},
    {"byte_align_le", "ds", 2},
    {"cam_clear", "", 0},
    {"cam_lookup", "ds", 2},
    {"cam_read_state", "ds", 2},
    {"cam_read_tag", "ds", 2},
    {"cam_write", "ssn", 3},
    {"cam_write_state", "sn", 2},
    {"crc_be", "wds", 3},
    {"crc_le", "wds", 3},
    {"dbl_shf", "dssw", 4},
    {"ffs", "ds", 2},
    {"immed", "dcw", 2},
    {"immed_b0", "uc", 2},
    {"immed_b1", "uc", 2},
    {"immed_b2", "uc", 2},
    {"immed_b3", "uc", 2},
    {"immed_w0", "uc", 2},
    {"immed_w1", "uc", 2},
    {"ld_field", "uwsw", 3},
    {"ld_field_w_clr", "dwsw", 3},
    {"local_csr_rd", "e", 1},
    {"local_csr_wr", "es", 2},
    {"mul_step", "ss", 2},
    {"nop", "", 0},
    {"pop_count1", "s", 1},
    {"pop_count2", "s", 1},
    {"pop_count3", "ds", 2},
};
constexpr AsmForm kLastStep = {"mul_step", "dw", 2};
constexpr AsmForm kBranch = {"b..", "l", 1};
constexpr std::string_view kBranches[] = {"beq", "bne", "bmi", "bpl", "bcs", "bcc",
                                          "bvs", "bvc", "bge", "blt", "ble", "bgt"};

struct Pair {
  std::string_view from, to;
};
constexpr Pair kOtherNames[] = {{"bhs", "bcs"},         {"blo", "bcc"},     {"bz", "beq"},
                                {"bnz", "bne"},         {"br=0", "beq"},    {"br!=0", "bne"},
                                {"br<0", "bmi"},        {"br>=0", "bpl"},   {"br>0", "bgt"},
                                {"br<=0", "ble"},       {"br=cout", "bcs"}, {"br!=cout", "bcc"},
                                {"hashn_48", "hash_48"}};
constexpr Pair kInstead[] = {
    {"cap", "call cap_read and the like from <ixp_cap.h>"},
    {"halt", "call halt from <ixp_signal.h>"},
    {"load_addr", "write switch"},
    {"jump", "write switch"},
    {"rtn", "write return"},
};
constexpr std::string_view kCommands[] = {"sram",    "scratch", "dram",     "msf",
                                          "hash_48", "hash_64", "hash_128", "pci"};
constexpr std::string_view kWaits[] = {"ctx_arb", "br_signal", "br_!signal", "br_inp_state",
                                       "br_!inp_state"};

template <class List> bool has(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != std::end(list);
}

} // namespace

const AsmForm* find_asm_form(const AsmLine& line) {
  const auto last = [](const std::string& m) { return m.find("_last") != m.npos; };
  if (line.name == kLastStep.opcode && std::ranges::any_of(line.modifiers, last)) return &kLastStep;
  for (const AsmForm& f : kForms)
    if (f.opcode == line.name) return &f;
  return has(kBranches, line.name) ? &kBranch : nullptr;
}

bool is_asm_command(std::string_view opcode) {
  return has(kCommands, opcode);
}

bool is_asm_wait(std::string_view opcode) {
  return has(kWaits, opcode);
}

std::string asm_remedy(const std::string& opcode) {
  for (const Pair& i : kInstead)
    if (i.from == opcode) return fmt::format("'{}' in inline assembly; {}", opcode, i.to);
  std::vector<std::string> names;
  for (const AsmForm& f : kForms)
    names.emplace_back(f.opcode);
  for (const auto& list :
       {std::vector<std::string_view>(std::begin(kBranches), std::end(kBranches)),
        std::vector<std::string_view>(std::begin(kCommands), std::end(kCommands)),
        std::vector<std::string_view>(std::begin(kWaits), std::end(kWaits))})
    for (const std::string_view name : list)
      names.emplace_back(name);
  const std::string near = ixp::closest(opcode, names);
  return near.empty()
             ? fmt::format("'{}' is no instruction; expected alu, alu_shf, immed, ld_field, "
                           "dbl_shf, a branch, sram, ctx_arb or the like",
                           opcode)
             : fmt::format("'{}' is no instruction; did you mean '{}'?", opcode, near);
}

std::string canonical_opcode(const std::string& opcode) {
  for (const Pair& n : kOtherNames)
    if (n.from == opcode) return std::string(n.to);
  return opcode;
}

std::string canonical_word(const std::string& word) {
  if (word.starts_with("<<rot")) {
    const int amount = std::atoi(word.c_str() + 5);
    if (amount > 0 && amount < 32) return fmt::format(">>rot{}", 32 - amount);
  }
  std::string lower = word, upper = word;
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) { return std::toupper(c); });
  if (lower.ends_with("x8_start") || lower.ends_with("x16_start") || lower.ends_with("x32_start"))
    return "start"; // for products of any width
  const bool logic = has(
      std::vector<std::string_view>{"b", "~b", "b-a", "and", "~and", "and~", "or", "xor"}, lower);
  return logic ? upper : lower;
}

} // namespace mecc::dialect
