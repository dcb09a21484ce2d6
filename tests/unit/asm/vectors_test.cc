// Every form of the canonical text is also source: the parser must read it into the same word.
#include "mecc/mc/emit.h"
#include "mecc/mc/parser.h"
#include "tests/catch.h"

#include <fstream>
#include <regex>
#include <sstream>

using namespace mecc;
using namespace mecc::mc;

namespace {

struct Vector {
  uint64_t word;
  mev2::ContextMode mode;
  std::string text;
};

std::vector<Vector> vectors() {
  std::ifstream file(IXP_SOURCE_DIR "/tests/unit/isa/vectors.tsv");
  std::vector<Vector> out;
  for (std::string line; std::getline(file, line);) {
    std::istringstream fields(line);
    std::string word, mode, text;
    std::getline(fields, word, '\t');
    std::getline(fields, mode, '\t');
    std::getline(fields, text);
    out.push_back({std::stoull(word, nullptr, 16),
                   mode == "4" ? mev2::ContextMode::Four : mev2::ContextMode::Eight, text});
  }
  return out;
}

// The word of one line by itself; no rules, no allocation. Branches go to `target`.
std::string assemble_line(const std::string& text, mev2::ContextMode mode, uint16_t target) {
  Unit unit;
  unit.mode = mode;
  for (const char* t : {"here#:", text.c_str()}) {
    Line line;
    line.text = t;
    line.file = "t.uc";
    line.line = static_cast<unsigned>(unit.lines.size() + 1);
    unit.lines.push_back(line);
  }
  Parser parser(unit);
  parser.run();
  unit.place_labels();
  std::optional<mev2::Instruction> i;
  if (!unit.failed() && unit.code.size() == 1) i = physical(unit, unit.code[0]);
  if (!i) return unit.diagnostics.empty() ? "nothing" : ixp::format(unit.diagnostics[0]);
  i->target = target;
  std::string why;
  const auto word = mev2::encode(*i, mode, &why);
  return word ? mev2::print(*i) : why;
}

} // namespace

TEST_CASE("canonical text is source") {
  const std::regex label("l[0-9]+#");
  size_t tried = 0;
  for (const Vector& v : vectors()) {
    const auto expected = mev2::decode(v.word, v.mode);
    REQUIRE(expected);
    const std::string source = std::regex_replace(v.text, label, "here#");
    CHECK(assemble_line(source, v.mode, expected->target) == v.text);
    ++tried;
  }
  CHECK(tried > 200);
}
