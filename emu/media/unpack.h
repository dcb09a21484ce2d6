// Decompression of gzip and zstd during reading, by zlib and libzstd.
#pragma once

#include "emu/media/byte_stream.h"

#include <memory>
#include <string>

namespace ixp {

// Returns `packed` itself if it is not compressed. Throws InputError naming the file `name` for
// invalid or truncated data, and for known but unsupported formats.
std::unique_ptr<ByteStream> unpacked(std::unique_ptr<ByteStream> packed, const std::string& name);

} // namespace ixp
