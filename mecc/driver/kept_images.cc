#include "mecc/driver/kept_images.h"

#include "base/child.h"
#include "base/dependencies.h"
#include "base/diagnostic.h"
#include "base/digest.h"
#include "base/files.h"
#include "mecc/driver/driver.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <iterator>
#include <system_error>

namespace mecc {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kMagic = "mecc images 1\n";

std::string identity_of_compiler() {
  std::string text = version() + '\n';
  for (const char* name : {"mecc", "mecc-c"}) {
    const std::string path = ixp::own_folder() + '/' + name;
    std::error_code missing;
    text += fmt::format("{} {} {}\n", path, fs::file_size(path, missing),
                        fs::last_write_time(path, missing).time_since_epoch().count());
  }
  return text;
}

std::string digest_of(std::string_view text) {
  ixp::Digest d;
  d.add(text);
  return d.text();
}

// Removes and returns the text before `end`.
std::string_view take(std::string_view& text, char end) {
  const size_t n = text.find(end);
  if (n == std::string_view::npos) return text = {};
  const std::string_view out = text.substr(0, n);
  text.remove_prefix(n + 1);
  return out;
}

uint64_t take_number(std::string_view& text) {
  const std::string_view digits = take(text, ' ');
  uint64_t n = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), n, 16);
  return n;
}

// Names with a line end or NUL would need escaping; such systems are not cached.
bool is_plain(const ixp::Dependencies& dependencies) {
  return std::ranges::none_of(
      dependencies, [](const auto& d) { return d.first.find('\n') != std::string::npos; });
}

std::string body_of(const std::string& key, const ixp::Dependencies& dependencies,
                    const std::string& uof) {
  std::string out = fmt::format("{:x} {}", key.size(), key);
  for (const auto& [path, d] : dependencies)
    out += fmt::format("{} {:x} {:x} {}\n", static_cast<char>(d.kind), d.size, d.digest, path);
  return out + '\n' + uof;
}

// Returns nothing if the entry is damaged or has another key.
std::optional<std::string_view> read_body(std::string_view text, const std::string& key,
                                          ixp::Dependencies& dependencies) {
  if (!text.starts_with(kMagic)) return {};
  text.remove_prefix(kMagic.size());
  const std::string_view digest = take(text, '\n');
  if (digest != digest_of(text)) return {};
  if (take_number(text) != key.size() || !text.starts_with(key)) return {};
  text.remove_prefix(key.size());
  while (!text.empty() && text.front() != '\n') {
    const std::string_view kind = take(text, ' ');
    if (kind.size() != 1) return {};
    ixp::Dependency d;
    d.kind = static_cast<ixp::Dependency::Kind>(kind[0]);
    d.size = take_number(text);
    d.digest = take_number(text);
    dependencies.emplace(take(text, '\n'), d);
  }
  if (text.empty()) return {};
  return text.substr(1);
}

} // namespace

KeptImages::KeptImages(const std::vector<std::string>& arguments)
    : folder_(ixp::user_path("XDG_CACHE_HOME", ".cache", "ixp2400/images")) {
  std::error_code error;
  key_ = identity_of_compiler() + fs::current_path(error).string() + '\n';
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i] == "-o")
      ++i;
    else
      key_ += fmt::format("{} {}\n", arguments[i].size(), arguments[i]);
  if (error) folder_.clear();
}

std::string KeptImages::path() const {
  return folder_ + '/' + digest_of(key_);
}

std::optional<std::string> KeptImages::find(std::vector<std::string>& inputs) const {
  if (folder_.empty()) return {};
  std::ifstream file(path(), std::ios::binary); // read_file() would record it as an input
  const std::string text(std::istreambuf_iterator<char>(file), {});
  ixp::Dependencies dependencies;
  const auto uof = read_body(text, key_, dependencies);
  if (!uof || !ixp::unchanged(dependencies)) return {};
  for (const auto& [path, d] : dependencies)
    if (d.kind == ixp::Dependency::Kind::Content) inputs.push_back(path);
  std::error_code ignored;
  fs::last_write_time(path(), fs::file_time_type::clock::now(), ignored); // marks the entry as used
  return std::string(*uof);
}

void KeptImages::keep(const std::string& uof) const {
  const ixp::Dependencies& dependencies = ixp::recorded_dependencies();
  if (folder_.empty() || !is_plain(dependencies)) return;
  const std::string body = body_of(key_, dependencies, uof);
  try {
    ixp::make_folder(folder_);
    make_room(body.size());
    ixp::OutputFile file(path());
    file.write(fmt::format("{}{}\n", kMagic, digest_of(body)));
    file.write(body);
    file.finish();
    file.commit();
  } catch (const ixp::InputError&) {
  } catch (const std::system_error&) {
  }
}

// Removes entries, least recently used first, until `bytes` more fit.
void KeptImages::make_room(uint64_t bytes) const {
  struct Entry {
    fs::file_time_type used;
    uint64_t size;
    fs::path path;
  };
  std::vector<Entry> entries;
  uint64_t sum = bytes;
  std::error_code gone; // another mecc may remove them at the same time
  for (fs::directory_iterator i(folder_, gone), end; !gone && i != end; i.increment(gone)) {
    if (!i->is_regular_file(gone)) continue;
    entries.push_back({i->last_write_time(gone), i->file_size(gone), i->path()});
    sum += entries.back().size;
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& e : entries) {
    if (sum <= kMostBytes) return;
    if (fs::remove(e.path, gone)) sum -= e.size;
  }
}

} // namespace mecc
