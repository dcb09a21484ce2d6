; error: two_local_words.uc:3:1: error: *l$index0 and *l$index1 are two local memory words, and one instruction can read only one: copy one into a general-purpose register first
.reg z
alu[z, *l$index0, +, *l$index1]
