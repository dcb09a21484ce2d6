#include "base/program.h"

#include "base/files.h"
#include "base/inputs.h"
#include "base/interrupt.h"
#include "base/temporary.h"
#include "base/terminal.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <new>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace ixp {

namespace {

// If a standard stream is closed, /dev/null is opened for it; otherwise the next file would get its
// descriptor. Standard output is opened such that writing fails.
void open_standard_streams() {
  constexpr int kModes[] = {O_WRONLY, O_RDONLY, O_WRONLY};
  for (int stream = 0; stream < 3; ++stream)
    if (fcntl(stream, F_GETFD) < 0) (void)!open("/dev/null", kModes[stream]);
}

int guarded(const std::function<int()>& work) {
  try {
    return work();
  } catch (const InputError& e) {
    complain(e.diagnostic());
  } catch (const ClosedPipe&) {
  } catch (const std::filesystem::filesystem_error& e) {
    complain({Severity::Error, {e.path1().string()}, e.code().message()});
  } catch (const std::exception& e) {
    complain({Severity::Error, {}, fmt::format("internal error: {}", e.what())});
  }
  return 1;
}

} // namespace

// Must not allocate: called when memory is exhausted.
void give_up(std::string_view why) {
  Temporary::remove_all();
  RawTerminal::restore();
  for (std::string_view part : {std::string_view("error: "), why, std::string_view("\n")})
    (void)!write(STDERR_FILENO, part.data(), part.size());
  _exit(1);
}

std::string whole_number(const std::string& text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const std::string_view digits = std::string_view(text).substr(hex ? 2 : 0);
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.begin(), digits.end(), value, hex ? 16 : 10);
  if (error == std::errc{} && end == digits.end() && (hex || digits == "0" || digits[0] != '0'))
    return {};
  return fmt::format("'{}', expected a whole number, decimal or 0x..., below 2^64", text);
}

int run_guarded(const std::function<int()>& work) {
  open_standard_streams();
  keep_inputs();
  std::set_new_handler([] { give_up("out of memory"); });
  watch_signals();
  const int status = guarded([&] {
    try {
      const int done = work();
      flush_standard_output();
      return done;
    } catch (const Interrupted&) {
      return 0;
    }
  });
  return interrupted() ? 128 + interrupted() : status;
}

} // namespace ixp
