// --system: compiles every image that a system file names and writes them, linked, into one UOF.
//
//   read the file -> parse all C programs -> link (addresses, numbers) -> assemble -> compile C
//   -> one UOF
//
// Microengines with the same sources and options share an image, unless their program has variables
// in memory other than local: then each gets a copy with its own variables. In assembly that is
// memory of scope `me`.
#include "base/dependencies.h"
#include "base/files.h"
#include "isa/microengine.h"
#include "mecc/driver/declared_memory.h"
#include "mecc/driver/kept_images.h"
#include "mecc/driver/link.h"
#include "mecc/driver/outputs.h"
#include "mecc/image/imports.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace mecc {

namespace fs = std::filesystem;

namespace {

using lower::Region;

struct Unit { // one program
  ixp::ProgramConfig config;
  std::vector<unsigned> microengines; // indices 0..7
  Options options;
  std::unique_ptr<CProgram> c;            // if it is C
  std::vector<AssemblerResult> assembled; // if it is assembly: one, or one per microengine
};

ixp::Folders folders_of(const Options& o, const SystemFile& system,
                        const ixp::ProgramConfig& config) {
  std::vector<std::string> sources = config.files;
  sources.push_back(system.path);
  if (!system.messages.empty()) sources.push_back(system.messages);
  return ixp::Folders::of_sources(sources, o.include_dirs);
}

Options options_of(const Options& common, const SystemFile& system,
                   const ixp::ProgramConfig& config) {
  Options o = common;
  if (config.mode) o.contexts = config.mode;
  // Absolute, so that sources in any folder find it; it appears in no line table.
  if (!system.messages.empty())
    o.defines.emplace_back("__MECC_MESSAGES__",
                           fmt::format("\"{}\"", fs::absolute(system.messages).string()));
  for (const auto& define : config.defines) // definitions of the command line take precedence
    if (std::ranges::find(common.defines, define.first,
                          &std::pair<std::string, std::string>::first) == common.defines.end())
      o.defines.push_back(define);
  o.include_dirs.insert(o.include_dirs.end(), config.include_dirs.begin(),
                        config.include_dirs.end());
  if (o.confined) o.may_include = folders_of(o, system, config);
  if (!config.optimise.empty()) o.set_level(config.optimise);
  o.data_in_sram |= config.data_in_sram;
  if (config.start && *config.start) o.run_contexts = *config.start;
  if (o.mode() == mev2::ContextMode::Four) o.run_contexts &= 0x55;
  if (system.control_store_words) o.control_store_words = *system.control_store_words;
  return o;
}

// Microengines with equal keys run the same program.
std::string key_of(const ixp::ProgramConfig& c) {
  std::string key = fmt::format("{}|{}|{}|{}", c.mode ? static_cast<unsigned>(*c.mode) : 0,
                                c.start ? int{*c.start} : -1, c.optimise, c.data_in_sram);
  for (const std::string& f : c.files)
    key += "|" + f;
  for (const auto& [name, value] : c.defines)
    key += fmt::format("|-D{}={}", name, value);
  for (const std::string& d : c.include_dirs)
    key += "|-I" + d;
  return key;
}

// Only jobs whose only outputs are images. The environment variable also reaches a mecc started by
// another program.
bool may_keep(const Options& o) {
  return !o.system.empty() && o.cache && !std::getenv("IXP_NO_CACHE") && !o.list && !o.report &&
         !o.debug && !o.assembly && o.sarif.empty();
}

class SystemBuild {
public:
  SystemBuild(const Options& o, Messages& messages) : o_(o), messages_(messages) {}

  int run() {
    if (may_keep(o_) || o_.make_rule) ixp::record_dependencies();
    system_ = read_system_file(o_.system, o_.overrides);
    find_units();
    if (!parse()) return 1;
    memory_ = free_memory(system_);
    if (!agree() || !assemble_all()) return 1;
    bool ok = true;
    for (Unit& u : units_)
      ok &= u.c ? compile(u) : load(u);
    if (!ok) return 1;
    give_imports();
    name_images();
    write_outputs(program_, o_, stem_of(o_.system), inputs(), messages_);
    if (may_keep(o_) && messages_.all().empty()) {
      ixp::depend_on_own_libraries();
      KeptImages(o_.arguments).keep(write_uof(program_));
    }
    if (o_.report) ixp::write_file("-", reports_);
    return 0;
  }

private:
  void find_units() {
    std::map<std::string, size_t> known;
    for (const ixp::ProgramConfig& config : system_.programs) {
      const auto [at, fresh] = known.try_emplace(key_of(config), units_.size());
      if (fresh) units_.push_back({config, {}, options_of(o_, system_, config), nullptr, {}});
      units_[at->second].microengines.push_back(config.index);
    }
  }

  bool parse() {
    bool ok = true;
    for (Unit& u : units_) {
      if (!u.config.image().ends_with(".c")) continue;
      u.c = c_compiler()->program(u.config.files, u.options, messages_);
      ok &= u.c->parse();
    }
    return ok;
  }

  bool agree() {
    std::vector<Member> members;
    for (const Unit& u : units_)
      if (u.c) members.push_back({u.config.image(), u.c->interface(), u.options.mode()});
    std::vector<ixp::Diagnostic> diagnostics;
    const bool ok = link(members, memory_, agreed_, diagnostics);
    messages_.show(diagnostics);
    return ok;
  }

  // Precedes the compilation of C, so that C can import global memory of assembly.
  bool assemble_all() {
    bool ok = true;
    for (Unit& u : units_) {
      const std::string& path = u.config.image();
      if (!path.ends_with(".uc")) continue;
      do {
        u.assembled.emplace_back();
        ok &= assemble_file(path, u.options, messages_, declared_.placer(), u.assembled.back());
      } while (ok && u.assembled.back().per_microengine &&
               u.assembled.size() < u.microengines.size());
    }
    return ok;
  }

  static constexpr Region kShared[] = {Region::Sram, Region::Dram, Region::Scratch};

  bool compile(Unit& u) {
    for (size_t next = 0; next < u.microengines.size();) {
      Placement placement = agreed_;
      leave(memory_, placement);
      Compiled compiled;
      if (!u.c->compile(placement, compiled)) return false;
      const bool alone = take(placement, compiled);
      const size_t end = alone ? next + 1 : u.microengines.size();
      add(std::move(compiled), {u.microengines.begin() + static_cast<std::ptrdiff_t>(next),
                                u.microengines.begin() + static_cast<std::ptrdiff_t>(end)});
      next = end;
    }
    return true;
  }

  // Removes the program's memory from the pools. Returns whether it used any.
  bool take(const Placement& placement, const Compiled& compiled) {
    bool any = false;
    for (Region r : kShared) {
      const uint32_t first = placement.free[static_cast<size_t>(r)].first;
      const uint32_t end = compiled.used_end[static_cast<size_t>(r)];
      if (end <= first) continue;
      memory_.of(r).reserve(first, end);
      any = true;
    }
    return any;
  }

  void add(Compiled compiled, const std::vector<unsigned>& microengines) {
    add_image(std::move(compiled.image), microengines);
    for (MemoryInit& m : compiled.memory) {
      const bool agreed = std::ranges::any_of(program_.memory, [&](const MemoryInit& other) {
        return other.region == m.region && other.address == m.address;
      });
      if (!agreed) program_.memory.push_back(std::move(m)); // exported memory, already present
    }
    report(microengines, compiled.report);
  }

  void report(const std::vector<unsigned>& microengines, const std::string& text) {
    std::string names;
    for (unsigned index : microengines)
      names += (names.empty() ? "" : ", ") + ixp::me_name(index);
    reports_ += fmt::format("{}microengine{} {}: {}", reports_.empty() ? "" : "\n",
                            microengines.size() == 1 ? "" : "s", names, text);
  }

  void add_image(Image image, const std::vector<unsigned>& microengines) {
    for (unsigned index : microengines)
      image.assigned |= 1u << mev2::me_number(index);
    program_.images.push_back(std::move(image));
  }

  // Loads assembly, words, and prebuilt images.
  bool load(Unit& u) {
    const std::string& path = u.config.image();
    if (path.ends_with(".uc")) {
      for (size_t n = 0; n < u.assembled.size(); ++n) {
        const bool alone = u.assembled.size() > 1;
        add_assembled(u, u.assembled[n], alone ? std::vector{u.microengines[n]} : u.microengines);
      }
    } else if (path.ends_with(".hex")) {
      add_image(read_hex(ixp::read_file(path), path, u.options.mode()), u.microengines);
    } else {
      pick_images(u, path);
    }
    return true;
  }

  void add_assembled(const Unit& u, AssemblerResult& result,
                     const std::vector<unsigned>& microengines) {
    report(microengines, result.report);
    add_image(std::move(result.image), microengines);
    declared_.add_values(u.config.image(), result.memory, program_.memory);
  }

  void pick_images(const Unit& u, const std::string& path) {
    const Program built = read_uof(ixp::read_file(path), path);
    for (unsigned index : u.microengines) {
      const Image* image = image_for(built, index);
      if (!image)
        throw ixp::InputError(u.config.image_where,
                              fmt::format("{} holds {} images and none is assigned to microengine "
                                          "{}",
                                          path, built.images.size(), ixp::me_name(index)));
      Image copy = *image;
      copy.assigned = 0;
      bind_imports(copy, u.options.defines);
      add_image(std::move(copy), {index});
    }
    program_.memory.insert(program_.memory.end(), built.memory.begin(), built.memory.end());
  }

  // Resolves import variables left by assembly: exported or shared symbols of the same name.
  void give_imports() {
    std::map<std::string, int64_t> addresses;
    for (const auto& [name, symbol] : agreed_.imports)
      addresses[name] = symbol.address;
    for (Image& image : program_.images)
      bind_imports(image, addresses);
  }

  // Files and debuggers identify images by name.
  void name_images() {
    std::set<std::string> names;
    for (Image& image : program_.images) {
      const std::string stem = image.name;
      for (unsigned n = 2; !names.insert(image.name).second; ++n)
        image.name = fmt::format("{}_{}", stem, n);
    }
  }

  std::vector<std::string> inputs() const {
    std::vector<std::string> paths{o_.system};
    for (const Unit& u : units_)
      paths.insert(paths.end(), u.config.files.begin(), u.config.files.end());
    return paths;
  }

  const Options& o_;
  Messages& messages_;
  SystemFile system_;
  std::vector<Unit> units_;
  SystemMemory memory_;
  Placement agreed_;
  DeclaredMemory declared_{memory_, agreed_.imports};
  Program program_;
  std::string reports_;
};

} // namespace

bool write_kept_system(const Options& o, Messages& messages) {
  if (!may_keep(o)) return false;
  std::vector<std::string> inputs{o.system};
  const auto uof = KeptImages(o.arguments).find(inputs);
  if (!uof) return false;
  const std::string path = o.output_or(stem_of(o.system) + ".uof");
  Outputs out{{path, *uof}};
  if (o.make_rule) add_make_rule(out, o, {inputs.begin(), inputs.end()});
  for (const auto& [name, content] : out)
    check_name(name, inputs);
  write_together(std::move(out), o, messages);
  return true;
}

int build_system(const Options& o, Messages& messages) {
  return SystemBuild(o, messages).run();
}

} // namespace mecc
