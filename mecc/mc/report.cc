// Information about an assembled unit for users and debuggers.
#include "mecc/mc/passes.h"


#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

struct Range {
  uint32_t first = kNothing, last = 0;
  void add(uint32_t n) {
    first = std::min(first, n);
    last = std::max(last, n);
  }
};

std::vector<Range> register_ranges(const Unit& unit, const Liveness& live) {
  std::vector<Range> out(unit.registers.size());
  for (uint32_t n = 0; n < unit.code.size(); ++n) {
    live.occupied[n].each([&](size_t v) { out[v / 2].add(n); });
    for (const Access& a : live.accesses[n])
      out[a.reg].add(n);
  }
  for (RegisterId r = 0; r < out.size(); ++r)
    if (unit.registers[r].everywhere() && unit.registers[r].number >= 0 && !unit.code.empty())
      out[r] = {0, static_cast<uint32_t>(unit.code.size() - 1)};
  return out;
}

std::vector<Range> signal_ranges(const Unit& unit, const Liveness& live) {
  std::vector<Range> out(unit.signals.size());
  for (uint32_t n = 0; n < unit.code.size(); ++n) {
    const auto use = [&](const SignalRef& s) {
      if (s.kind == SignalRef::Kind::Virtual) out[s.id].add(n);
    };
    use(unit.code[n].signal);
    for (const SignalRef& s : unit.code[n].waits)
      use(s);
    live.commands_out[n].each([&](size_t command) { use(unit.code[command].signal); });
  }
  return out;
}

std::string join(const std::vector<std::string>& v) {
  std::string out;
  for (const std::string& s : v)
    out += (out.empty() ? "" : " ") + s;
  return out.empty() ? "-" : out;
}

} // namespace

void describe_symbols(const Unit& unit, const Liveness& live, Image& image) {
  const std::vector<Range> registers = register_ranges(unit, live);
  for (RegisterId r = 0; r < unit.registers.size(); ++r) {
    const Register& reg = unit.registers[r];
    if (reg.number < 0) continue;
    const std::string where = mev2::print(location(unit, r));
    if (registers[r].first != kNothing)
      image.symbols.push_back({reg.name, where, registers[r].first, registers[r].last});
    if (reg.initial) image.registers.push_back({where, -1, *reg.initial});
  }
  const std::vector<Range> signals = signal_ranges(unit, live);
  for (SignalId s = 0; s < unit.signals.size(); ++s) {
    const Signal& g = unit.signals[s];
    if (g.number < 0) continue;
    Range range = signals[s];
    if (range.first == kNothing)
      range = {0, unit.code.empty() ? 0 : static_cast<uint32_t>(unit.code.size() - 1)};
    image.symbols.push_back({g.name, fmt::format("s{}", g.number), range.first, range.last});
  }
  image.csrs = unit.csrs;
}

std::string write_report(const Unit& unit, const Image& image) {
  std::array<std::vector<std::string>, 2> banks, absolute;
  std::vector<std::string> s, d, neighbours, signals;
  std::array<std::vector<bool>, 2> numbers{std::vector<bool>(32), std::vector<bool>(32)};
  for (RegisterId r = 0; r < unit.registers.size(); ++r) {
    const Register& reg = unit.registers[r];
    if (reg.number < 0) continue;
    const std::string text = fmt::format("{}={}", reg.name, mev2::print(location(unit, r)));
    switch (reg.file) {
    case File::Gpr: {
      const auto bank = static_cast<size_t>(reg.bank);
      (reg.absolute ? absolute : banks)[bank].push_back(text);
      if (!reg.absolute) numbers[bank][static_cast<size_t>(reg.number)] = true;
      break;
    }
    case File::S: s.push_back(text); break;
    case File::D: d.push_back(text); break;
    case File::Neighbour: neighbours.push_back(text); break;
    }
  }
  for (const Signal& g : unit.signals)
    if (g.number >= 0)
      signals.push_back(g.pair ? fmt::format("{}=s{}+s{}", g.name, g.number, g.number + 1)
                               : fmt::format("{}=s{}", g.name, g.number));
  std::string out = fmt::format("{}: {} of {} words, {} contexts\n", unit.path, image.words.size(),
                                unit.options.control_store_words, unit.contexts());
  for (size_t bank = 0; bank < 2; ++bank)
    out += fmt::format("bank {}: {} of {} registers: {}\n", bank ? 'B' : 'A',
                       std::count(numbers[bank].begin(), numbers[bank].end(), true),
                       unit.registers_per_bank(), join(banks[bank]));
  if (!absolute[0].empty() || !absolute[1].empty())
    out += fmt::format("absolute: {} {}\n", join(absolute[0]), join(absolute[1]));
  out += fmt::format("$: {}\n$$: {}\n", join(s), join(d));
  if (!neighbours.empty()) out += fmt::format("n$: {}\n", join(neighbours));
  out += fmt::format("signals: {}\n", join(signals));
  if (!unit.imports.empty()) out += fmt::format("imports: {}\n", join(unit.imports));
  for (const Memory& m : unit.memory)
    out += fmt::format("memory: {} at {:#x} of {}, {} bytes\n", m.request.name, m.address,
                       name_of(m.request.region), m.request.bytes);
  for (const std::string& remark : unit.remarks)
    out += remark + "\n";
  return out;
}

} // namespace mecc::mc
