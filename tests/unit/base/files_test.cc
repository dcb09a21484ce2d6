#include "base/dependencies.h"
#include "base/diagnostic.h"
#include "base/files.h"
#include "base/folders.h"
#include "base/replacement.h"
#include "base/temporary.h"
#include "tests/catch.h"
#include "tests/unit/base/folder.h"

#include <cerrno>
#include <fstream>
#include <list>

using ixp::files_of_rule;
using ixp::make_rule;

// OutputFile: a final name has all of the text or nothing.

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

// Folders: files below them, with symbolic links resolved.

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

// Replacement: a set of files gets its names, or every earlier file keeps its own.

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

// Temporaries: their owners, and their removal by the next program.

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

TEST_CASE("a rule for make is written as make reads it") {
  CHECK(make_rule("out.uof", {"a.c", "my limits.h"}) == "out.uof: \\\n  a.c \\\n  my\\ limits.h\n");
  CHECK(make_rule("out.uof", {}) == "out.uof:\n");
}

TEST_CASE("the files of a rule are those it was made of, whatever their names") {
  const std::set<std::string> files = {"a.c",   "/x/my limits.h", "#1",         "$HOME", "a$$b",
                                       "c\\ d", "ends in ",       "ends in \\", "\\#$",  "x:y"};
  CHECK(files_of_rule(make_rule("my out.uof", files)) == files);
  CHECK(files_of_rule(make_rule("out.uof", {})).empty());
}
