#include "tools/ixpgen/flow_file.h"

#include <fmt/format.h>
#include <functional>

namespace ixp {

static WeightsFrom set_one(std::vector<Flow>& flows, double Flow::* share, const char* key,
                           WeightsFrom otherwise, const std::function<double(const Flow&)>& given,
                           const std::function<double(const Flow&)>& demand) {
  const Flow *with = nullptr, *without = nullptr;
  double demanded = 0;
  for (const Flow& f : flows) {
    (given(f) > 0 ? with : without) = &f;
    demanded += demand(f);
  }
  if (with && without)
    throw InputError(without->where, fmt::format("flow '{}' has no '{}', but '{}' has; give it to "
                                                 "all flows or to none",
                                                 without->name, key, with->name));
  const WeightsFrom from = with           ? WeightsFrom::Flows
                           : demanded > 0 ? otherwise
                                          : WeightsFrom::Equal;
  double sum = 0;
  for (Flow& f : flows)
    sum += f.*share = from == WeightsFrom::Flows    ? given(f)
                      : from == WeightsFrom::Demand ? demand(f)
                                                    : 1;
  for (Flow& f : flows)
    f.*share /= sum;
  return from;
}

WeightsUsed set_weights(std::vector<Flow>& flows, const GivenWeights& given,
                        WeightsFrom otherwise) {
  WeightsUsed used;
  used.cpu = set_one(
      flows, &Flow::phi_cpu, "weight_cpu", otherwise,
      [&](const Flow& f) { return given.at(f.number).cpu; },
      [](const Flow& f) { return f.packets_per_s() * f.mean_cycles(); });
  used.bw = set_one(
      flows, &Flow::phi_bw, "weight_bandwidth", otherwise,
      [&](const Flow& f) { return given.at(f.number).bw; },
      [](const Flow& f) { return f.packets_per_s() * f.mean_bytes(); });
  return used;
}

} // namespace ixp
