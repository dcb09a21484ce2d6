// Files and folders that are removed at the latest when their program ends.
//
// Their names begin with ".ixp2400-" and end with ".tmp", and the program holds a lock (flock) on
// each. An unlocked one is a leftover of a killed program: the next program that creates a
// temporary in the same folder removes it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace ixp {

class Temporary {
public:
  enum class Kind : uint8_t { File, Folder };

  // Throws std::system_error. Child processes inherit the lock of a folder.
  Temporary(Kind kind, const std::string& parent);
  ~Temporary(); // removes it with its contents
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const std::string& path() const { return path_; }
  int descriptor() const { return descriptor_; } // of a file: for writing and reading
  // Completes a file after the last write: 0, or errno if space ran out. Some file systems report
  // that only at close(). The lock is kept.
  int finish();
  // Renames the file, replacing an existing one. Returns 0, or errno.
  int rename(const std::string& path);

  // Removes all that exist, async-signal-safe: files, and folders that contain files only.
  static void remove_all() noexcept;

private:
  int open_new() const;
  bool create();
  void enlist();
  void delist();

  Kind kind_;
  std::string path_;
  int descriptor_ = -1;
  // List of all that exist, for remove_all(); consistent at every instruction.
  std::atomic<Temporary*> next_ = nullptr;
  std::atomic<Temporary*>* link_ = nullptr; // that leads here: next_ of another, or first_
  static std::atomic<Temporary*> first_;
};

// Removes leftovers of killed programs. Called for every folder in which a program creates its
// first temporary.
void remove_leftovers(const std::string& folder);

} // namespace ixp
