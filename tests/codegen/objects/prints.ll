; Two objects share a register: a print shows each where the register is that object, and not after that.
; RUN: %mecc_codegen -symbols %s | %FileCheck %s

declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_WRITE(ptr, i32, i32, i32, i32, ptr)
declare void @__me_wait_all(ptr, ...)

; CHECK-DAG: ; x: $0;
; CHECK-DAG: ; upper half of y: $0 16 >> 65535 &;
; CHECK-DAG: ; x after its last use: <optimized out>;
; CHECK-DAG: ; v: out:$0;
; CHECK-DAG: ; x: $0
; CHECK-DAG: ; y: $0
; CHECK-DAG: ; v: out:$0
; CHECK-DAG: ; w: out:$0
define void @main() !dbg !10 {
  %x = alloca i32, !mecc.object !{!"s_in", !"x"}
  %y = alloca i32, !mecc.object !{!"s_in", !"y"}
  %v = alloca i32, !mecc.object !{!"s_out", !"v"}
  %w = alloca i32, !mecc.object !{!"s_out", !"w"}
  %s = alloca i32, !mecc.object !{!"signal", !"s"}
  call void @__me_cmd_SRAM_READ(ptr %x, i32 0, i32 0, i32 1, i32 1, ptr %s)
  %a = load i32, ptr %x
    #dbg_label(!20, !11)
  store i32 %a, ptr %w
  call void @__me_cmd_SRAM_WRITE(ptr %w, i32 0, i32 4, i32 1, i32 1, ptr %s)
  call void @__me_cmd_SRAM_READ(ptr %y, i32 0, i32 8, i32 1, i32 1, ptr %s)
  %b = load i32, ptr %y
    #dbg_label(!21, !11)
    #dbg_label(!22, !11)
  %c = add i32 %a, %b
  store i32 %c, ptr %v
    #dbg_label(!23, !11)
  call void @__me_cmd_SRAM_WRITE(ptr %v, i32 0, i32 12, i32 1, i32 1, ptr %s)
  ret void
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!mecc.debug_points = !{!30, !31, !32, !33}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "unsigned", size: 32, encoding: DW_ATE_unsigned)
!4 = !DISubroutineType(types: !{})
!5 = !{i32 1}
!10 = distinct !DISubprogram(name: "main", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocation(line: 2, scope: !10)
!12 = !DILocalVariable(name: "x", scope: !10, file: !1, line: 2, type: !3)
!13 = !DILocalVariable(name: "y", scope: !10, file: !1, line: 2, type: !3)
!14 = !DILocalVariable(name: "v", scope: !10, file: !1, line: 2, type: !3)
!20 = !DILabel(name: "ixp_debug.0", scope: !10, file: !1, line: 2)
!21 = !DILabel(name: "ixp_debug.1", scope: !10, file: !1, line: 2)
!22 = !DILabel(name: "ixp_debug.2", scope: !10, file: !1, line: 2)
!23 = !DILabel(name: "ixp_debug.3", scope: !10, file: !1, line: 2)
!30 = !{!"ixp_debug.0", i32 0, !"x", !11, !5, !{!{!12, i32 0, i32 32}}}
!31 = !{!"ixp_debug.1", i32 0, !"upper half of y", !11, !5, !{!{!13, i32 0, i32 16}}}
!32 = !{!"ixp_debug.2", i32 0, !"x after its last use", !11, !5, !{!{!12, i32 0, i32 32}}}
!33 = !{!"ixp_debug.3", i32 0, !"v", !11, !5, !{!{!14, i32 0, i32 32}}}
