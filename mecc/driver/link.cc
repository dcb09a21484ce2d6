#include "mecc/driver/link.h"

#include <fmt/format.h>

namespace mecc {
namespace {

constexpr unsigned kSignals = 16; // 0 is unused

// Bit mask of the number spaces that a kind of object uses.
unsigned files_of(const std::string& kind) {
  if (kind == "signal") return 1;
  const unsigned shift = kind.starts_with("sram_") ? 1 : 3; // read side, then write side
  const bool both = kind.find("read_write") != std::string::npos;
  const bool read = kind.find("_read_") != std::string::npos;
  return (both ? 3u : read ? 1u : 2u) << shift;
}

class Linker {
public:
  Linker(const std::vector<Member>& members, SystemMemory& memory, Placement& placement,
         std::vector<ixp::Diagnostic>& diagnostics)
      : members_(members), memory_(memory), placement_(placement), diagnostics_(diagnostics) {}

  bool run() {
    for (const Member& m : members_)
      for (const Interface::Symbol& s : m.interface.exports)
        place(m, s);
    for (const Member& m : members_)
      for (const Interface::Number& n : m.interface.visible)
        number(n);
    return !failed_;
  }

private:
  void error(const ixp::SourceLocation& where, std::string text) {
    diagnostics_.push_back({ixp::Severity::Error, where, std::move(text), {}});
    failed_ = true;
  }

  void place(const Member& m, const Interface::Symbol& s) {
    const auto [owner, fresh] = owners_.try_emplace(s.name, m.name);
    if (!fresh)
      return error(s.where, fmt::format("'{}' is exported by {} and by {}; export it in one of "
                                        "them, and declare it __declspec(import) in the other",
                                        s.name, owner->second, m.name));
    MemoryPool& pool = memory_.of(s.region);
    const auto address = pool.take(s.bytes, s.align);
    if (!address)
      return error(s.where,
                   fmt::format("no place for the exported '{}': it needs {} bytes, and {} of {} "
                               "are free; widen the range in [memory] of the system file",
                               s.name, s.bytes, pool.free_bytes(), lower::name_of(s.region)));
    placement_.imports[s.name] = {s.region, *address};
  }

  // All owners of `name` get the same number, from the top, where the allocators of single programs
  // allocate last.
  void number(const Interface::Number& wanted) {
    if (placement_.numbers.contains(wanted.name)) return;
    const unsigned files = files_of(wanted.kind);
    const unsigned limit = files == 1 ? kSignals : registers_of_owners(wanted.name);
    const unsigned least = files == 1 ? 1 : 0;
    for (unsigned n = limit; n-- > least;) {
      if (n % wanted.align || n + wanted.count > limit || taken(wanted, files, n)) continue;
      placement_.numbers[wanted.name] = n;
      given_.push_back({wanted.name, files, n, n + wanted.count});
      return;
    }
    error(wanted.where, fmt::format("no number is left for the visible {} '{}': {} of {} exist; "
                                    "make fewer of them visible",
                                    wanted.kind, wanted.name, limit - least,
                                    files == 1 ? "signals" : "transfer registers"));
  }

  static bool owns(const Member& m, const std::string& name) {
    for (const Interface::Number& n : m.interface.visible)
      if (n.name == name) return true;
    return false;
  }

  unsigned registers_of_owners(const std::string& name) const {
    unsigned most = 32;
    for (const Member& m : members_)
      if (m.mode == mev2::ContextMode::Eight && owns(m, name)) most = 16;
    return most;
  }

  // Whether a number is in use by another name of a program that also owns this one.
  bool taken(const Interface::Number& wanted, unsigned files, unsigned first) const {
    for (const Given& g : given_)
      if ((g.files & files) && g.first < first + wanted.count && first < g.end)
        for (const Member& m : members_)
          if (owns(m, g.name) && owns(m, wanted.name)) return true;
    return false;
  }

  struct Given {
    std::string name;
    unsigned files, first, end;
  };

  const std::vector<Member>& members_;
  SystemMemory& memory_;
  Placement& placement_;
  std::vector<ixp::Diagnostic>& diagnostics_;
  std::map<std::string, std::string> owners_; // exported symbol -> program
  std::vector<Given> given_;
  bool failed_ = false;
};

} // namespace

bool link(const std::vector<Member>& members, SystemMemory& memory, Placement& placement,
          std::vector<ixp::Diagnostic>& diagnostics) {
  return Linker(members, memory, placement, diagnostics).run();
}

} // namespace mecc
