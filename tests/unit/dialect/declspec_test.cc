// __declspec lists: their meaning in Clang's types and declarations.
#include "tests/catch.h"
#include "tests/unit/dialect/compile.h"

TEST_CASE("memories are address spaces", "[dialect]") {
  const Compiled c = compile_good("__declspec(sram) int s;\n"
                                  "__declspec(dram) int d; __declspec(sdram) int e;\n"
                                  "__declspec(scratch) int t[4];\n"
                                  "int f(__declspec(sram) int *p) { return *p; }\n");
  CHECK(c.said().empty());
  CHECK(c.has("@s = dso_local addrspace(1) global i32 0"));
  CHECK(c.has("@d = dso_local addrspace(2) global i32 0"));
  CHECK(c.has("@e = dso_local addrspace(2) global i32 0"));
  CHECK(c.has("@t = dso_local addrspace(3) global [4 x i32]"));
  CHECK(c.has("define dso_local i32 @f(ptr addrspace(1) noundef %p)"));
}

TEST_CASE("the module is for the microengine", "[dialect]") {
  const Compiled c = compile_good("main() { return 0; }\n");
  CHECK(c.has("target triple = \"mev2-unknown-none\""));
  CHECK(c.has(mecc::dialect::kDataLayout));
  CHECK_FALSE(c.has("optnone"));
  CHECK(c.has("!DILocation(line: 1, column: 10"));
}

TEST_CASE("words may stand in casts, typedefs, members and parameters", "[dialect]") {
  const Compiled c = compile_good(
      "typedef __declspec(sram) unsigned sram_word;\n"
      "struct node { __declspec(sram) struct node *next; unsigned value; };\n"
      "unsigned f(unsigned a) { return *(__declspec(scratch) unsigned *)a; }\n"
      "unsigned g(__declspec(sram) struct node *n) { return n->next->value; }\n"
      "unsigned h(sram_word *w) { return *w + sizeof(__declspec(dram,shared) int); }\n");
  CHECK(c.said().empty());
  CHECK(c.has("inttoptr i32 %0 to ptr addrspace(3)"));
  CHECK(c.has("load ptr addrspace(1), ptr addrspace(1)"));
}

TEST_CASE("other words are annotations", "[dialect]") {
  const Compiled c =
      compile_good("__declspec(shared gp_reg) int counter; __declspec(visible, shared) int v;\n"
                   "void g(void *);\n"
                   "void f(void) { __declspec(sram_read_reg) int x[4]; __declspec(local_mem) int "
                   "l; g(x); g(&l); }\n");
  CHECK(c.has("c\"me.shared\\00\""));
  CHECK(c.has("c\"me.gp_reg\\00\""));
  CHECK(c.has("c\"me.visible\\00\""));
  CHECK(c.has("@llvm.global.annotations"));
  CHECK(c.has("call void @llvm.var.annotation"));
  CHECK(c.has("c\"me.sram_read_reg\\00\""));
  CHECK(c.has("c\"me.local_mem\\00\""));
}

TEST_CASE("unknown words are refused with a suggestion", "[dialect]") {
  const Compiled c = compile_text("__declspec(shraed sram) int a;\n__declspec(zebra) int b;\n");
  CHECK_FALSE(c.ok);
  CHECK(c.said().find("1:12: error: unknown word 'shraed' in __declspec; did you mean 'shared'?") !=
        std::string::npos);
  CHECK(c.said().find("2:12: error: unknown word 'zebra' in __declspec, expected") !=
        std::string::npos);
}

TEST_CASE("an object is in one place", "[dialect]") {
  const Compiled c =
      compile_text("__declspec(sram dram) int a; __declspec(sram gp_reg) int b;\n"
                   "__declspec(gp_reg local_mem) int c; __declspec(sram sram) int d;\n");
  CHECK_FALSE(c.ok);
  CHECK(c.diagnostics.size() == 3);
}

TEST_CASE("objects in memory inside functions are static", "[dialect]") {
  const Compiled c =
      compile_good("int get(void);\n"
                   "int f(int n) {\n"
                   "  __declspec(sram) int total = n, twice = total * 2;\n"
                   "  __declspec(scratch) const int table[2] = {1, 2};\n"
                   "  __declspec(sram) int *p = &total;\n"
                   "  if (n) { __declspec(dram shared) unsigned buffer[8]; buffer[0] = n; }\n"
                   "  return total + twice + *p + table[n & 1];\n"
                   "}\n");
  CHECK(c.said().empty());
  CHECK(c.has("@f.total = internal addrspace(1) global i32 0"));
  CHECK(c.has("@f.twice = internal addrspace(1) global i32 0"));
  CHECK(c.has("@f.table = internal addrspace(3) constant [2 x i32] [i32 1, i32 2]"));
  CHECK(c.has("@f.buffer = internal addrspace(2) global [8 x i32]"));
  CHECK(c.has("%p = alloca ptr addrspace(1)"));
  CHECK(c.has("ptr addrspace(1) @f.total"));
}

TEST_CASE("typedefs of objects in memory are static in functions, too", "[dialect]") {
  const Compiled c = compile_good("typedef __declspec(sram) int cell;\n"
                                  "int f(int n) { cell c = n; cell *p = &c; return *p; }\n");
  CHECK(c.has("@f.c = internal addrspace(1) global i32 0"));
}

TEST_CASE("signals keep their type names", "[dialect]") {
  const Compiled c = compile_good(
      "#include <ixp.h>\n"
      "int f(unsigned a) { SIGNAL s; SIGNAL_PAIR p; __declspec(sram_read_reg) int x[2];\n"
      "  sram_read(x, (void __declspec(sram) *)a, 2, sig_done, &s); __wait_for_all(&s, &p);\n"
      "  return x[0] + x[1]; }\n");
  CHECK(c.has("alloca %struct.__me_signal,"));
  CHECK(c.has("alloca %struct.__me_signal_pair,"));
  CHECK(c.has("call void @__me_cmd_SRAM_READ(ptr"));
}

TEST_CASE("words before a star speak of what is pointed to", "[dialect]") {
  const Compiled c =
      compile_good("void g(void *);\n"
                   "__declspec(shared gp_reg) int *both;\n"
                   "void f(__declspec(sram_read_reg) int *p, __declspec(gp_reg) int a[4]) {\n"
                   "  __declspec(local_mem) int *q = p; g(q); g(a); g(both); }\n");
  CHECK(c.has("me.shared"));
  CHECK_FALSE(c.has("me.gp_reg"));
  CHECK_FALSE(c.has("me.local_mem"));
  CHECK_FALSE(c.has("me.sram_read_reg"));
}

TEST_CASE("words in loops, statement expressions and old parameter lists are not lost",
          "[dialect]") {
  const Compiled c =
      compile_good("void g(void *);\n"
                   "int f(p, n) int __declspec(sram) *p; __declspec(nn_local_reg) int n; {\n"
                   "  for (__declspec(local_mem) int i = 0; i < 4; ++i) g(&i);\n"
                   "  g(&n);\n"
                   "  return ({ __declspec(sram_read_reg) int x[2]; g(x); x[0]; }) + *p; }\n");
  CHECK(c.has("me.local_mem"));
  CHECK(c.has("me.sram_read_reg"));
  CHECK(c.has("me.nn_local_reg"));
  CHECK(c.has("(ptr addrspace(1) noundef %p"));
}

TEST_CASE("later declarations inherit words", "[dialect]") {
  const Compiled c = compile_good("extern __declspec(shared gp_reg) int n; int n;\n"
                                  "int f(void) { return n; }\n");
  CHECK(c.has("me.gp_reg"));
  CHECK(c.has("ptr @n"));
}

TEST_CASE("words behind the star speak of the pointer", "[dialect]") {
  const Compiled c = compile_good("void g(void *);\n"
                                  "void f(int *a) { int *__declspec(local_mem) p = a; g(&p); }\n"
                                  "int *__declspec(sram) in_sram;\n");
  CHECK(c.has("me.local_mem"));
  CHECK(c.has("@in_sram = dso_local addrspace(1) global ptr null"));
}

TEST_CASE("words of a typedef are its objects'", "[dialect]") {
  const Compiled c = compile_good("typedef __declspec(sram_write_reg) struct { int a, b; } out_t;\n"
                                  "void g(out_t *);\n"
                                  "void f(void) { out_t x, y[2], *p = &x; g(p); g(y); }\n");
  CHECK(c.has("@llvm.var.annotation.p0.p0(ptr %x"));
  CHECK(c.has("@llvm.var.annotation.p0.p0(ptr %y"));
  CHECK_FALSE(c.has("@llvm.var.annotation.p0.p0(ptr %p"));
}

TEST_CASE("objects of other programs are annotated", "[dialect]") {
  const Compiled c =
      compile_good("#include <ixp.h>\n"
                   "extern __declspec(import sram) int table[];\n"
                   "extern __declspec(remote) SIGNAL theirs;\n"
                   "int main(void) { return table[1] + __signal_number(&theirs, 1); }\n");
  CHECK(c.has("addrspacecast (ptr addrspace(1) @table to ptr)"));
  CHECK(c.has("{ ptr, ptr, ptr, i32, ptr } { ptr @theirs"));
  CHECK(c.has("me.remote"));
}

TEST_CASE("packed structures are packed wherever the word stands", "[dialect]") {
  const Compiled c = compile_good(
      "__declspec(packed) struct a { char c; int i; };\n"
      "struct __declspec(packed) b { char c; int i; };\n"
      "typedef __declspec(packed aligned(8)) struct { char c; int i; } d;\n"
      "int f(void) { return sizeof(struct a) * 100 + sizeof(struct b) * 10 + sizeof(d); }\n");
  CHECK(c.said().empty());
  CHECK(c.has("ret i32 555"));
}

TEST_CASE("main need not say that it returns an int, nor return", "[dialect]") {
  const Compiled c = compile_good("int n;\nmain() { n = 1; }\n");
  CHECK(c.said().empty());
  CHECK(c.has("ret i32 0"));
  CHECK(compile_text("void main(void) {}\n").ok);
}

TEST_CASE("options reach Clang", "[dialect]") {
  mecc::dialect::FrontEndOptions o;
  o.print = false;
  o.defines = {{"LIMIT", "3"}};
  o.undefines = {"__BIGENDIAN"};
  o.mode = mev2::ContextMode::Four;
  o.warnings = {"-Werror=unused-variable"};
  CHECK(compile_text(
            "#if LIMIT != 3 || defined __BIGENDIAN || __MECC_CONTEXTS__ != 4\n#error\n#endif\n", o)
            .ok);
  CHECK_FALSE(compile_text("int main(void) { int unused; return 0; }\n", o).ok);
  std::vector<ixp::Diagnostic> diagnostics;
  std::string text;
  CHECK_FALSE(mecc::dialect::preprocess("/nowhere.c", o, text, diagnostics));
  CHECK(diagnostics.size() == 1);
  CHECK(mecc::dialect::preprocess(IXP_SOURCE_DIR "/mecc/include/ixp_nn.h", o, text, diagnostics));
  CHECK(text.find("nn_ring_dequeue(void) { return __me_nn_peek(); }") != std::string::npos);
}
