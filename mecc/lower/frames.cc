#include "mecc/lower/objects.h"
#include "mecc/lower/place.h"

#include <llvm/ADT/SCCIterator.h>
#include <llvm/Analysis/CallGraph.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace mecc::lower {

Frames lay_out_frames(Module& m) {
  const DataLayout& dl = m.getDataLayout();
  CallGraph graph(m);
  std::vector<CallGraphNode*> nodes; // callees first
  for (auto scc = scc_begin(&graph); !scc.isAtEnd(); ++scc)
    nodes.insert(nodes.end(), scc->begin(), scc->end());

  Frames frames;
  DenseMap<const Function*, uint32_t> starts; // end of all callers' frames
  for (CallGraphNode* node : reverse(nodes)) {
    Function* f = node->getFunction();
    if (!f || f->isDeclaration()) continue;
    uint32_t end = starts.lookup(f);
    for (Instruction& i : instructions(*f))
      if (auto* local = dyn_cast<AllocaInst>(&i); local && !kind_of(local)) {
        const uint64_t align = std::max<uint64_t>(4, local->getAlign().value());
        end = static_cast<uint32_t>(alignTo(end, align));
        frames.align = std::max(frames.align, static_cast<uint32_t>(align));
        frames.offsets[local] = end;
        end += static_cast<uint32_t>(local->getAllocationSize(dl)->getFixedValue());
      }
    frames.bytes = std::max(frames.bytes, end);
    for (const auto& [call, callee] : *node)
      if (const Function* g = callee->getFunction()) starts[g] = std::max(starts[g], end);
  }
  return frames;
}

} // namespace mecc::lower
