// The MEv2 instruction word and its decoded form. Everything here derives from the TableGen
// description in this folder (llvm-tblgen's JSON dump, turned into a flat table by gen_isa.py).
// LLVM is not linked, so the emulator uses it too.
//
// A word is 40 bits, stored in a uint64_t. A longword is 32 bits.
#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace mev2 {

constexpr unsigned kControlStoreWords = 4096; // IXP2400; the IXP2800 has 8192
constexpr uint64_t kWordMask = (uint64_t{1} << 40) - 1;
constexpr uint64_t kNop = 0xf0000c0300;

enum class ContextMode : uint8_t { Four = 4, Eight = 8 };

enum class Bank : uint8_t { A, B };

// Storage named by an operand.
enum class OperandKind : uint8_t {
  None,   // "--", or absent
  Gpr,    // a0..a31 / b0..b31: relative to the context
  AbsGpr, // @a0..@a127 / @b0..@b127: number absolute in its bank
  SXfer,  // $n: reads S_IN, writes S_OUT
  DXfer,  // $$n: reads D_IN, writes D_OUT
  SIndex, // *$index: transfer register named by T_INDEX
  DIndex, // *$$index
  Nn,     // n$n: next-neighbour register
  NnRing, // *n$index (source, no pop) and *n$index++
  Lm0,    // *l$index0[n]: local memory through LM_ADDR_0
  Lm1,    // *l$index1[n]
  Const,  // immediate
};

enum class Step : uint8_t { Keep, Increment, Decrement }; // post-modify of an index

struct Operand {
  OperandKind kind = OperandKind::None;
  Bank bank = Bank::A; // Gpr, AbsGpr
  Step step = Step::Keep;
  uint16_t number = 0; // register, offset of a local-memory access, or constant value

  friend bool operator==(const Operand&, const Operand&) = default;
};

// One enumerator per record of the description: ALU_ADD, SHF_OR, LD_FIELD, BEQ, SRAM_READ...
enum class Opcode : uint8_t {
#define MEV2_OPCODE(name) name,
#include "isa/isa_opcodes.inc" // generated
#undef MEV2_OPCODE
};

// Word formats (rows of the class table in docs/isa.md).
enum class InstrClass : uint8_t {
#define MEV2_CLASS(name) name,
#include "isa/isa_classes.inc" // generated
#undef MEV2_CLASS
};

enum class ShiftKind : uint8_t { None, Right, Left, RotateRight, RightIndirect, LeftIndirect };

// Bits 9:8 of a command.
enum class Completion : uint8_t { CtxSwap, CtxSwapDefer1, CtxSwapDefer2, NoSwap };

// A decoded word. Fields that its form does not have keep their defaults, so that equal words
// decode to equal structs.
struct Instruction {
  Opcode opcode{};
  // Logical operands: "left" is the first source in the text, "right" the second, independent of
  // the word's fields and swap bit. LD_FIELD: dst and right. IMMED: dst. JUMP, BR_BYTE, BR_BIT:
  // left. LOCAL_CSR_WR: left. MULT last: dst. CAM_*: left = key or tag, right = entry register.
  // Commands: left = A field, right = B field (the address is their sum).
  Operand dst, left, right;

  ShiftKind shift = ShiftKind::None;
  uint8_t shift_amount = 0; // 1..31 as in the source (<<5 is 5); 0 with indirect
  uint8_t byte_mask = 0;    // LD_FIELD; bit 3 = bits 31:24
  bool load_cc = false;     // LD_FIELD

  uint16_t target = 0;     // branches: 0..8191; CTX_ARB br[]: resume address; JUMP: base
  bool has_target = false; // CTX_ARB: br[label#] present
  uint8_t defer = 0;       // 0..3
  uint8_t parameter = 0;   // context, signal, input state, bit number or byte number
  uint8_t compare = 0;     // BR_BYTE: the 8-bit constant

  uint16_t signals = 0; // CTX_ARB: mask, bit n = signal n; bit 0 = voluntary
  bool any = false, bpt = false, keep_wakeup = false; // CTX_ARB; keep_wakeup is ctx_arb[--]

  uint32_t immediate = 0;  // IMMED: the value written (after invert and shift for whole registers,
                           // the byte or halfword for the others); CAP fast_wr: the 14-bit data
  uint8_t immed_shift = 0; // IMMED: bytes (0, 1, 2, 3)
  bool invert = false;     // IMMED

  uint16_t csr = 0; // LOCAL_CSR: byte address; CAP: byte address

  uint8_t state = 0;                   // CAM_WRITE, CAM_WRITE_STATE: 0..15
  uint8_t lm_addr_mask = 0;            // CAM_LOOKUP: bit 0 loads LM_ADDR_0, bit 1 LM_ADDR_1
  uint8_t lm_addr_constant = 0;        // CAM_LOOKUP: [n], 0..3
  uint8_t crc_type = 0, crc_bytes = 0; // CRC: codes of the encoding
  bool crc_le = false, crc_bit_swap = false;

  // Commands
  bool indirect_ref = false, ignore_data_error = false;
  uint8_t count = 0;  // references: longwords, quadwords (dram), pairs (msf ..64), hashes; 0 = none
  uint8_t signal = 0; // 0 = none
  Completion completion = Completion::NoSwap;
  Operand xfer; // SXfer or DXfer, or None when the form has no transfer register ("--")

  friend bool operator==(const Instruction&, const Instruction&) = default;
};

// Properties of an opcode other than its bits.
struct OpcodeInfo {
  std::string_view name;     // the record: "ALU_ADD"
  std::string_view mnemonic; // first word in assembly: "alu"
  std::string_view token;    // operator or command inside the brackets: "+", "read", "24x8_step1"
  InstrClass cls;
  uint64_t fixed_mask, fixed_value; // bits that identify the form
  bool reads_left, reads_right;     // has these source operands
  bool writes_dst;                  // has a destination operand
  bool reads_dst;                   // read-modify-write (ld_field, immed_b/w)
  bool sets_cc;                     // may set N Z C V
  bool reads_cc;                    // reads them: conditions, +carry, -carry
  bool is_branch;                   // may change the flow (branches, jump; not ctx_arb)
  uint8_t lost_slots;               // lost when taken, without defer (0 if not a branch)
  uint8_t max_defer;
  bool is_command;    // goes to a unit outside the microengine
  bool pulls, pushes; // takes from S_OUT/D_OUT, delivers to S_IN/D_IN
  bool two_signals;   // completes with an even/odd pair of signals
  bool has_count;
  uint8_t longwords;        // transfer registers per unit of the count; without a count, in total
  uint8_t status_longwords; // delivered instead of data, independent of the count

  // Longwords that a command with this count takes and delivers.
  unsigned pulled(unsigned count) const { return pulls ? moved(count) : 0; }
  unsigned pushed(unsigned count) const {
    return !pushes ? 0 : status_longwords ? status_longwords : moved(count);
  }
  unsigned moved(unsigned count) const { return longwords * (has_count ? count : 1); }
};

inline constexpr OpcodeInfo kInfo[] = {
#include "isa/isa_info.inc" // generated
};
constexpr unsigned kOpcodes = std::size(kInfo);
constexpr const OpcodeInfo& info(Opcode op) {
  return kInfo[static_cast<size_t>(op)];
}
std::optional<Opcode> opcode_named(std::string_view record); // "SRAM_READ"

// The instruction that a word encodes, or nothing if it is undefined; `why` then names the violated
// rule ("BRANCH condition 12 is undefined"). Strict: a decoded word encodes to the same word except
// for filler (docs/isa.md, "What decode refuses"). Without `why` it never allocates.
std::optional<Instruction> decode(uint64_t word, ContextMode mode, std::string* why = nullptr);

// The word of an instruction, with the filler bits that assemblers emit. Operands must be legal at
// their position; otherwise nothing, with the reason in `why` ("$17 does not exist in 8-context
// mode"). Operands sorted by bank may be given in either order: only this function applies the
// placement and swap rules (docs/isa.md, "Operand placement").
std::optional<uint64_t> encode(const Instruction& i, ContextMode mode, std::string* why = nullptr);

// Makes `i` (an IMMED) the word that loads `value`: 16 bits shifted by whole bytes, or the
// complement of that. If no single word does, returns false and leaves `i` unchanged.
bool fit_immed(uint32_t value, Instruction& i);

// Reason why two sources of an instruction cannot be read together, if any: they share a read port
// (two transfer registers, two local-memory words, two next-neighbour registers, two constants, two
// registers of a bank). Assemblers check this; encode() does not.
std::optional<std::string> port_conflict(const Instruction& i);

// Canonical text of one instruction: physical names, "l12#" targets, no labels.
std::string print(const Instruction& i);
std::string print(const Operand& o);

// The inverse of print(). Nothing if the text is not one canonical instruction; then `why` explains
// and `*at` (if given) is the offset of the error in the text.
std::optional<Instruction> parse(std::string_view text, ContextMode mode,
                                 std::string* why = nullptr, size_t* at = nullptr);

// Tables shared by the text functions and the emulator.
std::optional<uint16_t> local_csr_address(std::string_view name); // byte address, by name
std::string_view local_csr_name(uint16_t byte_address);           // "" if there is none
struct CsrField {
  uint16_t csr; // byte address of its register
  std::string_view name;
  uint8_t low, width; // bits
  constexpr uint32_t mask() const {
    return static_cast<uint32_t>(((uint64_t{1} << width) - 1) << low);
  }
};
std::span<const CsrField> local_csr_fields();                     // by register, highest bits first
std::optional<uint8_t> input_state_number(std::string_view name); // "scr_ring0_status" -> 2
std::string_view input_state_name(uint8_t number);
std::optional<uint16_t> cap_csr_address(std::string_view name); // e.g. "XSCALE_INT_A" -> 0x4b20
std::optional<uint16_t> msf_csr_address(std::string_view name); // e.g. "RBUF_ELEMENT_DONE"

} // namespace mev2
