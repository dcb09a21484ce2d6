// Packs what is written (deflate, RFC 1950) and puts it into a file, on a thread of its own.
// Bundles go out in their order, so the file is always the same.
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
  // `frame` makes of packed bytes what is written.
  Packer(const std::string& path, std::function<std::string(std::string_view)> frame);
  // Waits when too much is not packed yet. Throws what writing an earlier bundle threw. Returns a
  // string to fill next, whose memory is there already if it can be.
  std::string add(std::string bundle);
  void finish(); // all is packed and written; of OutputFile
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
  std::mutex mutex_; // of done_
  std::string done_; // a bundle that is packed: its memory is used again
  Background thread_{kMostBundles};
};

} // namespace ixp
