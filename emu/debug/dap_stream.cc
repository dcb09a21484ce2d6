#include "emu/debug/dap_stream.h"

#include "base/diagnostic.h"
#include "base/nesting.h"
#include "emu/debug/words.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <iterator>
#include <poll.h>
#include <unistd.h>

namespace ixp::debug {

namespace {
constexpr size_t kMostHeader = 4096, kMostMessage = 64u << 20;
constexpr size_t kMostMessages = 10'000; // read before earlier ones are answered
constexpr int kDeepest = 64;             // exceeds the protocol's need; copying JSON recurses

constexpr const char* kNoHeader =
    "this is no Debug Adapter Protocol: expected 'Content-Length: N' and an empty line";

// Throws InputError for a request line of HTTP and for Origin, Host and the like, which browsers
// send. The last line may be incomplete: a browser's request is refused before its content arrives.
void refuse_http(std::string_view header) {
  static constexpr std::string_view kOfBrowsers[] = {"origin:", "host:", "user-agent:", "referer:"};
  const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
  for (size_t end = 0; !header.empty(); header.remove_prefix(std::min(end + 1, header.size()))) {
    end = header.find('\n');
    const std::string_view line = header.substr(0, end);
    const bool request = line.find(' ') < line.find(':'); // "GET /", "POST http://"
    const bool field = std::ranges::any_of(kOfBrowsers, [&](std::string_view name) {
      return line.size() >= name.size() &&
             std::ranges::equal(line.substr(0, name.size()), name, same);
    });
    if (request || field)
      throw InputError("this is HTTP, as web browsers send it, and no Debug Adapter Protocol: an "
                       "editor connects without HTTP");
    if (end == header.npos) return;
  }
}

// Number in the line "Content-Length: N". As in HTTP, case and other lines are ignored. 0: none.
size_t length_in(std::string_view header) {
  constexpr std::string_view kName = "content-length";
  while (!header.empty()) {
    std::string_view line = header.substr(0, header.find("\r\n"));
    header.remove_prefix(std::min(line.size() + 2, header.size()));
    const size_t colon = line.find(':');
    const auto same = [](char a, char b) {
      return std::tolower(static_cast<unsigned char>(a)) == b;
    };
    if (colon == line.npos || !std::ranges::equal(line.substr(0, colon), kName, same)) continue;
    const Words value(line.substr(colon + 1));
    size_t length = 0;
    const auto [end, error] = std::from_chars(value.rest().begin(), value.rest().end(), length, 10);
    return error == std::errc{} && end == value.rest().end() ? length : 0;
  }
  return 0;
}

// Some editors send null for an optional member.
void drop_null_members(Json& json) {
  if (json.is_object())
    for (auto member = json.begin(); member != json.end();)
      member = member->is_null() ? json.erase(member) : std::next(member);
  if (json.is_structured())
    for (Json& part : json)
      drop_null_members(part);
}

// Null for invalid JSON and for JSON nested too deep.
Json parse(std::string_view text) {
  if (nesting_of(text) > kDeepest) return {};
  Json message = Json::parse(text, nullptr, false);
  if (message.is_discarded()) return {};
  drop_null_members(message);
  return message;
}
} // namespace

std::string text_at(const Json& message, const char* key) {
  if (!message.is_object() || !message.contains(key) || !message[key].is_string()) return {};
  return message[key];
}

void DapStream::wait_readable() const {
  using std::chrono::milliseconds, std::chrono::ceil;
  pollfd p{in_, POLLIN, 0};
  for (int ready = 0; deadline_ && ready <= 0;) {
    const auto left = ceil<milliseconds>(*deadline_ - std::chrono::steady_clock::now()).count();
    if (left <= 0) throw InputError("no valid 'launch' arrived in time");
    ready = poll(&p, 1, static_cast<int>(left));
  }
}

bool DapStream::read_some() {
  wait_readable();
  char buffer[65536];
  ssize_t n = 0;
  while ((n = read(in_, buffer, sizeof buffer)) < 0 && errno == EINTR) {
  }
  if (n > 0) bytes_.append(buffer, static_cast<size_t>(n));
  return n > 0;
}

// Moves a message from bytes_ to messages_; false if it is incomplete.
bool DapStream::take_message() {
  const size_t end = bytes_.find("\r\n\r\n");
  const auto header = std::string_view(bytes_).substr(0, std::min(end, kMostHeader));
  refuse_http(header);
  if (end == bytes_.npos && header.size() < kMostHeader) return false;
  const size_t length = end == bytes_.npos ? 0 : length_in(header);
  if (length == 0 || length > kMostMessage) throw InputError(kNoHeader);
  if (bytes_.size() < end + 4 + length) return false;
  messages_.push_back(parse(std::string_view(bytes_).substr(end + 4, length)));
  bytes_.erase(0, end + 4 + length);
  return true;
}

std::optional<Json> DapStream::next() {
  while (messages_.empty()) {
    if (take_message()) break;
    if (ended_ || !read_some()) {
      if (!bytes_.empty())
        throw InputError(fmt::format("the input ends in the middle of a message of the Debug "
                                     "Adapter Protocol: {} bytes of it came",
                                     bytes_.size()));
      return {};
    }
  }
  Json message = std::move(messages_.front());
  messages_.pop_front();
  return message;
}

bool DapStream::waits_for(const Wanted& wanted) {
  pollfd p{in_, POLLIN, 0};
  const auto take_messages = [this] {
    while (messages_.size() < kMostMessages && take_message()) {
    }
  };
  take_messages();
  while (!ended_ && messages_.size() < kMostMessages && poll(&p, 1, 0) > 0) {
    ended_ = !read_some();
    take_messages();
  }
  return ended_ || std::ranges::any_of(messages_, wanted);
}

std::optional<Json> DapStream::take(const Wanted& wanted) {
  const auto found = std::ranges::find_if(messages_, wanted);
  if (found == messages_.end()) return {};
  Json message = std::move(*found);
  messages_.erase(found);
  return message;
}

void DapStream::send(Json message) {
  message["seq"] = ++sequence_;
  const std::string body = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::string text = fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body);
  for (size_t at = 0; at < text.size();) {
    const ssize_t n = ::write(out_, text.data() + at, text.size() - at);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno != EPIPE && errno != ECONNRESET)
      throw InputError(fmt::format("a message cannot be written: {}", std::strerror(errno)));
    if (n <= 0) { // no reader: the end of input reports it as well
      ended_ = true;
      return;
    }
    at += static_cast<size_t>(n);
  }
}

} // namespace ixp::debug
