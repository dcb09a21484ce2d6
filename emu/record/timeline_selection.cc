#include "emu/record/timeline.h"

#include "base/diagnostic.h"

#include <algorithm>
#include <fmt/format.h>

namespace ixp {

// Parses "0:1" (a microengine; ctx -1) or "0:1.3" (a context).
static bool parse_place(const std::string& word, unsigned& me, int& ctx) {
  for (me = 0; me < kMicroengines; ++me) {
    const std::string name = me_name(me);
    if (word == name) return ctx = -1, true;
    if (word.size() == name.size() + 2 && word.starts_with(name) && word[name.size()] == '.' &&
        word.back() >= '0' && word.back() < '0' + static_cast<int>(kContexts))
      return ctx = word.back() - '0', true;
  }
  return false;
}

TimelineSelection parse_timeline_selection(const std::string& text) {
  TimelineSelection s;
  if (text == "all") {
    s.contexts.fill(0xff);
    return s;
  }
  s.references = s.rings = s.queues = s.media = false;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    unsigned me = 0;
    int ctx = 0;
    if (word == "references")
      s.references = true;
    else if (word == "rings")
      s.rings = true;
    else if (word == "queues")
      s.queues = true;
    else if (word == "media")
      s.media = true;
    else if (parse_place(word, me, ctx))
      s.contexts[me] |= static_cast<uint8_t>(ctx < 0 ? 0xff : 1 << ctx);
    else
      throw InputError(fmt::format("--timeline-of: '{}' is nothing to show; expected all, or some "
                                   "of a microengine (0:1), a context (0:1.3), references, rings, "
                                   "queues, media between commas",
                                   word));
  }
  return s;
}

} // namespace ixp
