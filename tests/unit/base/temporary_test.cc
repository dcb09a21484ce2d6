// Temporaries: their owners, and their removal by the next program.
#include "base/files.h"
#include "base/temporary.h"
#include "tests/catch.h"
#include "tests/unit/base/folder.h"

#include <cerrno>
#include <fstream>

namespace ixp {

using test::Folder;

TEST_CASE("what a killed program left is removed, with what is in it") {
  const Folder folder;
  fs::create_directory(folder / ".ixp2400-77-0.tmp");
  write_file(folder / ".ixp2400-77-0.tmp/images.uof", "x");
  write_file(folder / ".ixp2400-77-1.tmp", "x");
  remove_leftovers(folder.path());
  CHECK(folder.names().empty());
}

TEST_CASE("what somebody else made stays") {
  const Folder folder, elsewhere;
  const std::vector<std::string> others = {".ixp2400", "a.tmp", "ixp2400-1-0.tmp",
                                           "port0_rx.log.77.tmp"};
  for (const std::string& name : others)
    write_file(folder / name, "x");
  write_file(elsewhere / "mine", "x");
  fs::create_symlink(elsewhere.path(), folder / ".ixp2400-77-0.tmp");
  remove_leftovers(folder.path());
  CHECK(folder.names().size() == others.size() + 1);
  CHECK(elsewhere.names().size() == 1);
}

TEST_CASE("what a program still works with stays") {
  const Folder folder;
  const Temporary file(Temporary::Kind::File, folder.path());
  const Temporary inner(Temporary::Kind::Folder, folder.path());
  remove_leftovers(folder.path());
  CHECK(folder.names().size() == 2);
}

TEST_CASE("the first temporary in a folder removes what was left there") {
  const Folder folder;
  write_file(folder / "other", "x"); // makes a temporary, so later ones are not the first
  write_file(folder / ".ixp2400-77-0.tmp", "x");
  const Folder fresh;
  fs::rename(folder / ".ixp2400-77-0.tmp", fresh / ".ixp2400-77-0.tmp");
  const Temporary file(Temporary::Kind::File, fresh.path());
  CHECK(fresh.names() == std::vector{fs::path(file.path()).filename().string()});
}

TEST_CASE("names that are taken are passed over") {
  const Folder folder;
  { // its name determines the next ones
    const Temporary first(Temporary::Kind::File, folder.path());
    const std::string name = fs::path(first.path()).filename().string();
    const size_t dash = name.rfind('-');
    const unsigned number = static_cast<unsigned>(std::stoul(name.substr(dash + 1)));
    for (unsigned n = 1; n < 3; ++n)
      fs::create_directory(folder /
                           (name.substr(0, dash + 1) + std::to_string(number + n) + ".tmp"));
  }
  const Temporary file(Temporary::Kind::File, folder.path());
  CHECK(folder.names().size() == 3);
}

TEST_CASE("a temporary becomes a file, or nothing") {
  const Folder folder;
  Temporary file(Temporary::Kind::File, folder.path());
  CHECK(file.finish() == 0);
  CHECK(file.rename(folder / "final") == 0);
  CHECK(folder.names() == std::vector<std::string>{"final"});
  {
    Temporary lost(Temporary::Kind::File, folder.path());
    CHECK(lost.rename(folder / "no/such") == ENOENT);
  }
  CHECK(folder.names() == std::vector<std::string>{"final"});
}

TEST_CASE("remove_all removes what exists and forgets what is gone") {
  const Folder folder;
  Temporary done(Temporary::Kind::File, folder.path());
  done.rename(folder / "final");
  const Temporary a(Temporary::Kind::File, folder.path());
  const Temporary b(Temporary::Kind::Folder, folder.path());
  for (int i = 0; i < 300; ++i) // more than one answer of the system
    std::ofstream(b.path() + "/" + std::to_string(i)) << "x";
  {
    const Temporary c(Temporary::Kind::File, folder.path());
  }
  Temporary::remove_all();
  CHECK(folder.names() == std::vector<std::string>{"final"});
}

} // namespace ixp
