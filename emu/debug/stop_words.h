// Parses the arguments of break and who. All functions throw InputError with the expected syntax.
#pragma once

#include "emu/debug/session.h"
#include "emu/debug/words.h"

#include <optional>
#include <string>
#include <utility>

namespace ixp::debug {

// Removes and returns the condition of " .. if EXPRESSION" at the end; "": none.
std::string take_condition(std::string& text);
// Microengine and context mask of "0:1" or "0:1.3,5". Empty if the word is a location.
std::optional<std::pair<unsigned, unsigned>> parse_threads(std::string_view word);

Stop ring_stop(Words& words, const SystemConfig& system);  // NAME [put|get] [FRAME]
Stop queue_stop(Words& words, const SystemConfig& system); // CHANNEL ENTRY [in|out] [FRAME]
// [ME] NAME [raised|taken], for any context of the microengine, which becomes the current one.
Stop signal_stop(Words& words, Session& session);
Stop packet_stop(Words& words, const SystemConfig& system); // [FRAME] [rx|tx] [port N]
Stop arm_stop(Words& words, const SystemConfig& system);    // ADDRESS|SYMBOL

} // namespace ixp::debug
