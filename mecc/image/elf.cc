// Writes ELF and DWARF with LLVM's MC layer. It has no MEv2 code: words are encoded already and
// emitted as bytes, so assembler backend and code emitter are stubs. LLVM provides the object file,
// the symbol table and the line program.
//
// All offsets in .debug_info are written as numbers: .text starts at 0 in a relocatable object, and
// readers know no relocations for our machine number.
#include "mecc/image/elf.h"

#include "isa/microengine.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/MC/MCAsmBackend.h>
#include <llvm/MC/MCAsmInfoELF.h>
#include <llvm/MC/MCAssembler.h>
#include <llvm/MC/MCCodeEmitter.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCELFObjectWriter.h>
#include <llvm/MC/MCFixupKindInfo.h>
#include <llvm/MC/MCObjectFileInfo.h>
#include <llvm/MC/MCObjectWriter.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSectionELF.h>
#include <llvm/MC/MCStreamer.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCSymbol.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/LEB128.h>
#include <llvm/Support/raw_ostream.h>

#include <charconv>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace mecc {
namespace {

using namespace llvm;

constexpr unsigned kWordBytes = 5;

class AsmInfo : public MCAsmInfoELF {
public:
  AsmInfo() {
    IsLittleEndian = false;
    CodePointerSize = 4;
    MinInstAlignment = 1;
    SupportsDebugInformation = true;
  }
};

class ObjectTargetWriter : public MCELFObjectTargetWriter {
public:
  ObjectTargetWriter() : MCELFObjectTargetWriter(false, 0, kElfMachine, true) {}
  unsigned getRelocType(MCContext&, const MCValue&, const MCFixup&, bool) const override {
    return 1; // a plain 32-bit address, the only kind used
  }
};

class AsmBackend : public MCAsmBackend {
public:
  AsmBackend() : MCAsmBackend(llvm::endianness::big) {}
  std::unique_ptr<MCObjectTargetWriter> createObjectTargetWriter() const override {
    return std::make_unique<ObjectTargetWriter>();
  }
  unsigned getNumFixupKinds() const override { return 0; }
  void applyFixup(const MCAssembler&, const MCFixup& fixup, const MCValue&,
                  MutableArrayRef<char> data, uint64_t value, bool,
                  const MCSubtargetInfo*) const override {
    const unsigned bytes = getFixupKindInfo(fixup.getKind()).TargetSize / 8;
    for (unsigned i = 0; i < bytes; ++i)
      data[fixup.getOffset() + i] = static_cast<char>(value >> (8 * (bytes - 1 - i)));
  }
  bool writeNopData(raw_ostream& out, uint64_t count, const MCSubtargetInfo*) const override {
    out.write_zeros(static_cast<unsigned>(count));
    return true;
  }
};

class CodeEmitter : public MCCodeEmitter {
public:
  void encodeInstruction(const MCInst&, SmallVectorImpl<char>&, SmallVectorImpl<MCFixup>&,
                         const MCSubtargetInfo&) const override {}
};

// Our abbreviation codes of debugging entries.
enum Abbreviation : unsigned { kUnit = 1, kLabel, kVariable, kUnplaced };

class Writer {
public:
  explicit Writer(const Image& image)
      : image_(image), triple_("mev2-unknown-none-elf"),
        subtarget_(triple_, "", "", "", {}, {}, nullptr, nullptr, nullptr, nullptr, nullptr,
                   nullptr),
        context_(triple_, &info_, &registers_, &subtarget_, nullptr, &options_) {
    files_.initMCObjectFileInfo(context_, /*PIC=*/false);
    context_.setObjectFileInfo(&files_);
    context_.setDwarfVersion(4);
    context_.setCompilationDir("");
  }

  std::string run() {
    SmallString<0> bytes;
    raw_svector_ostream out(bytes);
    auto backend = std::make_unique<AsmBackend>();
    auto object_writer = backend->createObjectWriter(out);
    std::unique_ptr<MCStreamer> streamer(createELFStreamer(
        context_, std::move(backend), std::move(object_writer), std::make_unique<CodeEmitter>()));
    s_ = streamer.get();
    s_->initSections(/*NoExecStack=*/false, subtarget_);
    text();
    if (!image_.words.empty() && !image_.lines.empty()) {
      abbreviations();
      debug_info();
    }
    s_->finish();
    return std::string(bytes.begin(), bytes.end());
  }

private:
  // --- .text, symbols and the line program ---

  void text() {
    s_->switchSection(files_.getTextSection());
    size_t label = 0, line = 0;
    std::set<std::string> names;
    for (uint32_t a = 0; a <= image_.words.size(); ++a) {
      for (; label < image_.labels.size() && image_.labels[label].address <= a; ++label)
        if (names.insert(image_.labels[label].name).second)
          s_->emitLabel(context_.getOrCreateSymbol(image_.labels[label].name));
      if (a == image_.words.size()) break;
      for (; line < image_.lines.size() && image_.lines[line].address <= a; ++line)
        location(image_.lines[line]);
      std::string bytes;
      for (unsigned i = kWordBytes; i-- > 0;)
        bytes += static_cast<char>(image_.words[a] >> (8 * i));
      s_->emitBytes(bytes);
    }
  }

  void location(const SourceLine& l) {
    const auto [it, fresh] = file_numbers_.emplace(l.file, file_numbers_.size() + 1);
    if (fresh) s_->emitDwarfFileDirective(it->second, "", l.file);
    s_->emitDwarfLocDirective(it->second, l.line, l.column, DWARF2_FLAG_IS_STMT, 0, 0, l.file);
  }

  // --- .debug_abbrev ---

  void attribute(dwarf::Attribute a, dwarf::Form f) {
    s_->emitULEB128IntValue(a);
    s_->emitULEB128IntValue(f);
  }
  void entry(Abbreviation code, dwarf::Tag tag, bool children) {
    s_->emitULEB128IntValue(code);
    s_->emitULEB128IntValue(tag);
    s_->emitInt8(children ? dwarf::DW_CHILDREN_yes : dwarf::DW_CHILDREN_no);
  }
  void end_entry() { s_->emitInt16(0); }

  void abbreviations() {
    s_->switchSection(files_.getDwarfAbbrevSection());
    entry(kUnit, dwarf::DW_TAG_compile_unit, true);
    attribute(dwarf::DW_AT_producer, dwarf::DW_FORM_string);
    attribute(dwarf::DW_AT_language, dwarf::DW_FORM_data2);
    attribute(dwarf::DW_AT_name, dwarf::DW_FORM_string);
    attribute(dwarf::DW_AT_stmt_list, dwarf::DW_FORM_sec_offset);
    range_attributes();
    end_entry();
    entry(kLabel, dwarf::DW_TAG_label, false);
    attribute(dwarf::DW_AT_name, dwarf::DW_FORM_string);
    attribute(dwarf::DW_AT_low_pc, dwarf::DW_FORM_addr);
    end_entry();
    entry(kVariable, dwarf::DW_TAG_variable, false);
    attribute(dwarf::DW_AT_name, dwarf::DW_FORM_string);
    attribute(dwarf::DW_AT_location, dwarf::DW_FORM_sec_offset);
    end_entry();
    entry(kUnplaced, dwarf::DW_TAG_variable, false);
    attribute(dwarf::DW_AT_name, dwarf::DW_FORM_string);
    end_entry();
    s_->emitInt8(0);
  }
  void range_attributes() {
    attribute(dwarf::DW_AT_low_pc, dwarf::DW_FORM_addr);
    attribute(dwarf::DW_AT_high_pc, dwarf::DW_FORM_data4);
  }

  // --- .debug_info ---

  void string(const std::string& text) {
    s_->emitBytes(text.substr(0, text.find('\0')));
    s_->emitInt8(0);
  }
  void code_range(uint32_t first, uint32_t last) { // words first..last
    s_->emitInt32(first * kWordBytes);
    s_->emitInt32((last - first + 1) * kWordBytes);
  }

  void debug_info() {
    s_->switchSection(files_.getDwarfInfoSection());
    MCSymbol* begin = context_.createTempSymbol();
    MCSymbol* end = context_.createTempSymbol();
    s_->emitAbsoluteSymbolDiff(end, begin, 4);
    s_->emitLabel(begin);
    s_->emitInt16(4); // version
    s_->emitInt32(0); // abbreviations start at 0
    s_->emitInt8(4);  // address size
    s_->emitULEB128IntValue(kUnit);
    string("mecc");
    s_->emitInt16(dwarf::DW_LANG_Mips_Assembler); // DWARF 4's only code for "assembly"
    string(image_.lines.empty() ? image_.name : image_.lines.front().file);
    s_->emitInt32(0); // the line program starts at 0
    code_range(0, static_cast<uint32_t>(image_.words.size()) - 1);
    for (const Label& l : image_.labels) {
      s_->emitULEB128IntValue(kLabel);
      string(l.name);
      s_->emitInt32(l.address * kWordBytes);
    }
    const std::vector<Variable> all = variables();
    uint32_t list = 0;
    for (const Variable& v : all) {
      s_->emitULEB128IntValue(v.places.empty() ? kUnplaced : kVariable);
      string(v.name);
      if (!v.places.empty()) s_->emitInt32(std::exchange(list, list + size_of_list(v)));
    }
    s_->emitInt8(0);
    s_->emitLabel(end);
    s_->switchSection(files_.getDwarfLocSection());
    for (const Variable& v : all)
      if (!v.places.empty()) location_list(v);
  }

  // --- Variables, and .debug_loc: their locations by address range ---

  struct Place {
    uint32_t first, last; // in words
    unsigned reg;
  };
  struct Variable {
    std::string name;
    std::vector<Place> places; // empty: it has no register
  };

  std::vector<Variable> variables() const {
    std::vector<Variable> all;
    std::map<std::string, size_t> known;
    for (const SymbolRange& r : image_.symbols) {
      if (r.last < r.first || r.last >= image_.words.size()) continue;
      const auto [at, fresh] = known.emplace(r.name, all.size());
      if (fresh) all.push_back({r.name, {}});
      const int reg = dwarf_register(r.location);
      if (reg >= 0) all[at->second].places.push_back({r.first, r.last, static_cast<unsigned>(reg)});
    }
    return all;
  }

  static unsigned expression_size(const Place& p) { return 1 + getULEB128Size(p.reg); }
  static uint32_t size_of_list(const Variable& v) {
    uint32_t bytes = 8;
    for (const Place& p : v.places)
      bytes += 10 + expression_size(p);
    return bytes;
  }

  void location_list(const Variable& v) {
    for (const Place& p : v.places) {
      s_->emitInt32(p.first * kWordBytes);
      s_->emitInt32((p.last + 1) * kWordBytes);
      s_->emitInt16(expression_size(p));
      s_->emitInt8(dwarf::DW_OP_regx);
      s_->emitULEB128IntValue(p.reg);
    }
    s_->emitInt32(0);
    s_->emitInt32(0);
  }

  const Image& image_;
  Triple triple_;
  AsmInfo info_;
  MCRegisterInfo registers_;
  MCSubtargetInfo subtarget_;
  MCTargetOptions options_;
  MCContext context_;
  MCObjectFileInfo files_;
  MCStreamer* s_ = nullptr;
  std::map<std::string, unsigned> file_numbers_;
};

} // namespace

int dwarf_register(const std::string& location) {
  struct File {
    std::string_view prefix;
    int first, count;
  };
  static constexpr File files[] = {{"a", 0, 32},
                                   {"b", 32, 32},
                                   {"@a", 64, mev2::kFileRegisters},
                                   {"@b", 192, mev2::kFileRegisters},
                                   {"$", 320, 32},
                                   {"$$", 352, 32},
                                   {"n$", 384, mev2::kFileRegisters},
                                   {"s", 512, mev2::kSignals}};
  if (location.starts_with("out:")) return dwarf_register(location.substr(4));
  const size_t digits = location.find_first_of("0123456789");
  if (digits == std::string::npos) return -1;
  for (const File& f : files) {
    if (std::string_view(location).substr(0, digits) != f.prefix) continue;
    int n = 0;
    const char* end = location.data() + location.size();
    const auto [stop, bad] = std::from_chars(location.data() + digits, end, n);
    return bad == std::errc{} && stop == end && n < f.count ? f.first + n : -1;
  }
  return -1;
}

std::string write_elf(const Image& image) {
  return Writer(image).run();
}

} // namespace mecc
