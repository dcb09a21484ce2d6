// Registers that change with the mode.
#pragma once

#include "emu/xscale/state.h"

namespace ixp::xscale {

// Whether ARMv5TE has this mode: CPSR[4:0].
bool mode_exists(uint32_t bits);
Bank bank_of(Mode mode);
bool has_spsr(Mode mode); // not User and System

// Writes all of CPSR and changes the registers of the banks. The mode must exist.
void write_cpsr(State& s, uint32_t value);

// A register of User mode, whatever the mode is: LDM and STM with ^.
uint32_t& user_register(State& s, unsigned number);

} // namespace ixp::xscale
