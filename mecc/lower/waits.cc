// Finds transfer registers that are read before their data have arrived: after a command with
// sig_done that fills them and before a wait for its signal. On every path this is an error, on
// some paths a warning. A register written on every path before a command has fetched it is a
// warning, since the command may be done.
#include "base/dataflow.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Operator.h>

using namespace llvm;

namespace mecc::lower {

namespace {

// Longwords [first, end) of a transfer object.
struct Words {
  Value* object = nullptr;
  uint64_t first = 0, end = UINT64_MAX;

  bool overlaps(const Words& w) const {
    return object == w.object && first < w.end && w.first < end;
  }
};

struct Command { // moves registers and raises a signal later
  const CallInst* call;
  bool fills, fetches; // the status of a put is not tracked
  Words words;
  Value* signal;
};

// Commands that may be, and that must be, in flight.
struct State {
  SmallPtrSet<const CallInst*, 4> may, must;
  bool reached = false;

  bool merge(const State& from) { // true if changed
    if (!reached) {
      *this = from;
      return reached = true;
    }
    bool changed = false;
    for (const CallInst* c : from.may)
      changed |= may.insert(c).second;
    SmallVector<const CallInst*, 4> gone;
    for (const CallInst* c : must)
      if (!from.must.contains(c)) gone.push_back(c);
    for (const CallInst* c : gone)
      must.erase(c);
    return changed || !gone.empty();
  }
};

class Analysis {
public:
  Analysis(Job& job, Function& f) : job_(job), function_(f) {}

  void run() {
    for (Instruction& i : instructions(function_))
      if (auto* call = dyn_cast<CallInst>(&i)) collect(*call);
    if (commands_.empty()) return;
    states_[&function_.getEntryBlock()].reached = true;
    const ReversePostOrderTraversal<Function*> order(&function_);
    ixp::solve_forward(order, states_, [&](BasicBlock* block, State s, auto reach) {
      walk(*block, s, /*report=*/false);
      for (BasicBlock* next : successors(block))
        reach(next, s);
    });
    for (BasicBlock* block : order) {
      State s = states_[block];
      walk(*block, s, /*report=*/true);
    }
  }

private:
  Words words_at(Value* pointer, uint64_t count) const {
    Words w{object_of(pointer)};
    if (!w.object) return w;
    APInt offset(32, 0);
    const Value* base =
        pointer->stripAndAccumulateConstantOffsets(job_.module.getDataLayout(), offset,
                                                   /*AllowNonInbounds=*/true);
    if (base != w.object) return w;
    w.first = offset.getZExtValue() / 4;
    w.end = w.first + count;
    return w;
  }

  void collect(CallInst& call) {
    const StringRef primitive = primitive_of(call);
    const std::optional<CommandArguments> a = command_arguments(primitive);
    const mev2::OpcodeInfo* info = command_of(primitive);
    if (!a || !info) return;
    const auto argument = [&](int n) { return call.getArgOperand(static_cast<unsigned>(n)); };
    const auto* sync = dyn_cast<ConstantInt>(argument(a->sync));
    const auto* count = dyn_cast<ConstantInt>(argument(a->count));
    if (!sync || sync->getZExtValue() != static_cast<uint64_t>(Sync::SigDone)) return;
    Value *object = object_of(argument(a->transfer)), *signal = object_of(argument(a->signal));
    if (!object || !isa<AllocaInst>(object) || !signal) return;
    const uint64_t words =
        count ? info->longwords * std::max<uint64_t>(1, count->getZExtValue()) : UINT64_MAX;
    commands_[&call] = {&call, info->pushes && info->status_longwords == 0, info->pulls,
                        words_at(argument(a->transfer), words), signal};
  }

  void finish(State& s, function_ref<bool(const Command&)> is_done) {
    for (const auto& [call, command] : commands_)
      if (is_done(command)) {
        s.may.erase(call);
        s.must.erase(call);
      }
  }

  void walk(BasicBlock& block, State& s, bool report) {
    for (Instruction& i : block) {
      if (auto* load = dyn_cast<LoadInst>(&i); load && report) check(*load, s);
      if (auto* store = dyn_cast<StoreInst>(&i); store && report) check(*store, s);
      if (auto* call = dyn_cast<CallInst>(&i)) step(*call, s);
    }
  }

  void step(CallInst& call, State& s) {
    if (const auto command = commands_.find(&call); command != commands_.end()) {
      s.may.insert(&call);
      s.must.insert(&call);
      return;
    }
    const StringRef primitive = primitive_of(call);
    if (keeps_value(call)) return;
    if (primitive == "wait_mask" || call.isInlineAsm()) // unknown signals
      return finish(s, [](const Command&) { return true; });
    if (primitive == "signal_number" || primitive == "xfer_number") return;
    if (primitive == "free_write_buffer" || primitive == "implicit_read") {
      const Value* object = object_of(call.getArgOperand(0));
      return finish(s, [&](const Command& c) { return !c.fills && c.words.object == object; });
    }
    if (primitive.starts_with("wait_") || primitive.starts_with("signal_") ||
        primitive == "implicit_write")
      for (Value* argument : call.args())
        if (Value* object = object_of(argument))
          finish(s,
                 [&](const Command& c) { return c.signal == object || c.words.object == object; });
  }

  void check(LoadInst& load, const State& s) {
    const Words words = words_at(load.getPointerOperand(), 1);
    if (!words.object) return;
    for (const auto& [call, command] : commands_) {
      if (!command.fills || !s.may.contains(call) || !command.words.overlaps(words)) continue;
      const bool always = s.must.contains(call);
      ixp::Diagnostic d = diagnostic_at(
          always ? ixp::Severity::Error : ixp::Severity::Warning, load,
          fmt::format(
              "transfer register '{}' is read before signal '{}' was waited for{}; wait for "
              "the signal first, or use ctx_swap",
              user_name(words.object), user_name(command.signal), always ? "" : " on some paths"));
      if (d.severity == ixp::Severity::Warning) d.flag = "registers";
      d.notes.push_back({ixp::Severity::Note,
                         place_of(call->getDebugLoc()),
                         "the command that fills it is issued here",
                         {}});
      job_.report.add(std::move(d));
      return;
    }
  }

  void check(StoreInst& store, const State& s) {
    const Words words = words_at(store.getPointerOperand(), 1);
    if (!words.object) return;
    for (const auto& [call, command] : commands_) {
      if (!command.fetches || !s.must.contains(call) || !command.words.overlaps(words)) continue;
      ixp::Diagnostic d = diagnostic_at(
          ixp::Severity::Warning, store,
          fmt::format("transfer register '{}' is written before signal '{}' was waited for: the "
                      "command may send the new value; wait for the signal first, or use ctx_swap",
                      user_name(words.object), user_name(command.signal)));
      if (d.severity == ixp::Severity::Warning) d.flag = "registers";
      d.notes.push_back({ixp::Severity::Note,
                         place_of(call->getDebugLoc()),
                         "the command that fetches it is issued here",
                         {}});
      job_.report.add(std::move(d));
      return;
    }
  }

  Job& job_;
  Function& function_;
  MapVector<const CallInst*, Command> commands_;
  DenseMap<BasicBlock*, State> states_;
};

} // namespace

void check_waits(Job& job) {
  for (Function& f : job.module)
    if (!f.isDeclaration()) Analysis(job, f).run();
}

} // namespace mecc::lower
