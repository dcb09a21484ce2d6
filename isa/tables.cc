// The tables that gen_isa.py generates from MEv2.td, and their look-up functions.
#include "isa/tables.h"

#include <algorithm>

namespace mev2 {
namespace {

constexpr uint8_t kNoClass = 0xff;
#include "isa/isa_table.inc" // generated

constexpr OperandCodes expand(std::span<const OperandRange> ranges, Role role) {
  OperandCodes codes{};
  for (const OperandRange& range : ranges) {
    if (role == Role::Source ? !range.source : !range.destination) continue;
    for (unsigned n = 0; n < range.count; ++n) {
      OperandCode& code = codes[range.base + n];
      code.operand.kind = range.kind;
      code.operand.step = range.step;
      code.operand.number = static_cast<uint16_t>(range.first + n);
      const bool four_only = range.per_context && range.first + n >= 16;
      code.legality = four_only ? OperandCode::FourContextsOnly : OperandCode::Always;
    }
  }
  return codes;
}

// The parts of OpcodeInfo used by decode(), stored contiguously.
constexpr auto gather_candidates() {
  std::array<Candidate, std::size(kCandidateOpcodes)> result{};
  for (size_t n = 0; n < result.size(); ++n) {
    const Opcode op = kCandidateOpcodes[n];
    const OpcodeInfo& about = kInfo[static_cast<size_t>(op)];
    result[n] = {about.fixed_mask, about.fixed_value, op, about.cls};
  }
  return result;
}
constexpr auto kCandidates = gather_candidates();

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

std::optional<uint16_t> number_of(std::span<const NamedNumber> names, std::string_view name) {
  for (const NamedNumber& n : names)
    if (std::ranges::equal(n.name, name, {}, lower, lower)) return n.number;
  return std::nullopt;
}

std::string_view name_of(std::span<const NamedNumber> names, unsigned number) {
  const auto at = std::ranges::lower_bound(names, number, {}, &NamedNumber::number);
  return at != names.end() && at->number == number ? at->name : std::string_view{};
}

} // namespace

constinit const OperandCodes kSourceCodes[2] = {expand(kUnrestrictedRanges, Role::Source),
                                                expand(kRestrictedRanges, Role::Source)};
constinit const OperandCodes kDestinationCodes[2] = {expand(kUnrestrictedRanges, Role::Destination),
                                                     expand(kRestrictedRanges, Role::Destination)};

std::span<const OperandRange> operand_ranges(OperandSet set) {
  if (set == OperandSet::Unrestricted) return kUnrestrictedRanges;
  return kRestrictedRanges;
}

std::optional<Opcode> opcode_named(std::string_view record) {
  const auto* const found = std::ranges::find(kInfo, record, &OpcodeInfo::name);
  if (found == std::end(kInfo)) return std::nullopt;
  return static_cast<Opcode>(found - std::begin(kInfo));
}
const Form& form(Opcode op) {
  return kForms[static_cast<size_t>(op)];
}

std::span<const TextPiece> Form::text() const {
  return std::span(kPieces).subspan(text_start, text_length);
}
std::span<const TextPiece> Form::text_base0() const {
  return std::span(kPieces).subspan(base0_start, base0_length);
}

std::span<const Candidate> candidates(uint64_t word) {
  const unsigned byte = static_cast<unsigned>(word >> 32) & 0xff;
  const unsigned first = kFirstCandidate[byte];
  return std::span(kCandidates).subspan(first, kFirstCandidate[byte + 1] - first);
}

const ClassRow* class_row(uint64_t word) {
  const uint8_t row = kClassOfByte[static_cast<unsigned>(word >> 32) & 0xff];
  return row == kNoClass ? nullptr : &kClasses[row];
}

std::string_view crc_type_name(unsigned code) {
  return name_of(kCrcTypeNames, code);
}
std::string_view crc_bytes_name(unsigned code) {
  return name_of(kCrcBytesNames, code);
}
std::span<const NamedNumber> crc_type_names() {
  return kCrcTypeNames;
}
std::span<const NamedNumber> crc_bytes_names() {
  return kCrcBytesNames;
}

std::optional<uint16_t> local_csr_address(std::string_view name) {
  return number_of(kLocalCsrNames, name);
}
std::string_view local_csr_name(uint16_t byte_address) {
  return name_of(kLocalCsrNames, byte_address);
}
std::span<const CsrField> local_csr_fields() {
  return kLocalCsrFields;
}
std::optional<uint8_t> input_state_number(std::string_view name) {
  const auto number = number_of(kInputStateNames, name);
  if (!number) return std::nullopt;
  return static_cast<uint8_t>(*number);
}
std::string_view input_state_name(uint8_t number) {
  return name_of(kInputStateNames, number);
}
std::optional<uint16_t> cap_csr_address(std::string_view name) {
  return number_of(kCapCsrNames, name);
}
std::optional<uint16_t> msf_csr_address(std::string_view name) {
  return number_of(kMsfCsrNames, name);
}

} // namespace mev2
