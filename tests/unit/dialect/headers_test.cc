// The headers: every primitive is one the target has, every name compiles as documented.
#include "tests/catch.h"
#include "tests/unit/dialect/compile.h"

#include "base/files.h"
#include "isa/isa.h"

#include <cctype>
#include <filesystem>
#include <fmt/format.h>
#include <regex>

static const std::filesystem::path kHeaders =
    std::filesystem::path(IXP_SOURCE_DIR) / "mecc" / "include";

TEST_CASE("each header stands alone and has nothing to warn of", "[dialect]") {
  mecc::dialect::FrontEndOptions strict;
  strict.warnings = {"-Wall", "-Wextra", "-Wno-unused-parameter"};
  for (const auto& entry : std::filesystem::directory_iterator(kHeaders)) {
    if (entry.path().filename() == "mecc_clangd.h") continue;
    const Compiled c =
        compile_text(fmt::format("#include \"{}\"\n#include <{}>\nvoid main(void) {{}}\n",
                                 entry.path().string(), entry.path().filename().string()),
                     strict);
    INFO(entry.path() << "\n" << c.said());
    CHECK(c.ok);
    CHECK(c.said().empty());
  }
}

TEST_CASE("Intel's intrinsics end in the primitives", "[dialect]") {
  const auto body = [](const std::string& statements) {
    Compiled c =
        compile_text("#include <ixp.h>\n"
                     "void f(unsigned a, volatile void __sram *s, volatile void __dram *d,\n"
                     "       volatile void __scratch *t) {\n"
                     "  SIGNAL g; SIGNAL_PAIR p; __xrw unsigned x[4]; __dxrw unsigned y[4];\n" +
                     statements + "\n}\n");
    INFO(statements << "\n" << c.said());
    CHECK(c.ok);
    CHECK(c.said().empty());
    return c;
  };
  CHECK(body("sram_write(x, s, 4, sig_done, &g);").has("@__me_cmd_SRAM_WRITE(ptr"));
  CHECK(body("sram_read_ind(x, s, 4, ind_count(a), ctx_swap, &g);").has("@__me_cmdi_SRAM_READ"));
  CHECK(body("scratch_test_and_add(x, t, sig_done, &p);").has("@__me_cmd_SCRATCH_TEST_AND_ADD"));
  CHECK(body("scratch_put_ring(x, scratch_ring(a), 2, ctx_swap, &g);").has("SCRATCH_PUT"));
  CHECK(body("dram_read(y, d, 2, sig_done, &p); wait_for_all(&p);").has("@__me_wait_all"));
  CHECK(body("dram_rbuf_read(d, a, a, sig_done, &g);").has("@__me_cmdi_DRAM_RBUF_RD"));
  CHECK(body("hash_48(x, 1, sig_done, &g);").has("@__me_cmd_HASH_48"));
  CHECK(body("x[0] = cam_lookup(a).entry_num;").has("@__me_cam_lookup"));
  CHECK(body("crc_32_be(a, bytes_0_3); crc_iscsi_le_bit_swap(a, byte_3);").has("@__me_crc"));
  CHECK(body("ctx_swap(); ctx_wait(bpt); ctx_wait(voluntary);").has("@__me_ctx_voluntary"));
  CHECK(body("x[0] = ua_get_u32(s, a) + ua_get_u16(d, a) + ua_get_u8(x, 3);").has("@ua_get_u32"));
  CHECK(body("memcpy_sram_dram((void __sram *)s, (const void __dram *)d, 64);").ok);
  CHECK(body("x[0] = __is_in_sram(s) + __is_xfer_reg(x);").has("@__me_object_kind"));
  CHECK(body("sleep(a); halt(); signal_same_ME(__signal_number(&g), 3);").has("@__me_csr_wr"));
}

TEST_CASE("what the IXP2400 lacks names its replacement", "[dialect]") {
  const auto said = [](const std::string& statement) {
    return compile_text("#include <ixp.h>\nvoid f(unsigned a) { __xrw unsigned x; " + statement +
                        " }\n")
        .said();
  };
  CHECK_THAT(said("sram_sub(&x, a, sig_done, 0);"),
             Catch::Contains("negate the value and use sram_add"));
  CHECK_THAT(said("crc_16_be(a, bytes_0_3);"), Catch::Contains("crc_ccitt"));
  CHECK_THAT(said("local_csr_write(local_csr_mailbox0, a);"), Catch::Contains("scratch ring"));
  CHECK_THAT(said("SIGNAL_PAIR p; __wait_for_any_single(&p);"), Catch::Contains("wait for &pair"));
  CHECK_THAT(said("__LoadTimeConstant(\"n\");"), Catch::Contains("__declspec(import)"));
}

TEST_CASE("arguments of the wrong kind are refused", "[dialect]") {
  const auto c = compile_text("#include <ixp.h>\n"
                              "void f(unsigned *p, unsigned a) { __xread unsigned x; SIGNAL g;\n"
                              "  sram_read(&x, p, 1, sig_done, &g);\n"
                              "  sram_read(&x, (void __sram *)a, 1, sig_done, p); }\n");
  CHECK_FALSE(c.ok);
  CHECK_THAT(c.said(), Catch::Contains("3:17: error") && Catch::Contains("address space"));
  CHECK_THAT(c.said(), Catch::Contains("4:48: error") && Catch::Contains("__me_signals"));
  CHECK_THAT(c.said(), !Catch::Contains("is not called")); // one mistake, one error
}

TEST_CASE("the runtime library has every division", "[dialect]") {
  const Compiled c = compile_good("#include <ixp_runtime.h>\n");
  for (const char* name : {"udiv", "sdiv", "urem", "srem"})
    for (const char* width : {"32", "64"})
      CHECK(c.has(fmt::format("@__me_{}{}(", name, width)));
  CHECK_FALSE(c.has(" udiv "));
  CHECK_FALSE(c.has(" urem "));
}

TEST_CASE("the primitives' commands are the target's commands", "[dialect]") {
  const std::string text = ixp::read_file((kHeaders / "ixp_primitives.h").string());
  unsigned commands = 0;
  for (size_t i = 0; i < mev2::kOpcodes; ++i) {
    const mev2::OpcodeInfo& info = mev2::info(static_cast<mev2::Opcode>(i));
    if (!info.is_command || info.name.starts_with("CAP_")) continue; // CAP has its own primitives
    ++commands;
    const bool common = info.name.starts_with("SRAM_") || info.name.starts_with("SCRATCH_");
    const std::string own = fmt::format("__ME_COMMAND({});", info.name);
    const std::string both =
        fmt::format("__ME_COMMAND(unit##{})", info.name.substr(info.name.find('_')));
    INFO(info.name);
    CHECK(
        (text.find(own) != std::string::npos || (common && text.find(both) != std::string::npos)));
  }
  CHECK(commands > 40);
}

TEST_CASE("addresses of CSRs are the target's", "[dialect]") {
  const auto check = [](const char* header, const std::string& prefix, auto address_of,
                        unsigned unit) {
    const std::string text = ixp::read_file((kHeaders / header).string());
    const std::regex line("\\b" + prefix + "(\\w+)[^=,\\n]* = 0x([0-9a-f]+)");
    unsigned known = 0;
    for (std::sregex_iterator m(text.begin(), text.end(), line), end; m != end; ++m) {
      std::string name = (*m)[1];
      for (char& c : name)
        c = static_cast<char>(std::toupper(c));
      const auto address = address_of(name);
      if (!address) continue; // the assembler calls it otherwise
      ++known;
      INFO(name);
      CHECK(std::stoul((*m)[2], nullptr, 16) * unit == *address);
    }
    return known;
  };
  CHECK(check("ixp_csr.h", "local_csr_", mev2::local_csr_address, 4) > 30);
  CHECK(check("ixp_cap.h", "cap_csr_", mev2::cap_csr_address, 1) > 5);
  CHECK(check("ixp_msf.h", "msf_", mev2::msf_csr_address, 1) > 10);
}
