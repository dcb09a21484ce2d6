; base OR index in a variable that is aligned to its size, if an access says that the address is in it.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=or-addresses %s | %FileCheck %s --check-prefix=OUT

; 128 bytes at 128, 24 at 264.
!mecc.local = !{!0, !1}
!0 = !{i32 128, i32 128}
!1 = !{i32 264, i32 24}

; CHECK-LABEL: get#:
; CHECK: alu_shf[{{.*}}, 0x80, OR, {{.*}}, <<2]
; CHECK-NEXT: local_csr_wr
; OUT-LABEL: get#:
; OUT-NOT: OR
; OUT: rtn
define internal i32 @get(i32 %i) noinline {
  %p = getelementptr i32, ptr inttoptr (i32 128 to ptr), i32 %i
  %v = load i32, ptr %p
  ret i32 %v
}

; Members of 8 bytes: both are behind the same pointer.
; CHECK-LABEL: pair#:
; CHECK: alu_shf[{{.*}}, 0x80, OR, {{.*}}, <<3]
; CHECK-NEXT: local_csr_wr
; CHECK-NOT: local_csr_wr
; CHECK: rtn
define internal i32 @pair(i32 %i) noinline {
  %p = getelementptr [2 x i32], ptr inttoptr (i32 128 to ptr), i32 %i
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %p, i32 1
  %w = load i32, ptr %q
  %r = add i32 %v, %w
  ret i32 %r
}

; Not aligned to its size.
; CHECK-LABEL: odd#:
; CHECK-NOT: OR
; CHECK: rtn
define internal i32 @odd(i32 %i) noinline {
  %p = getelementptr i32, ptr inttoptr (i32 264 to ptr), i32 %i
  %v = load i32, ptr %p
  ret i32 %v
}

; The access may be after the address, where the base is another variable's.
; CHECK-LABEL: far#:
; CHECK-NOT: OR
; CHECK: rtn
define internal i32 @far(i32 %i) noinline {
  %p = getelementptr i32, ptr inttoptr (i32 128 to ptr), i32 %i
  %q = getelementptr i32, ptr %p, i32 -1
  %v = load i32, ptr %q
  ret i32 %v
}

define void @main() {
  %a = call i32 @get(i32 1)
  %b = call i32 @pair(i32 %a)
  %c = call i32 @odd(i32 %b)
  %d = call i32 @far(i32 %c)
  %e = call i32 @get(i32 %d)
  call void @__me_csr_wr(i32 320, i32 %e)
  ret void
}
declare void @__me_csr_wr(i32, i32)
