#include "emu/debug/channel.h"

#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>

namespace ixp::debug {

Channel::~Channel() {
  close();
}

void Channel::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
}

std::pair<Channel, Channel> Channel::pair() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
    throw std::system_error(errno, std::generic_category(), "socketpair");
  return {Channel(ends[0]), Channel(ends[1])};
}

void Channel::write(const char* bytes, size_t n) {
  while (n) {
    const ssize_t written = ::send(descriptor_, bytes, n, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) throw ChannelClosed{};
    bytes += written, n -= static_cast<size_t>(written);
  }
}

void Channel::read(char* bytes, size_t n) {
  while (n) {
    const ssize_t got = ::read(descriptor_, bytes, n);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) throw ChannelClosed{};
    bytes += got, n -= static_cast<size_t>(got);
  }
}

void Channel::send(const Json& message) {
  const std::string text = message.dump(-1, ' ', false, Json::error_handler_t::replace);
  const uint64_t size = text.size();
  write(reinterpret_cast<const char*>(&size), sizeof size);
  write(text.data(), text.size());
}

Json Channel::receive() {
  uint64_t size = 0;
  read(reinterpret_cast<char*>(&size), sizeof size);
  std::string text(size, '\0');
  read(text.data(), size);
  return Json::parse(text);
}

bool Channel::readable() const {
  pollfd p{descriptor_, POLLIN, 0};
  return poll(&p, 1, 0) > 0;
}

namespace {
// A one-byte message with room for one descriptor.
struct Passing {
  char byte = 0;
  iovec part{&byte, 1};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))] = {};
  msghdr message{};
  Passing() {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = control;
    message.msg_controllen = sizeof control;
  }
};
} // namespace

void Channel::send_channel(const Channel& end) {
  Passing p;
  cmsghdr* header = CMSG_FIRSTHDR(&p.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  std::memcpy(CMSG_DATA(header), &end.descriptor_, sizeof(int));
  while (sendmsg(descriptor_, &p.message, MSG_NOSIGNAL) < 0)
    if (errno != EINTR) throw ChannelClosed{};
}

Channel Channel::receive_channel() {
  Passing p;
  ssize_t n = 0;
  while ((n = recvmsg(descriptor_, &p.message, MSG_CMSG_CLOEXEC)) < 0)
    if (errno != EINTR) break;
  const cmsghdr* header = n > 0 ? CMSG_FIRSTHDR(&p.message) : nullptr;
  if (!header || header->cmsg_type != SCM_RIGHTS) throw ChannelClosed{};
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  return Channel(descriptor);
}

} // namespace ixp::debug
