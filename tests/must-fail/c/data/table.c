__declspec(sram) int table[4] = {2};
