// What users write behind break and who. All throw InputError with what was expected.
#pragma once

#include "emu/debug/session.h"
#include "emu/debug/words.h"

#include <optional>
#include <string>
#include <utility>

namespace ixp::debug {

// " .. if EXPRESSION": the condition, taken off the end; "": none.
std::string take_condition(std::string& text);
// "0:1" or "0:1.3,5": microengine and mask of contexts. Nothing when the word is a place.
std::optional<std::pair<unsigned, unsigned>> parse_threads(std::string_view word);

Stop ring_stop(Words& words, const SystemConfig& system);  // NAME [put|get] [FRAME]
Stop queue_stop(Words& words, const SystemConfig& system); // CHANNEL ENTRY [in|out] [FRAME]
// [ME] NAME [raised|taken], at any context of the microengine; takes it in hand.
Stop signal_stop(Words& words, Session& session);
Stop packet_stop(Words& words, const SystemConfig& system); // [FRAME] [rx|tx] [port N]

} // namespace ixp::debug
