// Folders: files below them, with symbolic links resolved.
#include "base/folders.h"
#include "tests/catch.h"
#include "tests/unit/base/folder.h"

#include <fstream>

namespace ixp {

using test::Folder;

TEST_CASE("a folder holds the files below it, and no other") {
  const Folder root;
  for (const char* folder : {"a/b", "ab", "c", "a/.git"})
    fs::create_directories(root / folder);
  for (const char* file : {"a/in", "a/b/in", "ab/out", "c/out", "a/.git/config"})
    std::ofstream(root / file) << "text";
  fs::create_symlink(root / "c", root / "a/folder");
  fs::create_symlink("../c/out", root / "a/file");
  fs::create_symlink("b/in", root / "a/own");
  fs::create_symlink("a", root / "link");
  for (const char* folder : {"a", "link"}) {
    Folders folders;
    folders.add(root / folder);
    folders.add(root / "missing");
    for (const char* in :
         {"a/in", "a/b/in", "a/new", "a/b/../in", "a/own", "link/in", "c/../a/in"}) {
      INFO(in);
      CHECK(folders.hold(root / in));
      CHECK_FALSE(folders.refuse(root / in));
    }
    for (const char* out : {"ab/out", "c/out", "a/../c/out", "a/file", "a/folder/out",
                            "a/b/../../c/out", "a/.git/config", "missing/out"}) {
      INFO(out);
      CHECK_FALSE(folders.hold(root / out));
      CHECK(folders.refuse(root / out) == fs::exists(root / out));
    }
  }
  Folders file;
  file.add(root / "a/file"); // a link
  CHECK(file.hold(root / "a/file"));
  CHECK(file.hold(root / "c/out"));
  CHECK_FALSE(file.hold(root / "a/in"));
  Folders everything;
  everything.add("/");
  CHECK_FALSE(everything.hold(root / "a/in"));
  CHECK_FALSE(Folders().hold(root / "a/in"));
}

TEST_CASE("outputs of a system file are below the current folder or --out") {
  const Folder elsewhere;
  CHECK_NOTHROW(check_output_of_system("uart.txt", {}, ""));
  CHECK_NOTHROW(check_output_of_system(elsewhere / "uart.txt", {}, elsewhere.path()));
  CHECK_THROWS_AS(check_output_of_system("../uart.txt", {}, elsewhere.path()), InputError);
  CHECK_THROWS_AS(check_output_of_system(elsewhere / ".uart", {}, elsewhere.path()), InputError);
  CHECK_THROWS_AS(check_output_of_system("/dev/null", {}, ""), InputError);
}

} // namespace ixp
