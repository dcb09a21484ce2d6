// Whether a program uses the result of a command: the status of a put into an SRAM ring, which says
// whether the ring had room. True if the words of the control store may read the first register
// that the command delivers to, before another command delivers there. Every direction of a branch
// counts; a jump to a computed address may lead to any word.
#include "emu/me/core.h"

#include <optional>
#include <utility>
#include <vector>

namespace ixp::me {

using mev2::Instruction;
using mev2::Opcode;
using mev2::Operand;
using mev2::OperandKind;

namespace {

class Search {
public:
  Search(std::span<const uint64_t> store, mev2::ContextMode mode, const Command& c)
      : store_(store), mode_(mode),
        kind_(c.file == XferFile::S ? OperandKind::SXfer : OperandKind::DXfer),
        index_(c.file == XferFile::S ? OperandKind::SIndex : OperandKind::DIndex),
        number_((c.xfer - 16u * c.ctx) % kFile), seen_(store.size()) {
    reach(c.pc + 1u);
  }

  bool run() {
    while (!pending_.empty()) {
      const unsigned at = pending_.back();
      pending_.pop_back();
      const std::optional<Instruction> i = mev2::decode(store_[at], mode_);
      if (!i) continue; // stops the run
      if (reads(i->left) || reads(i->right)) return true;
      if (!delivers(*i)) follow(at, *i);
    }
    return false;
  }

private:
  void reach(unsigned at) {
    if (at >= store_.size() || seen_[at]) return;
    seen_[at] = true;
    pending_.push_back(at);
  }
  bool reads(const Operand& o) const {
    return o.kind == index_ || (o.kind == kind_ && o.number == number_);
  }
  bool delivers(const Instruction& i) const {
    const unsigned words = mev2::info(i.opcode).pushed(i.count);
    return words && !i.indirect_ref && i.xfer.kind == kind_ &&
           (number_ - i.xfer.number) % kFile < words;
  }
  void follow(unsigned at, const Instruction& i) {
    const bool swaps_to = i.opcode == Opcode::CTX_ARB && i.has_target;
    if (i.opcode == Opcode::JUMP)
      for (unsigned to = 0; to < store_.size(); ++to)
        reach(to);
    if (mev2::info(i.opcode).is_branch || swaps_to) reach(i.target);
    const bool kill =
        i.opcode == Opcode::CTX_ARB && i.any && !i.signals && !i.bpt && !i.keep_wakeup;
    const bool leaves = i.opcode == Opcode::BR || swaps_to || kill;
    if (!leaves || i.defer) reach(at + 1);
  }

  std::span<const uint64_t> store_;
  const mev2::ContextMode mode_;
  const OperandKind kind_, index_;
  const unsigned number_; // relative
  std::vector<bool> seen_;
  std::vector<unsigned> pending_;
};

} // namespace

static bool search(std::span<const uint64_t> store, mev2::ContextMode mode, const Command& c) {
  if (c.data_me != c.me || c.has_override) return true;
  return Search(store, mode, c).run();
}

bool Core::may_read_result(const Command& c) {
  if (std::exchange(result_reads_version_, store_version()) != store_version())
    result_reads_.clear();
  const auto [known, fresh] = result_reads_.try_emplace(c.pc);
  if (fresh) known->second = search(store(), mode(), c);
  return known->second;
}

} // namespace ixp::me
