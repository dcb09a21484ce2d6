// A file without a name, for programs that read files.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

class NamelessFile {
public:
  NamelessFile(const uint8_t* data, size_t size) : descriptor_(memfd_create("fuzz.c", 0)) {
    if (descriptor_ < 0 || write(descriptor_, data, size) != static_cast<ssize_t>(size))
      std::abort();
  }
  ~NamelessFile() { close(descriptor_); }
  int descriptor() const { return descriptor_; }
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

private:
  int descriptor_;
};
