#include "emu/debug/view.h"

#include "emu/explain/program_place.h"

#include <fmt/format.h>
#include <set>

namespace ixp::debug {

std::string text(const Thread& t) {
  return fmt::format("{}.{}", me_name(t.me), t.ctx);
}

std::optional<Thread> parse_thread(std::string_view text) {
  Thread t;
  if (const size_t dot = text.find('.'); dot != text.npos) {
    const std::string_view ctx = text.substr(dot + 1);
    if (ctx.size() != 1 || ctx[0] < '0' || ctx[0] > '7') return {};
    t.ctx = static_cast<unsigned>(ctx[0] - '0');
    text = text.substr(0, dot);
  }
  if (text.size() != 3 || (text[0] != '0' && text[0] != '1') || text[1] != ':' || text[2] < '0' ||
      text[2] > '3')
    return {};
  t.me = static_cast<unsigned>(4 * (text[0] - '0') + text[2] - '0');
  return t;
}

const mecc::Image* View::image() const {
  return image_on(sim.images(), thread.me);
}

View view_of(Simulation& sim, Thread thread) {
  return {sim, thread, sim.microengine(thread.me).pc(thread.ctx), {}, nullptr};
}

Found find_symbol(const mecc::Image& image, std::string_view name, unsigned pc) {
  Found found;
  for (const mecc::SymbolRange& s : image.symbols) {
    if (s.name != name) continue;
    if (s.first <= pc && pc <= s.last)
      found.here = &s;
    else
      found.others.push_back(&s);
  }
  return found;
}

std::vector<std::string> symbol_names(const mecc::Image& image) {
  std::set<std::string> names;
  for (const mecc::SymbolRange& s : image.symbols)
    names.insert(s.name);
  return {names.begin(), names.end()};
}

} // namespace ixp::debug
