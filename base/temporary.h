// Files and folders that last no longer than the program that made them.
//
// Their names begin with ".ixp2400-" and end with ".tmp", and the program holds a lock (flock) on
// each while it lives. One that nobody has locked was left behind by a program that was killed:
// the next one that makes a temporary in the same folder removes it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace ixp {

class Temporary {
public:
  enum class Kind : uint8_t { File, Folder };

  // Throws std::system_error. The lock of a folder passes on to programs that we start.
  Temporary(Kind kind, const std::string& parent);
  ~Temporary(); // removes it, with what is in it
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return descriptor_; } // of a file: to write and to read
  // Of a file, when all is written: 0, or errno when there was no room for it after all. Some file
  // systems tell only at close(). The lock is kept.
  int finish();
  // The file gets its final name, replacing what had it. 0, or errno.
  int rename(const std::string& path);

  // Removes all that exist, as far as a signal handler can: files, and folders that hold
  // files only.
  static void remove_all() noexcept;

private:
  int open_new() const;
  bool create();
  void enlist();
  void delist();

  Kind kind_;
  std::string path_;
  int descriptor_ = -1;
  // All that exist, for remove_all(): a list that is whole at every instruction.
  std::atomic<Temporary*> next_ = nullptr;
  static std::atomic<Temporary*> first_;
};

// Removes what killed programs left in a folder. Called for every folder that a program makes its
// first temporary in.
void remove_leftovers(const std::string& folder);

} // namespace ixp
