// The sections of a system file, one function each; private to the readers in this folder.
#pragma once

#include "emu/chip/system.h"
#include "emu/chip/toml_tree.h"

#include <filesystem>

namespace ixp {

// What every section needs beside its table.
struct SystemReader {
  SystemConfig& system;
  std::filesystem::path folder; // of the system file: paths are relative to it

  std::string path(const std::string& text) const;

  // system_toml.cc
  void chip(const TomlValue& value, const std::string& prefix);
  void msf(TomlTable t);
  void microengine(TomlTable t);
  void ring(const TomlValue::Member& member);
  void agent(TomlTable t);
  void counter(const TomlValue::Member& member);
  void stop(TomlTable t);
  // system_toml_ports.cc
  void port(const TomlValue::Member& member);
  RxConfig rx(TomlTable t);
  TxConfig tx(TomlTable t);
  // system_toml_boot.cc
  void boot(TomlTable t);
  void freelist(TomlTable t);
  void queue(TomlTable t);
  void sram_ring(TomlTable t);
  void load(TomlTable t);
};

// The number in [ring.N] and [port.N].
unsigned numbered(const TomlValue::Member& member, std::string_view section, unsigned most);
// 'region' of a table that needs one.
Region read_region(TomlTable& t);
// An address in that region: below its size is checked by check_system().
uint32_t read_address(TomlTable& t, std::string_view key, unsigned align);

} // namespace ixp
