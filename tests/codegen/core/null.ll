; Null points to the first longword of local memory: no local whose address others may see lies
; there. One that is only loaded and stored may.
; RUN: %mecc_codegen -no-defer %s | %FileCheck %s

declare void @__me_csr_wr(i32, i32)

define internal i32 @is_null(ptr %p) noinline {
  %null = icmp eq ptr %p, null
  %v = zext i1 %null to i32
  ret i32 %v
}

; CHECK-LABEL: shown#:
; CHECK: *l$index0[1], --, B, a0]
define internal i32 @shown(i32 %i) noinline {
  %a = alloca i32
  store volatile i32 %i, ptr %a
  %v = call i32 @is_null(ptr %a)
  ret i32 %v
}

; CHECK-LABEL: hidden#:
; CHECK: *l$index0, --, B, a0]
define internal i32 @hidden(i32 %i) noinline {
  %a = alloca i32
  store volatile i32 %i, ptr %a
  %v = load volatile i32, ptr %a
  ret i32 %v
}

define void @main() {
  %v = call i32 @shown(i32 7)
  %w = call i32 @hidden(i32 %v)
  call void @__me_csr_wr(i32 332, i32 %w)
  ret void
}
