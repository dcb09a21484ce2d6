; Variables in local memory are aligned to their size, as far as that costs no more than a window; small
; ones fill the gaps, and one whose address is unused may be at 0.
; RUN: %lower --only=place --contexts=1 --symbols %s | FileCheck %s
; RUN: %lower --only=place --contexts=1 --without=align-locals --symbols %s | FileCheck %s --check-prefix=OUT
; RUN: %lower --only=place --contexts=1 %s | FileCheck %s --check-prefix=IR

; CHECK-DAG: small local memory {{.*}} bytes 4
; CHECK-DAG: words local memory 0x{{[08]?}}0 bytes 128
; CHECK-DAG: pair local memory 0x{{.*[08]}} bytes 8
; OUT-DAG: small local memory 0x4 bytes 4
; OUT-DAG: words local memory 0x8 bytes 128
; OUT-DAG: pair local memory 0x88 bytes 8
@small = internal global i32 0
@words = internal global [32 x i32] zeroinitializer
@pair = internal global [2 x i32] zeroinitializer

; IR: define i32 @main({{.*}} [[A:#[0-9]+]]
; IR: !mecc.local =
define i32 @main(i32 %n) {
  %p = getelementptr i32, ptr @words, i32 %n
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr @pair, i32 %n
  store i32 %v, ptr %q
  store i32 %v, ptr @small
  ret i32 %v
}
