; The word that shifts by a variable also does AND, AND NOT or OR with another value. Bytes are its
; operands.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
target triple = "mev2-unknown-none"

; CHECK-LABEL: set#:
; CHECK: alu[--, b0, OR, 0x0]
; CHECK-NEXT: alu_shf[a0, a0, OR, 0x1, <<indirect]
; CHECK-NEXT: rtn
define internal i32 @set(i32 %x, i32 %n) noinline {
  %amount = and i32 %n, 31
  %bit = shl i32 1, %amount
  %r = or i32 %x, %bit
  ret i32 %r
}

; CHECK-LABEL: clear#:
; CHECK: alu[--, b0, OR, 0x0]
; CHECK-NEXT: alu_shf[a0, a0, AND~, 0x1, <<indirect]
; CHECK-NEXT: rtn
define internal i32 @clear(i32 %x, i32 %n) noinline {
  %bit = shl i32 1, %n
  %others = xor i32 %bit, -1
  %r = and i32 %others, %x
  ret i32 %r
}

; CHECK-LABEL: field#:
; CHECK: alu[--, b0, OR, 0x0]
; CHECK-NEXT: alu_shf[a0, 0x7f, AND, a0, >>indirect]
; CHECK-NEXT: rtn
define internal i32 @field(i32 %x, i32 %n) noinline {
  %low = lshr i32 %x, %n
  %r = and i32 %low, 127
  ret i32 %r
}

; A test uses the word's condition codes.
; CHECK-LABEL: test#:
; CHECK: alu[--, b0, OR, 0x0]
; CHECK-NEXT: alu_shf[{{.*}}, 0x3, AND, a0, >>indirect]
; CHECK-NEXT: b{{eq|ne}}[
define internal i32 @test(i32 %x, i32 %n, i32 %y) noinline {
  %bits = shl i32 3, %n
  %set = and i32 %x, %bits
  %is = icmp eq i32 %set, 0
  br i1 %is, label %no, label %yes
yes:
  call void @__me_csr_wr(i32 320, i32 %y)
  br label %no
no:
  ret i32 %y
}

; A shifted value with several uses is computed once.
; CHECK-LABEL: twice#:
; CHECK: indirect]
; CHECK-NOT: indirect]
; CHECK: rtn
define internal i32 @twice(i32 %x, i32 %n) noinline {
  %bit = shl i32 1, %n
  %a = and i32 %x, %bit
  %o = or i32 %x, %bit
  %r = mul i32 %a, %o
  ret i32 %r
}

define void @main() {
  %a = call i32 @set(i32 1, i32 2)
  %b = call i32 @clear(i32 %a, i32 3)
  %c = call i32 @field(i32 %b, i32 4)
  %d = call i32 @test(i32 %c, i32 5, i32 6)
  %e = call i32 @twice(i32 %d, i32 7)
  call void @__me_csr_wr(i32 320, i32 %e)
  ret void
}
declare void @__me_csr_wr(i32, i32)
