// With -mdata=sram a C pointer addresses local memory, for variables explicitly put there, or SRAM,
// for all other private data.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// True if any variable is explicitly in local memory.
bool has_local_memory(const Job& job);

// Gives every access one memory, recognisable by is_local(). If it is unknown until run time, a
// branch tests the address: no private data in SRAM are below kLocalMemoryBytes.
void choose_memories(Job& job);

// True if the pointer comes from an object or from __me_local_address().
bool is_local(llvm::Value* pointer);

// Replaces pointers from __me_local_address() by plain numbers, as it is no longer needed.
void forget_memories(llvm::Module& m);

} // namespace mecc::lower
