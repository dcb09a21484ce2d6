#include "emu/record/frame_table.h"

#include <charconv>

namespace ixp {

// RFC 4180.
static std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\n") == text.npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

FrameTable::FrameTable(const std::string& path, Packing packing, uint64_t me_div)
    : thread_(packing_thread(packing)), file_(path, thread_.get(), kFrameTableHeader),
      me_div_(me_div) {}

void FrameTable::number(uint64_t n) {
  char digits[20];
  line_.append(digits, std::to_chars(digits, digits + sizeof digits, n).ptr);
}

void FrameTable::frame_ended(const FrameEnd& e) {
  const bool whole = e.bytes != 0;
  const auto optional = [&](bool known, uint64_t n) {
    line_ += ',';
    if (known) number(n);
  };
  line_ = 'p';
  number(e.name.port);
  line_ += '.';
  number(e.name.number);
  optional(whole, e.bytes);
  line_.append(",").append(e.fate);
  for (const std::string* text : {&e.reason, &e.by, &e.source})
    line_.append(",").append(cell(*text));
  optional(true, e.name.port);
  optional(e.tx_port >= 0, static_cast<uint64_t>(e.tx_port));
  optional(true, e.begin / me_div_);
  optional(whole, e.received / me_div_);
  optional(e.ended, e.at / me_div_);
  line_ += '\n';
  file_.write(line_);
}

} // namespace ixp
