// Before a run: images into control stores, initial values, contexts made Ready.
#include "emu/me/core.h"

#include "base/diagnostic.h"
#include "isa/control_store.h"

#include <fmt/format.h>

#include <charconv>

namespace ixp::me {

namespace {

struct Location {
  unsigned file = 0, number = 0;
  bool relative = true;
};

[[noreturn]] void no_such_register(std::string_view text, const char* why) {
  throw InputError(fmt::format("register '{}' {}, expected a<n>, b<n>, @a<n>, @b<n>, $<n>, $$<n>, "
                               "n$<n>, or out:$<n>, out:$$<n> for the write side",
                               text, why));
}

Location locate(std::string_view text, mev2::ContextMode mode) {
  struct Prefix {
    std::string_view name;
    unsigned file;
    bool relative = true;
  };
  static constexpr Prefix kPrefixes[] = {
      {"a", kGprA}, {"b", kGprB},      {"@a", kGprA, false}, {"@b", kGprB, false}, {"$$", kDIn},
      {"$", kSIn},  {"out:$$", kDOut}, {"out:$", kSOut},     {"n$", kNn}};
  for (const Prefix& p : kPrefixes) {
    if (!text.starts_with(p.name)) continue;
    Location l{p.file, 0, p.relative};
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data() + p.name.size(), last, l.number);
    if (error != std::errc{} || end != last) break;
    const unsigned limit = !l.relative ? kFile : mode == mev2::ContextMode::Eight ? 16 : 32;
    if (l.number >= limit) no_such_register(text, "has too high a number");
    return l;
  }
  no_such_register(text, "does not exist");
}

} // namespace

void Core::set_register(std::string_view location, int ctx, uint32_t value) {
  const Location l = locate(location, mode());
  if (!l.relative) return initialise(l.file + l.number, value);
  for (unsigned c = 0; c < kContexts; ++c)
    if ((ctx < 0 || static_cast<unsigned>(ctx) == c) && !(four_contexts() && c % 2))
      initialise(l.file + 16 * c + l.number, value);
}

uint32_t Core::get_register(std::string_view location, unsigned ctx) const {
  const Location l = locate(location, mode());
  return s_.regs[l.file + (l.relative ? 16 * (ctx % kContexts) : 0) + l.number];
}

void Core::set_csr(uint16_t address, uint32_t value) {
  uint32_t& enables = s_.ctx_enables;
  const uint32_t contexts = enables & 0xff00;
  write_csr(address, value, s_.last_ran, cycle_of(kernel_.now()));
  // Initial values describe modes; start() enables contexts.
  if (address == csr::CtxEnables) enables = (enables & ~0xff00u) | contexts;
}

void Core::load(const mecc::Image& image) {
  const uint64_t room = params_.me_control_store;
  if (image.words.size() > room)
    throw InputError(fmt::format("image '{}' has {} words, the control store holds {}: split the "
                                 "program over several microengines",
                                 image.name, image.words.size(), room));
  load_store(image.words);
  uint32_t enables = s_.ctx_enables & 0xff00;
  if (image.mode == mev2::ContextMode::Four) enables |= csr::kFourContexts;
  if (image.lm0_global) enables |= csr::kLm0Global;
  if (image.lm1_global) enables |= csr::kLm1Global;
  if (image.nn_self) enables |= csr::kNnSelf;
  s_.ctx_enables = enables;
  for (Context& c : s_.ctx)
    c.pc = static_cast<uint16_t>(image.entry);
  for (const mecc::CsrInit& init : image.csrs)
    set_csr(init.address, init.value);
  for (const mecc::RegisterInit& init : image.registers)
    set_register(init.location, init.context, init.value);
  for (const mecc::MemoryInit& init : image.local_memory)
    load_local_memory(init);
}

void Core::load_local_memory(const mecc::MemoryInit& init) {
  if (init.address % 4 || init.address + init.bytes.size() > 4 * kLocalMemory)
    throw InputError(
        fmt::format("an image initialises {} bytes of local memory at {:#x}, which has "
                    "{} longwords",
                    init.bytes.size(), init.address, kLocalMemory));
  for (size_t n = 0; n < init.bytes.size(); ++n) {
    const auto word = static_cast<unsigned>((init.address + n) / 4);
    const unsigned shift = 24 - 8 * (n % 4);
    set_local_memory(word,
                     (local_memory(word) & ~(0xffu << shift)) | uint32_t{init.bytes[n]} << shift);
  }
}

void Core::start(uint8_t contexts) {
  if (four_contexts() && (contexts & 0xaa))
    throw InputError(fmt::format("contexts 0x{:02x} cannot start: in 4-context mode only 0, 2, 4 "
                                 "and 6 exist, use a mask within 0x55",
                                 contexts));
  s_.ready |= contexts;
  s_.ctx_enables |= uint32_t{contexts} << 8;
  step_by(kernel_.now());
}

} // namespace ixp::me
