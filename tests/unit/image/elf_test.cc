// The debug ELF, read back with LLVM's own readers.
#include "mecc/image/elf.h"
#include "tests/catch.h"

#include <llvm/DebugInfo/DIContext.h>
#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/DebugInfo/DWARF/DWARFDie.h>
#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/raw_ostream.h>

#include <map>

using namespace mecc;

namespace {

Image sample() {
  Image i;
  i.name = "rx";
  i.words = {mev2::kNop, 0x123456789a, 0xffffffffff, 0, mev2::kNop, mev2::kNop};
  i.lines = {{0, "rx.uc", 3, 2}, {1, "lib/io.uc", 40, 5}, {4, "rx.uc", 5, 1}};
  i.labels = {{"start", 0}, {"loop", 1}, {"end", 6}};
  i.symbols = {{"count", "a3", 0, 2},
               {"$hdr[0]", "$4", 1, 2},
               {"frame", "*l$index0[3]", 2, 3},
               {"count", "a7", 4, 5}};
  return i;
}

struct Elf {
  std::string bytes;
  std::unique_ptr<llvm::object::ObjectFile> file;
  explicit Elf(const Image& image) : bytes(write_elf(image)) {
    auto made = llvm::object::ObjectFile::createObjectFile(llvm::MemoryBufferRef(bytes, "x.elf"));
    REQUIRE(static_cast<bool>(made));
    file = std::move(*made);
  }
};

} // namespace

TEST_CASE("words are in .text, five bytes each, most significant first") {
  const Elf elf(sample());
  const auto* o = llvm::dyn_cast<llvm::object::ELF32BEObjectFile>(elf.file.get());
  REQUIRE(o);
  CHECK(o->getELFFile().getHeader().e_machine == kElfMachine);
  CHECK(o->isRelocatableObject());
  bool found = false;
  for (const auto& section : o->sections()) {
    if (*section.getName() != ".text") continue;
    found = true;
    const llvm::StringRef text = *section.getContents();
    REQUIRE(text.size() == 30);
    CHECK(text.substr(5, 5) == llvm::StringRef("\x12\x34\x56\x78\x9a", 5));
  }
  CHECK(found);
}

TEST_CASE("labels are symbols at five times their address") {
  const Elf elf(sample());
  std::map<std::string, uint64_t> symbols;
  for (const auto& s : elf.file->symbols())
    symbols[s.getName()->str()] = *s.getValue();
  CHECK(symbols["loop"] == 5);
  CHECK(symbols["end"] == 30);
  CHECK(symbols.count("start") == 1);
}

TEST_CASE("every address leads to its line") {
  const Elf elf(sample());
  const auto dwarf = llvm::DWARFContext::create(*elf.file);
  const Image image = sample();
  for (uint32_t a = 0; a < image.words.size(); ++a) {
    const auto line = dwarf->getLineInfoForAddress(
        {5 * uint64_t{a}, 1}, {llvm::DILineInfoSpecifier::FileLineInfoKind::RelativeFilePath,
                               llvm::DILineInfoSpecifier::FunctionNameKind::None});
    INFO(a);
    CHECK(line.Line == image.line_at(a)->line);
    CHECK(line.Column == image.line_at(a)->column);
    CHECK(line.FileName == image.line_at(a)->file);
  }
}

TEST_CASE("the line program moves in steps of five bytes") {
  const Elf elf(sample());
  const auto dwarf = llvm::DWARFContext::create(*elf.file);
  REQUIRE(dwarf->getNumCompileUnits() == 1);
  const auto* table = dwarf->getLineTableForUnit(dwarf->getUnitAtIndex(0));
  REQUIRE(table);
  std::vector<uint64_t> addresses;
  for (const auto& row : table->Rows)
    addresses.push_back(row.Address.Address);
  CHECK(addresses == std::vector<uint64_t>{0, 5, 20, 30});
  CHECK(table->Rows.back().EndSequence);
}

TEST_CASE("labels and live ranges are debugging entries") {
  const Elf elf(sample());
  const auto dwarf = llvm::DWARFContext::create(*elf.file);
  const llvm::DWARFDie unit = dwarf->getUnitAtIndex(0)->getUnitDIE(false);
  CHECK(std::string(unit.getShortName()) == "rx.uc");
  std::vector<std::string> seen;
  for (const llvm::DWARFDie die : unit.children()) {
    if (die.getTag() == llvm::dwarf::DW_TAG_label) {
      seen.push_back(std::string("label ") + die.getShortName());
      continue;
    }
    REQUIRE(die.getTag() == llvm::dwarf::DW_TAG_variable);
    std::string text = die.getShortName();
    if (die.find(llvm::dwarf::DW_AT_location)) {
      auto places = die.getLocations(llvm::dwarf::DW_AT_location);
      REQUIRE(static_cast<bool>(places));
      for (const llvm::DWARFLocationExpression& p : *places) {
        REQUIRE(p.Expr[0] == llvm::dwarf::DW_OP_regx);
        text += " " + std::to_string(p.Range->LowPC) + ".." + std::to_string(p.Range->HighPC) +
                " " + std::to_string((p.Expr[1] & 0x7f) | (p.Expr.size() > 2 ? p.Expr[2] << 7 : 0));
      }
    }
    seen.push_back(text);
  }
  CHECK(seen == std::vector<std::string>{"label start", "label loop", "label end",
                                         "count 0..15 3 20..30 7", "$hdr[0] 5..15 324", "frame"});
  CHECK(dwarf->verify(llvm::nulls()));
}

TEST_CASE("the same image gives the same bytes") {
  CHECK(write_elf(sample()) == write_elf(sample()));
  CHECK(write_elf(sample()).find(IXP_SOURCE_DIR) == std::string::npos);
}

TEST_CASE("an empty image and one without debug information are objects too") {
  const Elf empty{Image{}};
  CHECK(empty.file->isRelocatableObject());
  Image plain;
  plain.words = {mev2::kNop};
  const Elf elf(plain);
  CHECK(elf.file->isRelocatableObject());
}

TEST_CASE("registers have DWARF numbers") {
  CHECK(dwarf_register("a31") == 31);
  CHECK(dwarf_register("b0") == 32);
  CHECK(dwarf_register("@b127") == 319);
  CHECK(dwarf_register("$$3") == 355);
  CHECK(dwarf_register("n$1") == 385);
  CHECK(dwarf_register("s15") == 527);
  CHECK(dwarf_register("a32") == -1);
  CHECK(dwarf_register("*l$index0") == -1);
  CHECK(dwarf_register("a3x") == -1);
}
