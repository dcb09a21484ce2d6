; Registers and signals have the names of their objects for debuggers from the command, or the first write, to the last
; use. Objects that share a register never have it at the same instruction.
; RUN: %mecc_codegen -symbols -no-defer %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK: 1 {{.*}} sram[read, $0, a0, 0x0, 2], ctx_swap[s1]
; CHECK: 2 {{.*}} sram[read, $0, $0, 0x0, 2], ctx_swap[s2]
; CHECK: 3 {{.*}} alu[$0, --, B, $1]
; CHECK: 4 {{.*}} sram[write, $0, a0, 0x0, 1], ctx_swap[s3]
; CHECK: 5 {{.*}} sram[read, $0, a0, 0x4, 1], ctx_swap[s3]
; CHECK: 6 {{.*}} alu[b0, --, B, $0]
; CHECK: 7 {{.*}} sram[read, $0, a0, 0x8, 1], ctx_swap[s1]
; CHECK: 8 {{.*}} alu[a0, $0, +, b0]
; CHECK: 9 {{.*}} br[
; CHECK-NEXT: ; first[0]: $0 2-2
; CHECK-NEXT: ; second[1]: $1 3-3
; CHECK-NEXT: ; both: out:$0 4-4
; CHECK-NEXT: ; both: $0 6-6
; CHECK-NEXT: ; s1: s1 1-1
; CHECK-NEXT: ; s1: s1 7-7
; CHECK-NEXT: ; s2: s2 2-2
; CHECK-NEXT: ; s3: s3 4-5
; CHECK-NOT: ; {{.}}
define void @main() {
entry:
  %first = alloca [2 x i32], !mecc.object !{!"s_in", !"first"}
  %second = alloca [2 x i32], !mecc.object !{!"s_in", !"second"}
  %both = alloca i32, !mecc.object !{!"s_both", !"both"}
  %one = alloca i32, !mecc.object !{!"s_in", !"one"}
  %other = alloca i32, !mecc.object !{!"s_in", !"other"}
  %s1 = alloca i32, !mecc.object !{!"signal", !"s1"}
  %s2 = alloca i32, !mecc.object !{!"signal", !"s2"}
  %s3 = alloca i32, !mecc.object !{!"signal", !"s3"}
  br label %loop

loop:
  %at = phi i32 [ 0, %entry ], [ %next, %end ]
  call void @__me_cmd_SRAM_READ(ptr %first, i32 %at, i32 0, i32 2, i32 0, ptr %s1)
  call void (ptr, ...) @__me_wait_all(ptr %s1)
  %a = load i32, ptr %first
  call void @__me_cmd_SRAM_READ(ptr %second, i32 %a, i32 0, i32 2, i32 1, ptr %s2)
  %upper = getelementptr i32, ptr %second, i32 1
  %b = load i32, ptr %upper
  store i32 %b, ptr %both
  call void @__me_cmd_SRAM_WRITE(ptr %both, i32 %at, i32 0, i32 1, i32 1, ptr %s3)
  call void @__me_cmd_SRAM_READ(ptr %both, i32 %at, i32 4, i32 1, i32 1, ptr %s3)
  %c = load i32, ptr %both
  %odd = icmp ugt i32 %c, 7
  br i1 %odd, label %left, label %right

; The two commands become one: the register may be either object, and has no name.
left:
  call void @__me_cmd_SRAM_READ(ptr %one, i32 %at, i32 8, i32 1, i32 1, ptr %s1)
  %d = load i32, ptr %one
  br label %end
right:
  call void @__me_cmd_SRAM_READ(ptr %other, i32 %at, i32 8, i32 1, i32 1, ptr %s1)
  %e = load i32, ptr %other
  br label %end

end:
  %f = phi i32 [ %d, %left ], [ %e, %right ]
  %next = add i32 %f, %c
  br label %loop
}
