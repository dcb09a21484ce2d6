; A program without objects goes through every stage at every level; check_lowered() is the oracle.
; RUN: %lower -O0 %s | FileCheck %s --check-prefix=LM
; RUN: %lower -O2 %s | FileCheck %s --check-prefix=LM
; RUN: %lower -O3 %s | FileCheck %s --check-prefix=LM
; RUN: %lower -Os %s | FileCheck %s --check-prefix=LM
; RUN: %lower -O2 --mdata=sram --contexts=1 %s | FileCheck %s --check-prefix=SRAM
; RUN: %lower -O2 --mdata=sram %s | FileCheck %s --check-prefix=COPIES

@total = global i32 3

define i16 @scaled(i16 signext %x) noinline {
  %y = load volatile i32, ptr @total
  %n = trunc i32 %y to i16
  %z = mul i16 %x, %n
  ret i16 %z
}

define i32 @main() {
  %a = call i16 @scaled(i16 signext 7)
  %w = sext i16 %a to i32
  store volatile i32 %w, ptr @total
  ret i32 %w
}

; LM:      define internal i32 @scaled(
; LM:        load volatile i32, ptr
; LM:      define {{.*}}i32 @main()
; LM:        call i32 @scaled(

; Initial values are the loader's work; one context needs no copies.
; SRAM:      define internal i32 @scaled(
; SRAM:        call void @__me_cmd_SRAM_READ(ptr %in, i32 1048576, i32 0, i32 1, i32 1, ptr %done)
; SRAM:      define {{.*}}i32 @main()
; SRAM:        call void @__me_cmd_SRAM_WRITE(ptr %out, i32 1048576, i32 0, i32 1, i32 1, ptr %done)

; COPIES:      define internal i32 @scaled(i32 %block)
; COPIES:        call void @__me_cmd_SRAM_READ(ptr %in, i32 %block, i32 0
