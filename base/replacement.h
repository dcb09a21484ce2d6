// Files that belong together get their names together: all of them, or none.
#pragma once

#include "base/interrupt.h"
#include "base/temporary.h"

#include <memory>
#include <string>
#include <vector>

namespace ixp {

// While one exists, OutputFile::commit() moves an earlier file of that name aside instead of
// replacing it. Without keep() the destructor gives all earlier files their names back. Signals
// wait until then. SIGKILL in between leaves some files of each kind.
class Replacement {
public:
  Replacement();
  ~Replacement();
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  void keep(); // removes the earlier files

  // Renames the file, as part of the replacement that exists, if any. Returns 0, or errno.
  static int rename(Temporary& file, const std::string& path);

private:
  struct Renamed {
    std::string path;
    std::unique_ptr<Temporary> earlier; // null if there was none
  };
  int add(Temporary& file, const std::string& path);

  HoldSignals hold_;
  std::vector<Renamed> renamed_;
  Replacement* outer_;
};

} // namespace ixp
