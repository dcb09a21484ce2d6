// Every instruction body against a plain model: random operands of every form, previous operands
// and flags, executed one by one from the decoded form and by the handler. State that the model
// does not change must stay unchanged.
#include "tests/catch.h"

#include "emu/me/bodies.h"
#include "emu/me/core.h"
#include "emu/me/execute.h"
#include "emu/me/op.h"
#include "tests/unit/me/machine.h"

#include <fmt/format.h>

#include <bit>
#include <functional>
#include <optional>
#include <set>

using namespace ixp;
using namespace ixp::me;

namespace {

constexpr unsigned kContext = 3;

struct Cc {
  bool n = false, z = false, c = false, v = false;
  bool operator==(const Cc&) const = default;
};
Cc cc(const Flags& f) {
  return {f.n(), f.z(), f.c(), f.overflow()};
}

// State read by an instruction.
struct In {
  uint32_t a, b, old, pa, pb, pr;
  Cc flags;
  unsigned byte_index;
  uint64_t product;
};
// State written by an instruction; empty if unchanged.
struct Out {
  std::optional<uint32_t> pa, pb, result;
  std::optional<Cc> flags;
  std::optional<uint64_t> product;
};

uint32_t tag(unsigned entry) {
  return 0x9e3779b9 * (entry + 1);
}
Cc logic(uint32_t r) {
  return {r >> 31 == 1, r == 0, false, false};
}
Out both(const In& x, uint32_t r) {
  return {x.a, x.b, r, logic(r), {}};
}
Out right_only(const In& x, uint32_t r) {
  return {{}, x.b, r, logic(r), {}};
}
Out sum(const In& x, uint32_t a, uint32_t b, bool carry) {
  const uint64_t u = uint64_t{a} + b + carry;
  const int64_t s = int64_t{int32_t(a)} + int32_t(b) + carry;
  const uint32_t r = static_cast<uint32_t>(u);
  return {x.a, x.b, r, Cc{r >> 31 == 1, r == 0, u >> 32 != 0, s != int32_t(s)}, {}};
}
Out difference(const In& x, uint32_t a, uint32_t b, bool borrow) {
  const int64_t s = int64_t{int32_t(a)} - int32_t(b) - borrow;
  const uint32_t r = a - b - borrow;
  return {x.a, x.b, r, Cc{r >> 31 == 1, r == 0, a >= uint64_t{b} + borrow, s != int32_t(s)}, {}};
}
uint32_t bytes(uint32_t old, uint32_t now, unsigned mask) {
  for (unsigned n = 0; n < 4; ++n)
    if (mask >> n & 1) old = (old & ~(0xffu << 8 * n)) | (now & 0xffu << 8 * n);
  return old;
}
Out field(const In& x, uint32_t r, bool load_cc) {
  return {{}, x.b, r, load_cc ? std::optional(logic(r)) : std::nullopt, {}};
}
Out value(uint32_t r) {
  return {{}, {}, r, {}, {}};
}
Out halves(uint32_t r) {
  return {{}, {}, r, logic(r), {}};
}
Out step(const In& x, unsigned k, unsigned bits) {
  const uint64_t a = bits == 32 ? x.a : x.a % (1u << bits);
  const unsigned byte = x.b >> 8 * (k - 1) & 255;
  return {{}, {}, {}, {}, x.product + (a * byte << 8 * (k - 1))};
}
Out counted(const In& x) {
  return {{}, x.b, {}, {}, {}};
}

struct Case {
  std::string text; // D, L, R: operands
  std::function<Out(const In&)> model;
};

std::vector<Case> cases() {
  std::vector<Case> all{
      {"alu[D, L, B, R]", [](const In& x) { return both(x, x.b); }},
      {"alu[D, L, ~B, R]", [](const In& x) { return both(x, ~x.b); }},
      {"alu[D, L, AND, R]", [](const In& x) { return both(x, x.a & x.b); }},
      {"alu[D, L, ~AND, R]", [](const In& x) { return both(x, ~x.a & x.b); }},
      {"alu[D, L, AND~, R]", [](const In& x) { return both(x, x.a & ~x.b); }},
      {"alu[D, L, OR, R]", [](const In& x) { return both(x, x.a | x.b); }},
      {"alu[D, L, XOR, R]", [](const In& x) { return both(x, x.a ^ x.b); }},
      {"alu[D, L, +, R]", [](const In& x) { return sum(x, x.a, x.b, false); }},
      {"alu[D, L, +8, R]", [](const In& x) { return sum(x, x.a, x.b % 256, false); }},
      {"alu[D, L, +16, R]", [](const In& x) { return sum(x, x.a, x.b % 65536, false); }},
      {"alu[D, L, +carry, R]", [](const In& x) { return sum(x, x.a, x.b, x.flags.c); }},
      {"alu[D, L, -, R]", [](const In& x) { return difference(x, x.a, x.b, false); }},
      {"alu[D, L, -carry, R]", [](const In& x) { return difference(x, x.a, x.b, !x.flags.c); }},
      {"alu[D, L, B-A, R]", [](const In& x) { return difference(x, x.b, x.a, false); }},
      {"pop_count1[R]", counted},
      {"pop_count2[R]", counted},
      {"pop_count3[D, R]",
       [](const In& x) { return right_only(x, static_cast<uint32_t>(std::popcount(x.b))); }},
      {"ffs[D, R]",
       [](const In& x) {
         const uint32_t r = x.b ? static_cast<uint32_t>(std::countr_zero(x.b)) : 0;
         return Out{{}, x.b, r, Cc{false, x.b == 0, false, false}, {}};
       }},
      {"crc_be[crc_32, D, R]", [](const In& x) { return right_only(x, x.b); }},
      {"cam_clear", [](const In&) { return Out{}; }},
      {"cam_lookup[D, L]", // no entry has it: the oldest is 5
       [](const In& x) { return Out{x.a, {}, 5u << 3, logic(5 << 3), {}}; }},
      {"cam_write[R, L, 7]", [](const In& x) { return Out{x.a, x.b, {}, {}, {}}; }},
      {"cam_write_state[R, 7]", counted},
      {"cam_read_tag[D, R]", [](const In& x) { return right_only(x, tag(x.b % 16)); }},
      {"cam_read_state[D, R]", [](const In& x) { return right_only(x, (15 - x.b % 16) << 8); }},
      {"asr[D, R, >>5]",
       [](const In& x) { return right_only(x, x.b >> 5 | (x.pr >> 31 ? 0xf8000000 : 0)); }},
      {"asr[D, R, >>indirect]",
       [](const In& x) {
         const uint64_t sign = x.pr >> 31 ? 0xffffffff00000000 : 0;
         return right_only(x, static_cast<uint32_t>((sign | x.b) >> x.pa % 32));
       }},
      {"dbl_shf[D, L, R, >>9]", [](const In& x) { return both(x, x.a << 23 | x.b >> 9); }},
      {"dbl_shf[D, L, R, >>indirect]",
       [](const In& x) {
         return both(x, static_cast<uint32_t>((uint64_t{x.a} << 32 | x.b) >> x.pa % 32));
       }},
      {"byte_align_be[D, R]",
       [](const In& x) {
         const unsigned n = 8 * x.byte_index;
         return right_only(x, n ? x.pb << n | x.b >> (32 - n) : x.pb);
       }},
      {"byte_align_le[D, L]",
       [](const In& x) {
         const unsigned n = 8 * x.byte_index;
         const uint32_t r = n ? x.pa >> n | x.a << (32 - n) : x.pa;
         return Out{x.a, {}, r, logic(r), {}};
       }},
      {"immed[D, 0x1234]", [](const In&) { return value(0x1234); }},
      {"immed[D, 0xa5b6, <<8]", [](const In&) { return value(0xa5b600); }},
      {"immed_b0[D, 0x9a]", [](const In& x) { return value(bytes(x.old, 0x9a, 1)); }},
      {"immed_b1[D, 0x9a]", [](const In& x) { return value(bytes(x.old, 0x9a00, 2)); }},
      {"immed_b2[D, 0x9a]", [](const In& x) { return value(bytes(x.old, 0x9a0000, 4)); }},
      {"immed_b3[D, 0x9a]", [](const In& x) { return value(bytes(x.old, 0x9a000000, 8)); }},
      {"immed_w0[D, 0x9abc]", [](const In& x) { return value(bytes(x.old, 0x9abc, 3)); }},
      {"immed_w1[D, 0x9abc]", [](const In& x) { return value(bytes(x.old, 0x9abc0000, 12)); }},
      {"nop", [](const In&) { return Out{}; }},
      {"mul_step[L, R], start", [](const In&) { return Out{{}, {}, {}, {}, 0}; }},
  };
  const std::pair<std::string, std::function<uint32_t(const In&)>> shifts[] = {
      {"", [](const In& x) { return x.b; }},
      {", >>3", [](const In& x) { return x.b >> 3; }},
      {", <<7", [](const In& x) { return x.b << 7; }},
      {", >>rot9", [](const In& x) { return x.b >> 9 | x.b << 23; }},
      {", >>indirect", [](const In& x) { return x.b >> x.pa % 32; }},
      {", <<indirect", [](const In& x) { return x.b << x.pa % 32; }},
  };
  const std::pair<std::string, uint32_t (*)(uint32_t, uint32_t)> operators[] = {
      {"B", [](uint32_t, uint32_t s) { return s; }},
      {"~B", [](uint32_t, uint32_t s) { return ~s; }},
      {"AND", [](uint32_t a, uint32_t s) { return a & s; }},
      {"~AND", [](uint32_t a, uint32_t s) { return ~a & s; }},
      {"AND~", [](uint32_t a, uint32_t s) { return a & ~s; }},
      {"OR", [](uint32_t a, uint32_t s) { return a | s; }},
  };
  for (const auto& [shift, moved] : shifts) {
    for (const auto& [name, op] : operators)
      all.push_back({"alu_shf[D, L, " + name + ", R" + shift + "]",
                     [=](const In& x) { return both(x, op(x.a, moved(x))); }});
    for (const bool load_cc : {false, true}) {
      const std::string end = shift + "]" + (load_cc ? ", load_cc" : "");
      all.push_back({"ld_field[D, 0110, R" + end,
                     [=](const In& x) { return field(x, bytes(x.old, moved(x), 6), load_cc); }});
      all.push_back({"ld_field_w_clr[D, 1011, R" + end,
                     [=](const In& x) { return field(x, bytes(0, moved(x), 11), load_cc); }});
    }
  }
  for (const auto& [type, bits] : {std::pair{"24x8", 24u}, {"16x16", 16u}, {"32x32", 32u}}) {
    for (unsigned k = 1; k <= 4; ++k)
      all.push_back({fmt::format("mul_step[L, R], {}_step{}", type, k),
                     [=](const In& x) { return step(x, k, bits); }});
    all.push_back({fmt::format("mul_step[D, --], {}_last", type),
                   [](const In& x) { return halves(static_cast<uint32_t>(x.product)); }});
    all.push_back({fmt::format("mul_step[D, --], {}_last2", type),
                   [](const In& x) { return halves(static_cast<uint32_t>(x.product >> 32)); }});
  }
  return all;
}

// Operands in all the forms that handlers distinguish. Absolute registers are of other contexts.
const std::vector<std::string> kLeft{"a1", "$2", "@a17", "*l$index0[2]", "*l$index1++", "0x85"};
const std::vector<std::string> kRight{"b1", "$$3", "@b90", "*l$index1[1]", "*l$index0--", "0x1f"};
const std::vector<std::string> kTo{"b2", "$4", "@a70", "*l$index0[3]", "*l$index1--", "--"};

struct WithoutEngine final : Core {
  using Core::Core;
  IXP_OFTEN void step(Tick) override {}
  uint16_t next_pc() const override { return 0; }
  MeStatistics statistics(Tick) const override { return {}; }
};

class OneInstruction final {
public:
  OneInstruction() : main_(1 << 13), core(0, params_, hazards_, kernel_) {
    for (Op& op : main_)
      op.fn = leave_slow;
  }

  // Executes it from its decoded form.
  Flow execute(const mev2::Instruction& i) { return core.execute(i); }
  // Executes its handler. Returns the next op: ops[1] follows it, ops[2] is the target of a branch.
  // Empty without a handler.
  std::optional<const Op*> handle(const mev2::Instruction& i) {
    ops = {};
    ops[1].fn = ops[2].fn = leave_slow;
    if (!select_handler(i, ops[0])) return std::nullopt;
    if (mev2::info(i.opcode).is_branch) {
      ops[0].target = &ops[2];
      ops[0].lost = 2;
    }
    MeState& s = core.state();
    frame = {};
    frame.regs = s.regs.data();
    frame.outstanding = s.outstanding.data();
    frame.local_memory = s.local_memory.data();
    frame.core = &core;
    frame.main = main_.data();
    ops[0].fn(ops.data(), &frame, 10, s.regs.data() + core.ctx16(), s.prev_a, s.prev_b,
              s.prev_result, s.flags.wide, s.flags.v);
    return frame.op;
  }
  const Op* main() const { return main_.data(); }
  size_t hazards() const { return hazards_.seen.size(); }

  template <class R> void randomise(R& random) {
    const auto word = [&]() -> uint32_t { // often small, often near a power of two
      const auto w = static_cast<uint32_t>(random() * 2654435761u);
      const auto kind = static_cast<uint32_t>(random() % 8);
      return kind < 4 ? w : kind < 6 ? w >> w % 32 : (1u << w % 32) - kind % 2;
    };
    MeState& s = core.state();
    s = {};
    for (unsigned r = 0; r < kSink; ++r)
      s.regs[r] = word();
    for (uint32_t& w : s.local_memory)
      w = word();
    for (unsigned c = 0; c < 256; ++c)
      for (unsigned ctx = 0; ctx < kContexts; ++ctx)
        s.regs[constant_index(c) + 16 * ctx] = c;
    s.running = kContext;
    s.ctx[kContext].lm = {static_cast<uint16_t>(random() % 624),
                          static_cast<uint16_t>(random() % 624)};
    s.prev_a = word(), s.prev_b = word(), s.prev_result = word();
    s.flags = {uint64_t{word()} | uint64_t{random() % 2} << 32, word()};
    s.byte_index = random() % 4;
    s.product = uint64_t{word()} << 32 | word();
    s.crc_remainder = word();
    for (unsigned e = 0; e < 16; ++e)
      s.cam[e] = {tag(e), static_cast<uint8_t>(15 - e)};
    s.cam_lru = 0xfedcba9876043215; // 5 is the oldest
  }

private:
  Params params_;
  test::HazardList hazards_;
  EventKernel kernel_;
  std::vector<Op> main_;

public: // the core after its constructor's arguments
  WithoutEngine core;
  std::array<Op, 3> ops;
  Frame frame;
};

// The storage of an operand, by its text.
uint32_t& storage(MeState& s, const std::string& name, bool destination) {
  const auto number = [&](size_t from) { return std::stoul(name.substr(from)); };
  if (name[0] == '*') {
    const unsigned pointer = s.ctx[kContext].lm[name[8] == '1'];
    return s.local_memory[name[9] == '[' ? pointer | number(10) : pointer];
  }
  if (name[0] == '@') return s.regs[(name[1] == 'a' ? kGprA : kGprB) + number(2)];
  if (name.starts_with("$$"))
    return s.regs[(destination ? kDOut : kDIn) + 16 * kContext + number(2)];
  if (name[0] == '$') return s.regs[(destination ? kSOut : kSIn) + 16 * kContext + number(1)];
  return s.regs[(name[0] == 'a' ? kGprA : kGprB) + 16 * kContext + number(1)];
}
uint32_t source(MeState& s, const std::string& name) {
  return name.starts_with("0x") ? static_cast<uint32_t>(std::stoul(name, nullptr, 16))
         : name == "--"         ? 0
                                : storage(s, name, false);
}
// A pointer moves once an instruction, in the direction of the first operand that moves it.
void move_pointers(MeState& s, const std::vector<std::string>& operands) {
  for (const char x : {'0', '1'})
    for (const std::string& o : operands)
      if (o.starts_with(std::string("*l$index") + x) && (o.ends_with("++") || o.ends_with("--"))) {
        s.ctx[kContext].lm[x - '0'] += o.ends_with("++") ? 1 : -1;
        s.ctx[kContext].lm[x - '0'] &= 1023;
        break;
      }
}

struct Operands {
  std::string left, right, to;
  // Those that the text has.
  std::vector<std::string> of(const std::string& text) const {
    std::vector<std::string> all;
    if (text.find("L") != std::string::npos) all.push_back(left);
    if (text.find("R") != std::string::npos) all.push_back(right);
    if (text.find("D") != std::string::npos) all.push_back(to);
    return all;
  }
};
mev2::Instruction parsed(const std::string& text) {
  std::string why;
  const auto i = mev2::parse(text, mev2::ContextMode::Eight, &why);
  INFO(text << ": " << why);
  REQUIRE(i);
  return *i;
}
// Engines take every operand everywhere, although words do not have room for it.
mev2::Instruction instruction(std::string text, const Operands& o) {
  const auto replace = [&](char place, const std::string& name) {
    for (size_t at = 1; at < text.size(); ++at)
      if (text[at] == place && (text[at - 1] == '[' || text[at - 1] == ' ') &&
          (text[at + 1] == ',' || text[at + 1] == ']')) {
        text.replace(at, 1, name);
        return true;
      }
    return false;
  };
  const bool left = replace('L', "a1"), right = replace('R', "b1"), to = replace('D', "a2");
  mev2::Instruction i = parsed(text);
  if (left) i.left = parsed("alu[--, " + o.left + ", B, b0]").left;
  if (right) i.right = parsed("alu[--, --, B, " + o.right + "]").right;
  if (to) i.dst = parsed("alu[" + o.to + ", --, B, b0]").dst;
  return i;
}

// The model's state after the case, computed from the state before.
MeState expected(const MeState& before, const Case& c, const Operands& o) {
  MeState s = before;
  const bool writes = c.text.find("D") != std::string::npos;
  const In in{source(s, o.left), source(s, o.right), source(s, o.to), s.prev_a, s.prev_b,
              s.prev_result,     cc(s.flags),        s.byte_index,    s.product};
  const Out out = c.model(in);
  if (out.pa) s.prev_a = *out.pa;
  if (out.pb) s.prev_b = *out.pb;
  if (out.result) s.prev_result = *out.result;
  if (out.result && writes && o.to != "--") storage(s, o.to, true) = *out.result;
  if (out.flags) {
    s.flags.wide = (out.flags->z   ? 0
                    : out.flags->n ? 0x80000000
                                   : 1) |
                   uint64_t{out.flags->c} << 32;
    s.flags.v = out.flags->v ? 0x80000000 : 0;
  }
  if (out.product) s.product = *out.product;
  move_pointers(s, o.of(c.text));
  return s;
}

bool same_registers(const MeState& a, const MeState& b) { // but for the sink
  return std::equal(a.regs.begin(), a.regs.begin() + kSink, b.regs.begin()) &&
         a.local_memory == b.local_memory && a.ctx[kContext].lm == b.ctx[kContext].lm;
}
void require_same(const MeState& is, const MeState& want) {
  REQUIRE(same_registers(is, want));
  REQUIRE(is.prev_a == want.prev_a);
  REQUIRE(is.prev_b == want.prev_b);
  REQUIRE(is.prev_result == want.prev_result);
  REQUIRE(cc(is.flags) == cc(want.flags));
  REQUIRE(is.product == want.product);
}

template <class R> Operands random_operands(R& random) {
  return {kLeft[random() % kLeft.size()], kRight[random() % kRight.size()],
          kTo[random() % kTo.size()]};
}

} // namespace

TEST_CASE("what computes does what its model says, from the decoded form and by its handler") {
  std::minstd_rand random(1);
  OneInstruction one;
  std::set<mev2::Opcode> known, without_handler;
  for (const Case& c : cases())
    for (unsigned n = 0; n < 200; ++n) {
      const Operands o = random_operands(random);
      const mev2::Instruction i = instruction(c.text, o);
      INFO(c.text << " with " << o.left << ", " << o.right << ", " << o.to);
      known.insert(i.opcode);
      one.randomise(random);
      const MeState before = one.core.state();
      const MeState want = expected(before, c, o);
      REQUIRE(one.execute(i).kind == Flow::Kind::Next);
      require_same(one.core.state(), want);
      REQUIRE(one.core.state().instructions == 1);
      one.core.state() = before;
      const auto at = one.handle(i);
      if (!at) {
        without_handler.insert(i.opcode);
        continue;
      }
      REQUIRE(*at == &one.ops[1]);
      require_same(one.core.state(), want);
    }
  for (unsigned n = 0; n < mev2::kOpcodes; ++n) {
    const auto op = static_cast<mev2::Opcode>(n);
    INFO(mev2::info(op).name);
    CHECK(known.contains(op) == computes(op));
  }
  using enum mev2::Opcode;
  CHECK(without_handler == std::set{CRC, CAM_LOOKUP, CAM_WRITE, CAM_WRITE_STATE});
  CHECK(one.hazards() == 0);
}

TEST_CASE("immed behind a local_csr_rd receives the CSR, other instructions forget it") {
  std::minstd_rand random(2);
  OneInstruction one;
  for (const std::string text : {"immed[D, 0x1234]", "immed_w0[D, 0x1234]", "alu[D, L, +, R]"}) {
    one.randomise(random);
    MeState& s = one.core.state();
    s.csr_read = true;
    s.csr_value = 0xabcd5678;
    const uint32_t old = s.regs[kGprB + 16 * kContext + 2];
    (void)one.execute(instruction(text, {"0x1", "0x2", "b2"}));
    const uint32_t is = s.regs[kGprB + 16 * kContext + 2];
    CHECK(is == (text[5] == '[' ? 0xabcd5678 : text[0] == 'i' ? (old >> 16 << 16 | 0x1234) : 3));
    CHECK_FALSE(s.csr_read);
  }
}

TEST_CASE("filler of B is the next amount") {
  std::minstd_rand random(3);
  OneInstruction one;
  for (const char* op : {"B", "~B"})
    for (const char* shape : {"alu[--, --, {}, {}]", "alu_shf[--, --, {}, {}]"})
      for (const char* right : {"a1", "b1", "$1"}) {
        one.randomise(random);
        const MeState before = one.core.state();
        const bool in_a = right[0] == 'a', wide = shape[3] == '[';
        const uint32_t want =
            in_a && wide ? 0 : before.regs[(in_a ? kGprB : kGprA) + 16 * kContext];
        const mev2::Instruction i = instruction(fmt::format(fmt::runtime(shape), op, right), {});
        (void)one.execute(i);
        CHECK(one.core.state().prev_a == want);
        one.core.state() = before;
        REQUIRE(one.handle(i));
        CHECK(one.core.state().prev_a == want);
      }
}

TEST_CASE("frozen condition codes stay") {
  std::minstd_rand random(4);
  OneInstruction one;
  for (const Case& c : cases()) {
    one.randomise(random);
    one.core.state().cc_enable = 0;
    const Cc before = cc(one.core.state().flags);
    (void)one.execute(instruction(c.text, {"a1", "b1", "b2"}));
    CHECK(cc(one.core.state().flags) == before);
  }
}

TEST_CASE("a handler that finds an operand missing leaves everything as it was") {
  std::minstd_rand random(5);
  OneInstruction one;
  for (const Case& c : cases())
    for (unsigned n = 0; n < 60; ++n) {
      const Operands o = random_operands(random);
      const mev2::Instruction i = instruction(c.text, o);
      one.randomise(random);
      MeState& s = one.core.state();
      bool leaves = false;
      if (n % 2)
        s.ctx[kContext].lm = {640, 700};
      else
        s.outstanding[kSIn + 16 * kContext + 2] = s.outstanding[kDIn + 16 * kContext + 3] =
            s.outstanding[kSOut + 16 * kContext + 4] = s.outstanding[kSIn + 16 * kContext + 4] = 1;
      std::vector<std::string> operands = o.of(c.text);
      for (const std::string& name : operands)
        leaves |= name[0] == (n % 2 ? '*' : '$');
      const MeState before = s;
      const auto at = one.handle(i);
      if (!at) continue;
      INFO(c.text << " with " << o.left << ", " << o.right << ", " << o.to);
      REQUIRE((*at == one.ops.data()) == leaves);
      REQUIRE(one.frame.slow);
      if (leaves) require_same(s, before);
    }
}

namespace {
struct BranchCase {
  std::string text;
  std::function<bool(const In&)> taken;
  unsigned penalty = 3;
};
const std::vector<BranchCase>& branches() {
  static const std::vector<BranchCase> all{
      {"br[l77#]", [](const In&) { return true; }, 2},
      {"br=ctx[3, l77#]", [](const In&) { return true; }, 2},
      {"br=ctx[4, l77#]", [](const In&) { return false; }, 2},
      {"br!=ctx[3, l77#]", [](const In&) { return false; }, 2},
      {"br!=ctx[2, l77#]", [](const In&) { return true; }, 2},
      {"beq[l77#]", [](const In& x) { return x.flags.z; }},
      {"bne[l77#]", [](const In& x) { return !x.flags.z; }},
      {"bmi[l77#]", [](const In& x) { return x.flags.n; }},
      {"bpl[l77#]", [](const In& x) { return !x.flags.n; }},
      {"bcs[l77#]", [](const In& x) { return x.flags.c; }},
      {"bcc[l77#]", [](const In& x) { return !x.flags.c; }},
      {"bvs[l77#]", [](const In& x) { return x.flags.v; }},
      {"bvc[l77#]", [](const In& x) { return !x.flags.v; }},
      {"bge[l77#]", [](const In& x) { return x.flags.n == x.flags.v; }},
      {"blt[l77#]", [](const In& x) { return x.flags.n != x.flags.v; }},
      {"ble[l77#]", [](const In& x) { return x.flags.z || x.flags.n != x.flags.v; }},
      {"bgt[l77#]", [](const In& x) { return !x.flags.z && x.flags.n == x.flags.v; }},
      {"br=byte[L, 0, 0x85, l77#]", [](const In& x) { return x.a % 256 == 0x85; }},
      {"br=byte[L, 3, 0x1, l77#]", [](const In& x) { return x.a >> 24 == 1; }},
      {"br!=byte[L, 1, 0x0, l77#]", [](const In& x) { return (x.a >> 8 & 255) != 0; }},
      {"br!=byte[L, 2, 0xff, l77#]", [](const In& x) { return (x.a >> 16 & 255) != 255; }},
      {"br_bset[L, 0, l77#]", [](const In& x) { return x.a % 2 == 1; }},
      {"br_bset[L, 31, l77#]", [](const In& x) { return x.a >> 31 == 1; }},
      {"br_bclr[L, 9, l77#]", [](const In& x) { return (x.a & 512) == 0; }},
  };
  return all;
}
} // namespace

TEST_CASE("branches are taken as their model says, from the decoded form and by their handler") {
  std::minstd_rand random(6);
  OneInstruction one;
  unsigned taken = 0, not_taken = 0;
  for (const BranchCase& c : branches())
    for (unsigned n = 0; n < 400; ++n) {
      const Operands o{kLeft[random() % (kLeft.size() - 1)], "", ""};
      const mev2::Instruction i = instruction(c.text, o);
      INFO(c.text << " with " << o.left);
      one.randomise(random);
      MeState& s = one.core.state();
      if (n % 3 == 0) s.flags.wide &= uint64_t{1} << 32;
      if (n % 3 == 1) storage(s, o.left, false) = std::array{0x01ff0085u, 0x0100ff85u}[n % 2];
      const MeState before = s;
      MeState want = s;
      move_pointers(want, o.of(c.text));
      const bool jumps = c.taken({source(s, o.left), 0, 0, 0, 0, 0, cc(s.flags), 0, 0});
      ++(jumps ? taken : not_taken);
      const Flow flow = one.execute(i);
      REQUIRE(flow.kind == (jumps ? Flow::Kind::Jump : Flow::Kind::Next));
      REQUIRE(flow.target == 77);
      REQUIRE(flow.penalty == c.penalty);
      require_same(s, want);
      s = before;
      const auto at = one.handle(i);
      REQUIRE(at);
      REQUIRE(*at == &one.ops[jumps ? 2 : 1]);
      REQUIRE(one.frame.lost == (jumps ? 2 : 0));
      REQUIRE(one.frame.budget == (jumps ? 8 : 10));
      require_same(s, want);
    }
  CHECK(taken > 1000);
  CHECK(not_taken > 1000);
}

TEST_CASE("jump adds a register to its base and stays within 13 bits") {
  std::minstd_rand random(7);
  OneInstruction one;
  for (unsigned n = 0; n < 100; ++n) {
    const std::string left = kLeft[random() % (kLeft.size() - 1)];
    const mev2::Instruction i = instruction("jump[L, l4100#]", {left, "", ""});
    one.randomise(random);
    const MeState before = one.core.state();
    MeState want = before;
    const uint32_t to = (4100 + source(want, left)) % 8192;
    move_pointers(want, {left});
    const Flow flow = one.execute(i);
    REQUIRE(flow.kind == Flow::Kind::Jump);
    REQUIRE(flow.target == to);
    require_same(one.core.state(), want);
    one.core.state() = before;
    REQUIRE(one.handle(i) == one.main() + to);
    require_same(one.core.state(), want);
  }
}

TEST_CASE("branches on signals take the signal, whether they jump or not") {
  std::minstd_rand random(8);
  OneInstruction one;
  for (const bool set : {false, true})
    for (const std::string text : {"br_signal[s5, l77#]", "br_!signal[s5, l77#]"}) {
      one.randomise(random);
      uint16_t& signals = one.core.state().ctx[kContext].signals;
      signals = set ? 0x80a0 : 0x8080;
      const Flow flow = one.execute(instruction(text, {}));
      CHECK((flow.kind == Flow::Kind::Jump) == (set == (text[3] == 's')));
      CHECK(signals == 0x8080);
      CHECK(flow.penalty == 3);
    }
}

TEST_CASE("branches on input states, in either sense") {
  std::minstd_rand random(9);
  OneInstruction one;
  for (const unsigned words : {0u, 1u})
    for (const std::string text :
         {"br_inp_state[nn_empty, l77#]", "br_!inp_state[nn_empty, l77#]"}) {
      one.randomise(random);
      one.core.state().nn_put = words;
      const Flow flow = one.execute(instruction(text, {}));
      CHECK((flow.kind == Flow::Kind::Jump) == ((words == 0) == (text[3] == 'i')));
    }
}

TEST_CASE("remainders follow each other through the CRC unit") {
  std::minstd_rand random(10);
  OneInstruction one;
  one.randomise(random);
  MeState& s = one.core.state();
  const uint32_t before = s.crc_remainder;
  const mev2::Instruction i = instruction("crc_le[crc_ccitt, --, R]", {"", "0x12", ""});
  uint32_t want[2] = {};
  for (unsigned n = 0; n < 2; ++n) {
    one.core.set_cycle(100 + n);
    (void)one.execute(i);
    want[n] = crc(CrcType::Ccitt, n ? want[0] : before, 0x12, 0, true, false);
    CHECK(s.crc_remainder == want[n]);
  }
  CHECK(s.crc_steps[0].value == want[1]);
  CHECK(s.crc_steps[1].value == want[0]);
  CHECK(s.crc_steps[0].visible == s.crc_steps[1].visible + 1);
}

TEST_CASE(
    "cam_write takes entry, tag and state, cam_write_state leaves the tag, cam_clear nothing") {
  std::minstd_rand random(11);
  OneInstruction one;
  one.randomise(random);
  MeState& s = one.core.state();
  (void)one.execute(instruction("cam_write[R, L, 7]", {"0x55", "0x19", ""}));
  CHECK(s.cam[9].tag == 0x55);
  CHECK(s.cam[9].state == 7);
  (void)one.execute(instruction("cam_write_state[R, 13]", {"", "0x19", ""}));
  CHECK(s.cam[9].tag == 0x55);
  CHECK(s.cam[9].state == 13);
  REQUIRE(one.handle(instruction("cam_clear", {})));
  for (const CamEntry& e : s.cam)
    CHECK((e.tag == 0 && e.state == 0));
}
