// error: declspec_words.c:5:5: error: expected '(' and a list of words after __declspec, as in __declspec(sram)
// error: declspec_words.c:7:16: error: 'sram' takes no arguments, write it alone
// error: declspec_words.c:8:16: error: expected a word such as sram, shared or gp_reg in this __declspec list
// error: declspec_words.c:9:16: error: unknown word 'zzzzzzzz' in __declspec, expected a memory, a kind of register, shared, visible, import, export, aligned(n) or packed
int __declspec a;
int __declspec() b;
int __declspec(sram(3)) c;
int __declspec(5) d;
int __declspec(zzzzzzzz) e;
