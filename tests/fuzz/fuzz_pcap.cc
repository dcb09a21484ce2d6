// Captures: any bytes are frames or an InputError.
#include "base/diagnostic.h"
#include "emu/media/stream.h"

#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0; // fmemopen refuses it
  std::FILE* file = fmemopen(const_cast<uint8_t*>(data), size, "rb");
  if (!file) return 0;
  try {
    const ixp::FrameFile f = ixp::load_capture(file, "fuzz.pcap");
    size_t sum = 0;
    for (size_t i = 0; i < f.entries.size(); ++i) {
      const auto frame = f.frame(i);
      if (frame.empty() || frame.size() > ixp::kMaxFrameBytes) std::abort();
      sum += frame.size();
    }
    if (sum != f.bytes.size()) std::abort();
  } catch (const ixp::InputError&) {
  }
  return 0;
}
