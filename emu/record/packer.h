// Compresses output (deflate, RFC 1950) and writes it to a file, on a separate thread. Bundles are
// written in order, so the file is deterministic.
#pragma once

#include "base/background.h"
#include "base/files.h"

#include <functional>
#include <libdeflate.h>
#include <memory>
#include <mutex>
#include <string>

namespace ixp {

class Packer {
public:
  // `frame` encloses compressed bytes for the file format.
  Packer(const std::string& path, std::function<std::string(std::string_view)> frame);
  // Queues a bundle; waits if too many are queued. Rethrows errors of earlier writes. Returns a
  // string to fill next, with reused memory if possible.
  std::string add(std::string bundle);
  void finish(); // compresses and writes everything; OutputFile::finish()
  void commit() { file_.commit(); }

private:
  void pack(std::string_view bundle);

  struct Free {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
  };

  static constexpr size_t kMostBundles = 5;
  OutputFile file_;
  std::function<std::string(std::string_view)> frame_;
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  std::string packed_;
  std::mutex mutex_; // guards done_
  std::string done_; // a finished bundle, whose memory is reused
  Background thread_{kMostBundles};
};

} // namespace ixp
