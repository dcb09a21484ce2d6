// run.json: the command of a run, its end, and the files it read. `ixpemu rerun` repeats the run
// from it. The same command writes the same bytes into every --out, without times or host names.
#pragma once

#include "base/files.h"
#include "emu/cli/run.h"

#include <map>
#include <string>
#include <vector>

namespace ixp {

using InputDigests = std::map<std::string, std::string>; // by path, as given

// Digests of the files that this process has read so far, without pipes.
InputDigests digests_of_inputs();

// Texts of digests, to send them to other ranks of a network.
std::string to_text(const InputDigests& digests);
InputDigests digests_of(const std::string& text);

constexpr const char* kRunRecord = "run.json";

struct RunRecord {
  std::string version;
  std::string folder;                 // current folder of the run, absolute
  std::vector<std::string> arguments; // of `ixpemu run`, without --out
  std::string run;                    // identity (emu/chip/run_identity.h), of a network a digest
  int exit_status = 0;
  InputDigests inputs;
  bool packed =
      false; // of an archive (emu/cli/pack.h): run.json had the folder relative to its own

  // Interrupted runs end at a cycle that depends on the host.
  bool repeatable() const { return exit_status < 128; }
};

// Writes run.json with the other files of a run. The file is created before the run.
class RunRecordFile {
public:
  explicit RunRecordFile(const std::string& folder);
  struct End {
    std::string run;
    std::string text; // of a single chip's run
    uint64_t seed = 0;
    bool failed = false;
  };
  // Throws InputError if the run is not the one that options.expected_run names.
  void finish(const RunOptions& options, const End& end, const InputDigests& inputs);
  void commit() { file_.commit(); }

private:
  OutputFile file_;
};

// run.json of an archive, with `folder` relative.
std::string to_text(const RunRecord& record);
// Throws InputError if the folder has no valid run.json.
RunRecord read_run_record(const std::string& folder);
// Enters the run's folder. Throws InputError if that is missing, or an input is not as it was then.
// Warns if another version of the program made the run.
void prepare_rerun(const RunRecord& record, const std::string& folder);

} // namespace ixp
