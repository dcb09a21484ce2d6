#include "emu/kernel/params.h"

namespace ixp {

static constexpr ParamInfo kTable[] = {
#define X(field, key, value, lo, hi, unit, source)                                                 \
  {key, unit, source, value, lo, hi, &Params::field},
#include "emu/kernel/params.def"
#undef X
};

std::span<const ParamInfo> all_params() {
  return kTable;
}

const ParamInfo* find_param(std::string_view key) {
  for (const ParamInfo& p : kTable)
    if (p.key == key) return &p;
  return nullptr;
}

} // namespace ixp
