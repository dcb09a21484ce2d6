// Configures Clang for one source of the dialect.
#pragma once

#include "base/diagnostic.h"
#include "mecc/dialect/front_end.h"

#include <memory>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
}

namespace mecc::dialect {

// Sets up options, diagnostics, target and files. Null if Clang rejects the options; the reason is
// in `diagnostics`.
std::unique_ptr<clang::CompilerInstance> make_instance(const std::string& path,
                                                       const FrontEndOptions& options,
                                                       std::vector<ixp::Diagnostic>& diagnostics);

// The arguments of Clang's own front end (cc1) for the options, without the source.
std::vector<std::string> clang_arguments(const FrontEndOptions& options);

} // namespace mecc::dialect
