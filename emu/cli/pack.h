// A recorded run, from the --out of a run or from an archive with its inputs. `ixpemu pack` writes
// the archive: run.json with paths within it, and the input files below files/.
#pragma once

#include "base/temporary.h"
#include "emu/cli/run_record.h"

#include <memory>
#include <string>

namespace ixp {

// Whether SYSTEM of a command is a recorded run: an archive by its name, or a folder.
bool is_recorded_run(const std::string& path);

class RecordedRun {
public:
  // `path` is absolute. Unpacks an archive into a temporary folder. Throws InputError if it is
  // damaged, has other files than the inputs of its run, or was not made by write_archive().
  explicit RecordedRun(const std::string& path);
  const std::string& path() const { return path_; }
  const RunRecord& record() const { return record_; }
  bool temporary() const { return unpacked_ != nullptr; }
  // Enters the run's folder (prepare_rerun). Sources may then include each file of an archive.
  void enter() const;

private:
  std::string path_;
  std::unique_ptr<Temporary> unpacked_; // of an archive
  std::string files_;                   // folder of a packed run's inputs
  RunRecord record_;
};

// Writes the archive of the run whose --out was `folder`. Enters the run's folder; `output` is
// absolute. Headers of the compiler and microblocks that belong to the programs are not packed.
void write_archive(const std::string& folder, const std::string& output);

} // namespace ixp
