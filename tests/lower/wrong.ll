; Errors of small modules.
; RUN: rm -rf %t && split-file %s %t
; RUN: not %lower --only=annotations %t/contradiction.ll 2>&1 | FileCheck %t/contradiction.ll
; RUN: not %lower --only=finish-queries %t/assertion.ll 2>&1 | FileCheck %t/assertion.ll
; RUN: not %lower --only=implicit-io %t/buffers_wrong.ll 2>&1 | FileCheck %t/buffers_wrong.ll
; RUN: not %lower %t/division_missing.ll 2>&1 | FileCheck %t/division_missing.ll
; RUN: not %lower --only=place %t/full.ll 2>&1 | FileCheck %t/full.ll
; RUN: not %lower %t/recursion.ll 2>&1 | FileCheck %t/recursion.ll
; RUN: not %lower --only=constants %t/constants.ll 2>&1 | FileCheck %t/constants.ll
; RUN: not %lower --only=operands %t/operands.ll 2>&1 | FileCheck %t/operands.ll
; RUN: not %lower --only=check %t/check.ll 2>&1 | FileCheck %t/check.ll
; RUN: not %lower %t/no_kind.ll 2>&1 | FileCheck %t/no_kind.ll
; RUN: not %lower %t/no_name.ll 2>&1 | FileCheck %t/no_name.ll
; RUN: not %lower %t/no_number.ll 2>&1 | FileCheck %t/no_number.ll

;--- contradiction.ll
@.read = private unnamed_addr constant [17 x i8] c"me.sram_read_reg\00", section "llvm.metadata"
@.gpr = private unnamed_addr constant [10 x i8] c"me.gp_reg\00", section "llvm.metadata"
declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
; CHECK: error: 'x' is declared s_in and gpr at once; keep one of the words
define void @main() {
  %x = alloca i32, align 4
  call void @llvm.var.annotation.p0.p0(ptr %x, ptr @.read, ptr null, i32 3, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %x, ptr @.gpr, ptr null, i32 3, ptr null)
  ret void
}
;--- assertion.ll
; CHECK-DAG: error: __ct_assert failed: small
; CHECK-DAG: error: __ct_assert: the condition of "small" is not known at compile time; make its operands constants
@.text = private constant [6 x i8] c"small\00"
declare void @__me_ct_assert(i32, ptr)
declare i32 @__me_csr_rd(i32)
define void @main() {
  %v = call i32 @__me_csr_rd(i32 12)
  call void @__me_ct_assert(i32 0, ptr @.text)
  call void @__me_ct_assert(i32 %v, ptr @.text)
  ret void
}
;--- buffers_wrong.ll
; CHECK: error: RBUF cannot be written; microengines only read it
; CHECK: error: TBUF takes whole longwords only; store an aligned int
define void @main(ptr addrspace(4) %r, ptr addrspace(5) align 4 %t) {
  store i32 1, ptr addrspace(4) %r
  store i8 1, ptr addrspace(5) %t, align 4
  ret void
}
;--- division_missing.ll
; CHECK: error: division by a variable needs '__me_sdiv32' of the run-time library, which is not linked
declare i32 @__me_csr_rd(i32)
define i32 @main() {
  %x = call i32 @__me_csr_rd(i32 4)
  %r = sdiv i32 100, %x
  ret i32 %r
}
;--- full.ll
; CHECK: error: local memory is full: data of 8 contexts, the largest of which is 'big', needs 4000 bytes, 2556 of 2560 are left; move data to another memory, e.g. with __declspec(sram), or use -mdata=sram
@big = internal global [100 x i32] zeroinitializer
@small = internal global [25 x i32] zeroinitializer
define void @main(i32 %n) {
  %p = getelementptr [100 x i32], ptr @big, i32 0, i32 %n
  store i32 1, ptr %p
  %q = getelementptr [25 x i32], ptr @small, i32 0, i32 %n
  store i32 1, ptr %q
  ret void
}
;--- recursion.ll
; CHECK:      x.c:{{[24]}}: error: recursion {{even -> odd -> even|odd -> even -> odd}}, but there is no run-time stack; use a loop
; CHECK-DAG:  x.c:3:10: note: 'even' calls 'odd' here
; CHECK-DAG:  x.c:5:12: note: 'odd' calls 'even' here
define i32 @even(i32 %n) !dbg !4 {
  %r = call i32 @odd(i32 %n), !dbg !6
  ret i32 %r
}
define i32 @odd(i32 %n) !dbg !7 {
  %r = call i32 @even(i32 %n), !dbg !8
  ret i32 %r
}
define void @main() {
  %r = call i32 @odd(i32 3)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DISubroutineType(types: !{})
!4 = distinct !DISubprogram(name: "even", file: !1, line: 2, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!6 = !DILocation(line: 3, column: 10, scope: !4)
!7 = distinct !DISubprogram(name: "odd", file: !1, line: 4, type: !3, unit: !0, spFlags: DISPFlagDefinition)
!8 = !DILocation(line: 5, column: 12, scope: !7)
;--- constants.ll
; Operands encoded in the instruction word are constants that fit.
declare i32 @__me_csr_rd(i32)
declare void @__me_csr_wr(i32, i32)
declare void @__me_cam_write(i32, i32, i32)
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)

define void @right(i32 %n) {
  %v = call i32 @__me_csr_rd(i32 8)
  call void @__me_csr_wr(i32 8, i32 %v)
  call void @__me_cam_write(i32 %n, i32 %v, i32 15)
  call void @__me_cmd_SRAM_READ(ptr null, i32 %n, i32 %n, i32 %n, i32 1, ptr null)
  ret void
}
; CHECK-NOT: error
; CHECK: error: the control register is not known when the program is compiled; write a constant
; CHECK: error: the state of a CAM entry is 16, expected 0 to 15
; CHECK: error: what to do until the command is done is not known when the program is compiled; write sig_done or ctx_swap
; CHECK-NOT: error
define void @wrong(i32 %n) {
  %v = call i32 @__me_csr_rd(i32 %n)
  call void @__me_cam_write(i32 %n, i32 %v, i32 16)
  call void @__me_cmd_SRAM_READ(ptr null, i32 0, i32 0, i32 1, i32 %n, ptr null)
  ret void
}
;--- operands.ll
; Commands move transfer registers and raise signals: other objects are errors, with the declaration
; that is needed.
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

define void @right() {
  %x = alloca [4 x i32], !mecc.object !0
  %s = alloca i32, !mecc.object !1
  %p = alloca [2 x i32], !mecc.object !2
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 4, i32 0, ptr %s)
  call void @__me_cmd_DRAM_WRITE(ptr null, i32 0, i32 0, i32 1, i32 0, ptr %p)
  call void (ptr, ...) @__me_wait_all(ptr %s, ptr %p)
  ret void
}
; CHECK-NOT: error
; CHECK: error: 'local' lives in ordinary memory where transfer registers are needed; declare it __declspec(dram_read_reg) to receive or __declspec(dram_write_reg) to send
; CHECK: error: this pointer leads to ordinary memory where a signal is needed; declare it SIGNAL
; CHECK: error: half of the pair 'pair', whose signals come together; name the pair: &pair
; CHECK-NOT: error
define void @wrong(ptr %anything) {
  %local = alloca [2 x i32]
  %p = alloca [2 x i32], !mecc.object !2
  call void @__me_cmd_DRAM_WRITE(ptr %local, i32 0, i32 0, i32 1, i32 0, ptr %p)
  call void (ptr, ...) @__me_wait_all(ptr %anything)
  %odd = getelementptr i32, ptr %p, i32 1
  call void (ptr, ...) @__me_wait_all(ptr %odd)
  ret void
}
!0 = !{!"s_in", !"x"}
!1 = !{!"signal", !"s"}
!2 = !{!"signal_pair", !"pair"}
;--- check.ll
; Violations of the rules of lowered IR are internal errors.
declare i32 @__me_is_ct_const(i32)

; CHECK: error: internal error: variable 'left' has no address in lowered IR
@left = internal global i32 0
; CHECK: error: internal error: signature of 'narrow' in lowered IR
define void @narrow(i8 %x) {
  ret void
}
; CHECK: error: internal error: callee after its caller in lowered IR of 'main'
; CHECK: error: internal error: division in lowered IR of 'main':  %d = udiv i32 %n, 3
; CHECK: error: internal error: compile-time primitive in lowered IR of 'main'
; CHECK: error: internal error: access outside in lowered IR of 'main'
; CHECK-NOT: error
define i32 @main(i32 %n) {
  call void @later()
  %d = udiv i32 %n, 3
  %q = call i32 @__me_is_ct_const(i32 %d)
  %v = load i32, ptr addrspace(1) null
  %r = add i32 %q, %v
  ret i32 %r
}
define void @later() {
  ret void
}
;--- no_kind.ll
; CHECK: no_kind.ll: error: x: malformed !mecc.object, expected !{!"kind", !"name"} or !{!"kind", !"name", !"pin", i32 number}
define void @main() {
  %x = alloca i32, !mecc.object !{}
  ret void
}
;--- no_name.ll
; CHECK: no_name.ll: error: table: malformed !mecc.object
@table = global i32 0, !mecc.object !{!"s_in", i32 5}
define void @main() {
  ret void
}
;--- no_number.ll
; CHECK: no_number.ll: error: x: malformed !mecc.object
define void @main() {
  %x = alloca i32, !mecc.object !{!"signal", !"x", !"pin", null}
  ret void
}
