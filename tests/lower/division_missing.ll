; RUN: not %lower %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
; CHECK: error: division by a variable needs '__me_sdiv32' of the run-time library, which is not linked
declare i32 @__me_csr_rd(i32)
define i32 @main() {
  %x = call i32 @__me_csr_rd(i32 4)
  %r = sdiv i32 100, %x
  ret i32 %r
}
