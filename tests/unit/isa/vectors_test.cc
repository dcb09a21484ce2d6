// Words and texts that are known to belong together, both ways.
#include "isa/isa.h"
#include "tests/catch.h"

#include <charconv>
#include <fstream>
#include <vector>

using namespace mev2;

namespace {

struct Vector {
  uint64_t word = 0;
  ContextMode mode = ContextMode::Eight;
  std::string text;
};

std::vector<Vector> vectors() {
  std::ifstream file(IXP_SOURCE_DIR "/tests/unit/isa/vectors.tsv");
  std::vector<Vector> result;
  for (std::string line; std::getline(file, line);) {
    Vector v;
    std::from_chars(line.data(), line.data() + 10, v.word, 16);
    v.mode = line.at(11) == '8' ? ContextMode::Eight : ContextMode::Four;
    v.text = line.substr(13);
    result.push_back(v);
  }
  return result;
}

} // namespace

TEST_CASE("vectors decode to their text") {
  REQUIRE(vectors().size() > 200);
  for (const Vector& v : vectors()) {
    CAPTURE(v.text, v.word);
    std::string why;
    const auto i = decode(v.word, v.mode, &why);
    INFO(why);
    CHECK(i.has_value());
    if (i) CHECK(print(*i) == v.text);
  }
}

TEST_CASE("vectors' text encodes to their word") {
  for (const Vector& v : vectors()) {
    CAPTURE(v.text, v.word);
    std::string why;
    const auto i = parse(v.text, v.mode, &why);
    INFO(why);
    CHECK(i.has_value());
    if (!i) continue;
    const auto word = encode(*i, v.mode, &why);
    CHECK(word.value_or(0) == v.word);
  }
}
