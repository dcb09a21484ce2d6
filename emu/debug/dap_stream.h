// Messages of the Debug Adapter Protocol (microsoft.github.io/debug-adapter-protocol) on a pair of
// descriptors: "Content-Length: N", an empty line, N bytes of JSON.
#pragma once

#include <nlohmann/json.hpp>

#include <chrono>
#include <deque>
#include <functional>
#include <optional>
#include <string>

namespace ixp::debug {

using Json = nlohmann::json;

class DapStream {
public:
  DapStream(int in, int out) : in_(in), out_(out) {}

  // Next message, without members that are null; empty after the other end has closed. Invalid JSON
  // is a null message. Throws InputError for input without a valid header, since the next message
  // cannot be found, for a truncated message, and after the deadline.
  std::optional<Json> next();
  using Deadline = std::optional<std::chrono::steady_clock::time_point>;
  void wait_until(Deadline deadline) { deadline_ = deadline; }
  // Reads available input. True if a pending message satisfies `wanted`, or the other end has
  // closed.
  using Wanted = std::function<bool(const Json&)>;
  bool waits_for(const Wanted& wanted);
  // Removes the first pending message that satisfies `wanted`, ahead of earlier ones.
  std::optional<Json> take(const Wanted& wanted);
  // Sends a message with the next sequence number. A closed reader is no error; other write errors
  // throw InputError.
  void send(Json message);

private:
  bool read_some(); // false at the end
  void wait_readable() const;
  bool take_message();

  int in_, out_;
  std::string bytes_;
  std::deque<Json> messages_;
  bool ended_ = false;
  Deadline deadline_;
  int sequence_ = 0;
};

// "" if the member is absent or no text.
std::string text_at(const Json& message, const char* key);

} // namespace ixp::debug
