// Readers of small files: input typed at the console, words and instructions as text, cells of a
// fabric, figures, sources in messages, the rule of mecc -MD, and entries of mecc's cache. Any
// bytes give a value or an InputError with a position. Digests of entries are mended, so that the
// fuzzer gets past them.
#include "base/dependencies.h"
#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/excerpt.h"
#include "base/figure.h"
#include "emu/control/uart.h"
#include "fabric/arrival_file.h"
#include "mecc/driver/kept_images.h"
#include "mecc/image/image.h"
#include "tests/fuzz/input_folder.h"

#include <cstdlib>

namespace {

void require(bool promise) {
  if (!promise) std::abort();
}

template <class Read> void attempt(const Read& read) {
  try {
    read();
  } catch (const ixp::InputError& e) {
    require(!e.diagnostic().text.empty());
  }
}

void read_instruction(std::string_view line) {
  constexpr mev2::ContextMode kMode = mev2::ContextMode::Eight;
  std::string why;
  size_t at = 0;
  const auto instruction = mev2::parse(line, kMode, &why, &at);
  if (!instruction) return require(!why.empty() && at <= line.size());
  const auto word = mev2::encode(*instruction, kMode, &why);
  if (!word) return require(!why.empty());
  const auto decoded = mev2::decode(*word, kMode);
  require(decoded && mev2::parse(mev2::print(*decoded), kMode).has_value());
}

// The cache in a temporary folder, with one entry.
class Cache {
public:
  Cache() {
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
    ixp::record_dependencies();
    const mecc::KeptImages images({});
    images.keep("UOF");
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path()))
      if (entry.is_regular_file()) path_ = entry.path().lexically_relative(folder_.path());
    const std::string entry = ixp::read_file(folder_.path(path_));
    magic_ = entry.substr(0, entry.find('\n') + 1);
    key_ = entry.substr(entry.find('\n', magic_.size()) + 1);
    key_.resize(key_.size() - std::string("\nUOF").size());
  }
  // An entry that begins as one of this compiler, and goes on with `text`.
  void find(std::string_view text) const {
    const std::string body = key_ + std::string(text);
    ixp::Digest digest;
    digest.add(body);
    folder_.write(path_, magic_ + digest.text() + '\n' + body);
    std::vector<std::string> inputs;
    const auto uof = mecc::KeptImages({}).find(inputs);
    require(!uof || text.ends_with(*uof));
  }

private:
  InputFolder folder_;
  std::string path_, magic_, key_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const Cache cache;
  static const InputFolder folder;
  const std::string text(reinterpret_cast<const char*>(data), size);
  attempt([&] {
    const ixp::control::Typed typed = ixp::control::parse_typed(text, "typed.txt");
    require(to_text(ixp::control::parse_typed(to_text(typed), "again")) == to_text(typed));
  });
  attempt([&] {
    const mecc::Image image = mecc::read_hex(text, "a.hex", mev2::ContextMode::Eight);
    require(mecc::read_hex(write_hex(image), "a.hex", image.mode).words == image.words);
  });
  attempt([&] { require(!ixp::fabric::parse_arrivals(text, "cells.txt", 4).empty()); });
  const auto files = ixp::files_of_rule(text);
  require(ixp::files_of_rule(ixp::make_rule("a", files)) == files);
  read_instruction(std::string_view(text).substr(0, text.find('\n')));
  folder.write("figure.json", text);
  ixp::Diagnostic error;
  error.where = {folder.path("figure.json"), 1, static_cast<unsigned>(size % 90)};
  ixp::Excerpts(size % 2).format(error);
  attempt([&] { ixp::draw_file(folder.path("figure.json")); });
  cache.find(text);
  return 0;
}
