#define f(x) x f
f(1)(2) __declspec(f(sram)) int a; _Pragma("pack(1)") #
#pragma clang __debug parser_crash
