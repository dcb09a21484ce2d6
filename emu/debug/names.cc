#include "emu/debug/names.h"

#include "emu/chip/region.h"
#include "emu/explain/program_place.h"
#include "emu/me/cam.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp::debug {

namespace {

[[noreturn]] void not_here(const View& view, const std::string& name, const Found& found) {
  std::string places;
  for (const mecc::SymbolRange* s : found.others) {
    if (places.size() > 200) {
      places += ", ...";
      break;
    }
    places +=
        fmt::format("{}pc {}-{} ({})", places.empty() ? "" : ", ", s->first, s->last, s->location);
  }
  throw InputError(fmt::format("{} has no place at {}: it lives at {}", name,
                               place_text(*view.image(), view.pc), places));
}

[[noreturn]] void unknown(const View& view, const std::string& name) {
  std::string text = no_such_name(view.sim.images(), view.thread.me, name);
  const mecc::Image* image = view.image();
  const mecc::SourceLine* line = image ? image->line_at(view.pc) : nullptr;
  const bool compiled = line && !line->file.ends_with(".uc");
  const auto is_part = [&](const std::string& n) { return n.starts_with(name + "["); };
  if (compiled && std::ranges::none_of(symbol_names(*image), is_part))
    text += "; a variable that the compiler removed is there with optimise = \"g\"";
  throw InputError(text);
}

struct Place {
  std::string location;                      // operand text; "": the name has none
  const mecc::SymbolRange* symbol = nullptr; // null: a hardware register
};

// Place of a variable or register. Registers declared in the source (.reg a3) take precedence over
// hardware registers.
Place place_of(const View& view, const std::string& name) {
  if (const mecc::Image* image = view.image()) {
    const Found found = find_symbol(*image, name, view.pc);
    if (found.here) return {found.here->location, found.here};
    if (!found.others.empty() && !is_register(name)) not_here(view, name, found);
  }
  return {is_register(name) ? name : "", nullptr};
}

uint32_t value_of(const View& view, const std::string& name, const Place& place) {
  if (place.location != name && is_awaited(view, place.location))
    throw InputError(fmt::format("{} has no value yet: a command is filling it, and {} has earlier "
                                 "data",
                                 name, place.location));
  const uint32_t word = located_value(view, place.location);
  return place.symbol ? place.symbol->value(word) : word;
}

bool is_signal(const std::string& location) {
  return location.starts_with('s') && !is_memory(location);
}

// The view without a message, where `ctx` is the context instead of a field.
View without_message(const View& view) {
  View out = view;
  out.layout = nullptr;
  return out;
}

// Memory region of a name; the address must be that of an existing longword.
Region region_of(const View& view, const std::string& name, int64_t address) {
  const Region region = *parse_region(name);
  const uint64_t bytes = region_bytes(region, view.sim.system().params);
  if (address < 0 || static_cast<uint64_t>(address) >= bytes || address % 4)
    throw InputError(
        fmt::format("{}[{:#x}]: expected a byte address below {:#x} that is a multiple "
                    "of 4",
                    name, static_cast<uint64_t>(address), bytes));
  return region;
}

unsigned local_word(int64_t index) {
  if (index < 0 || index >= me::kLocalMemory)
    throw InputError(
        fmt::format("lm[{}]: expected a longword 0 to {}", index, me::kLocalMemory - 1));
  return static_cast<unsigned>(index);
}

unsigned cam_entry(int64_t entry) {
  if (entry < 0 || entry > 15) throw InputError("the CAM has entries 0 to 15");
  return static_cast<unsigned>(entry);
}

// Field of the message being put or got; null if it has none of this name.
const MessageField* field_of(const View& view, const std::string& name) {
  if (!view.layout) return nullptr;
  const auto& fields = view.layout->fields;
  const auto f = std::ranges::find(fields, name, &MessageField::name);
  return f != fields.end() && f->longword < view.message.size() ? &*f : nullptr;
}

// Number of a register of the XScale core in "arm_r13", 16 for "arm_cpsr"; empty for other names.
std::optional<unsigned> arm_register(std::string_view name) {
  constexpr std::string_view kPrefix = "arm_";
  if (!name.starts_with(kPrefix)) return {};
  name.remove_prefix(kPrefix.size());
  if (name == "pc") return 15;
  if (name == "cpsr") return 16;
  for (unsigned n = 0; n < 16; ++n)
    if (name == fmt::format("r{}", n)) return n;
  return {};
}

} // namespace

bool is_awaited(const View& view, const std::string& location) {
  const bool dram = location.starts_with("$$");
  if (!location.starts_with('$')) return false;
  const auto number = parse_number(std::string_view(location).substr(dram ? 2 : 1));
  const size_t first = (dram ? me::kDIn : me::kSIn) + 16 * view.thread.ctx;
  return number && view.me().state().outstanding[first + *number] != 0;
}

bool is_memory(const std::string& location) {
  return location.ends_with(']') && !location.starts_with('*');
}

bool is_arm_register(std::string_view name) {
  return arm_register(name).has_value();
}

bool is_register(std::string_view name) {
  const size_t digits = name.find_first_of("0123456789");
  if (digits == name.npos || digits == 0) return false;
  if (name.find_first_not_of("0123456789", digits) != name.npos) return false;
  const std::string_view file = name.substr(0, digits);
  for (const std::string_view f : {"a", "b", "@a", "@b", "$", "$$", "n$", "out:$", "out:$$"})
    if (file == f) return true;
  return false;
}

std::string known_names(const std::string& name, const std::vector<std::string>& known) {
  constexpr size_t kFew = 12;
  std::vector<std::string> parts; // elements of a structure or an array
  for (const std::string& k : known)
    if (k.starts_with(name + "[")) parts.push_back(k);
  if (!parts.empty() && parts.size() <= kFew)
    return fmt::format("; there are {}", fmt::join(parts, ", "));
  std::vector<std::string> all{"scratch", "sram0", "sram1", "dram", "lm", "ring", "depth"};
  all.insert(all.end(), kValues.begin(), kValues.end());
  all.insert(all.end(), known.begin(), known.end());
  const std::string close = closest(name, all);
  if (!close.empty()) return fmt::format("; did you mean '{}'?", close);
  if (!known.empty() && known.size() <= kFew)
    return fmt::format("; there are {}", fmt::join(known, ", "));
  return "; 'info variables' lists what there is";
}

std::string no_such_name(const Images& images, unsigned me, const std::string& name) {
  const std::string text = fmt::format("there is no '{}' in the program of {}", name, me_name(me));
  std::vector<std::string> known;
  for (const PlacedImage& placed : images.placed) {
    std::vector<std::string> names = symbol_names(placed.image);
    if (placed.me == me)
      known = std::move(names);
    else if (std::ranges::any_of(names, [&](const std::string& n) {
               return n == name || n.starts_with(name + "[");
             }))
      return fmt::format("{}; that of {} has it: thread {}", text, me_name(placed.me),
                         debug::text(Thread{placed.me, 0}));
  }
  return text + known_names(name, known);
}

uint32_t located_value(const View& view, const std::string& location) {
  if (is_memory(location))
    return static_cast<uint32_t>(Expression(location).value(without_message(view)));
  if (is_signal(location)) return static_cast<uint32_t>(signal_there(view, location));
  return view.me().get_register(location, view.thread.ctx);
}

int64_t named_value(const View& view, const std::string& name) {
  if (const MessageField* f = field_of(view, name)) return f->of(view.message[f->longword]);
  if (name == "cycle") return static_cast<int64_t>(view.sim.cycle());
  if (name == "me") return view.thread.me;
  if (name == "ctx") return view.thread.ctx;
  if (name == "pc") return view.pc;
  if (name == "running") return view.me().state().running;
  if (name == "packets_rx") return static_cast<int64_t>(view.sim.packets_rx());
  if (name == "packets_tx") return static_cast<int64_t>(view.sim.packets_tx());
  const Place place = place_of(view, name);
  const std::optional<unsigned> arm = arm_register(name);
  if (place.location.empty() && arm && view.sim.chip().xscale) {
    const xscale::State s = view.sim.chip().xscale->state_at(view.sim.now());
    return *arm < 16 ? s.r[*arm] : s.cpsr;
  }
  if (place.location.empty()) unknown(view, name);
  return value_of(view, name, place);
}

Expression::Place named_place(const View& view, const std::string& name) {
  const std::string location = place_of(view, name).location;
  if (location.empty() || is_signal(location))
    throw InputError(
        fmt::format("'{}' cannot be written; expected a variable, a register or a word "
                    "of memory, as in sram0[0x1000]",
                    name));
  if (is_memory(location)) {
    const Expression word(location);
    return {word.place(view), [view, word](uint32_t value) { word.set(view, value); }};
  }
  return {location, [view, location](uint32_t value) {
            view.me().set_register(location, static_cast<int>(view.thread.ctx), value);
          }};
}

int64_t element_value(const View& view, const std::string& name, int64_t index) {
  if (name == "lm") return view.me().local_memory(local_word(index));
  if (parse_region(name))
    return view.sim.read(region_of(view, name, index), static_cast<uint32_t>(index));
  const std::string element = fmt::format("{}[{}]", name, index);
  const Place place = place_of(view, element);
  if (place.location.empty()) unknown(view, element);
  return value_of(view, element, place);
}

Expression::Place element_place(const View& view, const std::string& name, int64_t index) {
  const std::string text = fmt::format("{}[{:#x}]", name, index);
  if (name == "lm")
    return {text, [view, word = local_word(index)](uint32_t value) {
              view.me().set_local_memory(word, value);
            }};
  if (parse_region(name))
    return {text, [view, region = region_of(view, name, index), index](uint32_t value) {
              view.sim.write(region, static_cast<uint32_t>(index), value);
            }};
  return named_place(view, fmt::format("{}[{}]", name, index));
}

unsigned ring_number(const SystemConfig& system, const std::string& name) {
  std::vector<std::string> names;
  for (const RingConfig& r : system.rings) {
    if (r.name == name || fmt::to_string(r.number) == name) return r.number;
    names.push_back(r.name.empty() ? fmt::to_string(r.number) : r.name);
  }
  throw InputError(fmt::format("there is no ring '{}', expected {}", name,
                               names.empty() ? "a ring of the system, which has none"
                                             : fmt::format("{}", fmt::join(names, ", "))));
}

int64_t ring_word(const View& view, const std::string& ring, int64_t index) {
  const std::vector<uint32_t> words =
      view.sim.chip().scratch.ring_words(ring_number(view.sim.system(), ring));
  if (index < 0 || static_cast<size_t>(index) >= words.size())
    throw InputError(
        fmt::format("ring {} has {} longwords, there is no word {}", ring, words.size(), index));
  return words[static_cast<size_t>(index)];
}

int64_t ring_depth(const View& view, const std::string& ring) {
  return view.sim.chip().scratch.ring_count(ring_number(view.sim.system(), ring));
}

int64_t queue_depth(const View& view, int64_t channel, int64_t entry) {
  if (channel < 0 || channel > 1 || !view.sim.chip().sram[static_cast<size_t>(channel)])
    throw InputError(fmt::format("there is no SRAM channel {}", channel));
  if (entry < 0 || entry >= static_cast<int64_t>(kQueueEntries))
    throw InputError(fmt::format("a queue array has entries 0 to {}", kQueueEntries - 1));
  return view.sim.chip()
      .sram[static_cast<size_t>(channel)]
      ->entry(static_cast<unsigned>(entry))
      .depth();
}

unsigned signal_number(const View& view, const std::string& name) {
  std::string location = name;
  if (const mecc::Image* image = view.image()) {
    const Found found = find_symbol(*image, name, view.pc);
    if (found.here)
      location = found.here->location;
    else if (!found.others.empty() &&
             std::ranges::all_of(found.others, [&](const mecc::SymbolRange* s) {
               return s->location == found.others[0]->location;
             }))
      location = found.others[0]->location; // the same number in all live ranges
  }
  if (location.starts_with('s')) location = location.substr(1);
  const auto number = parse_number(location);
  if (!number || *number < 1 || *number > 15)
    throw InputError(
        fmt::format("there is no signal '{}', expected its name in the source or s1 to "
                    "s15",
                    name));
  return static_cast<unsigned>(*number);
}

int64_t signal_there(const View& view, const std::string& name) {
  return view.me().state().ctx[view.thread.ctx].signals >> signal_number(view, name) & 1;
}

int64_t cam_tag(const View& view, int64_t entry) {
  return me::cam_read_tag(view.me().state(), cam_entry(entry));
}

int64_t cam_state(const View& view, int64_t entry) {
  return view.me().state().cam[cam_entry(entry)].state;
}

} // namespace ixp::debug
