// Results of a run for TCP and for packet order.
#pragma once

#include "fabric/config.h"
#include "fabric/meter.h"

#include <nlohmann/json.hpp>
#include <string>

namespace ixp::fabric {

nlohmann::ordered_json tcp_configuration(const TcpConfig& config);
nlohmann::ordered_json tcp_statistics(const FabricConfig& config, const Meter& meter);
nlohmann::ordered_json order_statistics(const FabricConfig& config, const Meter& meter);
// Text after the table; empty if there is nothing to report.
std::string tcp_text(const FabricConfig& config, const Meter& meter);
std::string order_text(const FabricConfig& config, const Meter& meter);

} // namespace ixp::fabric
