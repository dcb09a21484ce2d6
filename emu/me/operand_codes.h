// Encoding of operands in an Op, and the handler form that supports them.
#pragma once

#include "emu/me/handler_bodies.h"

#include <algorithm>
#include <optional>

namespace ixp::me::handlers {

using mev2::Operand;
using mev2::OperandKind;

struct Coded {
  uint16_t code;
  OperandForm form;
  bool steps;
};

inline std::optional<Coded> code(const Operand& o, bool destination) {
  const auto form = [](OperandForm k, unsigned n, bool steps = false) {
    return Coded{static_cast<uint16_t>(static_cast<unsigned>(k) << 12 | n), k, steps};
  };
  const unsigned bank = o.bank == mev2::Bank::A ? kGprA : kGprB;
  switch (o.kind) {
  case OperandKind::None:
    return form(OperandForm::Relative, destination ? unsigned{kSink} : constant_index(0));
  case OperandKind::Const: return form(OperandForm::Relative, constant_index(o.number));
  case OperandKind::Gpr: return form(OperandForm::Relative, bank + o.number);
  case OperandKind::AbsGpr: return form(OperandForm::Absolute, bank + o.number);
  case OperandKind::SXfer:
    return form(OperandForm::Transfer, (destination ? kSOut : kSIn) + o.number);
  case OperandKind::DXfer:
    return form(OperandForm::Transfer, (destination ? kDOut : kDIn) + o.number);
  case OperandKind::Lm0:
  case OperandKind::Lm1: {
    const unsigned step = o.step == mev2::Step::Increment   ? 0x10
                          : o.step == mev2::Step::Decrement ? 0x20
                                                            : 0;
    return form(OperandForm::Local, (o.kind == OperandKind::Lm1 ? 0x40 : 0) | step | o.number,
                step != 0);
  }
  default: return std::nullopt;
  }
}

inline Form form_of(OperandForm k) {
  return k == OperandForm::Relative ? Plain : k == OperandForm::Transfer ? Transfer : Mixed;
}

// Encodes the operands; returns the form that supports all of them.
inline std::optional<Form> code_operands(Op& op, const Operand& a, const Operand& b,
                                         const Operand& d) {
  const auto ca = code(a, false), cb = code(b, false), cd = code(d, true);
  if (!ca || !cb || !cd) return std::nullopt;
  op.a = ca->code, op.b = cb->code, op.d = cd->code;
  op.steps = ca->steps || cb->steps || cd->steps;
  return std::max({form_of(ca->form), form_of(cb->form), form_of(cd->form)});
}

constexpr Handler pick(Form f, Handler plain, Handler transfer, Handler mixed) {
  return f == Plain ? plain : f == Transfer ? transfer : mixed;
}

} // namespace ixp::me::handlers
