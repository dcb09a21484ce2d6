// Random words. Decodable words must survive print, parse and encode; only filler may differ.
#include "isa/isa.h"
#include "tests/catch.h"

#include <random>
#include <vector>

using namespace mev2;

namespace {

constexpr uint64_t field(unsigned high, unsigned low) {
  return (uint64_t{2} << high) - (uint64_t{1} << low);
}

// Bits of a decoded word that decoders ignore, from the encoding's prose and not from our tables:
// fields of operands that the form lacks, and the few bits published as don't-care.
uint64_t filler(const Instruction& i, uint64_t word) {
  const uint64_t a10 = field(9, 0), b10 = field(19, 10), a8 = field(7, 0), b8 = field(17, 10);
  const bool alu_swap = word >> 30 & 1, shf_swap = word >> 19 & 1;
  switch (i.opcode) {
  case Opcode::POP_COUNT1:
  case Opcode::POP_COUNT2: return field(36, 36) | field(29, 20) | (alu_swap ? b10 : a10);
  case Opcode::POP_COUNT3:
  case Opcode::FFS:
  case Opcode::CAM_READ_TAG:
  case Opcode::CAM_READ_STATE:
  case Opcode::CAM_WRITE_STATE: return alu_swap ? b10 : a10;
  case Opcode::CAM_CLEAR: return field(36, 36) | field(30, 0);
  case Opcode::ASR:
  case Opcode::BYTE_ALIGN_BE: return shf_swap ? b8 : a8;
  case Opcode::BYTE_ALIGN_LE: return shf_swap ? a8 : b8;
  case Opcode::BR_BSET:
  case Opcode::BR_BCLR: // bit 31: rotation by 0 or by 32
    return i.parameter == 31 ? (word & field(5, 5) ? field(6, 6) : field(16, 16)) : 0;
  case Opcode::SRAM_SWAP:
  case Opcode::SCRATCH_SWAP: return field(18, 18);
  default: break;
  }
  if (info(i.opcode).cls == InstrClass::Mult && info(i.opcode).writes_dst) return b10;
  return 0;
}

struct Generator {
  std::mt19937_64 random{20240607};

  // Any word, or one with the fixed bits of some opcode and perhaps a small constant (often 0) in
  // the A or B field, so that narrow forms are met as well.
  uint64_t operator()() {
    uint64_t bits = random() & kWordMask;
    const uint64_t choice = random();
    if (choice % 4 == 0) return bits;
    if (choice % 4 == 1) {
      const unsigned lsb = choice & 0x80 ? 10 : 0;
      const uint64_t keep = choice & 0x40 ? 0x00f : 0;
      bits = (bits & ~((0x3ff ^ keep) << lsb)) | uint64_t{0x300} << lsb;
    }
    const OpcodeInfo& form = info(static_cast<Opcode>((choice >> 8) % kOpcodes));
    return (bits & ~form.fixed_mask) | form.fixed_value;
  }
};

void round_trip(ContextMode mode, std::vector<unsigned>& met) {
  Generator word;
  unsigned decoded = 0;
  for (unsigned n = 0; n < 600'000; ++n) {
    const uint64_t w = word();
    const auto i = decode(w, mode);
    if (!i) continue;
    ++decoded;
    ++met[static_cast<size_t>(i->opcode)];
    const std::string text = print(*i);
    std::string why;
    const auto parsed = parse(text, mode, &why);
    const auto again = parsed ? encode(*parsed, mode, &why) : std::nullopt;
    const auto twice = again ? decode(*again, mode, &why) : std::nullopt;
    if (parsed == i && twice == i && again == encode(*i, mode) &&
        ((*again ^ w) & ~filler(*i, w)) == 0)
      continue;
    CAPTURE(w, text, why, again.value_or(0), n);
    CHECK(parsed.has_value());
    CHECK(parsed == i);
    CHECK(twice == i);
    FAIL("the word does not survive");
  }
  CHECK(decoded > 200'000);
}

void all_met(const std::vector<unsigned>& met) {
  for (size_t n = 0; n < kOpcodes; ++n) {
    CAPTURE(info(static_cast<Opcode>(n)).name);
    CHECK(met[n] > 20);
  }
}

} // namespace

TEST_CASE("words survive decode, print, parse and encode with 8 contexts") {
  std::vector<unsigned> met(kOpcodes);
  round_trip(ContextMode::Eight, met);
  all_met(met);
}

TEST_CASE("words survive decode, print, parse and encode with 4 contexts") {
  std::vector<unsigned> met(kOpcodes);
  round_trip(ContextMode::Four, met);
  all_met(met);
}

TEST_CASE("what decodes with 8 contexts and no transfer register means the same with 4") {
  Generator word;
  unsigned compared = 0;
  for (unsigned n = 0; n < 200'000; ++n) {
    const uint64_t w = word();
    const auto eight = decode(w, ContextMode::Eight), four = decode(w, ContextMode::Four);
    if (!eight || eight->xfer.kind != OperandKind::None) continue;
    ++compared;
    if (eight != four) {
      CAPTURE(w, print(*eight));
      FAIL("the modes disagree");
    }
  }
  CHECK(compared > 20'000);
}

TEST_CASE("a refused word says why, and refusing costs no reason when nobody asks") {
  Generator word;
  for (unsigned n = 0; n < 100'000; ++n) {
    const uint64_t w = word();
    std::string why;
    const bool decodes = decode(w, ContextMode::Eight, &why).has_value();
    if (decodes == why.empty() && decodes == decode(w, ContextMode::Eight).has_value()) continue;
    CAPTURE(w, why);
    FAIL("reason and result disagree");
  }
}

TEST_CASE("mutilated text is refused or means one word") {
  Generator word;
  std::mt19937 random(7);
  const std::string_view letters = "abnslr$@*[]#,- +0123456789xABCDOR~<>_=!";
  unsigned accepted = 0, refused = 0;
  for (unsigned n = 0; n < 100'000; ++n) {
    const auto i = decode(word(), ContextMode::Four);
    if (!i) continue;
    std::string text = print(*i);
    const size_t at = random() % text.size();
    const char letter = letters[random() % letters.size()];
    switch (random() % 4) {
    case 0: text.erase(at, 1); break;
    case 1: text.insert(at, 1, letter); break;
    case 2: text[at] = letter; break;
    default: text.resize(at);
    }
    std::string why;
    size_t where = 0;
    const auto parsed = parse(text, ContextMode::Four, &why, &where);
    CAPTURE(text, why);
    if (!parsed) {
      ++refused;
      REQUIRE(!why.empty());
      REQUIRE(where <= text.size());
      continue;
    }
    ++accepted;
    const auto w = encode(*parsed, ContextMode::Four);
    REQUIRE(w.has_value());
    const auto meant = decode(*w, ContextMode::Four, &why);
    REQUIRE(meant.has_value());
    REQUIRE(encode(*meant, ContextMode::Four) == w);
  }
  CHECK(accepted > 1000);
  CHECK(refused > 1000);
}
