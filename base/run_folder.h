// The folder of a run's files, whose results count only after the run into it has ended.
//
// A run begins by renaming the stats.json of an earlier run to stats.json.earlier, and ends by
// removing that. A run that fails, or is killed, leaves it: readers refuse such a folder.
#pragma once

#include <string>

namespace ixp {

// While one exists, other processes wait that write the files of a run into the same folder, so
// that all files there are of one run. A waiting process says so on standard error, and throws
// Interrupted at a signal. An empty name locks nothing, nor does a folder on a file system without
// flock() for folders.
class FolderLock {
public:
  explicit FolderLock(const std::string& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

private:
  explicit FolderLock(int descriptor);
  int descriptor_;
};

// Renames stats.json of the folder and of its chips, and network.json. Throws InputError.
void set_earlier_results_aside(const std::string& folder);
// Removes the file after the new one has its name.
void forget_earlier_results(const std::string& folder);
// True for folders, pipes and devices, which a run neither records nor writes.
bool is_no_file(const std::string& path);
// Throws InputError if `file` of a run is a folder, pipe or device.
void check_run_file(const std::string& file);
// Throws InputError if a run into the folder began and has not ended.
void check_run_ended(const std::string& folder);

} // namespace ixp
