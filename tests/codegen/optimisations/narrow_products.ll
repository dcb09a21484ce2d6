; Comparisons that bound the factors of a product make its steps fewer.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; RUN: %mecc_codegen -no-defer -without=narrow-products %s | %FileCheck %s --check-prefix=OUT
target triple = "mev2-unknown-none"

; CHECK-LABEL: minimum#:
; CHECK: 16x16_step1
; CHECK: rtn
; OUT-LABEL: minimum#:
; OUT: 32x32_step1
define internal i32 @minimum(i32 %x) noinline {
  %over = icmp ugt i32 %x, 65535
  br i1 %over, label %most, label %end
most:
  br label %end
end:
  %n = phi i32 [ %x, %0 ], [ 65535, %most ]
  %r = mul i32 %n, 777
  ret i32 %r
}

; One too many.
; CHECK-LABEL: above#:
; CHECK: 32x32_step1
; CHECK: rtn
define internal i32 @above(i32 %x) noinline {
  %over = icmp ugt i32 %x, 65536
  br i1 %over, label %most, label %end
most:
  br label %end
end:
  %n = phi i32 [ %x, %0 ], [ 65536, %most ]
  %r = mul i32 %n, 777
  ret i32 %r
}

; The narrow factor comes first in the source.
; CHECK-LABEL: byte#:
; CHECK: 24x8_step1
; CHECK: rtn
define internal i32 @byte(i32 %x, i32 %y) noinline {
  %few = icmp ult i32 %x, 256
  %wide = icmp ult i32 %y, 16777216
  %both = and i1 %few, %wide
  br i1 %both, label %yes, label %no
yes:
  %r = mul i32 %x, %y
  ret i32 %r
no:
  ret i32 0
}

; Shifts are cheaper.
; CHECK-LABEL: shifts#:
; CHECK-NOT: mul_step
; CHECK: rtn
define internal i32 @shifts(i32 %x) noinline {
  %few = icmp ult i32 %x, 256
  br i1 %few, label %yes, label %no
yes:
  %r = mul i32 %x, 31
  ret i32 %r
no:
  ret i32 0
}

define void @main() {
  %a = call i32 @minimum(i32 1)
  %b = call i32 @above(i32 %a)
  %c = call i32 @byte(i32 %b, i32 %a)
  %d = call i32 @shifts(i32 %c)
  call void @__me_csr_wr(i32 320, i32 %d)
  ret void
}
declare void @__me_csr_wr(i32, i32)
