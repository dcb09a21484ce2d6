// run: mecc {file} data/main.c data/table.c -o {out}/a.uof
// error: data/table.c:1: error: 'table' is defined twice; leave one out, or make it static
// error: twice_defined.c:4: note: the other definition is here
__declspec(sram) int table[4] = {1};
