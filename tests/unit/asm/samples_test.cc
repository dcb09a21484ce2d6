// Whole programs in the style of 2004, against words that were once verified by reading
// right (samples/*.txt, made by `mecc --print-words X.uc | mecc --disassemble -`, text column).
#include "base/files.h"
#include "tests/catch.h"
#include "tests/unit/asm/assemble.h"

using namespace mecc;
using namespace mecc::test;

namespace {

const std::string kFolder = IXP_SOURCE_DIR "/tests/unit/asm/samples/";

AssemblerResult assemble_sample(const std::string& name, bool fill) {
  AssemblerOptions options;
  options.defines = {{"BUCKETS", "1024"}};
  options.fill_defer_slots = fill;
  return assemble_text(ixp::read_file(kFolder + name + ".uc"), options);
}

} // namespace

TEST_CASE("the receive sample") {
  const AssemblerResult r = assemble_sample("receive", false);
  CHECK(diagnostics_of(r) == "");
  CHECK(listing_of(r) == ixp::read_file(kFolder + "receive.txt"));
}

TEST_CASE("the classify sample, slots filled") {
  const AssemblerResult r = assemble_sample("classify", true);
  CHECK(diagnostics_of(r) == "");
  CHECK(listing_of(r) == ixp::read_file(kFolder + "classify.txt"));
}

TEST_CASE("assembling is deterministic") {
  const AssemblerResult a = assemble_sample("receive", true), b = assemble_sample("receive", true);
  CHECK(a.image.words == b.image.words);
  CHECK(a.report == b.report);
}
