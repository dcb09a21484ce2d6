; A variable index goes through T_INDEX: 64 times the context plus 4 times the number.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_DRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare i32 @__me_cam_lookup(i32)

; CHECK: local_csr_rd[ACTIVE_CTX_STS]
; CHECK-NEXT: immed[[[STATUS:[ab][0-9]+]], 0x0]
; CHECK-NEXT: alu[[[CONTEXT:[ab][0-9]+]], [[STATUS]], AND, 0x7]
; CHECK-NEXT: alu_shf[[[BASE:[ab][0-9]+]], --, B, [[CONTEXT]], <<6]
; CHECK: sram[read, $0
; CHECK: alu_shf[[[BYTES:[ab][0-9]+]], --, B, $0, <<2]
; CHECK: alu[[[AT:[ab][0-9]+]], [[BASE]], +, [[BYTES]]]
; CHECK-NEXT: local_csr_wr[T_INDEX, [[AT]]]
; CHECK: alu[[[V:[ab][0-9]+]], --, B, *$index]
; The second buffer is the first in its file: register 0 of the other file.
; CHECK: local_csr_wr[T_INDEX,
; CHECK: alu[*$$index, --, B, [[V]]]
; CHECK: dram[write, $$0
define void @main() {
  %in = alloca [8 x i32], !mecc.object !{!"s_in", !"in"}
  %out = alloca [2 x i32], !mecc.object !{!"d_out", !"out"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  %dsig = alloca i32, !mecc.object !{!"signal", !"dsig"}
  call void @__me_cmd_SRAM_READ(ptr %in, i32 0, i32 0, i32 8, i32 1, ptr %sig)
  %i = load i32, ptr %in
  %p = getelementptr i32, ptr %in, i32 %i
  %v = load i32, ptr %p
  %q = getelementptr i32, ptr %out, i32 %i
  store i32 %v, ptr %q
  call void @__me_cmd_DRAM_WRITE(ptr %out, i32 0, i32 0, i32 1, i32 1, ptr %dsig)
  call void @other(i32 1, i32 2)
  call void @other(i32 0, i32 3)
  call void @assembly(i32 1, i32 2)
  call void @assembly(i32 0, i32 3)
  ret void
}

; A value does not go into its register before a write by index, which may be to the same register.
; CHECK-LABEL: other#:
; CHECK: cam_lookup[[[A:[ab][0-9]+]],
; CHECK: cam_lookup[[[B:[ab][0-9]+]],
; CHECK: cam_lookup[[[D:[ab][0-9]+]],
; CHECK: alu[*$index
; CHECK-DAG: alu[$0, --, B, [[A]]]
; CHECK-DAG: alu[$1, --, B, [[B]]]
; CHECK-DAG: alu[$3, --, B, [[D]]]
; CHECK: sram[write
define internal void @other(i32 %i, i32 %p) noinline {
  %x = alloca [4 x i32], !mecc.object !{!"s_out", !"x"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  %a = call i32 @__me_cam_lookup(i32 %p)
  %b = call i32 @__me_cam_lookup(i32 %i)
  %d = call i32 @__me_cam_lookup(i32 7)
  %at = getelementptr i32, ptr %x, i32 %i
  store i32 9, ptr %at
  %one = getelementptr i32, ptr %x, i32 1
  store i32 %b, ptr %one
  store i32 %a, ptr %x
  %three = getelementptr i32, ptr %x, i32 3
  store i32 %d, ptr %three
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 4, i32 1, ptr %sig)
  ret void
}

; Neither before inline assembly, which may write by index.
; CHECK-LABEL: assembly#:
; CHECK: cam_lookup[[[C:[ab][0-9]+]],
; CHECK-NEXT: alu[*$index
; CHECK-NEXT: alu[$1, --, B, [[C]]]
define internal void @assembly(i32 %i, i32 %p) noinline {
  %x = alloca [4 x i32], !mecc.object !{!"s_out", !"x"}
  %sig = alloca i32, !mecc.object !{!"signal", !"sig"}
  %b = call i32 @__me_cam_lookup(i32 %p)
  call void asm sideeffect "alu[*$$index, --, B, $0]", "r"(i32 %i)
  %one = getelementptr i32, ptr %x, i32 1
  store i32 %b, ptr %one
  call void @__me_cmd_SRAM_WRITE(ptr %x, i32 0, i32 0, i32 4, i32 1, ptr %sig)
  ret void
}
