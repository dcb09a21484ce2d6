// Names and their scopes. .begin opens a scope; registers, signals and labels belong to the scope
// that declares them, and labels of a macro to that call of it.
#pragma once

#include "mecc/mc/ir.h"

namespace mecc::mc {

struct Symbol {
  enum class Kind : uint8_t { Register, Signal, Memory, Operand } kind;
  uint32_t first = 0; // RegisterId (of element 0), SignalId, or an index of the parser
  uint32_t count = 1; // elements of an array
  bool array = false;
  Place declared;
};

class Names {
public:
  explicit Names(Unit& unit);

  ScopeId current() const { return current_; }
  void open(Place at, const char* closer); // closer: "end", "endlocal", "endsub"
  bool close(const char* closer);          // false if the innermost scope has another closer
  bool at_top() const { return current_ == 0; }
  Place opened_at() const { return scopes_[current_].at; }
  const char* expected_closer() const { return scopes_[current_].closer; }

  // The symbol already declared with that name in the same scope, or null if the name is new.
  const Symbol* declare(const std::string& name, const Symbol& s, bool global = false);
  // Exact spelling first, then any case (the language is case-insensitive).
  const Symbol* find(const std::string& name, ScopeId scope) const;
  std::vector<std::string> visible(ScopeId scope) const;
  bool declared_anywhere(const std::string& name) const;

  // Defines a label at the current position. Returns null, or the earlier definition with which it
  // conflicts.
  const LabelDefinition* define_label(const std::string& name, Place at, LabelId& id);
  LabelId make_label(const char* why); // a generated label that source cannot name
  // offset in instructions
  LabelUseId use_label(const std::string& name, Place at, int64_t offset = 0);
  void use_address(const std::string& name, Place at); // in an expression
  void make_global(const std::string& name, Place at); // applies to the visible label of that name
  LabelUseId use_label(LabelId label, Place at);
  // The definition that a use refers to: the innermost enclosing one, else the only one of that
  // name, else the global one; or kNothing.
  LabelId find_label(const LabelUse& use) const;
  void resolve_labels(); // resolves all uses; reports undefined ones

private:
  struct Scope {
    ScopeId parent = 0;
    Place at;
    const char* closer = "";
    std::map<std::string, Symbol> exact;
    std::map<std::string, std::string> folded; // lower case -> spelling declared first
  };
  bool encloses(ScopeId outer, ScopeId inner, unsigned* distance) const;
  const Expansion* expansion_at(Place at) const;

  Unit& unit_;
  std::vector<Scope> scopes_;
  ScopeId current_ = 0;
  void make_labels_global();
  void apply_offsets();
  std::multimap<std::string, LabelId> labels_; // by lower-case name
  std::vector<LabelUse> globals_;              // .global_label
};

} // namespace mecc::mc
