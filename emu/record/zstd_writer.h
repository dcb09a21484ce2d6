// Compresses into a file with zstd (RFC 8878).
#pragma once

#include "base/files.h"

#include <memory>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace ixp {

class ZstdWriter {
public:
  explicit ZstdWriter(OutputFile& file);
  void write(std::string_view bytes);
  void finish(); // ends the compressed data, not the file

private:
  void compress(std::string_view bytes, bool last);
  struct Free {
    void operator()(ZSTD_CCtx_s* s) const;
  };

  OutputFile& file_;
  std::unique_ptr<ZSTD_CCtx_s, Free> state_;
  std::string packed_;
};

} // namespace ixp
