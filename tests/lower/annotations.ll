; Words of __declspec and the signal types become metadata; the annotations are gone.
; RUN: %lower --only=annotations --number=near=7 --number=here=5 %s | FileCheck %s

%struct.__me_signal = type { i32 }
%struct.__me_signal_pair = type { %struct.__me_signal, %struct.__me_signal }

@.read = private unnamed_addr constant [17 x i8] c"me.sram_read_reg\00", section "llvm.metadata"
@.gpr = private unnamed_addr constant [10 x i8] c"me.gp_reg\00", section "llvm.metadata"
@.shared = private unnamed_addr constant [10 x i8] c"me.shared\00", section "llvm.metadata"
@.visible = private unnamed_addr constant [11 x i8] c"me.visible\00", section "llvm.metadata"
@.file = private unnamed_addr constant [4 x i8] c"x.c\00", section "llvm.metadata"

; CHECK: @seq = global i32 0, !mecc.object [[SEQ:![0-9]+]], !mecc.flags [[SHARED:![0-9]+]]
@seq = global i32 0
; CHECK: @near = global %struct.__me_signal zeroinitializer, !mecc.object [[NEAR:![0-9]+]]
@near = global %struct.__me_signal zeroinitializer
; CHECK: @table = addrspace(1) global i32 0, !mecc.flags [[SHARED]]
@table = addrspace(1) global i32 0
; CHECK-NOT: llvm.global.annotations
@llvm.global.annotations = appending global [4 x { ptr, ptr, ptr, i32, ptr }] [
  { ptr, ptr, ptr, i32, ptr } { ptr @seq, ptr @.gpr, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @seq, ptr @.shared, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr @near, ptr @.visible, ptr @.file, i32 1, ptr null },
  { ptr, ptr, ptr, i32, ptr } { ptr addrspacecast (ptr addrspace(1) @table to ptr), ptr @.shared, ptr @.file, i32 2, ptr null }
], section "llvm.metadata"

declare void @llvm.var.annotation.p0.p0(ptr, ptr, ptr, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK-LABEL: define void @main()
; CHECK-DAG: %x = alloca [4 x i32], align 4, !mecc.object [[X:![0-9]+]]
; CHECK-DAG: %g = alloca i32, align 4, !mecc.object [[G:![0-9]+]]
; CHECK-DAG: %done = alloca %struct.__me_signal, align 4, !mecc.object [[DONE:![0-9]+]]
; CHECK-DAG: %here = alloca %struct.__me_signal, align 4, !mecc.object [[HERE:![0-9]+]]
; CHECK-DAG: %pair = alloca [2 x %struct.__me_signal_pair], align 4, !mecc.object [[PAIR:![0-9]+]], !mecc.signals
; CHECK-NOT: @llvm.var.annotation
; CHECK-DAG: call void @__me_object(ptr %x)
; CHECK-DAG: call void @__me_object(ptr %done)
; CHECK-DAG: call void @__me_object(ptr %pair)
; CHECK-NOT: call void @__me_object(ptr %g)
define void @main() {
  %x = alloca [4 x i32], align 4
  %g = alloca i32, align 4
  %done = alloca %struct.__me_signal, align 4
  %here = alloca %struct.__me_signal, align 4
  %pair = alloca [2 x %struct.__me_signal_pair], align 4
  call void @llvm.var.annotation.p0.p0(ptr %x, ptr @.read, ptr @.file, i32 3, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %g, ptr @.gpr, ptr @.file, i32 4, ptr null)
  call void @llvm.var.annotation.p0.p0(ptr %here, ptr @.visible, ptr @.file, i32 5, ptr null)
  call void (ptr, ...) @__me_wait_all(ptr %done)
  ret void
}

; CHECK-DAG: [[SHARED]] = !{!"shared"}
; CHECK-DAG: [[SEQ]] = !{!"shared_gpr", !"seq"}
; CHECK-DAG: [[NEAR]] = !{!"signal", !"near", !"pin", i32 7}
; CHECK-DAG: [[X]] = !{!"s_in", !"x"}
; CHECK-DAG: [[G]] = !{!"gpr", !"g"}
; CHECK-DAG: [[DONE]] = !{!"signal", !"done"}
; CHECK-DAG: [[HERE]] = !{!"signal", !"here", !"pin", i32 5}
; CHECK-DAG: [[PAIR]] = !{!"signal", !"pair"}
