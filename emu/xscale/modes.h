// Registers banked by mode.
#pragma once

#include "emu/xscale/state.h"

namespace ixp::xscale {

// True if ARMv5TE has this mode: CPSR[4:0].
bool mode_exists(uint32_t bits);
Bank bank_of(Mode mode);
bool has_spsr(Mode mode); // all modes except User and System

// Writes CPSR as a whole and switches register banks. The mode must exist.
void write_cpsr(State& s, uint32_t value);

// A register of User mode, in any mode: LDM and STM with ^.
uint32_t& user_register(State& s, unsigned number);

} // namespace ixp::xscale
