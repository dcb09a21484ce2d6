// Results of a run as a table, as JSON and as CSV. Numbers have at most six decimals, so that the
// text is the same on every machine.
#pragma once

#include "fabric/config.h"
#include "fabric/meter.h"

#include <cmath>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>

namespace ixp::fabric {

inline double rounded(double x) {
  return std::round(x * 1e6) / 1e6;
}

// Null for the mean of nothing and for the interval of one batch.
inline nlohmann::ordered_json json(const Estimate& e) {
  return {{"mean", rounded(e.mean)}, {"half_width_95", rounded(e.half_width)}};
}

// "1.250 ± 0.010", "1.250" without an interval, or "-" for the mean of nothing.
inline std::string text(const Estimate& e, int digits) {
  if (std::isnan(e.mean)) return "-";
  std::string out = fmt::format("{:.{}f}", e.mean, digits);
  if (!std::isnan(e.half_width)) out += fmt::format(" ± {:.{}f}", e.half_width, digits);
  return out;
}

std::string to_table(const FabricConfig& config, const Meter& meter);
std::string to_json(const FabricConfig& config, const Meter& meter);
// One row per class and time; one row per batch.
std::string times_csv(const Meter& meter);
std::string batches_csv(const Meter& meter, unsigned ports);

// Results of a run for TCP and for packet order.
nlohmann::ordered_json tcp_configuration(const TcpConfig& config);
nlohmann::ordered_json tcp_statistics(const FabricConfig& config, const Meter& meter);
nlohmann::ordered_json order_statistics(const FabricConfig& config, const Meter& meter);
// Text after the table; empty if there is nothing to report.
std::string tcp_text(const FabricConfig& config, const Meter& meter);
std::string order_text(const FabricConfig& config, const Meter& meter);

} // namespace ixp::fabric
