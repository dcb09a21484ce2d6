// Errors with signals that fail silently: a signal is a level, not a count.
//
//   sram_read(&a, .., sig_done, &s);                     two commands in flight with one signal:
//   sram_read(&b, .., sig_done, &s);  wait_for_all(&s);  the first to finish wakes the context
//
//   wait_for_all(&s);  wait_for_all(&s);                 the second wait never ends
//
// A fault on every path is an error. A fault on a path that inevitably leads there is a warning.
// Paths that branch before ("if (pending) wait") are assumed correct. Signals raised from outside
// (announced, pinned, visible, or used by number) are skipped.
#include "base/dataflow.h"
#include "mecc/lower/job.h"
#include "mecc/lower/objects.h"
#include "mecc/lower/primitives.h"

#include <fmt/format.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace mecc::lower {

namespace {

enum class Event { Raise, RaiseAndWait, Wait, Test };

// Possible states of a signal.
enum : unsigned { kClear = 1, kRaised = 2, kTaken = 4, kUnknown = 8 };

struct Status {
  unsigned may = 0; // 0: not reached
  SmallSetVector<const CallInst*, 2> raised_by, taken_by;

  bool merge(const Status& from) {
    const unsigned before = may;
    may |= from.may;
    bool changed = may != before;
    for (const CallInst* c : from.raised_by)
      changed |= raised_by.insert(c);
    for (const CallInst* c : from.taken_by)
      changed |= taken_by.insert(c);
    return changed;
  }
  bool surely_raised() const { return may == kRaised; }
  bool surely_not_raised() const { return may && !(may & (kRaised | kUnknown)); }
};

// The next event of a signal on every path from a point.
struct Next {
  enum : uint8_t { Anything, Sure, Nothing } kind = Anything; // Anything: no information yet
  bool wait = false;
  const CallInst* at = nullptr; // the first such call

  static Next sure(Event e, const CallInst* call) {
    Next n;
    n.kind = e == Event::Test ? Nothing : Sure;
    n.wait = e == Event::Wait;
    n.at = call;
    return n;
  }
  Next& operator|=(const Next& other) {
    if (kind == Anything) return *this = other;
    if (other.kind == Anything || (kind == Sure && *this == other)) return *this;
    *this = Next();
    kind = Nothing;
    return *this;
  }
  bool operator==(const Next& other) const { return kind == other.kind && wait == other.wait; }
};

// Analyses one signal in one function.
class SignalUse {
public:
  SignalUse(Job& job, Function& f, AllocaInst& signal) : job_(job), function_(f), signal_(signal) {}

  void run() {
    if (!collect(signal_) || events_.empty()) return;
    if (!raised_) return never_raised();
    solve_status();
    solve_next();
    for (BasicBlock& block : function_)
      check(block);
    for (BasicBlock& block : function_)
      for (BasicBlock* next : successors(&block))
        check_edge(block, *next);
  }

private:
  // False if the signal is also used from outside.
  bool collect(Value& pointer) {
    for (User* user : pointer.users()) {
      if (isa<GetElementPtrInst>(user)) {
        if (!collect(*user)) return false;
        continue;
      }
      auto* call = dyn_cast<CallInst>(user);
      const StringRef primitive = call ? primitive_of(*call) : StringRef();
      if (const auto arguments = command_arguments(primitive)) {
        const auto* sync =
            dyn_cast<ConstantInt>(call->getArgOperand(static_cast<unsigned>(arguments->sync)));
        if (!sync) return false;
        const bool waits = sync->getZExtValue() == static_cast<uint64_t>(Sync::CtxSwap);
        events_[call] = waits ? Event::RaiseAndWait : Event::Raise;
        raised_ = true;
      } else if (primitive == "wait_all") {
        events_[call] = Event::Wait;
      } else if (primitive == "signal_test") {
        events_[call] = Event::Test;
      } else if (primitive == "wait_any") {
        any_.insert(call);
      } else {
        return false;
      }
    }
    const MDNode* node = signal_.getMetadata("mecc.object");
    return node->getNumOperands() < 3; // True if not pinned
  }

  std::string name() const { return user_name(&signal_); }

  void say(ixp::Severity severity, const CallInst& at, std::string text, const CallInst* other,
           const char* note) {
    ixp::Diagnostic d = diagnostic_at(severity, at, std::move(text));
    d.flag = "signals";
    if (other) d.notes.push_back({ixp::Severity::Note, place_of(other->getDebugLoc()), note, {}});
    job_.report.add(std::move(d));
  }

  void never_raised() {
    for (const Instruction& i : instructions(function_)) {
      const auto* call = dyn_cast<CallInst>(&i);
      const auto found = call ? events_.find(call) : events_.end();
      if (found == events_.end()) continue;
      if (found->second == Event::Wait)
        say(ixp::Severity::Error, *call,
            fmt::format(
                "nothing raises '{}', so this wait never ends; give the signal to a command, "
                "or say with __implicit_write(&{}) that it is raised elsewhere",
                name(), name()),
            nullptr, "");
      else
        say(ixp::Severity::Warning, *call,
            fmt::format(
                "nothing raises '{}', so this test never finds it set; give the signal to a "
                "command, or say with __implicit_write(&{}) that it is raised elsewhere",
                name(), name()),
            nullptr, "");
    }
  }

  // ---- forward analysis

  void apply(Status& s, const CallInst& call, Event event) const {
    switch (event) {
    case Event::Raise:
      s = Status();
      s.may = kRaised;
      s.raised_by.insert(&call);
      return;
    case Event::RaiseAndWait:
    case Event::Wait:
      s = Status();
      s.may = kTaken;
      s.taken_by.insert(&call);
      return;
    case Event::Test: // distinguished at the branch, if there is one
      if (s.may & kRaised && !branch_of(call)) s.may |= kUnknown;
      return;
    }
  }

  struct Branch {
    const BranchInst* at;
    const BasicBlock* if_set;
  };
  // The branch decided by this test alone.
  static std::optional<Branch> branch_of(const CallInst& test) {
    if (!test.hasOneUse()) return std::nullopt;
    const Value* condition = *test.user_begin();
    bool if_set = true;
    ICmpInst::Predicate predicate;
    if (match(condition, m_ICmp(predicate, m_Specific(&test), m_Zero()))) {
      if (predicate != ICmpInst::ICMP_EQ && predicate != ICmpInst::ICMP_NE) return std::nullopt;
      if_set = predicate == ICmpInst::ICMP_NE;
    } else if (!isa<TruncInst>(condition) || !condition->getType()->isIntegerTy(1)) {
      return std::nullopt;
    }
    if (!condition->hasOneUse()) return std::nullopt;
    const auto* branch = dyn_cast<BranchInst>(*condition->user_begin());
    if (!branch || branch->getParent() != test.getParent()) return std::nullopt;
    return Branch{branch, branch->getSuccessor(if_set ? 0 : 1)};
  }

  Status over(const BasicBlock& from, const BasicBlock& to, Status s) const {
    for (const Instruction& i : reverse(from)) {
      const auto* call = dyn_cast<CallInst>(&i);
      const auto event = call ? events_.find(call) : events_.end();
      if (event == events_.end()) continue;
      if (event->second != Event::Test || !(s.may & kRaised)) break;
      const std::optional<Branch> branch = branch_of(*call);
      if (!branch || branch->at->getSuccessor(0) == branch->at->getSuccessor(1)) break;
      if (branch->if_set == &to) {
        s.may = kTaken;
        s.taken_by.insert(call);
      }
      break;
    }
    return s;
  }

  void solve_status() {
    in_[&function_.getEntryBlock()].may = kClear;
    const ReversePostOrderTraversal<Function*> order(&function_);
    ixp::solve_forward(order, in_, [&](BasicBlock* block, Status s, auto reach) {
      for (const Instruction& i : *block)
        if (const auto* call = dyn_cast<CallInst>(&i); call && events_.contains(call))
          apply(s, *call, events_.find(call)->second);
      for (BasicBlock* next : successors(block))
        reach(next, over(*block, *next, s));
      out_[block] = std::move(s);
    });
  }

  // ---- backward analysis

  void solve_next() {
    const auto targets = [](BasicBlock* block) { return successors(block); };
    const auto transfer = [&](BasicBlock* block, Next n) {
      if (succ_empty(block)) n.kind = Next::Nothing;
      for (const Instruction& i : reverse(*block))
        if (const auto* call = dyn_cast<CallInst>(&i)) {
          if (const auto event = events_.find(call); event != events_.end())
            n = Next::sure(event->second, call);
          else if (any_.contains(call)) // another of its signals may be raised
            n.kind = Next::Nothing;
        }
      return n;
    };
    ixp::solve_backward(post_order(&function_), targets, next_, Next(), transfer);
  }

  // ---- diagnostics

  void check(BasicBlock& block) {
    Status s = in_[&block];
    for (const Instruction& i : block) {
      const auto* call = dyn_cast<CallInst>(&i);
      const auto event = call ? events_.find(call) : events_.end();
      if (event == events_.end()) continue;
      if (event->second == Event::Wait && s.surely_not_raised())
        report_wait(*call, s, true);
      else if (event->second != Event::Wait && event->second != Event::Test && s.surely_raised())
        report_raise(*call, s, true);
      apply(s, *call, event->second);
    }
  }

  // Reports faults across an edge, for an event that certainly follows.
  void check_edge(BasicBlock& from, BasicBlock& to) {
    const auto out = out_.find(&from);
    if (out == out_.end() || !in_[&from].may) return;
    const Status s = over(from, to, out->second);
    const Next& next = next_[&to];
    if (next.kind != Next::Sure || reported_.contains(next.at)) return;
    if (next.wait && s.surely_not_raised()) report_wait(*next.at, s, false);
    if (!next.wait && s.surely_raised()) report_raise(*next.at, s, false);
  }

  void report_wait(const CallInst& wait, const Status& s, bool always) {
    reported_.insert(&wait);
    const CallInst* before = s.taken_by.empty() ? nullptr : s.taken_by.front();
    const std::string text =
        before ? fmt::format("'{}' is waited for again, but nothing has raised it since{}, so this "
                             "wait never ends; wait once for each command, or swap out with "
                             "ctx_swap() if others are to run",
                             name(), always ? "" : " on some paths")
               : fmt::format("nothing has raised '{}' yet when it is waited for{}, so this wait "
                             "never ends; give the signal to a command before",
                             name(), always ? "" : " on some paths");
    say(always ? ixp::Severity::Error : ixp::Severity::Warning, wait, text, before,
        before && events_.find(before)->second == Event::RaiseAndWait
            ? "this command with ctx_swap has waited for it"
            : "it was waited for here");
  }

  void report_raise(const CallInst& command, const Status& s, bool always) {
    reported_.insert(&command);
    const bool awaited = any_of(events_, [](const auto& e) { return e.second != Event::Raise; });
    say(always && awaited ? ixp::Severity::Error : ixp::Severity::Warning, command,
        fmt::format("'{}' is given to this command while another one has it{}: it is unknown which "
                    "of them is done; wait in between, or use a signal for each",
                    name(), always ? "" : " on some paths"),
        s.raised_by.empty() ? nullptr : s.raised_by.front(), "the other command is issued here");
  }

  Job& job_;
  Function& function_;
  AllocaInst& signal_;
  bool raised_ = false;
  MapVector<const CallInst*, Event> events_;
  SmallPtrSet<const CallInst*, 4> any_; // waits for any of several signals
  DenseMap<const BasicBlock*, Status> in_, out_;
  DenseMap<const BasicBlock*, Next> next_;
  SmallPtrSet<const CallInst*, 8> reported_;
};

} // namespace

void check_signals(Job& job) {
  for (Function& f : job.module)
    for (Instruction& i : make_early_inc_range(instructions(f)))
      if (auto* local = dyn_cast<AllocaInst>(&i)) {
        const std::optional<Kind> kind = kind_of(local);
        if (kind && is_signal(*kind)) SignalUse(job, f, *local).run();
      }
}

} // namespace mecc::lower
