; error: octal.uc:2:10: error: '010' may mean octal or decimal, write 0o... or drop the zeros
#if N == 010
#endif
