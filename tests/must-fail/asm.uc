;--- absolute_shift.uc
; error: absolute_shift.uc:4:19: error: absolute register @g cannot be an operand of alu_shf; copy it with alu first
.reg @g x
immed[@g, 1]
alu_shf[x, --, B, @g, <<1]

;--- absolute_transfer.uc
; error: absolute_transfer.uc:2:6: error: only general-purpose registers can be absolute (@name)
.reg @$x

;--- addr_array.uc
; error: addr_array.uc:5:12: error: register number 13 is out of range; 0 to 12 are possible
; error: addr_array.uc:6:12: error: the 4 elements from a14 on do not fit the 16 registers of a bank
; error: addr_array.uc:7:12: error: register number 126 is out of range; 0 to 124 are possible
.reg list[4] @all[4]
.addr list 13
.addr list a14
.addr @all 126

;--- addr_bank_twice.uc
; error: addr_bank_twice.uc:4:11: error: x is in the other bank already
.reg x
.addr x 5 A
.addr x 5 B

;--- addr_twice.uc
; error: addr_twice.uc:6:9: error: x has number 5 already
; error: addr_twice.uc:8:9: error: s has number 3 already
.reg x
.sig s
.addr x 5
.addr x 6
.addr s 3
.addr s 4

;--- addr_words.uc
; error: addr_words.uc:4:12: error: nothing is expected after the register
; error: addr_words.uc:5:13: error: nothing is expected after the register
.reg x
.addr x b3 A
.addr x 3 B 4

;--- address_of_unknown.uc
; error: address_of_unknown.uc:3:11: error: '&y' is no constant; did you mean 'x'?
.reg x
immed[x, (&y << 3)]

;--- areg_number.uc
; error: areg_number.uc:2:7: error: a name is expected before its number, not '5'
.breg 5 count

;--- areg_range.uc
; error: areg_range.uc:2:13: error: register number 16 is out of range; 0 to 15 are possible
.areg count 16

;--- areg_transfer.uc
; error: areg_transfer.uc:2:7: error: only general-purpose registers are in banks; declare $x with .reg
.areg $x

;--- argument_count.uc
; error: argument_count.uc:3:1: error: alu has 3 arguments here; write alu[dest, a, operator, b] or alu_shf[dest, a, operator, b, shift]
.reg x
alu[x, x, +]

;--- array_index.uc
; error: array_index.uc:3:9: error: array index 4 is out of range; 0 to 3 are possible
.reg a[4]
immed[a[4], 1]

;--- asr_alone.uc
; error: asr_alone.uc:5:1: error: asr takes the sign from the result of the instruction before, which must be alu or alu_shf with B, ~B, AND, ~AND, AND~, OR or XOR
; error: asr_alone.uc:4:1: note: this can come before it
.reg x
immed[x, 0]
asr[x, x, >>3]

;--- assert_wide.uc
; error: assert_wide.uc:5:15: error: constant 4294967296 does not fit 32 bits
.reg x
immed[x, 1]
alu[x, x, +, 1]
.assert (x == 0x100000000)
alu[x, x, +, 1]
ctx_arb[kill]

;--- begin_unclosed.uc
; error: begin_unclosed.uc:2:1: error: this scope is never closed; .end is missing
.begin
nop

;--- bit_number.uc
; error: bit_number.uc:5:12: error: bit number 32 is out of range; 0 to 31 are possible
.reg x
immed[x, 0]
l#:
br_bset[x, 32, l#]

;--- branch_in_slot.uc
; error: branch_in_slot.uc:5:1: error: a branch cannot stand in a defer slot
; error: branch_in_slot.uc:4:1: note: the slot belongs to this
x#:
br[x#], defer[1]
br[x#]

;--- break_outside.uc
; error: break_outside.uc:2:1: error: .break outside a loop
.break

;--- byte_mask.uc
; error: byte_mask.uc:5:13: error: a byte mask is four digits 0 or 1, byte 3 first (1100 = upper half), not '12'
.reg x y
immed[x, 0]
immed[y, 0]
ld_field[x, 12, y]

;--- cam_blocks.uc
; error: cam_blocks.uc:4:32: error: cam_lookup has one number for all its tokens; write lm_addr1[3]
.reg x
immed[x, 0]
cam_lookup[x, x], lm_addr0[3], lm_addr1[2]

;--- codes_after_swap.uc
; error: codes_after_swap.uc:9:1: error: the condition codes are another context's after a swap; set them again before using them
; error: codes_after_swap.uc:8:1: note: the context is swapped out here
.sig s
.reg x
immed[x, 1]
alu[x, x, -, 1]
.set_sig s
ctx_arb[s]
beq[x#]
x#:
nop

;--- comma_missing.uc
; error: comma_missing.uc:3:8: error: 'defer[1]' is not expected here; tokens are separated by commas
l#:
br[l#] defer[1]
nop

;--- condition_compared.uc
; error: condition_compared.uc:5:6: error: it is true or false already; remove the comparison, or negate it with !
; error: condition_compared.uc:8:11: error: CTX() and BYTE() must be on the left: CTX() == number
.reg x
immed[x, 0]
.if (BIT(x, 3) == 1)
nop
.endif
.if (3 == BYTE(x, 0))
nop
.endif

;--- condition_comparison.uc
; error: condition_comparison.uc:4:9: error: the outcome of a comparison is no operand; combine comparisons with && and ||
.reg x y
.set x y
.if ((x > 3) + y)
nop
.endif

;--- condition_operand.uc
; error: condition_operand.uc:4:14: error: an operand is missing
.reg x y
.set x y
.if (x == y +)
nop
.endif

;--- condition_product.uc
; error: condition_product.uc:4:6: error: '*' is for constants only; registers are multiplied by mul_step
.reg x
immed[x, 3]
.if (x * 2 == 6)
nop
.endif

;--- condition_shift.uc
; error: condition_shift.uc:4:11: error: the amount of a shift must be 0 to 31, and known here
.reg x
immed[x, 3]
.if (x << 32)
nop
.endif

;--- condition_two.uc
; error: condition_two.uc:4:8: error: 'y' is not expected here; an operator of + - & | ^ << >> is
.reg x y
.set x y
.if (x y)
nop
.endif

;--- condition_unclosed.uc
; error: condition_unclosed.uc:4:5: error: '(' without ')'
.reg x y
.set x y
.if (x & (y + 1)
nop
.endif

;--- condition_wide.uc
; error: condition_wide.uc:4:10: error: constant -2147483649 does not fit 32 bits
.reg x
immed[x, 0]
.if (x < -0x80000001)
nop
.endif

;--- constant_destination.uc
; error: constant_destination.uc:4:5: error: a destination must be a register or '--', not the constant '5'
.reg x
immed[x, 0]
alu[5, x, +, 1]

;--- constant_immed.uc
; error: constant_immed.uc:3:10: error: 0x12345678 does not fit one immed: 16 bits, shifted by 0, 8 or 16, or the complement of that; use immed_w0 and immed_w1
.reg x
immed[x, 0x12345678]

;--- constant_in_branch.uc
; error: constant_in_branch.uc:3:9: error: constant 300 (0x12c) does not fit: operands of br_bset are 0 to 255
loop#:
br_bset[300, 3, loop#]

;--- constant_no_place.uc
; error: constant_no_place.uc:6:18: error: constant 300 does not fit the operand, and no instruction can be inserted here to load it; load it with immed before
.reg x
immed[x, 0]
br[on#], defer[1]
slot#:
    alu[x, x, +, 300]
on#:
br[slot#]

;--- constant_wide.uc
; error: constant_wide.uc:4:14: error: constant 4294967296 does not fit 32 bits
.reg x
immed[x, 0]
alu[x, x, +, 0x100000000]

;--- context_number.uc
; error: context_number.uc:3:8: error: context number 8 is out of range; 0 to 7 are possible
l#:
br=ctx[8, l#]

;--- contexts.uc
; error: contexts.uc:2:15: error: the number of contexts is 4 or 8
.num_contexts 6

;--- contexts_twice.uc
; error: contexts_twice.uc:4:1: error: another number of contexts is given already
; error: contexts_twice.uc:3:1: note: given here
.num_contexts 8
.num_contexts 4

;--- control_store.uc
; error: control_store.uc:3:1: error: the program has 4097 instructions and the control store 4096
#repeat 4097
nop
#endloop

;--- copy_has_no_place.uc
; error: copy_has_no_place.uc:5:5: error: x and itself must be in different banks and are not, and there is no place for a copy; copy one of them to another register first
.reg x
.set x
br[l#], defer[1]
m#: alu[x, x, +, x]
l#: br[m#]

;--- count_range.uc
; error: count_range.uc:5:25: error: reference count 9 is out of range; 1 to 8 are possible
.reg $a[16] base
.sig s
immed[base, 0]
sram[read, $a, base, 0, 9], ctx_swap[s]

;--- count_without_indirect_ref.uc
; error: count_without_indirect_ref.uc:6:1: error: a count of 12 needs indirect_ref and the count in the ALU result before it: 1 << 25 | (n - 1) << 21
.sig s
.reg read $x[12]
.reg b
immed[b, 0]
scratch[read, $x, b, 0, max_12], ctx_swap[s]

;--- crc_read_early.uc
; error: crc_read_early.uc:8:1: error: CRC_REMAINDER can be read 5 instructions after the crc at the earliest; 2 more must stand between; put something else or a nop there
; error: crc_read_early.uc:5:1: note: the first of the two
.reg x
immed[x, 0]
crc_be[crc_32, --, x]
nop
nop
local_csr_rd[CRC_REMAINDER]
immed[x, 0]

;--- crc_twice.uc
; error: crc_twice.uc:6:1: error: one instruction must stand between two crc; put something else or a nop there
; error: crc_twice.uc:5:1: note: the first of the two
.reg x
immed[x, 0]
crc_be[crc_32, --, x]
crc_be[crc_32, --, x]

;--- csr_contexts.uc
; error: csr_contexts.uc:2:11: error: this makes 4 contexts, and the program has 8; say so with .num_contexts
.init_csr CTX_ENABLES.IN_USE_CONTEXTS 1

;--- csr_field.uc
; error: csr_field.uc:3:23: error: CTX_ENABLES has no field 'NN_MODEL'; it has IN_USE_CONTEXTS, PRN_MODE,
; error: NN_MODE, NN_RING_EMPTY, LM_ADDR_1_GLOBAL, LM_ADDR_0_GLOBAL, CONTEXTS
.init_csr CTX_ENABLES.NN_MODEL 1

;--- csr_field_none.uc
; error: csr_field_none.uc:2:18: error: NN_PUT has no fields with names; give the whole of it a value
.init_csr NN_PUT.INDEX 1

;--- csr_field_value.uc
; error: csr_field_value.uc:2:31: error: value 2 is out of range; 0 to 1 are possible
.init_csr CTX_ENABLES.NN_MODE 2

;--- csr_read_alone.uc
; error: csr_read_alone.uc:3:1: error: local_csr_rd delivers its value through the next instruction, which must be immed[register, 0]
.reg x
local_csr_rd[TIMESTAMP_LOW]
nop
immed[x, 0]

;--- csr_read_value.uc
; error: csr_read_value.uc:3:1: error: local_csr_rd delivers its value through the next instruction, which must be immed[register, 0]
.reg x
local_csr_rd[TIMESTAMP_LOW]
immed[x, 1]

;--- csr_twice.uc
; error: csr_twice.uc:4:11: error: CTX_ENABLES is given another value here
; error: csr_twice.uc:3:11: note: its value is given here too
.init_csr CTX_ENABLES.LM_ADDR_0_GLOBAL 0
.init_csr CTX_ENABLES.LM_ADDR_0_GLOBAL 1

;--- ctx_compared.uc
; error: ctx_compared.uc:2:6: error: CTX() and BYTE() can only be compared with == and !=
.if (CTX() < 3)
nop
.endif

;--- defer_without_swap.uc
; error: defer_without_swap.uc:5:42: error: defer needs a command that swaps: ctx_swap[signal], defer[n]
.sig s
.reg $x b
immed[b, 0]
scratch[read, $x, b, 0, 1], sig_done[s], defer[1]
nop
ctx_arb[s]

;--- duplicate_label.uc
; error: duplicate_label.uc:5:1: error: label 'a#' is already defined in this scope
; error: duplicate_label.uc:3:1: note: defined here
a#:
nop
a#:
br[a#]

;--- duplicate_register.uc
; error: duplicate_register.uc:4:8: error: x is already declared in this scope
; error: duplicate_register.uc:3:6: note: declared here
.reg x
.reg y x

;--- elif_after_else.uc
; error: elif_after_else.uc:8:1: error: .elif after .else
.reg x
.set x
.if (x)
nop
.else
nop
.elif (x)
nop
.endif

;--- else_alone.uc
; error: else_alone.uc:3:1: error: .else without .if
; error: else_alone.uc:5:1: error: .endif without .if
.else
nop
.endif

;--- end_alone.uc
; error: end_alone.uc:3:1: error: .end without .begin
nop
.end

;--- end_of_other.uc
; error: end_of_other.uc:4:1: error: this scope is never closed; .endsub is missing
; error: end_of_other.uc:7:1: error: .end is expected before .endsub
; error: end_of_other.uc:5:1: note: the scope was opened here
.subroutine
.begin
nop
.endsub
.end

;--- endw_for_if.uc
; error: endw_for_if.uc:7:1: error: .endw without .while: another block is still open
; error: endw_for_if.uc:5:1: note: opened here
.reg x
immed[x, 0]
.if (x)
nop
.endw
.endif

;--- immed_rotated.uc
; error: immed_rotated.uc:4:13: error: the shift of immed is <<0, <<8 or <<16
; error: immed_rotated.uc:5:13: error: the shift of immed is <<0, <<8 or <<16
.reg x
immed[x, 1, <<rot8]
immed[x, 1, <<indirect]

;--- init_register_twice.uc
; error: init_register_twice.uc:4:9: error: x has another value already
.reg x
.init x 1
.init x 2

;--- init_signal.uc
; error: init_signal.uc:3:7: error: s is no register or memory
.sig s
.init s 1

;--- label_wide.uc
; error: label_wide.uc:4:14: error: constant 2199023255552 does not fit 32 bits
.reg x
immed[x, 0]
alu[x, x, +, (end# << 40)]
end#:
ctx_arb[kill]

;--- local_memory_restricted.uc
; error: local_memory_restricted.uc:4:1: error: *l$index0[8] cannot be encoded as a restricted source; copy it with alu first
; error: local_memory_restricted.uc:5:1: error: *l$index0[8] cannot be encoded as a restricted destination; write another register and copy it
.reg x
alu_shf[x, --, B, *l$index0[8], <<1]
alu_shf[*l$index0[8], --, B, x, <<1]

;--- register_as_constant.uc
; error: register_as_constant.uc:3:10: error: x is a register; a constant is expected here
.reg x
immed[x, x]

;--- remote_number.uc
; error: remote_number.uc:4:13: error: the number of $there is needed, as another program decides it; give it with .addr
; error: remote_number.uc:5:13: error: the number of ready is needed
.reg x
.reg remote $there
.sig remote ready
immed[x, &$there]
immed[x, &ready]

;--- targets_missing.uc
; error: targets_missing.uc:4:16: error: targets takes labels in brackets
.reg x
immed[x, 0]
jump[x, end#], targets
end#:
ctx_arb[kill]

;--- tokens_contradict.uc
; error: tokens_contradict.uc:8:34: error: bytes_0_2 contradicts bytes_0_1; remove one of them
; error: tokens_contradict.uc:9:18: error: any contradicts all; remove one of them
; error: tokens_contradict.uc:10:23: error: br is given twice
; error: tokens_contradict.uc:11:23: error: load_cc takes no argument
.reg x
.sig s
immed[x, 0]
crc_be[crc_32, x, x], bytes_0_1, bytes_0_2
ctx_arb[s], all, any
ctx_arb[s], br[end#], br[end#]
ld_field[x, 1100, x], load_cc[1]
end#:
ctx_arb[kill]

;--- words_after_endw.uc
; error: words_after_endw.uc:6:7: error: nothing is expected after .endw
.reg x
immed[x, 0]
.while (x)
nop
.endw x
.if (x)
.endif

;--- entry_twice.uc
; error: entry_twice.uc:4:1: error: the entry is given already; a program begins in one place
; error: entry_twice.uc:3:8: note: given here
.entry start#
.entry start#
start#:
ctx_arb[kill]

;--- entry_unknown.uc
; error: entry_unknown.uc:2:8: error: label 'begin#' is not defined
.entry begin#
ctx_arb[kill]

;--- fast_write_signal.uc
; error: fast_write_signal.uc:5:1: error: a fast_wr gives no signal; remove ctx_swap or sig_done
.sig s
.reg x
immed[x, 0]
msf[fast_wr, --, x, 0], sig_done[s]

;--- global_label_twice.uc
; error: global_label_twice.uc:9:15: error: another label 'done#' is global already
; error: global_label_twice.uc:4:1: note: defined here
.begin
done#: nop
.global_label done#
.end
.begin
done#: nop
.global_label done#
.end

;--- global_label_unknown.uc
; error: global_label_unknown.uc:2:15: error: label 'done#' is not defined where this can see it
.global_label done#
ctx_arb[kill]

;--- half_wait.uc
; error: half_wait.uc:9:9: error: dram[read] completes with s2 and s3, and this is for s2 alone; wait for both: ctx_arb[s2, s3]
; error: half_wait.uc:7:1: note: the command
; error: half_wait.uc:11:9: error: sram[swap] completes with s6 and s7, and this is for s7 alone; wait for both: ctx_arb[s6, s7]
; error: half_wait.uc:13:11: error: dram[read] completes with s8 and s9, and this is for s8 alone
.reg a $x
immed[a, 0x100]
dram[read, $$0, a, 0, 1], sig_done[s2]
sram[read, $4, a, 0, 1], sig_done[s4]
ctx_arb[s2, s4]
sram[swap, $5, a, 0], sig_done[s6]
ctx_arb[s7]
dram[read, $$2, a, 0, 1], sig_done[s8]
br_signal[s8, end#]
end#:
ctx_arb[kill]

;--- hash_count.uc
; error: hash_count.uc:4:13: error: reference count 4 is out of range; 1 to 3 are possible
.reg $x[2]
.sig s
hash_48[$x, 4], ctx_swap[s]

;--- if_unclosed.uc
; error: if_unclosed.uc:4:1: error: this block is never closed; .endif is missing
.reg x
immed[x, 0]
.if (x == 1)
nop

;--- immed_shift.uc
; error: immed_shift.uc:3:13: error: the shift of immed is <<0, <<8 or <<16
.reg x
immed[x, 1, <<4]

;--- import_in_field.uc
; error: import_in_field.uc:8:24: error: the shift amount must be known here; 'WIDTH' has a value only when the program is loaded, give it one with -D NAME=value
; error: import_in_field.uc:9:10: error: the value must be known here; 'WIDTH' has a value only when the program is loaded, give it one with -D NAME=value
; error: import_in_field.uc:10:13: error: an initial value must be known here; 'WIDTH' has one only when the program is loaded, give it one with -D
.import_var WIDTH
.sram table 8
.reg x
immed[x, 1]
alu_shf[x, --, B, x, <<WIDTH]
immed[x, WIDTH, <<16]
.init table WIDTH
ctx_arb[kill]

;--- import_in_size.uc
; error: import_in_size.uc:4:11: error: the array size must be known here; 'SIZE' has a value only when the program is loaded, give it one with -D NAME=value
; error: import_in_size.uc:5:13: error: the size in bytes must be known here; '(SIZE * 4)' has a value only
.import_var SIZE
.reg list[SIZE]
.sram table (SIZE * 4)

;--- import_names.uc
; error: import_names.uc:5:13: error: count is declared already; import it under another name
; error: import_names.uc:6:12: error: names are expected: .import_var RING_BASE TABLE_SIZE
; error: import_names.uc:7:13: error: 'a-b' is no name of a variable
.reg count
.import_var count
.import_var
.import_var a-b

;--- indirect_ref_alone.uc
; error: indirect_ref_alone.uc:7:1: error: indirect_ref takes its fields from the result of the instruction before, which must compute one
; error: indirect_ref_alone.uc:6:1: note: this can come before it
.sig s
.reg $x[8] b
immed[b, 0]
nop
scratch[read, $x, b, 0, max_8], indirect_ref, ctx_swap[s]

;--- indirect_shift.uc
; error: indirect_shift.uc:7:1: error: an indirect shift takes its amount from the first operand of the instruction before, which must be alu or alu_shf with B, ~B, AND, AND~, OR or XOR and a register there: alu[--, amount, OR, 0]
; error: indirect_shift.uc:6:1: note: this can come before it
.reg x y
immed[x, 0]
immed[y, 3]
alu[y, y, +, 1]
alu_shf[x, --, B, x, <<indirect]

;--- init_again.uc
; error: init_again.uc:4:15: error: the longword at offset 4 of table has another value already
.sram table 8
.init table 1 2
.init table+4 3
ctx_arb[kill]

;--- init_beyond.uc
; error: init_beyond.uc:4:17: error: table has 8 bytes; there is no longword at 8
; error: init_beyond.uc:5:13: error: offset 9 is out of range; 0 to 8 are possible
.sram table 8
.init table 1 2 3
.init table+9 1

;--- init_offset.uc
; error: init_offset.uc:3:7: error: offset 2 is no multiple of 4; values are longwords
.sram table 8
.init table+2 1

;--- init_wide.uc
; error: init_wide.uc:3:13: error: value 4294967296 does not fit 32 bits
.sram table 8
.init table (1 << 32)
ctx_arb[kill]

;--- inside_macro.uc
; error: inside_macro.uc:4:18: error: constant 4294967296 does not fit 32 bits
; error: inside_macro.uc:8:1: note: in expansion of macro 'add_many'
#macro add_many(reg)
alu[reg, reg, +, 0x100000000]
#endm
.reg x
immed[x, 0]
add_many(x)

;--- label_distance.uc
; error: label_distance.uc:3:4: error: end# + 1 is outside the program of 2 instructions
nop
br[end# + 1]
end#:

;--- label_distance_late.uc
; error: label_distance_late.uc:5:9: error: the distance must be known here; '+ &x' has a value only after allocation
.reg x
immed[x, 0]
loop#:
br[loop#+ &x]

;--- label_distance_sign.uc
; error: label_distance_sign.uc:3:10: error: '2' cannot follow a label; write loop# + n or loop# - n
loop#:
br[loop# 2]

;--- label_without_colon.uc
; error: label_without_colon.uc:3:6: error: ':' is expected after the label 'loop#'
; error: label_without_colon.uc:4:4: error: label 'loop#' is not defined
loop#
br[loop#]

;--- label_without_hash.uc
; error: label_without_hash.uc:3:4: error: a label is expected (its name ends in '#'), not 'loop'
loop#:
br[loop]

;--- local_memory_offset.uc
; error: local_memory_offset.uc:4:10: error: expected a value, found '*l$index0[16]'
; error: local_memory_offset.uc:5:25: error: local-memory offset 16 is out of range; 0 to 15 are possible
.reg x
immed[x, *l$index0[16]]
alu[x, --, B, *l$index0[16]]

;--- memory_alignment.uc
; error: memory_alignment.uc:3:24: error: the alignment 12 is no power of two
; error: memory_alignment.uc:4:24: error: address 0x3f04 is no multiple of the alignment 8
.sram table 64 aligned 12
.alloc_mem one scratch+0x3f04 me 8 8

;--- memory_as_operand.uc
; error: memory_as_operand.uc:5:10: error: table is memory: its address is written table, without &
; error: memory_as_operand.uc:6:9: error: table is no signal; a signal is expected
.sram table 8
.reg x
immed[x, &table]
ctx_arb[table]

;--- memory_full.uc
; error: memory_full.uc:4:12: error: no place for 'second': it needs 1300 bytes, and 1260 of local memory are free
; error: memory_full.uc:6:7: error: no place for 'huge': it needs 67108864 bytes, and 3145728 of SRAM are free; widen the range in [memory] of the system file
.local_mem first 1300
.local_mem second 1300

.sram huge 0x4000000

;--- memory_name.uc
; error: memory_name.uc:3:7: error: '$table' is no name of memory; names are letters, digits and _
; error: memory_name.uc:5:7: error: count is already declared in this scope
.sram $table 8
.reg count
.sram count 8

;--- memory_region.uc
; error: memory_region.uc:4:16: error: 'imem' is no memory; there are sram, dram, scratch and lmem
; error: memory_region.uc:5:16: error: 'sram1' is no memory; there are sram, dram, scratch and lmem (the assembler uses channel 0)
; error: memory_region.uc:6:16: error: an address is expected behind '+'
.alloc_mem one imem global 8
.alloc_mem two sram1 global 8
.alloc_mem six sram+

;--- memory_scope.uc
; error: memory_scope.uc:4:20: error: local memory is the microengine's own; write me
; error: memory_scope.uc:5:21: error: this chip has no islands; write global or me
; error: memory_scope.uc:6:15: error: 'local' is no scope; there are global (one for the system, by its name) and me (one for each microengine)
.local_mem state 8 global
.alloc_mem two sram island 8 8
.dram three 8 local

;--- memory_size.uc
; error: memory_size.uc:3:12: error: size in bytes 0 is out of range; 1 to 1073741824 are possible
; error: memory_size.uc:4:11: error: a name and its bytes are expected: .scratch table 256 aligned 16
.sram none 0
.scratch  table

;--- memory_syntax.uc
; error: memory_syntax.uc:3:12: error: write .alloc_mem name region scope bytes alignment
; error: memory_syntax.uc:4:12: error: write .alloc_mem name region scope bytes alignment
.alloc_mem one
.alloc_mem two sram global 8 8 8

;--- memory_taken.uc
; error: memory_taken.uc:4:12: error: 0x2008 to 0x200b of the scratchpad are not free for 'there'
.scratch first 8
.scratch second 8
.alloc_mem there scratch+0x2008 me 4

;--- missing_operand.uc
; error: missing_operand.uc:4:8: error: operator + needs a first operand
.reg x
immed[x, 0]
alu[x, --, +, x]

;--- missing_source.uc
; error: missing_source.uc:3:15: error: a source operand is expected here, not '--'
.reg x
alu[x, --, B, --]

;--- neighbour_address.uc
; error: neighbour_address.uc:4:19: error: next-neighbour register n$p cannot be an operand of scratch; copy it with alu first
.reg n$p $x
.sig s
scratch[read, $x, n$p, 0, 1], ctx_swap[s]

;--- operand_after_pointer.uc
; error: operand_after_pointer.uc:3:24: error: '+1' cannot follow *l$index0
.reg x
alu[x, --, B, *l$index0+1]

;--- order_conflict.uc
; error: order_conflict.uc:4:13: error: $b and $c would need the same position: this order contradicts an earlier one
.reg $a $b $c
.xfer_order $a $b
.xfer_order $a $c

;--- order_files.uc
; error: order_files.uc:3:16: error: $ and $$ registers cannot be in one order; they are different files
.reg $a $$b
.xfer_order $a $$b

;--- order_missing.uc
; error: order_missing.uc:6:15: error: scratch[read] moves 2 transfer registers from $a on, and no order says which follow it; declare them in one .xfer_order
; error: order_missing.uc:3:6: note: declared here
.reg $a $b base
.sig s
immed[base, 0]
scratch[read, $a, base, 0, 2], ctx_swap[s]

;--- order_short.uc
; error: order_short.uc:7:15: error: scratch[read] moves 2 transfer registers from $b on, and its .xfer_order has only 1 from there; declare them in one .xfer_order
; error: order_short.uc:3:9: note: declared here
.reg $a $b base
.xfer_order $a $b
.sig s
immed[base, 0]
scratch[read, $b, base, 0, 2], ctx_swap[s]

;--- pair_and_single.uc
; error: pair_and_single.uc:6:1: error: signal s completes this command, which sends two signals, and another one, which sends one; use a second signal
; error: pair_and_single.uc:8:1: note: the command that sends one signal
.reg $$a[2] $b base
.sig s
immed[base, 0]
dram[read, $$a, base, 0, 1], sig_done[s]
ctx_arb[s]
scratch[read, $b, base, 0, 1], sig_done[s]
ctx_arb[s]

;--- pinned_absolute.uc
; error: pinned_absolute.uc:3:6: error: x cannot be register 2 of bank B: @g is there at the same time
; error: pinned_absolute.uc:3:8: note: declared here
.reg x @g
.addr x b2
.addr @g @b18
immed[x, 1]
immed[@g, 1]
alu[--, --, B, x]
ctx_arb[kill]

;--- pinned_registers.uc
; error: pinned_registers.uc:3:8: error: y cannot be register 3 of bank A: x is there at the same time
; error: pinned_registers.uc:3:6: note: declared here
.reg x y
.addr x a3
.addr y a3
.set x y
alu[--, --, B, x]
alu[--, --, B, y]
ctx_arb[kill]

;--- pinned_twice.uc
; error: pinned_twice.uc:2:8: error: signal t cannot be number 3: that number is taken
.sig s t
.addr s 3
.addr t 3
ctx_arb[s, t]

;--- pointer_in_slot.uc
; error: pointer_in_slot.uc:8:1: error: a write of an address or index register cannot stand in the defer slot of a context swap: it would take effect in the next context
; error: pointer_in_slot.uc:7:1: note: the slot belongs to this
.sig s
.reg x
immed[x, 0]
.set_sig s
ctx_arb[s], defer[1]
local_csr_wr[ACTIVE_LM_ADDR_0, x]
nop

;--- pointer_moved_twice.uc
; error: pointer_moved_twice.uc:3:25: error: a pointer can be moved only once by an instruction; drop one ++ or --
.reg z
alu[*l$index0++, --, B, *l$index0++]

;--- print_formats.uc
; error: print_formats.uc:17:8: error: the format has '%s'; expected %d, %i, %u, %x, %X, %o, %c or %%
; error: print_formats.uc:18:8: error: the format asks for 2 values, 1 are given
; error: print_formats.uc:19:8: error: the format asks for 0 values, 1 are given
; error: print_formats.uc:20:8: error: the format has a width above 100
; error: print_formats.uc:21:8: error: a format is expected: .print "%u", value
; error: print_formats.uc:22:8: error: the format has no end; '"' is missing
; error: print_formats.uc:23:11: error: write .print_if (condition), "format", values
; error: print_formats.uc:24:13: error: ',' is expected behind the format
; error: print_formats.uc:25:10: error: it compares registers and constants only, not condition codes, signals, contexts or input states
; error: print_formats.uc:26:14: error: only registers and constants have values here; copy it into a register
; error: print_formats.uc:27:10: error: a condition is expected
; error: print_formats.uc:29:1: error: it needs an instruction after it, and there is none
.reg n
.sig done
immed[n, 1]
alu[n, n, +, 1]
.print "%s", n
.print "%u %u", n
.print "none", n
.print "%101u", n
.print n
.print "%u
.print_if (n)
.print "%u" n
.assert (SIGNAL(done))
.print "%u", *l$index0
.assert ()
alu[--, --, B, n]
.print "%u", n

;--- read_only.uc
; error: read_only.uc:3:7: error: $x is declared 'read': it cannot be written; declare it without 'read'
.reg read $x
immed[$x, 1]

;--- reflect_own.uc
; error: reflect_own.uc:4:20: error: $there is a register of this program; declare the other one's with .reg remote and say its number with .addr
.reg $x $there
.sig s
cap[read, $x, 0x1, $there, 0, 1], ctx_swap[s]

;--- reflect_place.uc
; error: reflect_place.uc:6:15: error: there is no microengine 0x4; there are 0 to 3 and 0x10 to 0x13
; error: reflect_place.uc:7:21: error: context number 8 is out of range; 0 to 7 are possible
; error: reflect_place.uc:8:18: error: register number 40 is out of range; 0 to 31 are possible
.reg $x
.sig s
cap[read, $x, 4, 1, 0, 1], ctx_swap[s]
cap[read, $x, 3, 1, 8, 1], ctx_swap[s]
cap[read, $x, 3, 40, 0, 1], ctx_swap[s]

;--- reflect_signal.uc
; error: reflect_signal.uc:5:31: error: the reflector signals only this side; raise a signal of the other one through INTERTHREAD_SIG: cap[fast_wr, ALU, INTERTHREAD_SIG]
.reg $x
.sig s
immed[$x, 1]
cap[write, $x, 0x1, 3, 0, 1], sig_remote[s]

;--- reg_nothing.uc
; error: reg_nothing.uc:2:5: error: register names are expected after .reg
.reg

;--- register_as_signal.uc
; error: register_as_signal.uc:3:9: error: x is no signal; a signal is expected
.reg x
ctx_arb[x]

;--- rotated_by_much.uc
; error: rotated_by_much.uc:4:27: error: the amount of <<rot must be 0 to 31, and known here
.reg x
.set x
alu_shf[x, --, B, x, <<rot32]

;--- scope_ended.uc
; error: scope_ended.uc:6:5: error: register 'inner' is not declared; it was declared in a scope that has ended
.begin
.reg inner
immed[inner, 1]
.end
alu[inner, inner, +, 1]

;--- several.uc
; error: several.uc:5:5: error: register 'y' is not declared; did you mean 'x'?
; error: several.uc:7:4: error: label 'nowhere#' is not defined
; error: several.uc:8:1: error: 'foo' is neither an instruction nor a macro
.reg x
alu[y, x, +, 1]
immed[x, 0x12345]
br[nowhere#]
foo[x]

;--- shift_amount.uc
; error: shift_amount.uc:4:24: error: shift amount 32 is out of range; 0 to 31 are possible
.reg x
immed[x, 0]
alu_shf[x, --, B, x, <<32]

;--- shift_operator.uc
; error: shift_operator.uc:5:11: error: operator + cannot be combined with a shift; alu_shf has B, ~B, AND, ~AND, AND~ and OR
.reg x y
immed[x, 0]
immed[y, 0]
alu[x, x, +, y, <<2]

;--- signal_as_operand.uc
; error: signal_as_operand.uc:4:15: error: s is a signal; its number is written &s
.sig s
.reg x
alu[x, --, B, s]

;--- single_equals.uc
; error: single_equals.uc:4:10: error: '=' does not compare; write '=='
.reg x
immed[x, 0]
.if (x = 1)
nop
.endif

;--- sizeof_unknown.uc
; error: sizeof_unknown.uc:4:17: error: sizeof($y): expected the name of a register or memory
.reg $x[4] n
.sig done
immed[n, sizeof($y)]

;--- slots_missing.uc
; error: slots_missing.uc:3:1: error: defer[2] needs 2 instructions behind it
x#:
br[x#], defer[2]
nop

;--- slots_range.uc
; error: slots_range.uc:3:15: error: number of defer slots 3 is out of range; 0 to 2 are possible
x#:
br[x#], defer[3]
nop
nop
nop

;--- swap_in_slot.uc
; error: swap_in_slot.uc:7:1: error: ctx_arb cannot stand in a defer slot
; error: swap_in_slot.uc:6:1: note: the slot belongs to this
.sig s
x#:
.set_sig s
br[x#], defer[1]
ctx_arb[s]

;--- swap_on_pair.uc
; error: swap_on_pair.uc:5:30: error: dram[read] completes with two signals, and ctx_swap waits for one; use sig_done[s] and ctx_arb[s]
.reg $$a[2] base
.sig s
immed[base, 0]
dram[read, $$a, base, 0, 1], ctx_swap[s]

;--- synonym_alone.uc
; error: synonym_alone.uc:2:18: error: a name and the operand it stands for are expected: .operand_synonym ttl $ip[2]
.operand_synonym cnt

;--- synonym_twice.uc
; error: synonym_twice.uc:5:18: error: cnt is already declared in this scope
; error: synonym_twice.uc:4:18: note: declared here
.reg count other
.operand_synonym cnt count
.operand_synonym cnt other

;--- synonym_unknown.uc
; error: synonym_unknown.uc:3:22: error: register 'coumt' is not declared; did you mean 'count'?
.reg count
.operand_synonym cnt coumt

;--- too_many_registers.uc
; error: too_many_registers.uc:5:6: error: no register of bank A is left for r0: 16 are available to a context, and 17 are wanted at once; shorten their lives, share them, or keep some in local memory
; error: too_many_registers.uc:70:1: note: most are alive here
; error: too_many_registers.uc:70:1: note: alive: r0, r2, r4, r6, r8, r10, r12, r14, r16, r18, r20, r22, r24, r26, r28, r30, r32
.num_contexts 8
.reg r0
immed[r0, 0]
.reg r1
immed[r1, 1]
.reg r2
immed[r2, 2]
.reg r3
immed[r3, 3]
.reg r4
immed[r4, 4]
.reg r5
immed[r5, 5]
.reg r6
immed[r6, 6]
.reg r7
immed[r7, 7]
.reg r8
immed[r8, 8]
.reg r9
immed[r9, 9]
.reg r10
immed[r10, 10]
.reg r11
immed[r11, 11]
.reg r12
immed[r12, 12]
.reg r13
immed[r13, 13]
.reg r14
immed[r14, 14]
.reg r15
immed[r15, 15]
.reg r16
immed[r16, 16]
.reg r17
immed[r17, 17]
.reg r18
immed[r18, 18]
.reg r19
immed[r19, 19]
.reg r20
immed[r20, 20]
.reg r21
immed[r21, 21]
.reg r22
immed[r22, 22]
.reg r23
immed[r23, 23]
.reg r24
immed[r24, 24]
.reg r25
immed[r25, 25]
.reg r26
immed[r26, 26]
.reg r27
immed[r27, 27]
.reg r28
immed[r28, 28]
.reg r29
immed[r29, 29]
.reg r30
immed[r30, 30]
.reg r31
immed[r31, 31]
.reg r32
immed[r32, 32]
.use r0 r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 r14 r15 r16 r17 r18 r19 r20 r21 r22 r23 r24 r25 r26 r27 r28 r29 r30 r31 r32
ctx_arb[kill]

;--- too_many_signals.uc
; error: too_many_signals.uc:2:51: error: no signal number is left for sp: a context has 15 (a command that sends two signals takes two), and these are in use at the same time: sa=1, sb=2, sc=3, sd=4, se=5, sf=6, sg=7, sh=8, si=9, sj=10, sk=11, sl=12, sm=13, sn=14, so=15; wait for some earlier, or share one signal
.sig sa sb sc sd se sf sg sh si sj sk sl sm sn so sp
.reg x
immed[x, (&sa)]
immed[x, (&sb)]
immed[x, (&sc)]
immed[x, (&sd)]
immed[x, (&se)]
immed[x, (&sf)]
immed[x, (&sg)]
immed[x, (&sh)]
immed[x, (&si)]
immed[x, (&sj)]
immed[x, (&sk)]
immed[x, (&sl)]
immed[x, (&sm)]
immed[x, (&sn)]
immed[x, (&so)]
immed[x, (&sp)]

;--- too_many_transfers.uc
; error: too_many_transfers.uc:3:13: error: no 10 consecutive transfer registers are left for $b[0] and those that follow it in its order: a context has 16, and others are in use at the same time; use fewer at once
; error: too_many_transfers.uc:3:13: note: placed so far: $a[0]=0, $a[1]=1, $a[2]=2, $a[3]=3, $a[4]=4, $a[5]=5, $a[6]=6, $a[7]=7, $a[8]=8, $a[9]=9
.reg $a[10] $b[10] base
.sig s t
immed[base, 0]
sram[read, $a, base, 0, 8], sig_done[s]
sram[read, $b, base, 0, 8], sig_done[t]
ctx_arb[s, t]
.use $a $b
ctx_arb[kill]

;--- transfer_expected.uc
; error: transfer_expected.uc:5:12: error: a transfer register ($name or $$name) is expected, not x
.reg base x
.sig s
immed[base, 0]
sram[read, x, base, 0, 1], ctx_swap[s]

;--- transfer_missing.uc
; error: transfer_missing.uc:5:1: error: sram[read] moves data: it needs a transfer register, not '--'
.reg base
.sig s
immed[base, 0]
sram[read, --, base, 0, 1], ctx_swap[s]

;--- transfer_unwanted.uc
; error: transfer_unwanted.uc:4:15: error: scratch[incr] moves no transfer register; write '--'
.reg base $x
immed[base, 0]
scratch[incr, $x, base, 0]

;--- two_local_words.uc
; error: two_local_words.uc:3:1: error: *l$index0 and *l$index1 are two local memory words, and one instruction can read only one: copy one into a general-purpose register first
.reg z
alu[z, *l$index0, +, *l$index1]

;--- two_signals.uc
; error: two_signals.uc:5:45: error: a command has one signal: either ctx_swap or sig_done, once
.reg $a base
.sig s t
immed[base, 0]
scratch[read, $a, base, 0, 1], sig_done[s], ctx_swap[t]

;--- two_transfers.uc
; error: two_transfers.uc:8:1: error: $0 and $1 are two transfer registers, and one instruction can read only one: copy one into a general-purpose register first
.reg $x $y z
.sig s
.reg b
immed[b, 0]
scratch[read, $x, b, 0, 1], ctx_swap[s]
scratch[read, $y, b, 4, 1], ctx_swap[s]
alu[z, $x, +, $y]

;--- unclosed_bracket.uc
; error: unclosed_bracket.uc:3:4: error: this '[' has no matching ']'
.reg x
alu[x, --, B, x

;--- unknown_command.uc
; error: unknown_command.uc:4:9: error: scratch has no command 'raed'
.sig s
.reg $x
scratch[raed, $x, 0, 0, 1], ctx_swap[s]

;--- unknown_constant.uc
; error: unknown_constant.uc:3:11: error: 'SIZE' is no constant: it is neither a #define, nor &register, nor &signal
.reg x
immed[x, (SIZE + 1)]

;--- unknown_crc.uc
; error: unknown_crc.uc:3:8: error: 'crc_31' is no CRC; there are none, crc_ccitt, crc_32, crc_iscsi, crc_10, crc_5
.reg x
crc_be[crc_31, --, x]

;--- unknown_csr.uc
; error: unknown_csr.uc:3:14: error: 'ACTIVE_CTX_STSS' is no local CSR; did you mean 'ACTIVE_CTX_STS'?
.reg x
local_csr_rd[ACTIVE_CTX_STSS]
immed[x, 0]

;--- unknown_directive.uc
; error: unknown_directive.uc:2:1: error: '.xfer_ordr' is no directive; did you mean '.xfer_order'?
.xfer_ordr $a $b

;--- unknown_label.uc
; error: unknown_label.uc:3:4: error: label 'lop#' is not defined; did you mean 'loop#'?
loop#:
br[lop#]

;--- unknown_mnemonic.uc
; error: unknown_mnemonic.uc:3:1: error: 'alu_shff' is neither an instruction nor a macro; did you mean 'alu_shf'?
.reg a1x
alu_shff[a1x, --, B, a1x, <<1]

;--- unknown_operator.uc
; error: unknown_operator.uc:3:11: error: 'ANDD' is no operator of alu; did you mean 'AND'?
.reg x y
alu[x, x, ANDD, y]

;--- unknown_register.uc
; error: unknown_register.uc:3:5: error: register 'cuont' is not declared; declare it with .reg or .sig
.reg count
alu[cuont, count, +, 1]

;--- unknown_signal.uc
; error: unknown_signal.uc:5:41: error: signal 'dane' is not declared; did you mean 'done'?
.sig done
.reg $x base
immed[base, 0]
scratch[read, $x, base, 0, 1], sig_done[dane]
ctx_arb[done]

;--- unknown_state.uc
; error: unknown_state.uc:3:14: error: 'scr_ring12_status' is no input state; did you mean 'scr_ring1_status'?
x#:
br_inp_state[scr_ring12_status, x#]

;--- unknown_step.uc
; error: unknown_step.uc:3:17: error: '24x8_step5' is no multiplication step; did you mean '24x8_step1'?
.reg x y
mul_step[x, y], 24x8_step5

;--- unknown_token.uc
; error: unknown_token.uc:3:9: error: 'deferr' is no token of br; did you mean 'defer'?
x#:
br[x#], deferr[1]
nop

;--- write_only.uc
; error: write_only.uc:4:15: error: $x is declared 'write': it cannot be read; declare it without 'write'
.reg write $x
.reg y
alu[y, --, B, $x]

;--- write_only_filled.uc
; error: write_only_filled.uc:6:15: error: scratch[read] delivers into $x, which is declared 'write'
.reg write $x
.sig s
.reg b
immed[b, 0]
scratch[read, $x, b, 0, 1], ctx_swap[s]
