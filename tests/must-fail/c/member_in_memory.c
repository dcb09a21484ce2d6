// error: member_in_memory.c:4:24: error: field may not be qualified with an address space
// error: note: a member is where its structure is; name the memory where the structure's objects are declared
struct pair {
  __declspec(sram) int x;
  int y;
};
