// Emits prints and assertions of the source, after register allocation.
#include "mecc/mc/passes.h"


#include <algorithm>
#include <fmt/format.h>

namespace mecc::mc {

namespace {

class PointPlacer {
public:
  PointPlacer(Unit& unit, const Liveness& live) : unit_(unit), live_(live) {}

  DebugPoint place(const Point& p, uint32_t address) {
    const ixp::SourceLocation at = unit_.where(p.at);
    DebugPoint out{address, at.file, at.line, p.assertion, p.text, text(p.condition, p, address),
                   {}};
    for (const Point::Expression& e : p.arguments)
      out.arguments.push_back(text(e, p, address));
    return out;
  }

private:
  // "": the program keeps no such value at that position.
  std::string text(const Point::Expression& e, const Point& p, uint32_t address) {
    std::string out;
    for (const Point::Word& w : e) {
      const std::string word = w.op.empty() ? operand(w.slot, p, address) : w.op;
      if (word.empty()) return "";
      out += (out.empty() ? "" : " ") + word;
    }
    return out;
  }

  std::string operand(const Slot& s, const Point& p, uint32_t address) {
    if (s.kind == Slot::Kind::Fixed) return mev2::print(s.fixed);
    if (s.kind == Slot::Kind::Constant)
      return s.number.known ? fmt::to_string(static_cast<uint32_t>(*s.number.known)) : "";
    const Register& r = unit_.registers[s.reg];
    const Side side = r.transfer() && r.write_only ? Side::Out : Side::In;
    if (!holds(s.reg, side, p, address)) return "";
    return (side == Side::Out ? "out:" : "") + mev2::print(location(unit_, s.reg));
  }

  bool holds(RegisterId r, Side side, const Point& p, uint32_t address) const {
    if (unit_.registers[r].number < 0) return false; // it has a number of its own
    // the original instruction has moved down
    for (uint32_t n = address; n < unit_.code.size(); ++n)
      if (unit_.code[n].origin < p.before && writes(n, r, side)) return false;
    const uint32_t v = variable(r, side);
    return live_.in[address].test(v) || live_.occupied[address].test(v) ||
           unit_.registers[r].everywhere() || is_alone(r);
  }

  bool writes(uint32_t n, RegisterId r, Side side) const {
    return std::ranges::any_of(live_.accesses[n], [&](const Access& a) {
      return a.reg == r && a.side == side && a.write;
    });
  }

  // Whether no other register shares its number.
  bool is_alone(RegisterId r) const {
    const std::string place = mev2::print(location(unit_, r));
    for (RegisterId other = 0; other < unit_.registers.size(); ++other)
      if (other != r && unit_.registers[other].number >= 0 &&
          mev2::print(location(unit_, other)) == place)
        return false;
    return true;
  }

  Unit& unit_;
  const Liveness& live_;
};

void warn(Unit& unit, const Point& p, const char* why) {
  unit.warning(p.at,
               fmt::format("{} comes to nothing: {}", p.assertion ? ".assert" : ".print", why));
  unit.diagnostics.back().flag = "debug";
}

} // namespace

void describe_points(Unit& unit, const Liveness& live, Image& image) {
  PointPlacer placer(unit, live);
  std::vector<bool> asked(unit.points.size());
  for (uint32_t n = 0; n < unit.code.size(); ++n)
    for (const uint32_t p : unit.code[n].points) {
      image.points.push_back(placer.place(unit.points[p], n));
      if (!image.points.back().condition.empty()) asked[p] = true;
    }
  for (size_t p = 0; p < asked.size(); ++p)
    if (!asked[p])
      warn(unit, unit.points[p],
           "the program does not keep what its condition needs; use values that are needed later, "
           "too");
}

} // namespace mecc::mc
