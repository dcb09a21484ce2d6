#include "mecc/image/imports.h"

#include "preprocess/source.h"

#include <algorithm>
#include <fmt/format.h>

namespace mecc {

namespace {

using mev2::Opcode;

[[noreturn]] void fail(const Image& image, const ImportUse& use, const std::string& why) {
  const SourceLine* line = image.line_at(use.address);
  throw ixp::InputError(line ? ixp::SourceLocation{line->file, line->line, line->column}
                             : ixp::SourceLocation{image.name, 0, 0},
                        why);
}

// Replaces the value in the word of an immed. False if it does not fit.
bool put(mev2::Instruction& i, int64_t value) {
  if (i.opcode == Opcode::IMMED)
    return value >= -(int64_t{1} << 31) && value < int64_t{1} << 32 &&
           mev2::fit_immed(static_cast<uint32_t>(value), i);
  const bool byte = mev2::info(i.opcode).mnemonic.starts_with("immed_b");
  if (value < (byte ? -128 : -32768) || value > (byte ? 255 : 65535)) return false;
  i.immediate = static_cast<uint32_t>(value) & (byte ? 0xff : 0xffff);
  return true;
}

void give(Image& image, const ImportUse& use, int64_t value) {
  std::string why;
  auto i = mev2::decode(image.words.at(use.address), image.mode, &why);
  if (!i || mev2::info(i->opcode).cls != mev2::InstrClass::Immed)
    fail(image, use,
         fmt::format("word {} takes '{}', but it is no immed: the image is damaged", use.address,
                     use.expression));
  if (!put(*i, value))
    fail(image, use,
         fmt::format("'{}' is {} ({:#x}), which does not fit {}{}", use.expression, value,
                     static_cast<uint32_t>(value), mev2::info(i->opcode).mnemonic,
                     i->opcode == Opcode::IMMED ? ": use immed_w0 and immed_w1" : ""));
  image.words[use.address] = mev2::encode(*i, image.mode, &why).value();
}

} // namespace

void bind_imports(Image& image, const std::map<std::string, int64_t>& values) {
  ExpressionContext context;
  context.lookup = [&](const std::string& name, int64_t& value) {
    const auto known = values.find(name);
    if (known != values.end()) value = known->second;
    return known != values.end();
  };
  std::vector<ImportUse> open;
  for (ImportUse& use : image.import_uses) {
    std::string why;
    size_t at = 0;
    int64_t value = 0;
    bool complete = false;
    const std::string rest = substitute(use.expression, context, complete);
    if (!complete) {
      open.push_back({use.address, rest});
      continue;
    }
    if (!evaluate(rest, {}, value, why, at)) fail(image, use, why);
    give(image, use, value);
  }
  image.import_uses = std::move(open);
  std::erase_if(image.imports, [&](const std::string& name) { return values.contains(name); });
}

void bind_imports(Image& image,
                  const std::vector<std::pair<std::string, std::string>>& definitions) {
  std::map<std::string, int64_t> values;
  for (const auto& [name, text] : definitions) {
    if (std::ranges::find(image.imports, name) == image.imports.end()) continue;
    std::string why;
    size_t at = 0;
    if (!evaluate(text, {}, values[name], why, at))
      throw ixp::InputError(
          {image.name, 0, 0},
          fmt::format("import variable {} has the value '{}', which is no number", name, text));
  }
  bind_imports(image, values);
}

} // namespace mecc
