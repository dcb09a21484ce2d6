// Replacement: a set of files gets its names, or every earlier file keeps its own.
#include "base/files.h"
#include "base/replacement.h"
#include "tests/catch.h"
#include "tests/unit/base/folder.h"

#include <list>

namespace ixp {

using test::Folder;

namespace {

// Writes "new" into files of these names; the one of `failing` is a folder by then.
void replace(const Folder& folder, std::vector<std::string> names,
             const std::string& failing = {}) {
  std::list<OutputFile> files;
  for (const std::string& name : names) {
    files.emplace_back(folder / name).write("new");
    files.back().finish();
  }
  if (!failing.empty()) {
    fs::remove(folder / failing);
    fs::create_directory(folder / failing);
  }
  Replacement set;
  for (OutputFile& f : files)
    f.commit();
  set.keep();
}

} // namespace

TEST_CASE("a set of files replaces earlier ones") {
  const Folder folder;
  write_file(folder / "a", "old");
  replace(folder, {"a", "b"});
  CHECK(read_file(folder / "a") == "new");
  CHECK(read_file(folder / "b") == "new");
  CHECK(folder.names() == std::vector<std::string>{"a", "b"});
}

TEST_CASE("when one file of a set cannot get its name, none does") {
  for (const std::string failing : {"a", "b", "c"}) {
    const Folder folder;
    write_file(folder / "a", "old");
    write_file(folder / "precious", "precious");
    fs::create_symlink("precious", folder / "c");
    CHECK_THROWS_WITH(replace(folder, {"a", "b", "c"}, failing),
                      folder / failing + ": error: cannot rename onto: Is a directory");
    if (failing != "a") CHECK(read_file(folder / "a") == "old");
    if (failing != "b") CHECK_FALSE(fs::exists(folder / "b"));
    if (failing != "c") CHECK(fs::is_symlink(folder / "c"));
    CHECK(read_file(folder / "precious") == "precious");
    for (const std::string& name : folder.names())
      CHECK_FALSE(name.ends_with(".tmp"));
  }
}

TEST_CASE("without keep() earlier files come back") {
  const Folder folder;
  write_file(folder / "a", "old");
  {
    Replacement set;
    write_file(folder / "a", "new");
    CHECK(read_file(folder / "a") == "new");
  }
  CHECK(read_file(folder / "a") == "old");
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

} // namespace ixp
