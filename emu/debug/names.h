// Resolves names, indices and functions in expressions (expression.h). All functions throw
// InputError.
#pragma once

#include "emu/debug/expression.h"

#include <array>

namespace ixp::debug {

// Names that are neither a variable nor a register.
inline constexpr std::array<std::string_view, 7> kValues{"cycle",   "me",         "ctx",       "pc",
                                                         "running", "packets_rx", "packets_tx"};
// True for a register's name, "a3", "@b7", "out:$$2", with any number.
bool is_register(std::string_view name);
// True for a register of the XScale core: "arm_r0" to "arm_r15", "arm_pc", "arm_cpsr".
bool is_arm_register(std::string_view name);

// True for the location of a word of memory, "sram0[0x1000]"; false for data behind a pointer.
bool is_memory(const std::string& location);

// Value at a symbol's location: a register, a signal, a word of memory.
// True for the location of a transfer register that a command in flight fills.
bool is_awaited(const View& view, const std::string& location);
uint32_t located_value(const View& view, const std::string& location);
int64_t named_value(const View& view, const std::string& name);
Expression::Place named_place(const View& view, const std::string& name);
int64_t element_value(const View& view, const std::string& name, int64_t index);
Expression::Place element_place(const View& view, const std::string& name, int64_t index);

int64_t ring_word(const View& view, const std::string& ring, int64_t index);
int64_t ring_depth(const View& view, const std::string& ring);
int64_t queue_depth(const View& view, int64_t channel, int64_t entry);
int64_t signal_there(const View& view, const std::string& name);
int64_t cam_tag(const View& view, int64_t entry);
int64_t cam_state(const View& view, int64_t entry);

// Hint for an unknown name: members or similar names from `known`, which may be long.
std::string known_names(const std::string& name, const std::vector<std::string>& known);

// The text for a name that the program of a microengine lacks: another that has it, or a hint.
std::string no_such_name(const Images& images, unsigned me, const std::string& name);

// Number of a signal given by its name at the view's pc, or "s5", or "5".
unsigned signal_number(const View& view, const std::string& name);
// Number of a scratch ring given by name or number.
unsigned ring_number(const SystemConfig& system, const std::string& name);

} // namespace ixp::debug
