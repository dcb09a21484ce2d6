// OutputFile: a final name has all of the text or nothing.
#include "base/diagnostic.h"
#include "base/files.h"
#include "tests/catch.h"
#include "tests/unit/base/folder.h"

namespace ixp {

using test::Folder;

TEST_CASE("a file appears at commit, in place of an older one") {
  const Folder folder;
  write_file(folder / "a", "old");
  OutputFile file(folder / "a");
  file.write("n");
  file.write(std::string(100'000, 'e'));
  file.write("w");
  CHECK(read_file(folder / "a") == "old");
  file.commit();
  CHECK(read_file(folder / "a") == "n" + std::string(100'000, 'e') + "w");
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("without commit nothing is left") {
  const Folder folder;
  {
    OutputFile file(folder / "a");
    file.write(std::string(100'000, 'x'));
    CHECK(folder.names().size() == 1);
  }
  CHECK(folder.names().empty());
}

TEST_CASE("devices are written, not replaced") {
  write_file("/dev/null", "text");
  CHECK(fs::is_character_file("/dev/null"));
  CHECK_THROWS_AS(write_file("/dev/full", "text"), InputError);
  CHECK(fs::is_character_file("/dev/full"));
}

TEST_CASE("what cannot be written is named with the reason") {
  const Folder folder;
  CHECK_THROWS_WITH(OutputFile(folder / "no/such"),
                    folder / "no/such" + ": error: cannot create: No such file or directory");
  fs::create_directory(folder / "taken");
  CHECK_THROWS_WITH(OutputFile(folder / "taken"),
                    folder / "taken" + ": error: cannot create: Is a directory");
  {
    OutputFile file(folder / "late");
    fs::create_directory(folder / "late");
    file.write("text");
    CHECK_THROWS_AS(file.commit(), InputError);
  }
  CHECK(folder.names() == std::vector<std::string>{"late", "taken"});
}

} // namespace ixp
