; RUN: not %lower --only=implicit-io %s 2>&1 | FileCheck %s
target datalayout = "E-m:e-p:32:32-p1:32:32-p2:32:32-p3:32:32-p4:32:32-p5:32:32-i64:64-n32-S64-a:0:32"
; CHECK: error: RBUF cannot be written; microengines only read it
; CHECK: error: TBUF takes whole longwords only; store an aligned int
define void @main(ptr addrspace(4) %r, ptr addrspace(5) align 4 %t) {
  store i32 1, ptr addrspace(4) %r
  store i8 1, ptr addrspace(5) %t, align 4
  ret void
}
