// What to do about errors that Clang words for programmers of other machines.
#pragma once

namespace mecc::dialect {

// Null when Clang's own words are enough. headers_seen: the source includes <ixp.h> or one of its
// parts.
const char* remedy(unsigned diagnostic, bool headers_seen);

} // namespace mecc::dialect
