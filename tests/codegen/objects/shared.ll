; Shared GPRs are absolute registers; contexts lose the relative ones they consist of.
; RUN: %mecc_codegen %s | %FileCheck %s
; RUN: %mecc_codegen -four %s | %FileCheck %s --check-prefix=FOUR

declare void @__me_ctx_voluntary()

@count = internal global i32 0, !mecc.object !{!"shared_gpr", !"count"}
@table = internal global [3 x i32] zeroinitializer, !mecc.object !{!"shared_gpr", !"table"}

; CHECK: alu[@a13, @a13, +, 0x1]
; CHECK: alu[@b45, @b45, +, @a13]
; FOUR: alu[@a13, @a13, +, 0x1]
; FOUR: @b77
define void @main() {
  br label %loop
loop:
  %c = load volatile i32, ptr @count
  %d = add i32 %c, 1
  store volatile i32 %d, ptr @count
  call void @__me_ctx_voluntary()
  %t = getelementptr i32, ptr @table, i32 2
  %u = load volatile i32, ptr %t
  %w = load volatile i32, ptr @count
  %x = add i32 %u, %w
  store volatile i32 %x, ptr %t
  br label %loop
}
