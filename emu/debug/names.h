// What names, indices and functions in expressions mean (expression.h). All throw InputError.
#pragma once

#include "emu/debug/expression.h"

namespace ixp::debug {

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

// The number of a signal by its name at the view's pc, or "s5", or "5".
unsigned signal_number(const View& view, const std::string& name);
// The number of a scratch ring by name or number.
unsigned ring_number(const SystemConfig& system, const std::string& name);

} // namespace ixp::debug
