// ixpemu params: lists every named parameter of the model. ixpemu keys: the keys of ports.
#include "emu/kernel/params.h"
#include "base/print.h"
#include "emu/cli/commands.h"

#include <nlohmann/json.hpp>

namespace ixp {

static void print_json() {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const ParamInfo& p : all_params())
    all.push_back({{"key", p.key},
                   {"value", p.value},
                   {"min", p.min},
                   {"max", p.max},
                   {"unit", p.unit},
                   {"source", p.source},
                   {"assumed", p.assumed()}});
  print("{}\n", all.dump(2));
}

static void print_table() {
  constexpr const char* kRow = "{:<27} {:>10}  {:<20} {:<42} {}\n";
  print(kRow, "key", "value", "range", "unit", "source");
  for (const ParamInfo& p : all_params())
    print(kRow, p.key, p.value, fmt::format("{}..{}", p.min, p.max), p.unit, p.source);
}

int params_command(bool json) {
  if (json)
    print_json();
  else
    print_table();
  return 0;
}

int keys_command() {
  constexpr const char* kRow = "{:<26}  {:<31}  {}\n";
  const auto row = [&](const char* key, auto value, std::string_view otherwise,
                       const char* meaning) {
    print(kRow, key, otherwise.empty() ? fmt::format("{}", value) : otherwise, meaning);
  };
  print(kRow, "key", "default", "meaning");
#define RX_KEY(type, name, value, least, most, otherwise, meaning)                                 \
  row("port.N.rx." #name, type{value}, otherwise, meaning);
#define STREAM_KEY RX_KEY
#define TX_KEY(type, name, value, least, most, otherwise, meaning)                                 \
  row("port.N.tx." #name, type{value}, otherwise, meaning);
#include "emu/media/port.def"
  return 0;
}

} // namespace ixp
