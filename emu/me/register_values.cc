#include "emu/me/register_values.h"

#include "emu/me/bodies.h"
#include "emu/me/execute.h"
#include "isa/control_store.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <set>
#include <utility>

namespace ixp::me {

using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

bool ValueSet::add(uint32_t value) {
  if (any_) return false;
  const auto at = std::ranges::lower_bound(values_, value);
  if (at != values_.end() && *at == value) return false;
  if (values_.size() == kMost)
    *this = any();
  else
    values_.insert(at, value);
  return true;
}

bool ValueSet::add(const ValueSet& other) {
  if (any_) return false;
  if (other.any_) {
    *this = other;
    return true;
  }
  bool changed = false;
  for (const uint32_t value : other.values_)
    changed |= add(value);
  return changed;
}

// Applies f to every pair.
template <class F> static ValueSet combine(const ValueSet& a, const ValueSet& b, const F& f) {
  if (a.is_any() || b.is_any()) return ValueSet::any();
  ValueSet out;
  for (const uint32_t x : a.values())
    for (const uint32_t y : b.values())
      out.add(f(x, y));
  return out;
}

static ValueSet operator+(const ValueSet& a, const ValueSet& b) {
  return combine(a, b, std::plus());
}
static ValueSet operator|(const ValueSet& a, const ValueSet& b) {
  return combine(a, b, std::bit_or());
}
static ValueSet operator^(const ValueSet& a, const ValueSet& b) {
  return combine(a, b, std::bit_xor());
}
static ValueSet operator~(const ValueSet& a) {
  return a ^ ~uint32_t{0};
}
static ValueSet operator<<(const ValueSet& a, const ValueSet& n) {
  return combine(a, n, [](auto x, auto by) { return x << by; });
}
static ValueSet rotr(const ValueSet& a, int n) {
  return combine(a, 0, [n](auto x, auto) { return std::rotr(x, n); });
}

// x & mask for any x.
static ValueSet submasks(uint32_t mask) {
  ValueSet out;
  uint32_t sub = 0;
  do {
    out.add(sub);
    sub = (sub - mask) & mask;
  } while (sub && !out.is_any());
  return out;
}
static ValueSet operator&(const ValueSet& a, const ValueSet& b) {
  if (a.is_any() == b.is_any()) return combine(a, b, std::bit_and());
  ValueSet out;
  for (const uint32_t mask : (a.is_any() ? b : a).values())
    out.add(submasks(mask));
  return out;
}
static ValueSet operator>>(const ValueSet& a, const ValueSet& n) {
  if (a.is_any() && n.values().size() == 1) return submasks(~uint32_t{0} >> n.values()[0]);
  return combine(a, n, [](auto x, auto by) { return x >> by; });
}

namespace {
// Condition codes are not followed.
struct SetFlags {
  ValueSet sum;
  const ValueSet& result() const { return sum; }
  ValueSet c() const { return ValueSet::any(); }
};
} // namespace
static SetFlags logical(const ValueSet& r) {
  return {r};
}
static SetFlags add(const ValueSet& a, const ValueSet& b, const ValueSet& carry = 0) {
  return {a + b + carry};
}

namespace {

constexpr unsigned kBank = 32; // relative registers of a bank, in four-context mode
constexpr size_t kMostWays = 64;

// Return addresses of subroutines: paths to an instruction with different ones are analysed
// separately, so that one caller's facts are not lost by merging with another's.
using Way = std::vector<std::optional<uint32_t>>;

// Facts at the start of an instruction.
struct State {
  std::array<ValueSet, 2 * kBank> registers;
  // The instruction before may have been a local_csr_rd, whose value immed takes.
  bool csr_read = false;

  // Merges the facts of another path. False if nothing changes.
  bool merge(const State& other);
};

bool State::merge(const State& other) {
  bool changed = other.csr_read && !csr_read;
  csr_read |= other.csr_read;
  for (size_t r = 0; r < registers.size(); ++r)
    changed |= registers[r].add(other.registers[r]);
  return changed;
}

class Program {
public:
  Program(const mecc::Image& image, const std::vector<KnownRegister>& at_start)
      : eight_(image.mode == mev2::ContextMode::Eight), states_(image.words.size()) {
    for (const uint64_t word : image.words)
      instructions_.push_back(mev2::decode(word, image.mode));
    find_shared();
    reach(image.entry, first(at_start));
  }

  std::map<uint32_t, ValueSet> run() {
    while (!pending_.empty()) {
      const auto [at, way] = *pending_.begin();
      pending_.erase(pending_.begin());
      follow(at, states_[at].at(way));
    }
    return addresses_;
  }

private:
  // Interactions of contexts. An absolute register may overlap any context's registers, as its
  // number does not tell. A local_csr_rd in the last slot of a context swap gives its value to the
  // first immed of the next context.
  void find_shared() {
    for (size_t at = 0; at < instructions_.size(); ++at) {
      if (!instructions_[at]) continue;
      const Instruction& i = *instructions_[at];
      if (mev2::info(i.opcode).writes_dst && i.dst.kind == OperandKind::AbsGpr)
        shared_.insert(number(i.dst));
      if (i.opcode == Opcode::JUMP && i.left.kind == OperandKind::Gpr)
        links_.insert(number(i.left));
      const unsigned slots = slots_of_swap(i);
      if (slots && at + slots < instructions_.size() && instructions_[at + slots])
        reads_csr_for_others_ |= instructions_[at + slots]->opcode == Opcode::LOCAL_CSR_RD;
    }
  }

  static unsigned slots_of_swap(const Instruction& i) {
    if (i.opcode == Opcode::CTX_ARB) return i.defer;
    return i.completion == mev2::Completion::NoSwap ? 0 : static_cast<unsigned>(i.completion);
  }

  unsigned number(const Operand& o) const {
    return (o.bank == mev2::Bank::B ? kBank : 0) + o.number % (eight_ ? kBank / 2 : kBank);
  }

  State first(const std::vector<KnownRegister>& at_start) const {
    State state;
    state.registers.fill(ValueSet::any());
    state.csr_read = reads_csr_for_others_;
    for (const KnownRegister& r : at_start)
      state.registers[number(r.where)] = r.where.kind == OperandKind::Gpr && r.in_every_context
                                             ? ValueSet(r.value)
                                             : ValueSet::any();
    return state;
  }

  // Values of registers used by jumps, if each has exactly one.
  Way way_of(const State& state) const {
    Way way;
    for (const unsigned r : links_) {
      const ValueSet& v = state.registers[r];
      way.push_back(v.values().size() == 1 ? std::optional(v.values()[0]) : std::nullopt);
    }
    return way;
  }

  // Adds a state in which control can reach `at`.
  void reach(uint32_t at, const State& state) {
    if (at >= states_.size()) return; // an overrun, which stops the run
    auto& states = states_[at];
    Way way = way_of(state);
    if (states.size() >= kMostWays && !states.contains(way)) way.assign(links_.size(), {});
    const auto [known, fresh] = states.try_emplace(way, state);
    if (fresh || known->second.merge(state)) pending_.emplace(at, way);
  }

  // Propagates to the successors of an instruction.
  void follow(uint32_t at, State state) {
    if (!instructions_[at]) return; // undefined: stops the run
    const Instruction& i = *instructions_[at];
    const bool swaps_to = i.opcode == Opcode::CTX_ARB && i.has_target;
    const bool always = i.opcode == Opcode::BR || i.opcode == Opcode::JUMP || swaps_to;
    const ValueSet jump = i.opcode == Opcode::JUMP ? value(state, i.left) : ValueSet(0);
    execute(at, state);
    if (i.opcode == Opcode::LOCAL_CSR_WR && i.csr == csr::IndirectCtxSts)
      reach_all(first({})); // a context may continue elsewhere
    if (!always) reach(at + 1, state);
    if (!mev2::info(i.opcode).is_branch && !swaps_to) return;
    for (uint32_t slot = at + 1; slot <= at + i.defer && slot < states_.size(); ++slot)
      execute(slot, state);
    if (jump.is_any()) reach_all(state);
    for (const uint32_t v : jump.values())
      reach((i.target + v) % mev2::kMaxControlStoreWords, state);
  }

  void reach_all(const State& state) {
    if (everywhere_ && !everywhere_->merge(state)) return;
    if (!everywhere_) everywhere_ = state;
    for (uint32_t at = 0; at < states_.size(); ++at)
      reach(at, *everywhere_);
  }

  struct Access : Fields {
    using Value = ValueSet;
    const Program& program;
    State& state;
    ValueSet pa, pb, pr; // not followed

    ValueSet a() const { return program.value(state, i.left); }
    ValueSet b() const { return program.value(state, i.right); }
    ValueSet old() const { return program.value(state, i.dst); }
    void write(const ValueSet& value) const {
      if (i.dst.kind == OperandKind::Gpr) state.registers[program.number(i.dst)] = value;
    }
    SetFlags flags() const { return {}; }
    void set_flags(const SetFlags&) const {}
    ValueSet shifted(const ValueSet& b) const {
      return me::shifted(i.shift, i.shift_amount, b, ValueSet::any());
    }
    ValueSet loaded() const { return state.csr_read ? ValueSet::any() : immediate(); }
  };

  // Applies an instruction to the state.
  void execute(uint32_t at, State& state) {
    if (!instructions_[at]) return;
    const Instruction& i = *instructions_[at];
    const mev2::OpcodeInfo& info = mev2::info(i.opcode);
    if (info.is_command) addresses_[at].add(value(state, i.left) + value(state, i.right));
    Access access{{i}, *this, state, {}, {}, {}};
    if (const auto function = kFunctions<Access>[i.opcode])
      function(access);
    else if (info.writes_dst)
      access.write(ValueSet::any());
    state.csr_read = i.opcode == Opcode::LOCAL_CSR_RD || reads_csr_for_others_;
  }

  ValueSet value(const State& state, const Operand& o) const {
    if (o.kind == OperandKind::Const) return o.number;
    if (o.kind != OperandKind::Gpr || shared_.contains(number(o))) return ValueSet::any();
    return state.registers[number(o)];
  }

  bool eight_;
  std::vector<std::optional<Instruction>> instructions_;
  bool reads_csr_for_others_ = false;
  std::set<unsigned> shared_; // register numbers
  std::set<unsigned> links_;  // registers that jumps use
  std::vector<std::map<Way, State>> states_;
  std::optional<State> everywhere_; // at jumps that may lead to any instruction
  std::set<std::pair<uint32_t, Way>> pending_;
  std::map<uint32_t, ValueSet> addresses_;
};

} // namespace

std::map<uint32_t, ValueSet> command_addresses(const mecc::Image& image,
                                               const std::vector<KnownRegister>& at_start) {
  return Program(image, at_start).run();
}

} // namespace ixp::me
