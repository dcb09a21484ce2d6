// Text streams and port logs: any text is frames or an InputError with a position in the file.
// Frames played as a stream come out in the order of the file.
#include "base/diagnostic.h"
#include "base/frames/frame_reader.h"
#include "emu/media/stream.h"
#include "emu/record/port_log.h"

#include <algorithm>
#include <cstdlib>

// Whether the bytes are recognised as text, and not as a capture or as packed.
static bool is_text(std::string_view bytes) {
  const auto control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c < 0; };
  return !bytes.starts_with("BZh") && !std::ranges::any_of(bytes.substr(0, 6), control);
}

static size_t count_frames(const ixp::Input& input) {
  const auto reader = ixp::open_frames(input);
  ixp::FileFrame frame;
  size_t n = 0;
  while (reader->next(frame))
    ++n;
  return n;
}

static void stream(std::string_view text) {
  const ixp::Input input = ixp::memory_input("fuzz.txt", std::string(text));
  ixp::StreamConfig config;
  config.timing = ixp::Timing::Stamps;
  config.rules.fcs = text.size() % 2 ? ixp::Fcs::Keep : ixp::Fcs::Strip;
  const auto source = ixp::make_stream(config, {}, 1, 0, "fuzz", {input});
  ixp::Frame frame;
  size_t played = 0;
  while (source->next(frame)) {
    if (frame.bytes.empty() || frame.line_bytes > frame.bytes.size()) std::abort();
    ++played;
  }
  if (played != count_frames(input)) std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    stream(text);
  } catch (const ixp::InputError& e) {
    if (e.diagnostic().where.line == 0 && is_text(text)) std::abort();
  }
  try {
    ixp::read_port_log(ixp::memory_input("fuzz.log", std::string(text)));
  } catch (const ixp::InputError& e) {
    if (e.diagnostic().where.line == 0 && is_text(text)) std::abort();
  }
  return 0;
}
