// Messages of the Debug Adapter Protocol (microsoft.github.io/debug-adapter-protocol) on a pair of
// descriptors: "Content-Length: N", an empty line, N bytes of JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace ixp::debug {

using Json = nlohmann::json;

class DapStream {
public:
  DapStream(int in, int out) : in_(in), out_(out) {}

  // The next message; nothing when the other side has gone. What is no JSON is a null message.
  // Throws InputError for what is no message at all, where there is no telling where the next one
  // begins, and for one that ends in the middle.
  std::optional<Json> next();
  // Takes in what is there already. True when such a message is among what waits, or the other side
  // has gone.
  using Wanted = std::function<bool(const Json&)>;
  bool waits_for(const Wanted& wanted);
  // The first such message of those that wait, before those that came earlier.
  std::optional<Json> take(const Wanted& wanted);
  // Numbers it. Nobody who listens any more is no error; throws InputError for what else keeps it
  // from being written.
  void send(Json message);

private:
  bool read_some(); // false at the end
  bool take_message();

  int in_, out_;
  std::string bytes_;
  std::deque<Json> messages_;
  bool ended_ = false;
  int sequence_ = 0;
};

// "" when it is not there, or no text.
std::string text_at(const Json& message, const char* key);

} // namespace ixp::debug
