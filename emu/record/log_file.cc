#include "emu/record/log_file.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fmt/format.h>
#include <zstd.h>

namespace ixp {

// A zstd frame with one raw block (RFC 8878, 3.1.1): its contents can be overwritten in the file.
static std::string raw_frame(std::string_view text) {
  assert(text.size() < 1 << 17); // maximum block size
  const auto little_endian = [](uint64_t n, unsigned bytes) {
    std::string out;
    for (unsigned i = 0; i < bytes; ++i)
      out += static_cast<char>(n >> 8 * i);
    return out;
  };
  constexpr uint8_t kSizeOf4Bytes = 2 << 6, kSingleSegment = 1 << 5, kLastBlock = 1;
  const std::string head =
      little_endian(ZSTD_MAGICNUMBER, 4) + little_endian(kSizeOf4Bytes | kSingleSegment, 1) +
      little_endian(text.size(), 4) + little_endian(text.size() << 3 | kLastBlock, 3);
  assert(head.size() == kPackedFirstLineAt);
  return head + std::string(text);
}

std::unique_ptr<Background> packing_thread(Packing packing) {
  return packing == Packing::None ? nullptr : std::make_unique<Background>();
}

LogFile::LogFile(const std::string& path, Background* thread, std::string_view first_line)
    : thread_(thread), file_(path + suffix(thread ? Packing::Zstd : Packing::None)) {
  if (!thread_) {
    file_.write(first_line);
    return;
  }
  packer_.emplace(file_);
  first_line_at_ = kPackedFirstLineAt;
  file_.write(raw_frame(first_line));
}

// Removes this file's pieces from the thread's queue. Errors have been reported or do not matter:
// the file is not committed.
LogFile::~LogFile() {
  if (!thread_) return;
  try {
    thread_->wait();
  } catch (...) {
  }
}

void LogFile::write(std::string_view text) {
  if (thread_)
    thread_->add([this, text = std::string(text)] { packer_->write(text); });
  else
    file_.write(text);
}

void LogFile::patch(uint64_t offset, std::string_view text) {
  if (thread_) thread_->wait();
  file_.patch(first_line_at_ + offset, text);
}

void LogFile::finish() {
  if (packer_) {
    thread_->add([this] { packer_->finish(); });
    thread_->wait();
    packer_.reset();
  }
  file_.finish();
}

void LogFile::commit() {
  finish();
  file_.commit();
}

std::string read_log(const Input& log) {
  const auto stream = log.open();
  std::string out;
  for (auto part = stream->some(); !part.empty(); part = stream->some()) {
    out.append(part.begin(), part.end());
    stream->consume(part.size());
  }
  return out;
}

Input log_input(const std::string& path) {
  if (path == "-") return memory_input(path, read_file(path));
  Input log = file_input(path);
  return log.lasting ? log : memory_input(path, read_file(path));
}

LogLines::LogLines(const Input& log) : name_(log.name), stream_(log.open()) {}

bool LogLines::next() {
  constexpr size_t kLongest = 1 << 20; // far longer than any frame's line
  line_.clear();
  complete_ = false;
  while (!complete_) {
    const auto part = stream_->some();
    if (part.empty()) break;
    const auto end = std::ranges::find(part, '\n');
    line_.append(part.begin(), end);
    complete_ = end != part.end();
    stream_->consume(static_cast<size_t>(end - part.begin()) + complete_);
    if (line_.size() > kLongest)
      throw InputError(
          {name_, number_ + 1},
          fmt::format("a line of more than {} bytes, expected a log; is it damaged?", kLongest));
  }
  number_ += complete_ || !line_.empty();
  return complete_ || !line_.empty();
}

std::string log_name(const std::string& path) {
  const std::filesystem::path file = std::filesystem::path(path).filename();
  const std::string packed = file.extension().string();
  return packed == ".zst" || packed == ".gz" ? file.stem().string() : file.string();
}

} // namespace ixp
