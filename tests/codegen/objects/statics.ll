; Variables that several functions use have a register of their own in all of them. A value is computed
; there, and read there by later code.
; RUN: %mecc_codegen -without=argument-registers %s | %FileCheck %s

@total = internal global i32 7, !mecc.object !{!"static_gpr", !"total"}
@last = internal global i64 0, !mecc.object !{!"static_gpr", !"last"}

define internal i32 @add(i32 %bytes) noinline {
  %t = load i32, ptr @total
  %u = add i32 %t, %bytes
  store i32 %u, ptr @total
  %v = shl i32 %u, 1
  ret i32 %v
}

; The value from before the call is kept in another register, as the callee changes this one. The
; longwords of @last are in both banks.
; CHECK-LABEL: main#:
; CHECK: alu[[[OLD:a[0-9]+]], --, B, a13]
; CHECK: alu[[[COPY:b[0-9]+]], --, B, [[OLD]]]
; CHECK: alu[a12, a0, +, [[COPY]]]
; CHECK-LABEL: add#:
; CHECK: alu[a13, a13, +, [[BYTES:[ab][0-9]+]]]
; CHECK-NEXT: alu_shf[a0, --, B, a13, <<1]
define void @main() {
  %p = getelementptr i32, ptr @last, i32 1
  br label %loop
loop:
  %old = load i32, ptr @total
  %r = call i32 @add(i32 %old)
  %s = add i32 %r, %old
  store i32 %s, ptr %p
  br label %loop
}
