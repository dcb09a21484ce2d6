// Messages between the debugger and the processes that hold the emulated chip (station.h): JSON
// over a socket pair, and descriptors of further socket pairs.
#pragma once

#include <nlohmann/json.hpp>

#include <utility>

namespace ixp::debug {

using Json = nlohmann::json;

// Thrown when the other end is closed.
struct ChannelClosed {};

class Channel {
public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  ~Channel();
  Channel(Channel&& from) noexcept : descriptor_(std::exchange(from.descriptor_, -1)) {}
  Channel& operator=(Channel&& from) noexcept {
    std::swap(descriptor_, from.descriptor_);
    return *this;
  }
  // Both ends of a new channel.
  static std::pair<Channel, Channel> pair(); // throws std::system_error

  void send(const Json& message);
  Json receive();
  void send_channel(const Channel& end);
  Channel receive_channel();
  // True if a message has arrived or the other end is closed.
  bool readable() const;
  int descriptor() const { return descriptor_; }
  void close();

private:
  void write(const char* bytes, size_t n);
  void read(char* bytes, size_t n);

  int descriptor_ = -1;
};

} // namespace ixp::debug
