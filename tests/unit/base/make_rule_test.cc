#include "base/make_rule.h"

#include "tests/catch.h"

using ixp::files_of_rule;
using ixp::make_rule;

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
