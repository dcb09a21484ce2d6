// Unpacking of gzip and zstd while reading, by zlib and libzstd.
#pragma once

#include "emu/media/byte_stream.h"

#include <memory>
#include <string>

namespace ixp {

// `packed` itself when it is not packed. Throws InputError naming the file `name`: for data that
// are wrong or end early, and for the packers that are known and not supported.
std::unique_ptr<ByteStream> unpacked(std::unique_ptr<ByteStream> packed, const std::string& name);

} // namespace ixp
