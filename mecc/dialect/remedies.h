// Remedies for errors whose Clang text assumes another machine.
#pragma once

namespace mecc::dialect {

// Null if Clang's text suffices. `headers_seen`: the source includes <ixp.h> or one of its parts.
const char* remedy(unsigned diagnostic, bool headers_seen);

} // namespace mecc::dialect
