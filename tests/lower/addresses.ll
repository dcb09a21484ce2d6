; RUN: %lower --only=addresses %s 2>&1 | FileCheck %s
; Addresses that are known and wrong. A sum of an unknown value and multiples of the unit is not.
declare void @__me_cmd_SRAM_READ(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmdi_DRAM_WRITE(ptr, i32, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SCRATCH_TEST_AND_ADD(ptr, i32, i32, i32, i32, ptr)
declare void @__me_cmd_SRAM_ENQUEUE(ptr, i32, i32, i32, i32, ptr)

; CHECK-NOT: warning
; CHECK: warning: SRAM at 0x102, but its commands take multiples of 4
; CHECK-NEXT: warning: DRAM at an address 4 behind a multiple of 8
; CHECK-NEXT: warning: scratchpad memory at 0x4000, which no chip has: it ends at 0x4000
; CHECK-NEXT: warning: SRAM at 0x44000000, which no chip has: it ends at 0x44000000
; CHECK-NOT: warning
define void @main(i32 %n) {
  %block = shl i32 %n, 3
  call void @__me_cmd_SRAM_READ(ptr null, i32 256, i32 2, i32 1, i32 2, ptr null)
  call void @__me_cmdi_DRAM_WRITE(ptr null, i32 %block, i32 12, i32 1, i32 0, i32 2, ptr null)
  call void @__me_cmd_SCRATCH_TEST_AND_ADD(ptr null, i32 16384, i32 0, i32 0, i32 2, ptr null)
  call void @__me_cmd_SRAM_READ(ptr null, i32 1140850688, i32 0, i32 1, i32 2, ptr null)
  call void @__me_cmd_SRAM_READ(ptr null, i32 %n, i32 2, i32 1, i32 2, ptr null)
  call void @__me_cmd_SRAM_READ(ptr null, i32 1140850684, i32 0, i32 1, i32 2, ptr null)
  call void @__me_cmd_SRAM_ENQUEUE(ptr null, i32 16777217, i32 2, i32 0, i32 2, ptr null)
  ret void
}
