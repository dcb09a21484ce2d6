// Information about an assembled unit for users and debuggers.
#include "mecc/mc/passes.h"
#include "mecc/mc/symbol_ranges.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

uint32_t last_word(const Unit& unit) {
  return static_cast<uint32_t>(unit.code.size()) - 1;
}

// The signals that the word raises or waits for, or a command in flight raises.
std::vector<Bits> signals_in_use(const Unit& unit, const Liveness& live) {
  std::vector<Bits> out(unit.code.size(), Bits(unit.signals.size()));
  for (uint32_t n = 0; n < out.size(); ++n) {
    const auto use = [&](const SignalRef& s) {
      if (s.kind == SignalRef::Kind::Virtual) out[n].set(s.id);
    };
    use(unit.code[n].signal);
    for (const SignalRef& s : unit.code[n].waits)
      use(s);
    live.commands_in[n].each([&](size_t command) { use(unit.code[command].signal); });
  }
  return out;
}

void name_registers(const Unit& unit, const Liveness& live, Image& image) {
  std::vector<Bits> used;
  for (uint32_t n = 0; n < unit.code.size(); ++n)
    used.push_back(in_use(live, n));
  for (RegisterId r = 0; r < unit.registers.size(); ++r) {
    const Register& reg = unit.registers[r];
    if (reg.number < 0) continue;
    const std::string where = mev2::print(location(unit, r));
    for (const Side side : {Side::Out, Side::In}) {
      if (side == Side::Out ? !reg.transfer() || reg.read_only : reg.write_only) continue;
      add_ranges(
          {reg.name, (side == Side::Out ? "out:" : "") + where, 0, last_word(unit)},
          [&](uint32_t n) { return reg.everywhere() || used[n].test(variable(r, side)); },
          image.symbols);
    }
    if (reg.initial) image.registers.push_back({where, -1, *reg.initial});
  }
}

void name_signals(const Unit& unit, const Liveness& live, Image& image) {
  const std::vector<Bits> used = signals_in_use(unit, live);
  for (SignalId s = 0; s < unit.signals.size(); ++s) {
    const Signal& g = unit.signals[s];
    if (g.number < 0) continue;
    const bool sent = std::ranges::any_of(unit.code, [&](const Instr& i) {
      return i.info().is_command && i.signal.kind == SignalRef::Kind::Virtual && i.signal.id == s;
    });
    add_ranges(
        {g.name, fmt::format("s{}", g.number), 0, last_word(unit)},
        [&](uint32_t n) { return g.everywhere() || !sent || used[n].test(s); }, image.symbols);
  }
}

std::string join(const std::vector<std::string>& v) {
  std::string out;
  for (const std::string& s : v)
    out += (out.empty() ? "" : " ") + s;
  return out.empty() ? "-" : out;
}

} // namespace

void describe_symbols(const Unit& unit, const Liveness& live, Image& image) {
  image.csrs = unit.csrs;
  if (unit.code.empty()) return;
  name_registers(unit, live, image);
  name_signals(unit, live, image);
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
