#include "mecc/mc/rules.h"

namespace mecc::mc {
void check_source_rules(Unit& unit) {}
} // namespace mecc::mc
