alu[a, b
