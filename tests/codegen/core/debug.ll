; Prints show values that instruction selection and the width of operands do not change.
; RUN: %mecc_codegen -no-defer -without=wide-shifts -without=argument-registers %s | %FileCheck %s

; A shift of 16 bits: its operand loses upper bits and gains a sign.
; CHECK: ; narrow: a0 65535 & 7 << 65535 & 32768 ^ 32768 - 7 s>> 65535 & 65535 & 32768 ^ 32768 -;{{$}}
define internal i32 @narrow(i32 %x) noinline !dbg !10 {
  %low = trunc i32 %x to i16
    #dbg_value(i16 %low, !11, !DIExpression(DW_OP_constu, 7, DW_OP_shl, DW_OP_constu, 7, DW_OP_shra, DW_OP_LLVM_convert, 16, DW_ATE_signed, DW_OP_LLVM_convert, 32, DW_ATE_signed, DW_OP_stack_value), !12)
    #dbg_label(!13, !12)
  %r = add i32 %x, 1
  ret i32 %r
}

; Selection reads %is instead of %value for %wide. %bit then needs a bit of %value that is 0.
; CHECK: ; known: a2 1 &;
define internal i32 @known(i32 %x, i32 %y) noinline !dbg !20 {
  %is = icmp eq i32 %x, 0
  %value = zext i1 %is to i32
    #dbg_value(i32 %value, !21, !DIExpression(), !22)
    #dbg_label(!23, !22)
  %wide = zext i32 %value to i64
  %by = zext i32 %y to i64
  %shifted = shl i64 %wide, %by
  %low = trunc i64 %shifted to i32
  %high = lshr i32 %value, 26
  %bit = and i32 %high, 1
  %r = add i32 %low, %bit
  ret i32 %r
}

; Two copies of a print in a block: the first does not show the value of the second.
; CHECK: ; copies: <optimized out>;
; CHECK: ; copies: 5;
define internal i32 @copies(i32 %x) noinline !dbg !30 {
    #dbg_value(i32 poison, !31, !DIExpression(), !32)
    #dbg_label(!33, !32)
  %y = add i32 %x, 1
  %z = xor i32 %y, %x
    #dbg_value(i32 5, !31, !DIExpression(), !32)
    #dbg_label(!33, !32)
  %r = shl i32 %z, 3
  ret i32 %r
}

; The load becomes one of 8 bits.
; CHECK: ; masked: <optimized out>;
define internal i32 @masked(ptr %p) noinline !dbg !40 {
  %v = load i16, ptr %p
  %byte = and i16 %v, 255
  %odd = xor i16 %byte, 99
    #dbg_value(i16 %v, !41, !DIExpression(), !42)
    #dbg_label(!43, !42)
  %wide = zext i16 %odd to i32
  %r = shl i32 %wide, 3
  ret i32 %r
}

; The shift needs the low 11 bits, although its flags promise that the others are 0. Selection computes
; only these of %rest.
; CHECK: ; shifted: <optimized out>;
define internal i32 @shifted(i32 %x) noinline !dbg !50 {
  %half = lshr i32 %x, 1
  %even = shl i32 %half, 1
  %multiple = add i32 %even, %half
  %rest = sub i32 %x, %multiple
    #dbg_value(i32 %rest, !51, !DIExpression(), !52)
    #dbg_label(!53, !52)
  %count = shl nuw nsw i32 %rest, 21
  ret i32 %count
}

; A product by 5 adds a shift to the left, which combines with the shift to the right.
; CHECK: ; remainder: <optimized out>;
define internal i32 @remainder(i32 %x) noinline !dbg !60 {
  %wide = zext i32 %x to i64
  %product = mul i64 %wide, 3435973837
  %upper = lshr i64 %product, 32
  %narrow = trunc i64 %upper to i32
  %quotient = lshr i32 %narrow, 2
  %multiple = mul i32 %quotient, 5
  %rest = sub i32 %x, %multiple
    #dbg_value(i32 %rest, !61, !DIExpression(), !62)
    #dbg_label(!63, !62)
  %count = shl i32 %rest, 21
  ret i32 %count
}

; Selection states %y again in the register of the result, behind an instruction that becomes several blocks, and %ends
; returns from several places. The print stays where it is.
; CHECK: ; argument: a0; {{[ab][0-9]+}};
define internal i32 @argument(i32 %x, i32 %y) noinline !dbg !70 {
    #dbg_value(i32 %x, !71, !DIExpression(), !73)
    #dbg_value(i32 %y, !72, !DIExpression(), !73)
    #dbg_label(!74, !73)
  %a = call i32 @ends(i32 5), !dbg !73
  %large = icmp ugt i32 %a, 9
  %next = select i1 %large, i32 3, i32 7
  %b = call i32 @ends(i32 %next), !dbg !73
  ret i32 %y
}
define internal i32 @ends(i32 %x) noinline {
  %small = icmp ult i32 %x, 4
  br i1 %small, label %now, label %later
now:
  ret i32 11
later:
  %v = load volatile i32, ptr null
  ret i32 %v
}

; The two exits of the loop become one: the print would be executed at its end, too, and is dropped.
; CHECK-NOT: ; exits
define internal i32 @exits(i32 %x) noinline !dbg !90 {
entry:
  br label %head
head:
  %n = load volatile i32, ptr null
  %more = icmp sgt i32 %n, 5
  br i1 %more, label %body, label %end
body:
    #dbg_value(i32 9, !91, !DIExpression(), !92)
    #dbg_label(!93, !92)
  %last = icmp eq i32 %x, 0
  br i1 %last, label %end, label %rest
rest:
  store volatile i32 7, ptr null
  br label %head
end:
  ret i32 %n
}

define i32 @main() {
  %a = call i32 @narrow(i32 7)
  %b = call i32 @known(i32 %a, i32 9)
  %c = call i32 @copies(i32 %b)
  %p = inttoptr i32 %c to ptr
  %d = call i32 @masked(ptr %p)
  %e = call i32 @shifted(i32 %d)
  %f = call i32 @remainder(i32 %e)
  %g = call i32 @argument(i32 %f, i32 %a)
  %h = call i32 @exits(i32 %g)
  ret i32 %h
}

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!mecc.debug_points = !{!14, !24, !34, !44, !54, !64, !75, !94}
!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "x.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = !DIBasicType(name: "unsigned", size: 32, encoding: DW_ATE_unsigned)
!4 = !DISubroutineType(types: !{})
!5 = !{i32 1}
!10 = distinct !DISubprogram(name: "narrow", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!11 = !DILocalVariable(name: "ixp_debug.0.0", scope: !10, file: !1, line: 2, type: !3)
!12 = !DILocation(line: 2, scope: !10)
!13 = !DILabel(name: "ixp_debug.0", scope: !10, file: !1, line: 2)
!14 = !{!"ixp_debug.0", i32 0, !"narrow", !12, !5, !15}
!15 = !{!16}
!16 = !{!17, i32 0, i32 32}
!17 = !DILocalVariable(name: "v", scope: !10, file: !1, line: 2, type: !3)
!20 = distinct !DISubprogram(name: "known", file: !1, line: 3, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!21 = !DILocalVariable(name: "ixp_debug.1.0", scope: !20, file: !1, line: 4, type: !3)
!22 = !DILocation(line: 4, scope: !20)
!23 = !DILabel(name: "ixp_debug.1", scope: !20, file: !1, line: 4)
!24 = !{!"ixp_debug.1", i32 0, !"known", !22, !5, !25}
!25 = !{!26}
!26 = !{!27, i32 0, i32 32}
!27 = !DILocalVariable(name: "v", scope: !20, file: !1, line: 4, type: !3)
!30 = distinct !DISubprogram(name: "copies", file: !1, line: 5, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!31 = !DILocalVariable(name: "ixp_debug.2.0", scope: !30, file: !1, line: 6, type: !3)
!32 = !DILocation(line: 6, scope: !30)
!33 = !DILabel(name: "ixp_debug.2", scope: !30, file: !1, line: 6)
!34 = !{!"ixp_debug.2", i32 0, !"copies", !32, !5, !35}
!35 = !{!36}
!36 = !{!37, i32 0, i32 32}
!37 = !DILocalVariable(name: "v", scope: !30, file: !1, line: 6, type: !3)
!40 = distinct !DISubprogram(name: "masked", file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!41 = !DILocalVariable(name: "ixp_debug.3.0", scope: !40, file: !1, line: 8, type: !3)
!42 = !DILocation(line: 8, scope: !40)
!43 = !DILabel(name: "ixp_debug.3", scope: !40, file: !1, line: 8)
!44 = !{!"ixp_debug.3", i32 0, !"masked", !42, !5, !45}
!45 = !{!46}
!46 = !{!47, i32 0, i32 32}
!47 = !DILocalVariable(name: "v", scope: !40, file: !1, line: 8, type: !3)
!50 = distinct !DISubprogram(name: "shifted", file: !1, line: 9, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!51 = !DILocalVariable(name: "ixp_debug.4.0", scope: !50, file: !1, line: 10, type: !3)
!52 = !DILocation(line: 10, scope: !50)
!53 = !DILabel(name: "ixp_debug.4", scope: !50, file: !1, line: 10)
!54 = !{!"ixp_debug.4", i32 0, !"shifted", !52, !5, !55}
!55 = !{!56}
!56 = !{!57, i32 0, i32 32}
!57 = !DILocalVariable(name: "v", scope: !50, file: !1, line: 10, type: !3)
!60 = distinct !DISubprogram(name: "remainder", file: !1, line: 11, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!61 = !DILocalVariable(name: "ixp_debug.5.0", scope: !60, file: !1, line: 12, type: !3)
!62 = !DILocation(line: 12, scope: !60)
!63 = !DILabel(name: "ixp_debug.5", scope: !60, file: !1, line: 12)
!64 = !{!"ixp_debug.5", i32 0, !"remainder", !62, !5, !65}
!65 = !{!66}
!66 = !{!67, i32 0, i32 32}
!67 = !DILocalVariable(name: "v", scope: !60, file: !1, line: 12, type: !3)
!70 = distinct !DISubprogram(name: "argument", file: !1, line: 13, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!71 = !DILocalVariable(name: "ixp_debug.6.0", scope: !70, file: !1, line: 14, type: !3)
!72 = !DILocalVariable(name: "ixp_debug.6.1", scope: !70, file: !1, line: 14, type: !3)
!73 = !DILocation(line: 14, scope: !70)
!74 = !DILabel(name: "ixp_debug.6", scope: !70, file: !1, line: 14)
!75 = !{!"ixp_debug.6", i32 0, !"argument", !73, !5, !76, !77}
!76 = !{!78}
!77 = !{!79}
!78 = !{!80, i32 0, i32 32}
!79 = !{!81, i32 0, i32 32}
!80 = !DILocalVariable(name: "v", scope: !70, file: !1, line: 14, type: !3)
!81 = !DILocalVariable(name: "w", scope: !70, file: !1, line: 14, type: !3)
!90 = distinct !DISubprogram(name: "exits", file: !1, line: 15, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!91 = !DILocalVariable(name: "ixp_debug.7.0", scope: !90, file: !1, line: 16, type: !3)
!92 = !DILocation(line: 16, scope: !90)
!93 = !DILabel(name: "ixp_debug.7", scope: !90, file: !1, line: 16)
!94 = !{!"ixp_debug.7", i32 0, !"exits", !92, !5, !95}
!95 = !{!96}
!96 = !{!97, i32 0, i32 32}
!97 = !DILocalVariable(name: "v", scope: !90, file: !1, line: 16, type: !3)
