// Changes to a TOML file as data: `--set KEY=VALUE` on a command line, experiments and sweeps.
//
// KEY is a dotted path. It goes through tables by their keys and through arrays by the number of an
// item, by the `at`, `name` or `number` that the item gives itself, or by `*` for all of them; a
// part with dots in it stands in double quotes:
//   chip.sram.read=80
//   microengine.0:1.define.QUANTUM=3000      the [[microengine]] with at = "0:1"
//   microengine.*.define.POLL_CYCLES=512
//   port.0.rx.streams=["a.pcap", "b.pcap"]
// VALUE is a value as TOML writes it; what is none is taken as a string, so that file names need no
// quotes. It replaces what was there; tables on the way that are missing are made, items are not.
#pragma once

#include "config/toml_tree.h"

#include <span>
#include <string>

namespace ixp {

// One after the other. Throws InputError that names the change. Values know the change as their
// place, so a wrong one is reported as "--set KEY=VALUE: error: ...".
void apply_overrides(TomlValue& root, std::span<const std::string> changes);

} // namespace ixp
