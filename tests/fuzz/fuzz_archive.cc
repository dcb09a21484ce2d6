// Recorded runs: any bytes are an archive (ixpemu pack) with its run.json, or an InputError, and
// nothing outside of the archive's folder is written. The sums of headers are mended, so that the
// fuzzer gets past them.
#include "base/diagnostic.h"
#include "emu/cli/pack.h"
#include "tests/fuzz/input_folder.h"

#include <cstdlib>
#include <fmt/format.h>

namespace {

constexpr size_t kBlock = 512, kSum = 148, kSumBytes = 8, kMagic = 257;

void mend_sums(std::string& bytes) {
  for (size_t at = 0; at + kBlock <= bytes.size(); at += kBlock) {
    if (bytes.compare(at + kMagic, 5, "ustar") != 0) continue;
    bytes.replace(at + kSum, kSumBytes, kSumBytes, ' ');
    unsigned sum = 0;
    for (size_t i = at; i < at + kBlock; ++i)
      sum += static_cast<unsigned char>(bytes[i]);
    bytes.replace(at + kSum, kSumBytes, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
  }
}

void require(bool promise) {
  if (!promise) std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const InputFolder folder;
  std::string bytes(reinterpret_cast<const char*>(data), size);
  mend_sums(bytes);
  folder.write("run.tar.zst", bytes);
  folder.write("run.json", bytes.substr(std::min(kBlock, size))); // the first member alone
  for (const std::string& path : {folder.path("run.tar.zst"), folder.path()}) {
    try {
      const ixp::RecordedRun run(path);
      require(!run.record().arguments.empty() && run.record().folder.starts_with('/'));
    } catch (const ixp::InputError& e) {
      require(!e.diagnostic().where.file.empty() && !e.diagnostic().text.empty());
    }
  }
  return 0;
}
