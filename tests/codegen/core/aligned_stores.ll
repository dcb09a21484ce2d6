; Odd and unaligned stores become aligned ones, in the order of their addresses.
; REQUIRES: plugin
; RUN: %llc -stop-after=mev2-aligned-stores %s -o - | %FileCheck %s

; CHECK-LABEL: define void @seven(
; CHECK:       [[A:%.*]] = lshr i56 %v, 48
; CHECK-NEXT:  [[AT:%.*]] = trunc i56 [[A]] to i8
; CHECK:       store i8 [[AT]], ptr {{.*}}, align 1
; CHECK-COUNT-5: store i8
; CHECK:       [[G:%.*]] = trunc i56 %v to i8
; CHECK:       store i8 [[G]], ptr {{.*}}, align 1
define void @seven(ptr %p, i56 %v) {
  store i56 %v, ptr %p, align 1
  ret void
}

; CHECK-LABEL: define void @three(
; CHECK:       [[H:%.*]] = lshr i24 %v, 8
; CHECK-NEXT:  [[HT:%.*]] = trunc i24 [[H]] to i16
; CHECK:       store volatile i16 [[HT]], ptr %p, align 4
; CHECK:       [[B:%.*]] = getelementptr i8, ptr %p, i64 2
; CHECK-NEXT:  store volatile i8 {{.*}}, ptr [[B]], align 2
define void @three(ptr %p, i24 %v) {
  store volatile i24 %v, ptr %p, align 4
  ret void
}

; CHECK-LABEL: define void @halves(
; CHECK:       ptrtoint ptr %v to i32
; CHECK-COUNT-2: store i16 {{.*}}, align 2
; CHECK-NOT:   store
define void @halves(ptr %p, ptr %v) {
  store ptr %v, ptr %p, align 2
  ret void
}

; An aligned store stays; a store of 64 bits writes two longwords.
; CHECK-LABEL: define void @aligned(
; CHECK-NEXT:  store i64 %v, ptr %p, align 4
; CHECK-NEXT:  store i8 %b, ptr %p, align 1
; CHECK-NEXT:  ret
define void @aligned(ptr %p, i64 %v, i8 %b) {
  store i64 %v, ptr %p, align 4
  store i8 %b, ptr %p, align 1
  ret void
}
