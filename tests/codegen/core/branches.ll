; Branches: on a bit, a byte, a sign, a difference; unsigned comparisons the other way round; a table.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s
; CHECK-LABEL: f#:
; CHECK: br_bset[a0, 12, [[ONE:l[0-9]+#]]]
; CHECK: br=byte[a0, 1, 0x45, [[ONE]]]
; CHECK: alu[--, a0, -, b0]
; CHECK-NEXT: blt[[[ONE]]]
; CHECK: alu[--, b0, -, a0]
; CHECK-NEXT: bcc[[[ONE]]]
; CHECK: alu[--, b0, -, 0xc8]
; CHECK-NEXT: bc{{[cs]}}[
; CHECK: immed[a0, 0x1]
; CHECK-NEXT: rtn[b15]
define internal i32 @f(i32 %x, i32 %y) noinline {
  %bit = and i32 %x, 4096
  %set = icmp ne i32 %bit, 0
  br i1 %set, label %one, label %two
two:
  %byte = and i32 %x, 65280
  %is = icmp eq i32 %byte, 17664
  br i1 %is, label %one, label %three
three:
  %less = icmp slt i32 %x, %y
  br i1 %less, label %one, label %four
four:
  %above = icmp ugt i32 %x, %y
  br i1 %above, label %one, label %five
five:
  %small = icmp ult i32 %y, 200
  br i1 %small, label %one, label %six
six:
  ret i32 6
one:
  ret i32 1
}
; CHECK-LABEL: table#:
; CHECK: alu[--, 0x4, -, a0]
; CHECK-NEXT: bcc[
; CHECK: jump[a0,
; CHECK-COUNT-5: br[
; CHECK: immed[a0,
define internal i32 @table(i32 %x) noinline {
  switch i32 %x, label %other [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %d
    i32 4, label %e ]
a:
  ret i32 17
b:
  ret i32 29
c:
  ret i32 31
d:
  ret i32 47
e:
  ret i32 53
other:
  ret i32 0
}
; ffs sets the condition codes for its operand, so its result is compared.
; CHECK-LABEL: first#:
; CHECK: ffs[[[BIT:[ab][0-9]+]], a0]
; CHECK-NEXT: alu[--, [[BIT]], -, 0x0]
; CHECK-NEXT: b{{eq|ne}}[
define internal i32 @first(i32 %x) noinline {
  %bit = call i32 @__me_ffs(i32 %x)
  %is = icmp eq i32 %bit, 0
  br i1 %is, label %low, label %other
low:
  ret i32 77
other:
  ret i32 %bit
}
; CHECK-LABEL: sign#:
; CHECK: br_b{{set|clr}}[a0, 31,
define internal i32 @sign(i32 %x) noinline {
  %negative = icmp slt i32 %x, 0
  br i1 %negative, label %low, label %other
low:
  ret i32 78
other:
  ret i32 %x
}
define void @main() {
  %v = call i32 @f(i32 1, i32 2)
  %t = call i32 @table(i32 %v)
  %w = call i32 @first(i32 %t)
  %s = call i32 @sign(i32 %w)
  call void @__me_csr_wr(i32 332, i32 %s)
  ret void
}
declare i32 @__me_ffs(i32)
declare void @__me_csr_wr(i32, i32)
