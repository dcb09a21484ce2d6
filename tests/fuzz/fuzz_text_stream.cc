// Text streams and port logs: any text is frames or an InputError with a place in the file.
// Frames played as a stream come out in the order of the file.
#include "base/diagnostic.h"
#include "emu/media/stream.h"
#include "emu/observe/port_log.h"

#include <cstdlib>

static void stream(std::string_view text) {
  ixp::FrameFile f = ixp::load_text(text, "fuzz.txt");
  const size_t frames = f.entries.size();
  ixp::StreamConfig config;
  config.timing = ixp::Timing::Stamps;
  config.fcs = text.size() % 2 ? ixp::Fcs::Keep : ixp::Fcs::Strip;
  const auto source = ixp::make_stream(config, {}, 1, 0, "fuzz", {std::move(f)});
  ixp::Frame frame;
  size_t played = 0;
  while (source->next(frame)) {
    if (frame.bytes.empty() || frame.line_bytes > frame.bytes.size()) std::abort();
    ++played;
  }
  if (played != frames) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    stream(text);
  } catch (const ixp::InputError& e) {
    if (e.diagnostic().where.line == 0) std::abort();
  }
  try {
    ixp::parse_port_log(text, "fuzz.log");
  } catch (const ixp::InputError& e) {
    if (e.diagnostic().where.line == 0) std::abort();
  }
  return 0;
}
