// What names, indices and functions in expressions mean (expression.h). All throw InputError.
#pragma once

#include "emu/debug/expression.h"

#include <array>

namespace ixp::debug {

// Names that are neither a variable nor a register.
inline constexpr std::array<std::string_view, 7> kValues{"cycle",   "me",         "ctx",       "pc",
                                                         "running", "packets_rx", "packets_tx"};
// "a3", "@b7", "out:$$2": of a register, whatever its number.
bool is_register(std::string_view name);

// Of the place of a symbol: a register, a signal, a word of memory.
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

// What to say of a name that is none of `known`, which may be many: which it has or resembles.
std::string known_names(const std::string& name, const std::vector<std::string>& known);

// The number of a signal by its name at the view's pc, or "s5", or "5".
unsigned signal_number(const View& view, const std::string& name);
// The number of a scratch ring by name or number.
unsigned ring_number(const SystemConfig& system, const std::string& name);

} // namespace ixp::debug
