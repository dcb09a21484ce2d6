#include "emu/me/poll_loop.h"

#include "emu/me/execute.h"

#include <algorithm>

namespace ixp::me {

bool PollLoop::follow(const Core& core, const Predecoded& program, unsigned ctx,
                      const Completion& c) {
  const Context& context = core.s.ctx[ctx];
  if (store_version_ == core.store_version && patience_ > 0) {
    --patience_;
    return false;
  }
  known_ = false;
  store_version_ = core.store_version;
  patience_ = kPatience;
  const unsigned first = c.to.first % kFile;
  if (!program.current(core) || c.pushes > kMostWords || first + c.pushes > kFile ||
      c.to.me != core.index || context.pc == 0)
    return false;
  const auto at = static_cast<uint16_t>(context.pc - 1);
  const CommandWord* const w = program.command_at(at);
  if (!w || w->flow.kind != Flow::Kind::Swap || w->flow.defer || w->indirect || w->sends_result ||
      w->pulled || w->pushed != c.pushes || (16 * ctx + w->xfer) % kFile != c.to.first)
    return false;
  begin(ctx, {c.to, c.foretold, c.pushes});
  ClockValue left, right;
  if (!go(core, program, context.pc, at) || depends_on_clock() || !read(core, w->left, left) ||
      !read(core, w->right, right))
    return false;
  // A register that an iteration only writes holds the value from the second one on.
  resume_ = context.pc;
  wakeup_ = w->wakeup;
  to_ = c.to;
  pushes_ = c.pushes;
  std::copy_n(c.foretold, pushes_, words_seen_.begin());
  command_ = w->command;
  command_.ctx = static_cast<uint8_t>(ctx);
  command_.xfer = static_cast<uint8_t>((16 * ctx + w->xfer) % kFile);
  command_.address += left.value + right.value;
  command_.pc = at;
  to_issue_ = static_cast<unsigned>(instructions_ + lost_);
  in_all_ = static_cast<unsigned>(instructions_) + 1;
  cycles_ = to_issue_ + 1 + w->flow.penalty;
  known_ = true;
  patience_ = 1; // what an iteration leaves in registers may come first
  return goes_that_way(core, ctx, c);
}

} // namespace ixp::me
