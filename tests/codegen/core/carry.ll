; Additions with carry in and out become one run of words that nothing can come between.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)

; CHECK-LABEL: sum#:
; CHECK: alu[[[D:[ab][0-9]+]], {{[ab][0-9]+}}, +, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, {{[ab][0-9]+}}]
; CHECK-NEXT: alu[[[D]], [[D]], +carry, 0x0]
define i32 @sum(i32 %a, i32 %b, i32 %c) noinline {
  %s = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %a, i32 %b)
  %s.v = extractvalue { i32, i1 } %s, 0
  %s.c = extractvalue { i32, i1 } %s, 1
  %in = zext i1 %s.c to i32
  %t = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %s.v, i32 %c)
  %t.v = extractvalue { i32, i1 } %t, 0
  %t.c = extractvalue { i32, i1 } %t, 1
  %u = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %t.v, i32 %in)
  %u.v = extractvalue { i32, i1 } %u, 0
  %u.c = extractvalue { i32, i1 } %u, 1
  %o = or i1 %t.c, %u.c
  %out = zext i1 %o to i32
  %r = add i32 %u.v, %out
  ret i32 %r
}

define void @main() {
  %r = call i32 @sum(i32 1, i32 2, i32 3)
  call void @__me_csr_wr(i32 320, i32 %r)
  ret void
}
declare void @__me_csr_wr(i32, i32)
