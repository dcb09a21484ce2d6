// Packs what is written (deflate, RFC 1950) and puts it into a file, on a thread of its own.
// Bundles go out in their order, so the file is always the same.
#pragma once

#include "base/files.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <libdeflate.h>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

namespace ixp {

class Packer {
public:
  // `frame` makes of packed bytes what is written.
  Packer(const std::string& path, std::function<std::string(std::string_view)> frame);
  ~Packer();
  // Waits when too much is not packed yet. Throws what writing an earlier bundle threw. Returns a
  // string to fill next, whose memory is there already if it can be.
  std::string add(std::string bundle);
  void finish(); // all is packed and written; of OutputFile
  void commit() { file_.commit(); }

private:
  void work();
  void pack(std::string_view bundle);
  void rethrow();

  struct Free {
    void operator()(libdeflate_compressor* c) const { libdeflate_free_compressor(c); }
  };

  static constexpr size_t kMostWaiting = 4;
  OutputFile file_;
  std::function<std::string(std::string_view)> frame_;
  std::unique_ptr<libdeflate_compressor, Free> compressor_;
  std::string packed_;
  std::mutex mutex_; // of what follows
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  std::string done_; // a bundle that is packed: its memory is used again
  std::exception_ptr error_;
  bool busy_ = false, ended_ = false;
  std::thread thread_;
};

} // namespace ixp
