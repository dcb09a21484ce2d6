#include "mecc/driver/messages.h"

namespace mecc {

void Messages::show(const std::vector<ixp::Diagnostic>& diagnostics) {
  for (const ixp::Diagnostic& d : diagnostics) {
    if (!said_.insert(ixp::format(d)).second) continue;
    all_.push_back(d);
    ixp::complain(d, colour_);
  }
}

void Messages::already_shown(const std::vector<ixp::Diagnostic>& diagnostics) {
  for (const ixp::Diagnostic& d : diagnostics)
    if (said_.insert(ixp::format(d)).second) all_.push_back(d);
}

} // namespace mecc
