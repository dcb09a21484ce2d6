// The sections of a system file, one function each; private to the readers in this folder.
#pragma once

#include "config/toml_tree.h"
#include "emu/chip/system.h"

namespace ixp {

// State common to all sections.
struct SystemReader {
  SystemConfig& system;

  // system_toml.cc
  void chip(const TomlValue& value, const std::string& prefix);
  void msf(TomlTable t);
  void microengine(TomlTable t);
  void agent(TomlTable t);
  std::optional<std::vector<unsigned>> rings_of_core(TomlTable& t, std::string_view key) const;
  void xscale(TomlTable t);
  void stop(TomlTable t);
  // system_toml_ports.cc
  void port(const TomlValue::Member& member);
  RxConfig rx(TomlTable t, unsigned number);
  TxConfig tx(TomlTable t, unsigned number);
};

} // namespace ixp
