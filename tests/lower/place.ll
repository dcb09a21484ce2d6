; Variables get addresses, initial values become bytes for the loader.
; RUN: %lower --only=place --symbols %s | FileCheck %s --check-prefix=SYMBOLS
; RUN: %lower --only=place %s | FileCheck %s
; RUN: %lower --only=place --contexts=1 %s | FileCheck %s --check-prefix=ONE
; RUN: %lower --only=place --four-contexts --symbols %s | FileCheck %s --check-prefix=FOUR

; Address 0 is the null pointer; a variable whose address is unused may be there. Constants and
; shared variables have one copy; others one for every context, in blocks.
; SYMBOLS-DAG: text local memory 0x0 bytes 3 stride 0
; SYMBOLS-DAG: total SRAM 0x100000 bytes 4 stride 0 exported
; SYMBOLS-DAG: counters SRAM 0x100004 bytes 8 stride 16
; SYMBOLS-DAG: where SRAM 0x10000c bytes 4 stride 16
; SYMBOLS-DAG: ring scratchpad memory 0x2000 bytes 2 stride 4
; SYMBOLS-DAG: cells DRAM 0x400000 bytes 12 stride 16
; SYMBOLS-DAG: lmem 0x0: 68 69 00 00
; SYMBOLS-DAG: sram0 0x100000: 01 02 03 04
; The address of a copied variable is that of the context's own copy.
; SYMBOLS-DAG: sram0 0x10000c: 00 10 00 08
; SYMBOLS-DAG: sram0 0x10001c: 00 10 00 18
; SYMBOLS-DAG: scratch 0x201c: ff fe 00 00
; SYMBOLS-DAG: local memory words: 1

; FOUR-DAG: counters SRAM 0x100004 bytes 8 stride 16
; FOUR-DAG: sram0 0x100034: 00 00
; FOUR-NOT: sram0 0x100044

@text = internal constant [3 x i8] c"hi\00"
@total = addrspace(1) global i32 16909060, !mecc.flags !0
@counters = addrspace(1) global [2 x i32] zeroinitializer
@where = internal addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @counters, i32 4)
@ring = addrspace(3) global i16 -2
@cells = addrspace(2) global { i32, [4 x i8], i32 } undef
@unused = internal global i32 5

; CHECK-LABEL: define i32 @main(
; CHECK:         %ctx = call i32 @__me_ctx()
; CHECK:         [[R:%.*]] = mul i32 %ctx, 4
; CHECK:         add i32 [[R]], 8192
; CHECK:         [[D:%.*]] = mul i32 %ctx, 16
; CHECK:         add i32 [[D]], 4194304
; CHECK:         [[S:%.*]] = mul i32 %ctx, 16
; CHECK:         add i32 [[S]], 1048580
; CHECK:         store i32 1, ptr addrspace(1) inttoptr (i32 1048576 to ptr addrspace(1))
; ONE-LABEL: define i32 @main(
; ONE-NOT:     @__me_ctx
; ONE:         load i8, ptr
define i32 @main(i32 %n) {
  %p = getelementptr i8, ptr @text, i32 %n
  %c = load i8, ptr %p
  %x = zext i8 %c to i32
  store i32 1, ptr addrspace(1) @total
  %q = load ptr addrspace(1), ptr addrspace(1) @where
  store i32 %x, ptr addrspace(1) %q
  %h = load i16, ptr addrspace(3) @ring
  store i32 0, ptr addrspace(2) @cells
  ret i32 %x
}
!0 = !{!"shared", !"export"}
