// Registers and local memory as instructions name them and as units fill them, and the words still
// outstanding: counted by register, eight at a time. A command's registers are in one file and wrap
// round at its end.
#pragma once

#include "emu/me/contexts.h"

#include <algorithm>
#include <bitset>
#include <cstring>
#include <optional>
#include <vector>

namespace ixp::me {

namespace outstanding {

using Count = decltype(MeState::outstanding)::value_type;
using Eight [[gnu::vector_size(8 * sizeof(Count))]] = Count;

inline Eight load(const Count* from) {
  Eight eight;
  std::memcpy(&eight, from, sizeof eight);
  return eight;
}

// Ones for the first n registers, n = 1..8; later counters may belong to another file.
inline Eight ones(unsigned n) {
  static constexpr Count kCounts[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
  return load(kCounts + 8 - n);
}

// Calls change(eight counters, a one for each that applies) for registers first.. of a file.
template <class Change>
IXP_RARE [[gnu::noinline]] void for_many(Count* file, unsigned first, unsigned count,
                                         Change change) {
  while (count) {
    const unsigned together = std::min({count, kFile - first, 8u});
    Eight eight = load(file + first);
    change(eight, ones(together));
    std::memcpy(file + first, &eight, sizeof eight);
    count -= together;
    first = (first + together) % kFile;
  }
}
template <class Change>
[[gnu::always_inline]] inline void for_each(Count* file, unsigned first, unsigned count,
                                            Change change) {
  if (count == 0) return;
  if (count > 8 || first + count > kFile) return for_many(file, first, count, change);
  Eight eight = load(file + first);
  change(eight, ones(count));
  std::memcpy(file + first, &eight, sizeof eight);
}

} // namespace outstanding

class RegisterFile : public Contexts {
public:
  // Operands; pointers move once per instruction, after its result is written.
  uint32_t read(const mev2::Operand& o) {
    using enum mev2::OperandKind;
    if (o.kind == Gpr && !check_)
      return s_.regs[(o.bank == mev2::Bank::A ? kGprA : kGprB) + (ctx16() + o.number) % kFile];
    return o.kind == Const ? o.number : read_other(o);
  }
  void write(const mev2::Operand& o, uint32_t value);
  void post_modify(const mev2::Instruction& i) {
    constexpr auto kKeep = mev2::Step::Keep;
    if (i.left.step != kKeep || i.right.step != kKeep || i.dst.step != kKeep) move_pointers(i);
  }
  bool touches_outstanding(const mev2::Operand& o, bool destination) const;
  // A global pointer has one copy, which every context names.
  uint16_t& lm_pointer(unsigned x, unsigned ctx) {
    if (s_.ctx_enables & (x ? csr::kLm1Global : csr::kLm0Global)) return s_.lm_global[x];
    return s_.ctx[ctx].lm[x];
  }
  uint16_t& lm_pointer(unsigned x) { return lm_pointer(x, static_cast<unsigned>(s_.running)); }

  // Words are pushed to the registers of one file, which wrap round; or pulled.
  void arrive(unsigned file, unsigned first, unsigned count, const uint32_t* words);
  void leave(unsigned file, unsigned first, unsigned count, uint32_t* words);

  // Values from outside the program.
  void initialise(unsigned number, uint32_t value); // of a register
  uint32_t local_memory(unsigned word) const final { return s_.local_memory.at(word); }
  void set_local_memory(unsigned word, uint32_t value) final;
  bool check() const { return check_; } // --uninitialised

  std::vector<uint32_t> neighbour_words() const final;
  bool nn_self() const { return s_.ctx_enables & csr::kNnSelf; }

protected:
  RegisterFile(unsigned index, const Params& params, HazardSink& hazards, Kernel& kernel);

  // The registers wait for one word more each, the largest counter wraps to 0; or for one word
  // less, but not below 0.
  void await_words(unsigned file, unsigned first, unsigned count) {
    using outstanding::Eight;
    outstanding::for_each(&s_.outstanding[file], first, count,
                          [](Eight& eight, const Eight& one) { eight += one; });
  }
  void count_words(unsigned file, unsigned first, unsigned count) {
    using outstanding::Eight;
    outstanding::for_each(&s_.outstanding[file], first, count,
                          [](Eight& eight, const Eight& one) { eight -= Eight(eight != 0) & one; });
  }

  IXP_RARE void nn_catch_up(Tick now);
  unsigned nn_entries() const { return (s_.nn_put - s_.nn_get) & 127u; }
  bool nn_empty() const { return nn_entries() <= (s_.ctx_enables >> 18 & 3); }
  bool nn_full();

private:
  uint32_t read_other(const mev2::Operand& o);
  void move_pointers(const mev2::Instruction& i);
  uint32_t read_register(unsigned i);
  void write_register(unsigned i, uint32_t value);
  std::optional<unsigned> local_word(const mev2::Operand& o);
  void nn_write(bool ring, unsigned reg, uint32_t value);
  void nn_wrapped(const NnWrite& w);
  void tell_neighbour(RingAction action, unsigned receiver, uint32_t word);

  const bool check_;
  std::bitset<kConst> initialised_;
  std::bitset<kLocalMemoryDecoded> lm_initialised_;
};

[[gnu::always_inline]] inline void RegisterFile::arrive(unsigned file, unsigned first,
                                                        unsigned count, const uint32_t* words) {
  count_words(file, first, count);
  uint32_t* const to = &s_.regs[file];
  if (first + count <= kFile) [[likely]] {
#ifdef __clang__ // usually a word or two
#pragma clang loop vectorize(disable) unroll(disable)
#endif
    for (unsigned i = 0; i < count; ++i)
      to[first + i] = words[i];
  } else {
    for (unsigned i = 0; i < count; ++i)
      to[(first + i) % kFile] = words[i];
  }
  if (check_) [[unlikely]]
    for (unsigned i = 0; i < count; ++i)
      initialised_.set(file + (first + i) % kFile);
}

[[gnu::always_inline]] inline void RegisterFile::leave(unsigned file, unsigned first,
                                                       unsigned count, uint32_t* words) {
  count_words(file, first, count);
  for (unsigned i = 0; i < count; ++i)
    words[i] = s_.regs[file + (first + i) % kFile];
}

} // namespace ixp::me
