#include "emu/chip/images.h"

#include "base/child.h"
#include "base/dependencies.h"
#include "base/files.h"
#include "base/inputs.h"
#include "emu/chip/arm_program.h"
#include "mecc/image/imports.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace ixp {

namespace {

// Compiles the whole system at once, because its C programs may be linked with each other.
mecc::Program compile(const SystemConfig& system, const SourceLocation& where) {
  const auto folder = temporary_folder();
  const std::string output = folder->path() + "/images.uof";
  const char* const named = std::getenv("IXP_MECC");
  const std::string mecc = named && *named ? named : beside_or_in_path("mecc");
  std::vector<std::string> command{mecc,   "--system", system.path, "--confined",
                                   "--MD", "-o",       output};
  for (const std::string& change : system.overrides)
    command.insert(command.end(), {"--set", change});
  const int status = run_program(command);
  if (status == -ENOENT)
    throw InputError(where, "sources must be compiled, but mecc is neither beside ixpemu nor in "
                            "PATH");
  if (status < 0)
    throw InputError(where, fmt::format("sources must be compiled, but {} cannot be started: {}",
                                        mecc, std::strerror(-status)));
  if (status == kLoaderFailed)
    throw InputError(where, fmt::format("sources must be compiled, but {} was not loaded; expected "
                                        "the libraries it was built with (tools/setup)",
                                        mecc));
  if (status != 0)
    throw InputError(where, fmt::format("the images of {} were not compiled: mecc ended with "
                                        "status {}",
                                        system.path, status));
  mecc::Program program = mecc::read_uof(read_file(output), system.path);
  for (const std::string& file : files_of_rule(read_file(folder->path() + "/images.d")))
    note_input(file);
  return program;
}

mecc::Program of_system(const SystemConfig& system, const SourceLocation& where) {
  if (system.images.empty()) return compile(system, where);
  mecc::Program program = mecc::read_uof(read_file(system.images), system.images);
  for (const MicroengineConfig& me : system.microengines)
    if (!mecc::image_for(program, me.index))
      throw InputError({system.images},
                       fmt::format("holds no image for microengine {}; expected the output of "
                                   "mecc --system {} with the same --set",
                                   me_name(me.index), system.path));
  return program;
}

mecc::Program load(const MicroengineConfig& me) {
  mecc::Program program;
  if (me.image().ends_with(".hex"))
    program.images.push_back(mecc::read_hex(read_file(me.image()), me.image(),
                                            me.mode.value_or(mev2::ContextMode::Eight)));
  else
    program = mecc::read_uof(read_file(me.image()), me.image());
  if (program.images.empty())
    throw InputError(me.image_where, fmt::format("{} holds no image", me.image()));
  return program;
}

// The image of a program that is assigned to this microengine.
const mecc::Image& pick(const mecc::Program& program, const MicroengineConfig& me) {
  if (const mecc::Image* image = mecc::image_for(program, me.index)) return *image;
  throw InputError(me.image_where,
                   fmt::format("{} holds {} images and none is assigned to microengine {}",
                               me.image(), program.images.size(), me_name(me.index)));
}

// The image with its imports bound to values from the system file.
mecc::Image bound(mecc::Image image, const MicroengineConfig& me) {
  mecc::bind_imports(image, me.defines);
  if (image.imports.empty()) return image;
  throw InputError(me.image_where,
                   fmt::format("{} imports {}, which 'define' of [[microengine]] must give values: "
                               "define = {{ {} = 0x1000 }}, or --define {}=0x1000",
                               me.image(), fmt::join(image.imports, ", "), image.imports[0],
                               image.imports[0]));
}

void check_image(const mecc::Image& image, const MicroengineConfig& me, uint64_t room) {
  if (image.words.empty())
    throw InputError(me.image_where, fmt::format("{} has no instructions", me.image()));
  if (image.words.size() > room)
    throw InputError(me.image_where, fmt::format("{} has {} instructions, the control store holds "
                                                 "{}",
                                                 me.image(), image.words.size(), room));
  if (me.mode && *me.mode != image.mode)
    throw InputError(me.image_where, fmt::format("{} was built for {} contexts, 'contexts' says {}",
                                                 me.image(), static_cast<unsigned>(image.mode),
                                                 static_cast<unsigned>(*me.mode)));
  if (image.mode == mev2::ContextMode::Four && me.start && (*me.start & 0xaa))
    throw InputError(me.start_where,
                     "'start' of [[microengine]] names odd contexts, which 4-context "
                     "mode does not have; expected bits of 0x55");
}

void check_byte_order(const XScaleConfig& x, bool big_endian) {
  if (!x.big_endian || *x.big_endian == big_endian) return;
  throw InputError(x.program_where,
                   fmt::format("{} is {}-endian, 'big_endian' of [xscale] is {}{}",
                               x.kernel ? x.kernel->image : x.files.front(),
                               big_endian ? "big" : "little", *x.big_endian,
                               x.kernel ? "; a kernel runs as it was built without this key" : ""));
}

} // namespace

Images load_images(const SystemConfig& system) {
  std::map<std::string, mecc::Program> programs; // reads each file once
  const auto source = std::ranges::find_if(system.microengines, &MicroengineConfig::from_source);
  const SourceLocation where =
      source != system.microengines.end() ? source->image_where : SourceLocation{system.path};
  const bool compiled = source != system.microengines.end() || !system.images.empty();
  Images out;
  for (const MicroengineConfig& me : system.microengines) {
    const std::string key = compiled ? "" : me.image();
    auto it = programs.find(key);
    if (it == programs.end()) {
      it = programs.emplace(key, compiled ? of_system(system, where) : load(me)).first;
      for (const mecc::MemoryInit& m : it->second.memory)
        out.memory.push_back(m);
    }
    mecc::Image image = bound(pick(it->second, me), me);
    check_image(image, me, system.params.me_control_store);
    out.placed.push_back({me.index, std::move(image)});
  }
  if (const auto& x = system.xscale) {
    out.arm = x->kernel ? load_kernel(*x, system.params.dram_bytes) : load_arm_program(*x);
    check_byte_order(*x, out.arm->big_endian);
  }
  return out;
}

} // namespace ixp
