// With -mdata=sram a pointer of C leads to local memory, where the user put a variable by name, or
// to SRAM, where all other private data are.
#pragma once

#include "mecc/lower/job.h"

namespace mecc::lower {

// The user put a variable there by name.
bool has_local_memory(const Job& job);

// Makes every access go to one of the two that is known by is_local(). Where only the running
// program knows, it looks at the address: no private data in SRAM are below kLocalMemoryBytes.
void choose_memories(Job& job);

// The pointer comes from an object or from __me_local_address().
bool is_local(llvm::Value* pointer);

// __me_local_address() has served; its pointers become plain numbers.
void forget_memories(llvm::Module& m);

} // namespace mecc::lower
