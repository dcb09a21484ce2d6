#include "emu/debug/words.h"

#include "base/diagnostic.h"
#include "base/files.h"
#include "config/region.h"
#include "emu/debug/names.h"
#include "emu/memory/queue_array.h"
#include "emu/record/frame_name.h"
#include "emu/xscale/elf.h"

#include <fmt/format.h>

namespace ixp::debug {

void Words::trim() {
  while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\t'))
    rest_.remove_prefix(1);
  while (!rest_.empty() && (rest_.back() == ' ' || rest_.back() == '\t' || rest_.back() == '\r'))
    rest_.remove_suffix(1);
}

std::string_view Words::take() {
  const std::string_view word = peek();
  rest_.remove_prefix(word.size());
  trim();
  return word;
}

bool Words::take(std::string_view word) {
  if (peek() != word) return false;
  take();
  return true;
}

uint64_t Words::number(std::string_view what, uint64_t otherwise) {
  if (empty()) return otherwise;
  const std::string_view word = take();
  const auto n = parse_number(word);
  if (!n)
    throw InputError(
        fmt::format("'{}' is not {}, expected a number, decimal or 0x...", word, what));
  return *n;
}

void Words::expect_end() const {
  if (!empty()) throw InputError(fmt::format("'{}' is too much", rest_));
}

// Removes and returns the condition of " .. if EXPRESSION" at the end.
std::string take_condition(std::string& text) {
  const size_t at = text.starts_with("if ") ? 0 : text.find(" if ");
  if (text == "if" || (at == text.npos && text.ends_with(" if")))
    throw InputError("expected a condition behind 'if', as in: if depth(RING_TX) > 64");
  if (at == text.npos) return {};
  std::string condition = text.substr(at + (at ? 4 : 3));
  text.resize(at);
  return condition;
}

// Microengine and context mask of "0:1" or "0:1.3,5". Empty if the word is a location.
std::optional<std::pair<unsigned, unsigned>> parse_threads(std::string_view word) {
  const size_t dot = word.find('.');
  const auto me = parse_thread(word.substr(0, dot));
  if (!me) return {};
  if (dot == word.npos) return std::pair(me->me, 0xffu);
  unsigned mask = 0;
  for (const char c : word.substr(dot + 1)) {
    if (c == ',') continue;
    if (c < '0' || c > '7')
      throw InputError(fmt::format("'{}': expected contexts 0 to 7, as in 0:1.3,5", word));
    mask |= 1u << (c - '0');
  }
  if (!mask)
    throw InputError(fmt::format("'{}': expected contexts behind it, as in 0:1.3,5", word));
  return std::pair(me->me, mask);
}

namespace {
unsigned take_directions(Words& words, std::string_view in, std::string_view out) {
  if (words.take(in)) return Stop::In;
  if (words.take(out)) return Stop::Out;
  return Stop::In | Stop::Out;
}

// The optional frame at the end; "": any. `instead`: expected alternatives.
std::string take_frame(Words& words, const SystemConfig& system, std::string_view instead) {
  if (words.empty()) return {};
  const std::string_view word = words.take();
  const auto frame = parse_frame_name(word);
  if (!frame)
    throw InputError(fmt::format("'{}': expected {} or a frame, as in p0.17", word, instead));
  const auto port = system.ports.find(frame->port);
  if (port == system.ports.end() || !port->second.rx)
    throw InputError(fmt::format("{}: no frame comes to port {}: there is no [port.{}].rx", word,
                                 frame->port, frame->port));
  return fmt::format("p{}.{}", frame->port, frame->number);
}
} // namespace

Stop ring_stop(Words& words, const SystemConfig& system) {
  Stop stop;
  stop.kind = Stop::Kind::Ring;
  if (words.empty()) throw InputError("expected the name or number of a ring");
  stop.ring = ring_number(system, std::string(words.take()));
  stop.directions = take_directions(words, "put", "get");
  stop.frame = take_frame(words, system, "put, get");
  words.expect_end();
  return stop;
}

Stop queue_stop(Words& words, const SystemConfig& system) {
  Stop stop;
  stop.kind = Stop::Kind::Queue;
  if (words.empty()) throw InputError("expected the channel of a queue array and an entry: 0 3");
  const uint64_t channel = words.number("an SRAM channel", 0);
  if (words.empty()) throw InputError("expected an entry of the queue array");
  const uint64_t entry = words.number("an entry of the queue array", 0);
  if (channel > 1 || entry >= kQueueEntries)
    throw InputError(
        fmt::format("expected channel 0 or 1 and an entry 0 to {}", kQueueEntries - 1));
  stop.channel = static_cast<unsigned>(channel);
  stop.entry = static_cast<unsigned>(entry);
  stop.directions = take_directions(words, "in", "out");
  stop.frame = take_frame(words, system, "in, out");
  words.expect_end();
  return stop;
}

Stop signal_stop(Words& words, Session& session) {
  if (const auto thread = parse_thread(words.peek())) { // scope of the names
    session.select(*thread);
    words.take();
  }
  if (words.empty())
    throw InputError("expected the name or number of a signal of the thread in hand");
  const std::string name(words.take());
  Stop stop;
  stop.kind = Stop::Kind::Signal;
  stop.directions = take_directions(words, "raised", "taken");
  words.expect_end();
  stop.signal = session.ask("signal", {{"name", name}}).at("number");
  stop.me = session.thread().me;
  return stop; // any context of the microengine
}

Stop packet_stop(Words& words, const SystemConfig& system) {
  Stop stop;
  stop.kind = Stop::Kind::Frame;
  const auto is_direction = [&] { return words.peek() == "rx" || words.peek() == "tx"; };
  if (!is_direction() && words.peek() != "port")
    stop.frame = take_frame(words, system, "rx, tx, port N");
  stop.directions = take_directions(words, "rx", "tx");
  if (words.take("port")) {
    if (words.empty()) throw InputError("expected the number of a port");
    const uint64_t port = words.number("a port", 0);
    if (port >= kMaxPorts || !system.ports.contains(static_cast<unsigned>(port)))
      throw InputError(fmt::format("there is no [port.{}] in the system", port));
    stop.port = static_cast<int>(port);
  }
  words.expect_end();
  return stop;
}

// Addresses of a symbol of the linked program or kernel.
static std::vector<unsigned> addresses_of(const std::string& symbol, const SystemConfig& system) {
  const XScaleConfig& x = *system.xscale;
  const std::string& file = x.kernel ? x.kernel->image : x.files.front();
  const std::string data = x.kernel || !x.from_source() ? read_file(file) : "";
  if (!data.starts_with("\x7f"
                        "ELF"))
    throw InputError(
        fmt::format("'{}': expected an address, as in 0xc0008000; symbols need a linked "
                    "program (ELF)",
                    symbol));
  std::vector<unsigned> out;
  for (const xscale::Symbol& s : xscale::read_symbols(
           {reinterpret_cast<const uint8_t*>(data.data()), data.size()}, file, symbol))
    if (s.name == symbol) out.push_back(s.value & ~1u);
  if (out.empty()) throw InputError(fmt::format("{} has no symbol '{}'", file, symbol));
  return out;
}

Stop arm_stop(Words& words, const SystemConfig& system) {
  if (!system.xscale) throw InputError("the system has no [xscale]");
  if (words.empty()) throw InputError("expected an address of ARM code or a symbol");
  Stop stop;
  stop.kind = Stop::Kind::Arm;
  const std::string word(words.take());
  words.expect_end();
  const auto address = parse_number(word.starts_with('*') ? word.substr(1) : word);
  if (address && *address > 0xffffffff)
    throw InputError(fmt::format("{}: expected an address of 32 bits", word));
  stop.pcs = address ? std::vector{static_cast<unsigned>(*address)} : addresses_of(word, system);
  return stop;
}

} // namespace ixp::debug
