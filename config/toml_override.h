// Changes to a TOML file as data: `--set KEY=VALUE` on a command line, experiments and sweeps.
//
// KEY is a dotted path. Its parts are keys of tables; items of arrays are selected by index, by
// their own `at`, `name` or `number`, or by `*` for all. A part that contains dots is in double
// quotes:
//   chip.sram.read=80
//   microengine.0:1.define.QUANTUM=3000      the [[microengine]] with at = "0:1"
//   microengine.*.define.POLL_CYCLES=512
//   port.0.rx.streams=["a.pcap", "b.pcap"]
// VALUE is a TOML value; text that is none is a string, so that file names need no quotes. It
// replaces the old value. Missing tables on the path are created, missing items are not.
#pragma once

#include "config/toml_tree.h"

#include <span>
#include <string>

namespace ixp {

// Applies the changes in order. Throws InputError that names the change. The change is the location
// of its values, so an invalid one is reported as "--set KEY=VALUE: error: ...". Paths in them are
// relative to the folder of `root`.
void apply_overrides(TomlValue& root, std::span<const std::string> changes);
// The same for a table of a file, "KEY" = VALUE. Its values keep their locations and folder.
void apply_overrides(TomlValue& root, const TomlValue& changes);

} // namespace ixp
