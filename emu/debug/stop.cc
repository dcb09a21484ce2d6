#include "emu/debug/stop.h"

namespace ixp::debug {

void to_json(Json& j, const Stop& s) {
  j = {{"kind", static_cast<int>(s.kind)},
       {"id", s.id},
       {"me", s.me},
       {"contexts", s.contexts},
       {"pcs", s.pcs},
       {"function", s.function},
       {"line_before", s.line_before},
       {"in_line", s.in_line},
       {"truth", s.truth},
       {"expression", s.expression},
       {"condition", s.condition},
       {"ring", s.ring},
       {"word", s.word},
       {"channel", s.channel},
       {"entry", s.entry},
       {"signal", s.signal},
       {"place", s.place},
       {"directions", s.directions},
       {"port", s.port},
       {"frame", s.frame}};
}

void from_json(const Json& j, Stop& s) {
  s.kind = static_cast<Stop::Kind>(j.at("kind").get<int>());
  j.at("id").get_to(s.id);
  j.at("me").get_to(s.me);
  j.at("contexts").get_to(s.contexts);
  j.at("pcs").get_to(s.pcs);
  j.at("function").get_to(s.function);
  j.at("line_before").get_to(s.line_before);
  j.at("in_line").get_to(s.in_line);
  j.at("truth").get_to(s.truth);
  j.at("expression").get_to(s.expression);
  j.at("condition").get_to(s.condition);
  j.at("ring").get_to(s.ring);
  j.at("word").get_to(s.word);
  j.at("channel").get_to(s.channel);
  j.at("entry").get_to(s.entry);
  j.at("signal").get_to(s.signal);
  j.at("place").get_to(s.place);
  j.at("directions").get_to(s.directions);
  j.at("port").get_to(s.port);
  j.at("frame").get_to(s.frame);
}

void to_json(Json& j, const Hit& h) {
  j = {{"id", h.id},     {"cycle", h.cycle}, {"pc", h.pc},
       {"text", h.text}, {"frame", h.frame}, {"arm", h.arm}};
  if (h.thread) j["thread"] = {h.thread->me, h.thread->ctx};
}

void from_json(const Json& j, Hit& h) {
  j.at("id").get_to(h.id);
  j.at("cycle").get_to(h.cycle);
  j.at("pc").get_to(h.pc);
  j.at("text").get_to(h.text);
  j.at("frame").get_to(h.frame);
  j.at("arm").get_to(h.arm);
  if (j.contains("thread"))
    h.thread = Thread{j["thread"][0].get<unsigned>(), j["thread"][1].get<unsigned>()};
}

} // namespace ixp::debug
