#include "emu/record/zstd_writer.h"

#include "base/diagnostic.h"

#include <fmt/format.h>
#include <new>
#include <zstd.h>

namespace ixp {

void ZstdWriter::Free::operator()(ZSTD_CCtx_s* s) const {
  ZSTD_freeCCtx(s);
}

ZstdWriter::ZstdWriter(OutputFile& file)
    : file_(file), state_(ZSTD_createCCtx()), packed_(ZSTD_CStreamOutSize(), '\0') {
  if (!state_) throw std::bad_alloc();
}

void ZstdWriter::write(std::string_view bytes) {
  compress(bytes, false);
}

void ZstdWriter::finish() {
  compress({}, true);
}

void ZstdWriter::compress(std::string_view bytes, bool last) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (bool done = false; !done;) {
    ZSTD_outBuffer out{packed_.data(), packed_.size(), 0};
    const size_t rest =
        ZSTD_compressStream2(state_.get(), &out, &in, last ? ZSTD_e_end : ZSTD_e_continue);
    if (ZSTD_isError(rest))
      throw InputError({file_.path()}, fmt::format("cannot pack: {}", ZSTD_getErrorName(rest)));
    file_.write({packed_.data(), out.pos});
    done = last ? rest == 0 : in.pos == in.size;
  }
}

} // namespace ixp
